// Package privacy is what customers may ask of their data: a copy of all of it, and the end of the account.
//
//	export:   asked ──gathered──► ready ──Keep──► done
//	deletion: asked ──closed────► locked ──orders are through──► keyless ──end of the tenth year──► done
//
// A closed account is gone at once, with all that the law does not ask to keep. Orders stay, locked; the keys of their
// workflows' histories are destroyed once no order is under way, and what names the person is taken out of them when
// the law lets go.
package privacy

import (
	"context"
	"time"

	"kontor.dev/kontor/core/mail"
)

// Kind is what is asked for.
type Kind string

// The kinds.
const (
	Export   Kind = "export"
	Deletion Kind = "deletion"
)

// State is how far a request is.
type State string

// The states. Ready is an export's; Locked and Keyless are a deletion's.
const (
	Asked   State = "asked"
	Ready   State = "ready"
	Locked  State = "locked"
	Keyless State = "keyless"
	Done    State = "done"
)

const (
	// Keep is how long an export can be fetched.
	Keep = 7 * 24 * time.Hour
	// Pause is the least time between two exports.
	Pause = 24 * time.Hour
	// look is how often a deletion asks whether the last order is through.
	look = 24 * time.Hour
	// retention is for how many full years after the one of the sale its papers are kept (section 147 AO).
	retention = 10
)

// Request is something that a customer asked for.
type Request struct {
	ID          string
	CustomerID  int64
	Kind        Kind
	State       State
	RequestedAt time.Time
	DueAt       time.Time // when it goes on: an export's end, a deletion's next step; zero: at once
}

// Open is an order or a withdrawal that is not through.
type Open struct {
	Order      int64 `json:"order,omitempty"`      // 0: a withdrawal
	Withdrawal int64 `json:"withdrawal,omitempty"` // 0: an order
	Wait       Wait  `json:"wait"`
}

// Wait is what an order or a withdrawal is not through for.
type Wait string

// What is waited for. ForInvoice are goods on account, whose customer may have to be reminded.
const (
	ForPayment    Wait = "payment"
	ForDelivery   Wait = "delivery"
	ForMoney      Wait = "money"
	ForInvoice    Wait = "invoice"
	ForWithdrawal Wait = "withdrawal"
)

// File is a part of an export: a table as JSON, or a document.
type File struct {
	Name    string // with its ending
	Content []byte
}

// Copy is what an export is made of.
type Copy struct {
	Files []File
	Mail  func(data mail.AccountData) (mail.Request, error) // to the customer, with a template's data
}

// Papers gives the documents that a customer has handed in and the shop still has, by their names in an export. One that cannot be
// opened any more is left out.
type Papers interface {
	Papers(ctx context.Context, customerID int64) (map[string][]byte, error)
}

// Store keeps requests and reaches all that is kept of a customer. Each call is one transaction.
type Store interface {
	// Begin stores a request and has its workflow told. Fault Conflict ("privacy_request_open") where one of the kind is
	// under way, or an export was asked for after since.
	Begin(ctx context.Context, r Request, since time.Time, client string) error
	// Request gives one; fault NotFound ("privacy_request_not_found").
	Request(ctx context.Context, id string) (*Request, error)
	// Latest gives a customer's newest request of a kind, nil for none.
	Latest(ctx context.Context, customerID int64, kind Kind) (*Request, error)
	// Gather reads everything that is kept of a customer.
	Gather(ctx context.Context, customerID int64) (*Copy, error)
	// Finish stores an export that was asked for, until due, and asks for the mail. Of one that is ready it does nothing.
	Finish(ctx context.Context, id string, sealed []byte, due time.Time, note mail.Request) error
	// Sealed gives the content of a customer's newest export that is ready; fault NotFound ("export_not_found").
	Sealed(ctx context.Context, customerID int64, now time.Time) (id string, sealed []byte, err error)
	// Close ends the account and locks its orders; of one that is closed it does nothing.
	Close(ctx context.Context, r *Request, now time.Time) error
	// UnderWay says which of a customer's orders and withdrawals are not through, and when the newest order was placed;
	// zero where there is none.
	UnderWay(ctx context.Context, customerID int64) (open []Open, newest time.Time, err error)
	// Locked gives the customer of the newest locked order with an e-mail address; fault NotFound ("customer_not_found").
	Locked(ctx context.Context, email string) (customerID int64, err error)
	// Forget destroys the keys of the histories that are about a customer.
	Forget(ctx context.Context, customerID int64) error
	// Erase takes what names the person out of the locked orders.
	Erase(ctx context.Context, customerID int64) error
	// Move sets a request's state and when it goes on; an export's content goes with Done.
	Move(ctx context.Context, id string, s State, due time.Time) error
}
