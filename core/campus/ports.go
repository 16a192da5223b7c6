package campus

import (
	"context"

	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/page"
)

// Effects are written with a change, in its transaction.
type Effects struct {
	Mails []mail.Request
	Tell  bool // the customer's workflow is to look

	Refused bool // operators are told of the orders that wait
}

// Filter chooses records; zero chooses all customers who ever applied.
type Filter struct {
	Review bool // with a proof that waits for a review
}

// Store keeps what the programme knows of customers. Each call is one transaction.
type Store interface {
	// Record gives a customer's record, without the document; fault NotFound ("customer_not_found").
	Record(ctx context.Context, customerID int64) (*Record, error)
	// Change locks the customer, hands the record to change and stores membership, application and the orders' times as they are then,
	// with the effects. An application that is gone or replaced is deleted, its document with it; orders that no longer wait are
	// released. An error of change stores nothing; change may run again. Faults NotFound ("customer_not_found"), Conflict
	// ("email_used_by_someone_else").
	Change(ctx context.Context, customerID int64, change func(*Record) (Effects, error)) (*Record, error)
	// Taken reports whether a university's address stands for the membership of another customer.
	Taken(ctx context.Context, email string, customerID int64) (bool, error)
	// Linked gives the customer whose application has the link of the digest, or whose membership was made by it; fault
	// NotFound ("campus_link_invalid").
	Linked(ctx context.Context, digest []byte) (customerID int64, err error)
	// Document gives the encrypted document of an application; fault NotFound ("campus_document_not_found").
	Document(ctx context.Context, applicationID string) (Sealed, error)
	// Waiting gives the orders that wait for a customer's membership, the next to be cancelled first; those that are over
	// are left out.
	Waiting(ctx context.Context, customerID int64) ([]Waiting, error)
	// Held reports whether an order waits, and its customer is no member.
	Held(ctx context.Context, orderID int64) (bool, error)
	// Release lets an order go. Fault NotFound ("campus_order_not_waiting").
	Release(ctx context.Context, orderID int64) error
	// Records gives those of a filter, who waits longest first, and how many there are.
	Records(ctx context.Context, f Filter, p page.Page) ([]*Record, int, error)
}

// Process drives what takes time; workflows/client implements it.
type Process interface {
	// Changed says that a customer's record is another than before.
	Changed(ctx context.Context, customerID int64) error
}
