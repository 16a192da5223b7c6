package customer

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/mail"
)

// ConversionState is how far an account is on its way to a business.
type ConversionState string

// The states.
const (
	Begun   ConversionState = "begun"
	Settled ConversionState = "settled"
	Undone  ConversionState = "undone"
)

// CorrectLife is how long a business may put a VAT id right that the authority does not know.
const CorrectLife = 14 * 24 * time.Hour

// Conversion is a private account's way to a business. The account is a business's from the beginning, so that nobody
// waits for the authority; abroad it stands on the VAT id, for which goods are sold without VAT, and is taken back with
// it.
//
//	begun ──the id is known, or none is needed──► settled
//	  ├──not known──► doubted ──another id──► begun
//	  │                  ├──an operator accepts it──► settled
//	  │                  └──CorrectLife over, or an operator rejects it──┐
//	  └──────────────────────────────────────────────────────────────────┴──► undone: private, as before
type Conversion struct {
	State   ConversionState `json:"state"`
	Company string          `json:"company,omitempty"` // of the billing address, before
	Doubted string          `json:"doubted,omitempty"` // the VAT id that the authority does not know, "" for none
	BegunAt time.Time       `json:"begunAt"`
	DueAt   time.Time       `json:"dueAt,omitzero"` // of a doubted one: when it is taken back
}

// Converting is a conversion that is under way, with all that a step needs to know.
type Converting struct {
	Conversion
	Customer *Customer
	Billing  *Address // nil: none
	Known    *bool    // what an operator, or else the authority, said last about the VAT id of now; nil: nothing yet
	Decided  bool     // it was an operator
}

// Progress is what a step leaves a conversion in. Zero: it is over.
type Progress struct {
	Ask   bool      // the authority's answer is missing
	DueAt time.Time // it is taken back then, unless the VAT id is known by then
}

// ConversionStore keeps conversions. It is part of what Store's implementation does.
type ConversionStore interface {
	// Convert locks the customer and, where a conversion is under way, hands it to step and stores what that made of the
	// conversion and the customer, with the effects. An error of step stores nothing; step may run again. Without a
	// conversion, or a customer, nothing happens.
	Convert(ctx context.Context, customerID int64, step func(*Converting) (Effects, error)) error
}

// Conversions brings conversions to their end. What a step does is done once, however often it is called.
type Conversions struct {
	store ConversionStore
	clock clock.Clock
}

// NewConversions makes the service.
func NewConversions(store ConversionStore, c clock.Clock) *Conversions {
	return &Conversions{store: store, clock: c}
}

// Settle ends a conversion that stands, and asks for another VAT id where the authority does not know the one given.
func (s *Conversions) Settle(ctx context.Context, customerID int64) (p Progress, err error) {
	err = s.store.Convert(ctx, customerID, func(c *Converting) (Effects, error) {
		p = Progress{}
		switch {
		case c.stands():
			c.State = Settled
			return c.tell(mail.BusinessConfirmed)
		case c.unasked():
			p.Ask = true
			return Effects{}, nil
		}
		fresh := c.doubt(s.clock.Now())
		if c.Decided { // there is nothing to wait for
			c.DueAt = s.clock.Now()
		}
		p.DueAt = c.DueAt
		if !fresh || c.Decided {
			return Effects{}, nil
		}
		return c.tell(mail.VATIDDoubted)
	})
	return p, err
}

// Undo takes a conversion back whose VAT id nobody put right in time: the account is private, and its bills name nobody's
// company that they did not name before. Orders stay what they were.
func (s *Conversions) Undo(ctx context.Context, customerID int64) (p Progress, err error) {
	err = s.store.Convert(ctx, customerID, func(c *Converting) (Effects, error) {
		p = Progress{DueAt: c.DueAt}
		switch now := s.clock.Now(); {
		case c.stands() || c.unasked() || c.DueAt.IsZero():
			p = Progress{Ask: true} // put right at the last moment: Settle sees to it
			return Effects{}, nil
		case now.Before(c.DueAt):
			return Effects{}, nil
		}
		p = Progress{}
		return c.undo(s.clock.Now())
	})
	return p, err
}

// stands reports whether the conversion needs no VAT id, or has one that the authority knows.
func (c *Converting) stands() bool {
	needed := c.Customer.Business != nil && c.Billing != nil && c.Billing.CountryID != address.Germany
	return !needed || c.Known != nil && *c.Known
}

// unasked reports whether the authority has said nothing yet about the VAT id.
func (c *Converting) unasked() bool { return c.Known == nil && c.Customer.hasVATID() }

// doubt notes that the VAT id is not known and reports whether that is news. Another wrong one gives no more time.
func (c *Converting) doubt(now time.Time) bool {
	first, id := c.DueAt.IsZero(), c.Customer.Business.VATID
	if first {
		c.DueAt = now.Add(CorrectLife)
	}
	other := c.Doubted != id
	c.Doubted = id
	return first || other
}

func (c *Converting) undo(now time.Time) (Effects, error) {
	company := c.Customer.Business.Company
	c.State, c.Doubted, c.Customer.Business = Undone, "", nil
	fx, err := c.tell(mail.BusinessRefused)
	fx.Event = Event{Kind: BusinessUndone, CustomerID: c.Customer.ID, At: now}
	if c.Billing.Company == company {
		c.Billing.Company = c.Company
		fx.Billing = c.Billing
	}
	return fx, err
}

func (c *Converting) tell(template string) (Effects, error) {
	data := mail.AccountData{FirstName: c.Customer.FirstName, Path: "/kundenkonto/kontaktinformationen"}
	if template == mail.VATIDDoubted {
		data.Path, data.Until = data.Path+"/ustid-aendern", c.DueAt
	}
	note, err := letter(template, c.Customer, data)
	return Effects{Event: Event{CustomerID: c.Customer.ID}, Mails: []mail.Request{note}}, err
}
