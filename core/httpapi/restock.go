package httpapi

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/restock"
)

// RestockRequest asks to be told that a product can be had again.
type RestockRequest struct {
	ProductID int64  `json:"productId" minimum:"1"`
	Email     string `json:"email" maxLength:"300"`
}

// RestockTaken says that the request was taken. It is the same whether the address has asked before or not.
type RestockTaken struct {
	Confirm bool `json:"confirm" doc:"a link was mailed by which it has to be confirmed; false: that is not needed"`
}

// RestockToken is what the link of a mail carries.
type RestockToken struct {
	Token string `json:"token" maxLength:"100"`
}

// RestockEnded says that nothing is mailed any more. It is the same for a link of which nothing is known.
type RestockEnded struct {
	Ended bool `json:"ended"`
}

// RestockProduct is what somebody waits for.
type RestockProduct struct {
	Name      string `json:"name"`
	URL       string `json:"url"`
	Available bool   `json:"available" doc:"it can be had already"`
}

func (s *Server) registerRestock(api huma.API) {
	register(api, post("product", "restockAsk", "/api/restock/ask", "Ask to be told that a product can be had again"), s.restockAsk)
	register(api, post("product", "restockConfirm", "/api/restock/confirm", "Confirm that by the link's token"), s.restockConfirm)
	register(api, post("product", "restockCancel", "/api/restock/cancel", "End that by the link's token"), s.restockCancel)
}

// restockAsk keeps partners' visitors out: the mails are the shop's own. Who is logged in needs not confirm the account's address, once
// it is proven.
func (s *Server) restockAsk(ctx context.Context, in *body[RestockRequest]) (RestockTaken, error) {
	v := visitOf(ctx)
	if err := s.refusePartner(ctx); err != nil {
		return RestockTaken{}, err
	}
	if err := s.limiter.allow(limitForm, v.client); err != nil {
		return RestockTaken{}, err
	}
	p, err := s.deps.Catalog.Product(ctx, in.Body.ProductID)
	if err != nil {
		return RestockTaken{}, err
	}
	own, err := s.provenEmail(ctx)
	if err != nil {
		return RestockTaken{}, err
	}
	proven := own != "" && strings.EqualFold(own, strings.TrimSpace(in.Body.Email))
	err = s.deps.Restock.Ask(ctx, p, restock.Wish{Email: in.Body.Email, Lang: v.lang, Proven: proven})
	return RestockTaken{Confirm: !proven}, err
}

// provenEmail gives the address of who is logged in and reads its mail; "" for everybody else.
func (s *Server) provenEmail(ctx context.Context) (string, error) {
	id, err := s.loggedInCustomer(ctx)
	if err != nil || id == 0 {
		return "", err
	}
	c, err := s.deps.Customers.Customer(ctx, id)
	if err != nil || !c.Proven {
		return "", err
	}
	return c.Email, nil
}

func (s *Server) restockConfirm(ctx context.Context, in *body[RestockToken]) (RestockProduct, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return RestockProduct{}, err
	}
	p, err := s.deps.Restock.Confirm(ctx, in.Body.Token)
	if err != nil {
		return RestockProduct{}, err
	}
	return RestockProduct{Name: p.Name, URL: productPath + p.Slug, Available: p.Available() > 0}, nil
}

func (s *Server) restockCancel(ctx context.Context, in *body[RestockToken]) (RestockEnded, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return RestockEnded{}, err
	}
	err := s.deps.Restock.Cancel(ctx, in.Body.Token)
	return RestockEnded{Ended: err == nil}, err
}
