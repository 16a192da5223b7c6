package customer

import (
	"context"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// GuestOrder is what a guest's order tells of the guest, who may make an account of it.
type GuestOrder struct {
	ID      int64
	Email   string
	Phone   string
	Lang    catalog.Lang
	Invoice address.Address
}

// ConvertGuest makes a full account of a guest's order, which becomes the customer's, and logs in. The caller has made
// sure that the order is the visitor's. Faults: Invalid ("account_password_invalid") with the field "password", Invalid
// ("account_conversion_invalid") with the fields of an address that no account can have, Conflict ("email_in_use",
// "order_not_convertible").
func (s *Service) ConvertGuest(ctx context.Context, v Visit, o GuestOrder, password string) (*Entry, error) {
	if reason := CheckPassword(password); reason != "" {
		return nil, fault.InvalidFields("account_password_invalid", fault.Field{Name: "password", Reason: reason})
	}
	billing := o.Invoice
	billing.ID = 0
	r := Registration{
		Email: o.Email, FirstName: billing.FirstName, LastName: billing.LastName, Password: password, Phone: o.Phone, Lang: o.Lang,
		Billing: &billing,
	}
	entry, err := s.register(ctx, v, r, o.ID)
	if fault.ReasonOf(err) == reasonInvalid {
		return nil, fault.InvalidFields("account_conversion_invalid", fault.FieldsOf(err)...)
	}
	return entry, err
}

// BecomeBusiness makes a private account a business one. An account without a billing address gives one, and is a full
// one then; another's gets the company's name unless it has one. What takes time follows: see Conversion. Faults: Invalid
// ("account_change_invalid", "missing_param") with fields, Conflict ("action_not_allowed") for a business.
func (s *Service) BecomeBusiness(ctx context.Context, v Visit, told Business, given *address.Address) error {
	_, err := s.store.ChangeBilled(ctx, v.Session.CustomerID, func(c *Customer, billing *Address) (Effects, error) {
		if c.Business != nil {
			return Effects{}, ErrNotAllowed
		}
		var wrong fields
		if billing == nil {
			if given == nil {
				return Effects{}, wrongInput(fault.Field{Name: "address", Reason: address.Missing})
			}
			billing = &Address{Address: given.Normal(), Billing: true}
			billing.fitKind()
			wrong.append("address.", billing.Check())
		}
		b, inBusiness := told.check(billing.CountryID)
		wrong.append("", inBusiness)
		if len(wrong) > 0 {
			return Effects{}, wrongInput(wrong...)
		}
		begun := &Conversion{State: Begun, Company: billing.Company, BegunAt: s.clock.Now()}
		if billing.Company == "" {
			billing.Company = b.Company
		}
		c.Business, c.Light = &b, false
		return Effects{Event: s.event(BecameBusiness, c.ID, v), Billing: billing, Conversion: begun}, nil
	})
	return err
}
