// Package invoice makes the invoices of what was dispatched and the credit notes of what was given back: what is on
// them, to the cent. An invoice never changes; what was wrong on it is corrected by a credit note. Packages paper and
// postgres make the document and the number.
package invoice

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Kind is what a document is.
type Kind string

// The kinds.
const (
	Bill   Kind = "invoice"
	Credit Kind = "credit"
)

// Seller is who sells, as § 14(4) UStG and § 35a GmbHG want it told.
type Seller struct {
	Name           string `json:"name"`
	Representative string `json:"representative"`
	StreetName     string `json:"streetName"`
	StreetNumber   string `json:"streetNumber"`
	ZipCode        string `json:"zipCode"`
	City           string `json:"city"`
	Email          string `json:"email"`
	Phone          string `json:"phone"`
	Register       string `json:"register"` // "Amtsgericht Hamburg HRB 12345"
	VATID          string `json:"vatId"`
}

// PositionKind says what a position is for.
type PositionKind string

// The kinds of positions. Rounding is a cent that came of dividing an order into deliveries.
const (
	Goods    PositionKind = "goods"
	Warranty PositionKind = "warranty"
	Service  PositionKind = "service" // the no-risk-much-fun package
	Shipping PositionKind = "shipping"
	Fee      PositionKind = "fee"
	Discount PositionKind = "discount" // its amount is negative
	Rounding PositionKind = "rounding"
	Refund   PositionKind = "refund" // of a credit note: a part of what was paid at one rate
)

// Position is a line of a document.
type Position struct {
	Kind     PositionKind `json:"kind"`
	Article  string       `json:"article,omitempty"`
	Name     string       `json:"name,omitempty"`     // of goods; others are named by their kind
	Warranty string       `json:"warranty,omitempty"` // what a warranty extension is called in the document's language
	Bundle   string       `json:"bundle,omitempty"`   // what comes in the pack with goods, in the document's language
	Quantity int          `json:"quantity"`
	Amount   money.Amount `json:"amount"`            // of all pieces, VAT included unless Exempt
	Rate     int64        `json:"rate"`              // of VAT, in hundredths of a percent
	Reverse  bool         `json:"reverse,omitempty"` // a service whose VAT the customer owes (§ 13b UStG)
}

// Tax is what one rate contributes. Net and Amount add up to the positions of that rate.
type Tax struct {
	Rate    int64        `json:"rate"`
	Reverse bool         `json:"reverse,omitempty"`
	Net     money.Amount `json:"net"`
	Amount  money.Amount `json:"amount"`
}

// Invoice is one document. Credit notes have positive amounts too: the kind says which way the money goes, if it was paid.
type Invoice struct {
	Number     string          `json:"number"` // "2026-000001"; "" until it was stored
	Kind       Kind            `json:"kind"`
	OrderID    int64           `json:"orderId"`
	CustomerID int64           `json:"customerId"`         // 0 is a guest's
	Delivery   int             `json:"delivery,omitempty"` // of an invoice
	Request    string          `json:"request,omitempty"`  // to refund, of a credit note, or UnpaidRequest
	Lang       catalog.Lang    `json:"lang"`
	IssuedAt   time.Time       `json:"issuedAt"`
	SuppliedAt time.Time       `json:"suppliedAt"` // when the goods left
	OrderedAt  time.Time       `json:"orderedAt"`
	Seller     Seller          `json:"seller"`
	Buyer      address.Address `json:"buyer"`
	ShipTo     address.Address `json:"shipTo"`
	Email      string          `json:"email"`
	Business   bool            `json:"business"`
	VATID      string          `json:"vatId,omitempty"`
	Exempt     bool            `json:"exempt"`        // intra-EU supply to a business: no VAT (§ 4 no. 1b UStG)
	Paid       bool            `json:"paid"`          // of a credit note: its money goes back
	Came       money.Amount    `json:"came,omitzero"` // what of an invoice that is not paid had come before it was issued
	// Transfer is where to pay an invoice that was not paid: the payment's instructions, by their keys.
	Transfer  map[string]string      `json:"transfer,omitempty"`
	Further   []checkout.Instruction `json:"further,omitempty"` // what else there is to know to pay it, in the plugin's words
	DueAt     time.Time              `json:"dueAt,omitzero"`    // until when it is to be paid; zero where nobody said
	Positions []Position             `json:"positions"`
	Taxes     []Tax                  `json:"taxes"` // by falling rate
	Net       money.Amount           `json:"net"`
	Total     money.Amount           `json:"total"`
	Corrects  []Reference            `json:"corrects,omitempty"` // of a credit note
}

// Reference names an earlier document.
type Reference struct {
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
}

// Booking is a document as accountants book it.
type Booking struct {
	Invoice
	Method string // key of the order's payment method
}

// Of reports whether the document belongs to a customer's account.
func (i *Invoice) Of(customerID int64) bool { return customerID != 0 && i.CustomerID == customerID }

// Store keeps documents; core/postgres implements it.
type Store interface {
	// OfOrder gives the documents of an order in the order of their numbers; none is no fault.
	OfOrder(ctx context.Context, orderID int64) ([]*Invoice, error)
	// Invoice gives one by number; fault NotFound ("invoice_not_found").
	Invoice(ctx context.Context, number string) (*Invoice, error)
	// Issued gives the documents that were issued from a time on and before another, in the order of their numbers. It stops
	// at the first error of each and returns it.
	Issued(ctx context.Context, from, until time.Time, each func(Booking) error) error
}

// ErrNotFound is the fault of a number that is nobody's.
var ErrNotFound = fault.New(fault.NotFound, "invoice_not_found")
