package restock

import (
	"context"
	"encoding/json"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// ErrWrongLink is the fault of a link that is too old, was replaced by a newer one, or never was.
var ErrWrongLink = fault.New(fault.Invalid, "wrong_link")

var errAvailable = fault.New(fault.Conflict, "restock_available")

// Products reads what the shop sells; catalog.Store does.
type Products interface {
	// Product gives an active product; fault NotFound ("product_not_found") otherwise.
	Product(ctx context.Context, id int64) (*catalog.Product, error)
	// Products gives the active ones of ids, in that order; missing ones are left out.
	Products(ctx context.Context, ids []int64) ([]*catalog.Product, error)
}

// Service takes wishes and keeps the promise.
type Service struct {
	store    Store
	products Products
	clock    clock.Clock
}

// NewService makes the service.
func NewService(store Store, products Products, c clock.Clock) *Service {
	return &Service{store: store, products: products, clock: c}
}

// Ask takes a wish for a product, and mails the link by which it is confirmed or, where it needs no confirmation, ended. Whether
// the address has asked before does not show. Faults: Invalid ("restock_invalid") with the field; Conflict
// ("restock_available") for what can be had.
func (s *Service) Ask(ctx context.Context, p *catalog.Product, w Wish) error {
	email, reason := address.Email(w.Email)
	if reason != "" {
		return fault.InvalidFields("restock_invalid", fault.Field{Name: "email", Reason: reason})
	}
	if p.Available() > 0 {
		return errAvailable
	}
	w.ProductID, w.Email, w.At = p.ID, email, s.clock.Now()
	token := ident.Token()
	err := s.store.Ask(ctx, w, ident.Digest(token), func(a *Alert, id string) (mail.Request, error) {
		template := mail.RestockConfirm
		if a.Confirmed {
			template = mail.RestockWaiting
		}
		return letter(template, id, a, p.Name, Path+token)
	})
	if err != nil || !w.Proven {
		return err
	}
	return s.Changed(ctx, []int64{p.ID}) // goods that came meanwhile have told those alone who waited then
}

// Confirm makes an alert wait by the token of its link, and gives its product, as it is now. Should there be goods already, the
// mail that says so goes out at once. Faults: Invalid ("wrong_link"); NotFound ("product_not_found") when the shop does
// not sell it any more.
func (s *Service) Confirm(ctx context.Context, token string) (*catalog.Product, error) {
	a, err := s.store.Confirm(ctx, ident.Digest(token), s.clock.Now())
	if fault.CodeOf(err) == fault.NotFound {
		return nil, ErrWrongLink
	}
	if err != nil {
		return nil, err
	}
	p, err := s.products.Product(ctx, a.ProductID)
	if err != nil {
		return nil, err
	}
	return p, s.tell(ctx, p)
}

// Cancel forgets an alert by the token of its link; again does nothing.
func (s *Service) Cancel(ctx context.Context, token string) error {
	return s.store.Cancel(ctx, ident.Digest(token))
}

// Changed tells those who wait for products that can be had now, of those that may have changed. It may be repeated: nobody is
// told twice.
func (s *Service) Changed(ctx context.Context, productIDs []int64) error {
	if len(productIDs) == 0 {
		return nil
	}
	return s.look(ctx, productIDs)
}

// CatchUp tells those who wait for what can be had although no change said so, as one that was handled by a version which
// knew nothing of them. It may be repeated.
func (s *Service) CatchUp(ctx context.Context) error { return s.look(ctx, nil) }

func (s *Service) look(ctx context.Context, productIDs []int64) error {
	awaited, err := s.store.Awaited(ctx, productIDs, s.clock.Now())
	if err != nil || len(awaited) == 0 {
		return err
	}
	products, err := s.products.Products(ctx, awaited)
	if err != nil {
		return err
	}
	for _, p := range products {
		if err := s.tell(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// tell mails all who wait for a product, if there is any.
func (s *Service) tell(ctx context.Context, p *catalog.Product) error {
	if p.Available() == 0 {
		return nil
	}
	return s.store.Tell(ctx, p.ID, s.clock.Now(), func(a *Alert, id string) (mail.Request, error) {
		return letter(mail.RestockBack, id, a, p.Name, productPath+p.Slug)
	})
}

func letter(template, id string, a *Alert, product, path string) (mail.Request, error) {
	content, err := json.Marshal(mail.RestockData{Product: product, Path: path})
	return mail.Request{ID: id, Template: template, To: a.Email, Lang: a.Lang, Data: content}, err
}
