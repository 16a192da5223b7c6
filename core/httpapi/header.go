package httpapi

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

// HeaderData is what the page's header shows of the visitor.
type HeaderData struct {
	WishlistItemCount        int              `json:"wishlistItemCount"`
	Wishlist                 []int64          `json:"wishlist"`
	CartAmount               int              `json:"cartAmount"`
	IsLoggedIn               bool             `json:"isLoggedIn" doc:"with a full login"`
	IsLoggedInSoft           bool             `json:"isLoggedInSoft" doc:"the full login is over"`
	FullLoginExpiryTimestamp int64            `json:"fullLoginExpiryTimestamp" doc:"unix seconds, 0 when not logged in"`
	FirstName                string           `json:"firstName"`
	Comparison               []int64          `json:"comparison" doc:"the products that the visitor compares, the newest first"`
	TID                      string           `json:"tid"`
	TrackingID               string           `json:"trackingId"`
	TestGroup                string           `json:"testGroup" doc:"always empty: there is none"`
	ContactID                string           `json:"contactId" doc:"always empty: no tracking provider knows customers"`
	CartContent              []HeaderCartLine `json:"cartContent"`
}

// HeaderCartLine is a line of the cart.
type HeaderCartLine struct {
	ID       int64 `json:"id"`
	Quantity int   `json:"quantity"`
}

func (s *Server) registerHeader(api huma.API) {
	register(api, get("header", "headerData", "/api/header_data", "What the header shows of the visitor; begins no session"), s.headerData)
}

func (s *Server) headerData(ctx context.Context, in *rememberedComparison) (HeaderData, error) {
	h := HeaderData{Wishlist: []int64{}, Comparison: remembered(in.Compared, MaxCompared), CartContent: []HeaderCartLine{}}
	current, err := s.currentSession(ctx)
	if errors.Is(err, fault.New(fault.Unauthenticated, "")) {
		return h, nil
	}
	if err != nil {
		return h, err
	}
	h.TID, h.TrackingID = current.ID, current.ID
	if current.CustomerID != 0 {
		known, err := s.deps.Customers.Customer(ctx, current.CustomerID)
		if err != nil {
			return h, err
		}
		h.IsLoggedIn, h.IsLoggedInSoft = s.deps.Sessions.Full(current), s.deps.Sessions.Soft(current)
		h.FirstName, h.FullLoginExpiryTimestamp = known.FirstName, current.FullUntil.Unix()
	}
	c, err := s.deps.Cart.Cart(ctx, current.CartID)
	if err != nil {
		return h, err
	}
	h.CartAmount = c.Count()
	for _, l := range c.Lines {
		h.CartContent = append(h.CartContent, HeaderCartLine{ID: l.ProductID, Quantity: l.Quantity})
	}
	wished, err := s.deps.Wishlist.Items(ctx, current.CartID)
	if err != nil {
		return h, err
	}
	h.WishlistItemCount, h.Wishlist = len(wished), append(h.Wishlist, wished...)
	return h, nil
}
