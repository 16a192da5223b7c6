package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// DeliveryChoice chooses a delivery address of the address book.
type DeliveryChoice struct {
	DeliveryAddressID int64 `json:"deliveryAddressId" minimum:"0" doc:"0: same as invoice"`
}

// InvoiceChoice chooses the billing address of the address book.
type InvoiceChoice struct {
	InvoiceAddressID int64 `json:"invoiceAddressId" minimum:"1"`
}

func (s *Server) registerCheckoutAddress(api huma.API) {
	register(api, post("checkout", "changeDeliveryAddress", "/api/checkout/change-delivery-address", "Deliver to a saved address"),
		func(ctx context.Context, in *body[DeliveryChoice]) (*CheckoutView, error) {
			return s.chooseDelivery(ctx, in.Body.DeliveryAddressID)
		})
	register(api, post("checkout", "changeInvoiceAddress", "/api/checkout/change-invoice-address", "Bill to the saved address"),
		func(ctx context.Context, in *body[InvoiceChoice]) (*CheckoutView, error) {
			return s.chooseInvoice(ctx, in.Body.InvoiceAddressID)
		})
}

// owner gives the customer of the session that checkoutSession found, nil for a guest.
func (s *Server) owner(ctx context.Context) (*checkout.Owner, error) {
	id := visitOf(ctx).session.CustomerID
	if id == 0 {
		return nil, nil
	}
	c, err := s.deps.Customers.Customer(ctx, id)
	if err != nil {
		return nil, err
	}
	billing, err := s.deps.Customers.Billing(ctx, id)
	if err != nil {
		return nil, err
	}
	return ownerOf(c, billing), nil
}

func ownerOf(c *customer.Customer, billing *customer.Address) *checkout.Owner {
	o := &checkout.Owner{CustomerID: c.ID, Email: c.Email, Phone: c.Phone}
	if c.Business != nil {
		o.Business, o.VATID = true, c.Business.VATID
	}
	if billing != nil {
		o.Invoice = &billing.Address
		if o.Phone == "" {
			o.Phone = billing.TelephoneNumber
		}
	}
	return o
}

func (s *Server) initForCustomer(ctx context.Context) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.owner(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.deps.Checkout.InitFor(ctx, cartID, language(ctx), *o)
	if err != nil || v.Delivery == nil || v.Delivery.ID == 0 {
		return (*CheckoutView)(v), err
	}
	entry, err := s.deps.Customers.Address(ctx, o.CustomerID, v.Delivery.ID)
	if fault.CodeOf(err) == fault.NotFound || err == nil && entry.Address == v.Delivery.Address {
		return (*CheckoutView)(v), nil // what was chosen and is no more in the book stays chosen
	}
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.SetDelivery(ctx, cartID, language(ctx), &entry.Address))
}

// convertInCheckout gives a light account the billing address that the checkout just took.
func (s *Server) convertInCheckout(ctx context.Context, invoice address.Address) (*CheckoutView, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = s.deps.Customers.AddAddress(ctx, v, customer.Address{Address: invoice, Billing: true})
	if err == nil {
		err = s.promoted(ctx, v.Token)
	}
	// A second submit finds the address there already.
	if err != nil && fault.ReasonOf(err) != "address_billing_exists" {
		return nil, err
	}
	return s.initForCustomer(ctx)
}

// saved gives an entry of the address book of the checkout's customer.
func (s *Server) saved(ctx context.Context, id int64) (cartID string, a *customer.Address, err error) {
	if cartID, err = s.checkoutSession(ctx); err != nil {
		return "", nil, err
	}
	if visitOf(ctx).session.CustomerID == 0 {
		return "", nil, fault.New(fault.Unauthenticated, "login_required")
	}
	if id == 0 {
		return cartID, nil, nil
	}
	a, err = s.deps.Customers.Address(ctx, visitOf(ctx).session.CustomerID, id)
	return cartID, a, err
}

func (s *Server) chooseDelivery(ctx context.Context, id int64) (*CheckoutView, error) {
	cartID, a, err := s.saved(ctx, id)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return viewOf(s.deps.Checkout.SetDelivery(ctx, cartID, language(ctx), nil))
	}
	v, err := s.deps.Checkout.View(ctx, cartID, language(ctx))
	if err != nil {
		return nil, err
	}
	if v.InvoiceData != nil {
		if wrong := a.CheckDelivery(v.InvoiceData.Address, s.deps.Checkout.Reach(v.BusinessCustomer)); len(wrong) > 0 {
			return nil, fault.InvalidFields(addressReason(wrong), wrong...)
		}
	}
	return viewOf(s.deps.Checkout.SetDelivery(ctx, cartID, language(ctx), &a.Address))
}

func (s *Server) chooseInvoice(ctx context.Context, id int64) (*CheckoutView, error) {
	cartID, a, err := s.saved(ctx, id)
	if err != nil {
		return nil, err
	}
	if !a.Billing {
		return nil, fault.New(fault.NotFound, "address_not_found")
	}
	return viewOf(s.deps.Checkout.SetInvoice(ctx, cartID, language(ctx), a.Address))
}

func (s *Server) chooseAddresses(ctx context.Context, invoice, delivery int64) (*CheckoutView, error) {
	if _, err := s.chooseInvoice(ctx, invoice); err != nil {
		return nil, err
	}
	return s.chooseDelivery(ctx, delivery)
}
