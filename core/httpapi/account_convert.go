package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

// ConvertGuestRequest makes an account of a guest's order.
type ConvertGuestRequest struct {
	CustomerID int64  `json:"customerId,omitempty" doc:"0: a guest has none; the order tells who it is"`
	Order      string `json:"order,omitempty" format:"uuid" doc:"the attempt's id, as on the success page; missing: what this session ordered last"`
	Password   string `json:"password" maxLength:"200"`
}

// BecomeBusinessRequest makes a private account a business one. The address is for accounts that have none.
type BecomeBusinessRequest struct {
	BusinessForm   int          `json:"businessForm" doc:"1 corporation, 2 partnership, 3 public, 4 sole proprietor"`
	BusinessType   string       `json:"businessType" doc:"consumer or reseller"`
	Company        string       `json:"company"`
	OwnerFirstName string       `json:"ownerFirstName,omitempty"`
	OwnerLastName  string       `json:"ownerLastName,omitempty"`
	UstID          string       `json:"ustId,omitempty"`
	Address        *AddressForm `json:"address,omitempty"`
}

func (s *Server) registerConvert(api huma.API) {
	register(api, post("account", "convertGuest", "/account/convert", "Make an account of a guest's order and log in"), s.convertGuest)
	register(api, post("account", "becomeBusiness", "/api/account/convert-to-business", "Make a private account a business one"), s.becomeBusiness)
}

// convertible reports whether the order's guest may make an account of it. A business tells more than an order has.
func convertible(o *order.Order) bool {
	return o.CustomerID == 0 && !o.Business && o.Attempt.State.Placed()
}

func (s *Server) convertGuest(ctx context.Context, in *body[ConvertGuestRequest]) (Outcome, error) {
	if err := s.refusePartner(ctx); err != nil {
		return Outcome{}, err
	}
	// Like a registration, it tells that an address has an account.
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return Outcome{}, err
	}
	current, err := s.liveSession(ctx)
	if err != nil {
		return Outcome{}, err
	}
	attempt := in.Body.Order
	if attempt == "" {
		if attempt, err = s.deps.Checkout.LastOrdered(ctx, current.CartID); err != nil {
			return Outcome{}, err
		}
	}
	o, err := s.deps.Orders.ByAttempt(ctx, attempt)
	if err != nil {
		return Outcome{}, err
	}
	if o.Attempt.CartID != current.CartID {
		return Outcome{}, fault.New(fault.NotFound, "order_not_found")
	}
	if current.CustomerID != 0 || !convertible(o) {
		return outcomeOf(fault.New(fault.Conflict, "order_not_convertible"))
	}
	v := visitOf(ctx)
	entry, err := s.deps.Customers.ConvertGuest(ctx, customer.Visit{Token: v.token, Session: current, Client: v.client, Lang: v.lang},
		customer.GuestOrder{ID: o.ID, Email: o.Email, Phone: o.Phone, Lang: o.Lang, Invoice: o.Invoice}, in.Body.Password)
	if err != nil {
		return outcomeOf(err)
	}
	s.admit(ctx, entry)
	return outcomeOf(nil)
}

func (s *Server) becomeBusiness(ctx context.Context, in *body[BecomeBusinessRequest]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	var given *address.Address
	if in.Body.Address != nil {
		one := in.Body.Address.address(address.Invoice)
		given = &one
	}
	err = s.deps.Customers.BecomeBusiness(ctx, v, customer.Business{
		Form: customer.Form(in.Body.BusinessForm), Type: customer.BusinessType(in.Body.BusinessType), Company: in.Body.Company,
		OwnerFirstName: in.Body.OwnerFirstName, OwnerLastName: in.Body.OwnerLastName, VATID: in.Body.UstID,
	}, given)
	if err == nil {
		err = s.promoted(ctx, v.Token)
	}
	return outcomeOf(err)
}
