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
	"kontor.dev/kontor/core/catalog"
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

// ReasonCancelled is why an order that an operator cancelled was.
const ReasonCancelled = "order_cancelled_by_shop"

// Order is one order with its frozen content.
type Order struct {
	ID         int64                   `json:"id"` // what the customer sees
	CheckoutID string                  `json:"checkoutId"`
	CustomerID int64                   `json:"customerId"` // 0 is a guest's
	AttemptID  string                  `json:"attemptId"`
	Status     Status                  `json:"status"`
	Lang       catalog.Lang            `json:"lang"`
	Email      string                  `json:"email"`
	Phone      string                  `json:"phone"`
	Business   bool                    `json:"business"`
	VATID      string                  `json:"vatId"`
	Invoice    address.Address         `json:"invoice"`
	Delivery   address.Address         `json:"delivery"`
	Shipping   checkout.ShippingOption `json:"shipping"` // of the first delivery; the attempt has all
	Attempt    checkout.Attempt        `json:"attempt"`  // lines, deliveries, totals, payment
	CreatedAt  time.Time               `json:"createdAt,omitzero"`
	PlacedAt   time.Time               `json:"placedAt,omitzero"` // zero until placed or reserved

	PaidAt       time.Time `json:"paidAt,omitzero"`        // zero until the money is here
	CancelledAt  time.Time `json:"cancelledAt,omitzero"`   // zero unless cancelled
	CancelReason string    `json:"cancelReason,omitempty"` // why it was cancelled or abandoned: a translation key
	Notices      []Notice  `json:"notices,omitempty"`      // of one order; lists leave them out
}

// Notice is something about an order that operators should know.
type Notice struct {
	Kind   string    `json:"kind"`
	Detail string    `json:"detail"`
	At     time.Time `json:"at,omitzero"`
}

// Commands are what operators do with orders. workflows/client implements it; every command may be repeated.
type Commands interface {
	// Paid records that the money of a reserved order has come. Fault Conflict ("order_not_reserved").
	Paid(ctx context.Context, id int64) (*Order, error)
	// Cancel cancels a reserved order and gives its goods back. Fault Conflict ("order_not_reserved").
	Cancel(ctx context.Context, id int64) (*Order, error)
}

// Filter narrows a list of orders; zero values do not.
type Filter struct {
	Status Status
	Email  string
	Since  time.Time

	CustomerID int64
	Until      time.Time // not included
	Placed     bool      // leave out what never became an order
}

// Reader reads orders for people.
type Reader interface {
	// Order gives one; fault NotFound ("order_not_found").
	Order(ctx context.Context, id int64) (*Order, error)
	// ByAttempt gives the order of an attempt; fault NotFound ("order_not_found").
	ByAttempt(ctx context.Context, attemptID string) (*Order, error)
	// Orders gives a page, newest first, and the number in all.
	Orders(ctx context.Context, f Filter, p page.Page) ([]*Order, int, error)
}
