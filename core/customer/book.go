package customer

import (
	"context"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
)

// Addresses gives the address book, the billing address first.
func (s *Service) Addresses(ctx context.Context, customerID int64) ([]Address, error) {
	return s.store.Addresses(ctx, customerID)
}

// Address gives an entry of the customer's book; fault NotFound ("address_not_found").
func (s *Service) Address(ctx context.Context, customerID, id int64) (*Address, error) {
	book, err := s.store.Addresses(ctx, customerID)
	if err != nil {
		return nil, err
	}
	return entry(book, id)
}

func entry(book []Address, id int64) (*Address, error) {
	for i := range book {
		if book[i].ID == id {
			return &book[i], nil
		}
	}
	return nil, fault.New(fault.NotFound, "address_not_found")
}

// Billing gives the billing address, nil for a light account.
func (s *Service) Billing(ctx context.Context, customerID int64) (*Address, error) {
	book, err := s.store.Addresses(ctx, customerID)
	return billing(book), err
}

func billing(book []Address) *Address {
	if len(book) == 0 || !book[0].Billing {
		return nil
	}
	return &book[0]
}

// AddAddress puts an entry into the book and gives its ID. A light account's first is the billing address, which makes
// it a full one. An address that is in the book already, for the same use, stays the one entry that it is.
// Faults: Invalid ("address_invalid") with fields; Conflict ("address_limit", "address_billing_exists").
func (s *Service) AddAddress(ctx context.Context, v Visit, told Address) (int64, error) {
	return s.store.SaveAddress(ctx, v.Session.CustomerID, func(c *Customer, book []Address) (Address, Event, error) {
		a := told
		a.ID, a.Address = 0, a.Normal()
		a.Billing = a.Billing || c.Light
		a.fitKind()
		a.ID = same(book, a)
		return a, s.event(AccountConverted, c.ID, v), s.checkAddress(c, book, a)
	})
}

// same gives the ID of the entry with the content of one that has no ID, 0 for none.
func same(book []Address, a Address) int64 {
	for _, b := range book {
		id := b.ID
		if b.ID = 0; b == a {
			return id
		}
	}
	return 0
}

// UpdateAddress replaces an entry; its kind stays, and so does where a pickup place is. A business's billing address keeps
// names and company, and is locked abroad and where a German VAT id stands for it; so is that of a member of the campus
// programme. Faults: as AddAddress; NotFound ("address_not_found"); Conflict ("address_locked",
// "action_not_allow_for_student").
func (s *Service) UpdateAddress(ctx context.Context, v Visit, told Address) error {
	_, err := s.store.SaveAddress(ctx, v.Session.CustomerID, func(c *Customer, book []Address) (Address, Event, error) {
		before, err := entry(book, told.ID)
		if err != nil {
			return Address{}, Event{}, err
		}
		a := told
		a.Address, a.Billing = a.Normal(), before.Billing
		a.keepPlace(before)
		if a.Billing && c.Campus {
			return a, Event{}, ErrStudent
		}
		if a.Billing {
			if err := a.keepBusiness(c, before); err != nil {
				return a, Event{}, err
			}
		}
		return a, Event{}, s.checkAddress(c, book, a)
	})
	return err
}

// fitKind makes the kind that of a billing or a delivery address.
func (a *Address) fitKind() {
	switch {
	case a.Billing:
		a.Kind = address.Invoice
	case a.Kind == address.Invoice:
		a.Kind = address.Delivery
	}
}

// keepPlace puts back where a pickup place is: it was found at the carrier, whose name of it no form has. Who collects there,
// and by which number, may change.
func (a *Address) keepPlace(before *Address) {
	a.Kind = before.Kind
	if !a.Kind.Collected() {
		return
	}
	a.Company, a.StreetName, a.StreetNumber, a.PointID = before.Company, before.StreetName, before.StreetNumber, before.PointID
	a.ZipCode, a.CityName, a.CountryID = before.ZipCode, before.CityName, before.CountryID
}

// keepBusiness puts back what only the shop's people change in a business's billing address.
func (a *Address) keepBusiness(c *Customer, before *Address) error {
	if c.Business == nil {
		return nil
	}
	if before.CountryID != address.Germany || c.Business.VATID != "" {
		return fault.New(fault.Conflict, "address_locked")
	}
	a.FirstName, a.LastName, a.CountryID = before.FirstName, before.LastName, before.CountryID
	if before.Company != "" {
		a.Company = before.Company
	}
	return nil
}

// DeleteAddress takes a delivery address out of the book. Faults: NotFound ("address_not_found"), Conflict
// ("address_is_billing").
func (s *Service) DeleteAddress(ctx context.Context, v Visit, id int64) error {
	return s.store.DeleteAddress(ctx, v.Session.CustomerID, id)
}

func (s *Service) checkAddress(c *Customer, book []Address, a Address) error {
	wrong := a.Check()
	if home := billing(book); home != nil && !a.Billing {
		wrong = a.CheckDelivery(home.Address, s.reach.For(c.Business != nil))
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("address_invalid", wrong...)
	}
	return nil
}
