package httpapi

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Wishlist is the visitor's wishlist, the newest first. Without a session it is empty.
type Wishlist struct {
	Wishlist []WishlistItem `json:"wishlist"`
}

// WishlistItem is a product on the wishlist: its card, and what the header's popup shows of it.
type WishlistItem struct {
	Card
	URL              string            `json:"url"`
	Price            money.Amount      `json:"price"`
	EnergyEfficiency *EnergyEfficiency `json:"energyEfficiency,omitempty"`
}

// WishlistRequest names the product that is added or deleted.
type WishlistRequest struct {
	ProductID int64 `json:"productId" minimum:"1"`
}

// WishlistResponse is the answer to a change of the wishlist.
type WishlistResponse struct {
	Successful bool `json:"successful"`
	ItemCount  int  `json:"itemCount"`
}

// WishlistMoved is the answer to putting the wishlist into the cart.
type WishlistMoved struct {
	Successful bool    `json:"successful" doc:"nothing is left on the wishlist"`
	ItemCount  int     `json:"itemCount" doc:"how many are left"`
	Left       []int64 `json:"left" doc:"the products that are: sold out, or the cart was full"`
	CartFull   bool    `json:"cartFull" doc:"products are left, and the cart takes no further one"`
	CartCount  int     `json:"cartCount"`
}

func (s *Server) registerWishlist(api huma.API) {
	register(api, get("wishlist", "wishlist", "/wishlist", "The wishlist"), s.wishlist)
	register(api, post("wishlist", "wishlistAdd", "/wishlist/add", "Put a product on the wishlist"), s.wishlistAdd)
	register(api, post("wishlist", "wishlistDelete", "/wishlist/delete", "Take a product off the wishlist"), s.wishlistDelete)
	register(api, post("wishlist", "wishlistMove", "/wishlist/move-all-to-cart", "Move what can be bought into the cart, one of each"), s.wishlistMove)
}

func (s *Server) wishlist(ctx context.Context, _ *none) (Wishlist, error) {
	answer := Wishlist{Wishlist: []WishlistItem{}}
	current, err := s.currentSession(ctx)
	if errors.Is(err, fault.New(fault.Unauthenticated, "")) {
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	ids, err := s.deps.Wishlist.Items(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	cards, err := s.cards(ctx, ids)
	if err != nil {
		return answer, err
	}
	for _, c := range cards {
		item := WishlistItem{Card: c, URL: productPath + c.Slug, Price: c.Prices.Price}
		if c.EnergyClass != "" {
			item.EnergyEfficiency = &EnergyEfficiency{Label: c.EnergyClass, Scale: c.EnergyScale}
		}
		answer.Wishlist = append(answer.Wishlist, item)
	}
	return answer, nil
}

// notepadCount is how many products are on the wishlist of a cart, as the answers about the account call it.
func (s *Server) notepadCount(ctx context.Context, cartID string) (int, error) {
	wished, err := s.deps.Wishlist.Items(ctx, cartID)
	return len(wished), err
}

func (s *Server) wishlistAdd(ctx context.Context, in *body[WishlistRequest]) (WishlistResponse, error) {
	if err := s.refuseUnsold(ctx, in.Body.ProductID); err != nil { // from the list it would come into the cart
		return WishlistResponse{}, err
	}
	current, err := s.ensureSession(ctx)
	if err != nil {
		return WishlistResponse{}, err
	}
	count, err := s.deps.Wishlist.Add(ctx, current.CartID, in.Body.ProductID)
	return WishlistResponse{Successful: err == nil, ItemCount: count}, err
}

func (s *Server) wishlistDelete(ctx context.Context, in *body[WishlistRequest]) (WishlistResponse, error) {
	current, err := s.currentSession(ctx)
	if err != nil {
		return WishlistResponse{}, err
	}
	count, err := s.deps.Wishlist.Remove(ctx, current.CartID, in.Body.ProductID)
	return WishlistResponse{Successful: err == nil, ItemCount: count}, err
}

func (s *Server) wishlistMove(ctx context.Context, _ *none) (WishlistMoved, error) {
	answer := WishlistMoved{Left: []int64{}}
	current, err := s.currentSession(ctx)
	if err != nil {
		return answer, err
	}
	moved, err := s.deps.Wishlist.MoveToCart(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	held, err := s.deps.Cart.Cart(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	answer.Left = append(answer.Left, moved.Left...)
	answer.Successful, answer.ItemCount, answer.CartCount = len(answer.Left) == 0, len(answer.Left), held.Count()
	answer.CartFull = !answer.Successful && len(held.Lines) >= cart.MaxLines
	return answer, nil
}
