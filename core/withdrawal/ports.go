package withdrawal

import (
	"context"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
)

// Reader reads withdrawals for people.
type Reader interface {
	// Withdrawal gives one with its events; fault NotFound ("withdrawal_not_found").
	Withdrawal(ctx context.Context, id int64) (*Withdrawal, error)
	// Withdrawals gives a page, newest first, and the number in all.
	Withdrawals(ctx context.Context, f Filter, p page.Page) ([]*Withdrawal, int, error)
}

// Filter narrows a list; zero values do not.
type Filter struct {
	Status  Status
	OrderID int64
	Open    bool // only those where somebody still has to do something
}

// Effects are what is stored together with a change.
type Effects struct {
	Events []Event
	Mails  []mail.Request
	Order  bool // the contract's order was changed as well
}

// Store keeps withdrawals; core/postgres implements it.
type Store interface {
	Reader
	// Declare stores a declaration with its receipt mail and what begins its workflow, all or nothing. One whose key is there already is
	// given as it was stored. No more than ReceiptsHour receipts go in an hour to the order's address for one order, or to another
	// address.
	Declare(ctx context.Context, d Declaration, at time.Time) (*Withdrawal, error)
	// Change lets change decide with the withdrawal and its order locked, and stores what it did to the withdrawal and the
	// effects. The order is that of w.OrderID, or else the one that the declaration names; there may be none. What change
	// returns as an error undoes all.
	Change(ctx context.Context, id int64, change func(w *Withdrawal, c *Contract) (Effects, error)) (*Withdrawal, error)
	// ChangeWith is Change with another order than the withdrawal's, where one is named (not 0); fault NotFound ("order_not_found").
	ChangeWith(ctx context.Context, id, orderID int64, change func(w *Withdrawal, c *Contract) (Effects, error)) (*Withdrawal, error)
	// Contract gives an order as a new withdrawal would find it; fault NotFound ("order_not_found").
	Contract(ctx context.Context, orderID int64) (*Contract, error)
	// Contracts gives those of the orders that there are, the newest first.
	Contracts(ctx context.Context, orderIDs []int64) ([]*Contract, error)
	// OfOrder gives those of an order, oldest first, without their events: also those that are not decided on yet, where the
	// sender has proven to be its customer.
	OfOrder(ctx context.Context, orderID int64) ([]*Withdrawal, error)
	// Label gives a return label by its token; fault NotFound ("label_not_found").
	Label(ctx context.Context, token string) (Return, error)
}

// Money gives money back through the payment's provider, once per key. A refusal is fault Conflict ("refund_nothing_left"
// where none came or all of it went back), a method that cannot is fault Invalid; Unavailable and Unknown are worth another
// try. What the provider refused is asked again, without what it gave back, if it is among the first operations of the order.
type Money interface {
	Refund(ctx context.Context, ref checkout.PaymentRef, amount money.Amount, key string, first int) error
}

// Carrier orders the transport of the goods back; checkout.Carriers does.
type Carrier interface {
	Ship(ctx context.Context, req checkout.ShipmentRequest) (checkout.Shipment, error)
}

// Orders ends what of an order has not left; order.Commands does.
type Orders interface {
	Cancel(ctx context.Context, id int64) (*order.Order, error)
}

// Process drives withdrawals; workflows/client implements it. Both calls may be repeated.
type Process interface {
	// Start begins the workflow of a declaration.
	Start(ctx context.Context, id int64) error
	// Act carries out an operator's command. Faults are those of Steps.Act.
	Act(ctx context.Context, id int64, c Command) error
}

// CommandKind is what an operator does.
type CommandKind string

// The commands.
const (
	Accept      CommandKind = "accept"      // whatever the rules said of sender and time; business and excluded goods stay refused
	Refund      CommandKind = "refund"      // the goods are back, or were sent: pay through the provider
	Transferred CommandKind = "transferred" // the money was paid back by other means, or none had come
	Reject      CommandKind = "reject"
)

// Command is an operator's order.
type Command struct {
	Kind    CommandKind  `json:"kind"`
	OrderID int64        `json:"orderId,omitempty"` // accept: of the order that is meant; 0 for the one that was named
	Amount  money.Amount `json:"amount,omitzero"`   // refund, transferred: another one than the rules give
	Reason  string       `json:"reason,omitempty"`  // reject: one of RefusalReasons
	// Agreed is what the operator was asked about: transferred is refused where it would be booked with another amount. nil: whatever
	// it is.
	Agreed *money.Amount `json:"agreed,omitempty"`
}
