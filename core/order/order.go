// Package order is what was sold. An order exists from the moment a checkout attempt froze it.
//
//	awaiting_payment ─► placed ─► (its deliveries go their ways, see DeliveryState)
//	      │               └─► cancelled (before anything was dispatched, or not collected)
//	      ├─► reserved (prepayment: the money is to come) ─► placed | cancelled
//	      └─► abandoned (the attempt failed; never shown to anyone but operators)
//
// A Fulfiller takes the steps after the order was placed; workflows/fulfilment says which and when.
package order

import (
	"context"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
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

// Why orders are cancelled, besides what the checkout says of money that did not come.
const (
	ReasonCancelled    = "order_cancelled_by_shop"
	ReasonNotCollected = "order_not_collected"
	ReasonUnproven     = "order_campus_unproven" // it has prices of the campus programme, whose member its customer did not become
)

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

	// Of one order; lists leave them out.
	Notices    []Notice    `json:"notices,omitempty"`
	Deliveries []Delivery  `json:"deliveries,omitempty"` // by number; none before the order was placed
	Payments   []Operation `json:"payments,omitempty"`   // since it was placed, by number
	Claims     []Claim     `json:"claims,omitempty"`     // by withdrawal

	Disputes []checkout.Dispute `json:"disputes,omitempty"` // of its payment, as they were opened
}

// Notice is something about an order that operators should know.
type Notice struct {
	Kind   string    `json:"kind"`
	Detail string    `json:"detail"`
	At     time.Time `json:"at,omitzero"`
}

// Commands are what operators do with orders. workflows/client implements it; every command may be repeated. Where a provider
// takes longer than one waits they give the order as it is so far. Faults besides those named: NotFound ("order_not_found",
// "delivery_not_found"), Conflict ("order_not_placed"), Unavailable ("command_unanswered") where it was not done in time, and may still be.
type Commands interface {
	// Paid records that the money of a reserved order, or of one on account, has come. amount is all that came so far; zero is what
	// is owed. Of less than is owed the rest stays owed, and goods that wait for their money go on waiting; what is more can be
	// refunded. That of a cancelled order is to go back, and told. What a provider still decides about the order is withdrawn there.
	// Faults Conflict: as Unbought has them, "order_paid_less" for less than is booked, and "order_paid_in_part" for less than is owed
	// of what a provider holds or decides about.
	Paid(ctx context.Context, id int64, amount money.Amount) (*Order, error)
	// Cancel cancels a reserved order, or what of a placed one has not been dispatched: goods and money go back. Faults
	// Conflict: as Unbought has them, and "order_dispatched" when nothing is left to cancel.
	Cancel(ctx context.Context, id int64) (*Order, error)
	// Ship dispatches: label, capture, mail. Goods for a store lie ready then. Faults: Invalid ("delivery_items_invalid"),
	// Conflict ("payment_operation_...") when the money is refused, and the carrier's.
	Ship(ctx context.Context, id int64, p Pick) (*Order, error)
	// Deliver records that the customer has the goods. 0 is the only delivery that is under way or was delivered. Faults Conflict:
	// "delivery_not_dispatched", and "delivery_to_be_named" for 0 where there are more.
	Deliver(ctx context.Context, id int64, delivery int) (*Order, error)
	// Refund gives money back, all that is left when the amount is zero. The same request gives it back once. Faults
	// Conflict: "refund_nothing_left", "refund_too_high", "refund_key_used".
	Refund(ctx context.Context, id int64, request string, amount money.Amount) (*Order, error)
	// Return records that a delivery came back, gives back its money, and puts its goods into stock unless they are
	// damaged. 0 is the only one that left. What a withdrawal took of it is left to that. Faults Conflict:
	// "delivery_not_dispatched", and "delivery_to_be_named" for 0 where more than one left.
	Return(ctx context.Context, id int64, delivery int, damaged bool) (*Order, error)
}

// Process drives placed orders; workflows/client implements it with Temporal.
type Process interface {
	// Begin starts the fulfilment of a placed order, once.
	Begin(ctx context.Context, ref Ref) error
	// Wake lets the order look at what is to be done of it, which something else than its fulfilment may have changed.
	Wake(ctx context.Context, ref Ref) error
	// Scan hands the stored scan of that number to the order of its parcel.
	Scan(ctx context.Context, ref Ref, scan int64) error
}

// Ref names an order with the attempt that it came of, which is unique beyond the shop.
type Ref struct {
	ID        int64  `json:"id"`
	AttemptID string `json:"attemptId"`
}

// Filter narrows a list of orders; zero values do not.
type Filter struct {
	Status Status
	Email  string
	Since  time.Time

	CustomerID int64
	Until      time.Time // not included
	Placed     bool      // leave out what never became an order
	Refused    bool      // a provider would not move its money, and nothing was done about it since, nor was a dispute of it lost
	Overdue    bool      // goods on account were not paid in time
	ByHand     bool      // money is to be transferred back by hand
	Disputed   bool      // the customer disputes the payment, and that is not decided
	ToShip     bool      // goods are to leave, and nothing keeps them
	Unanswered bool      // a provider was asked to move its money, and has not said for a while what came of it
	Unbooked   bool      // a provider told of a refund that is not in the books
}

// Reader reads orders for people.
type Reader interface {
	// Order gives one; fault NotFound ("order_not_found").
	Order(ctx context.Context, id int64) (*Order, error)
	// ByAttempt gives the order of an attempt; fault NotFound ("order_not_found").
	ByAttempt(ctx context.Context, attemptID string) (*Order, error)
	// Orders gives a page, newest first but of those to ship, and the number in all. Of what came after an order was placed, it
	// has the deliveries without their parcels.
	Orders(ctx context.Context, f Filter, p page.Page) ([]*Order, int, error)
}
