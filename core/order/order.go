// Package order is what was sold. An order exists from the moment a checkout attempt froze it.
//
//	awaiting_payment ─► placed ─► (shipped ─► delivered, later issues)
//	      │               └─► cancelled
//	      ├─► reserved (prepayment, invoice terms: placed, money to come) ─► placed | cancelled
//	      └─► abandoned (the attempt failed; never shown to anyone but operators)
package order

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/page"
)

// Status is where an order stands.
type Status string

// The statuses.
const (
	AwaitingPayment Status = "awaiting_payment"
	Reserved        Status = "reserved"
	Placed          Status = "placed"
	Abandoned       Status = "abandoned"
	Cancelled       Status = "cancelled"
)

// Order is one order with its frozen content.
type Order struct {
	ID         int64 // what the customer sees
	CheckoutID string
	AttemptID  string
	Status     Status
	Email      string
	Phone      string
	Business   bool
	VATID      string
	Invoice    address.Address
	Delivery   address.Address
	Shipping   checkout.ShippingOption
	Attempt    checkout.Attempt // lines, totals, payment
	CreatedAt  time.Time
	PlacedAt   time.Time // zero until placed or reserved
}

// Filter narrows a list of orders; zero values do not.
type Filter struct {
	Status Status
	Email  string
	Since  time.Time
}

// Reader reads orders for people.
type Reader interface {
	// Order gives one; fault NotFound ("order_not_found").
	Order(ctx context.Context, id int64) (*Order, error)
	// Orders gives a page, newest first, and the number in all.
	Orders(ctx context.Context, f Filter, p page.Page) ([]*Order, int, error)
}
