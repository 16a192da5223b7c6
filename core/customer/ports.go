package customer

import (
	"context"
	"time"

	"kontor.dev/kontor/core/mail"
)

// Kind is what happened to an account's security.
type Kind string

// The kinds.
const (
	Registered        Kind = "registered"
	LoggedIn          Kind = "logged_in"
	LoginFailed       Kind = "login_failed"
	LoginBlocked      Kind = "login_blocked"
	CodeSent          Kind = "code_sent"
	CodeFailed        Kind = "code_failed"
	LoggedOut         Kind = "logged_out"
	PasswordChanged   Kind = "password_changed"
	PasswordRefused   Kind = "password_refused" // the current one was wrong when something was to be changed
	ResetRequested    Kind = "reset_requested"
	ResetRefused      Kind = "reset_refused" // a link that is not valid
	PasswordReset     Kind = "password_reset"
	EmailChanged      Kind = "email_changed"
	NameChanged       Kind = "name_changed"
	AccountConverted  Kind = "account_converted" // from light to full
	BecameBusiness    Kind = "became_business"
	BusinessUndone    Kind = "business_undone" // the authority did not know its VAT id
	SessionEnded      Kind = "session_ended"   // another one, by the customer
	SessionsEnded     Kind = "sessions_ended"  // all others
	ExportRequested   Kind = "export_requested"
	DeletionRequested Kind = "deletion_requested"
	AccountDeleted    Kind = "account_deleted"
	Unlocked          Kind = "unlocked" // by an operator
	OwnerChanged      Kind = "owner_changed"
	CompanyChanged    Kind = "company_changed"
	VATIDChanged      Kind = "vat_id_changed"
	VATIDAccepted     Kind = "vat_id_accepted" // by an operator, where the authority does not know it
	VATIDRejected     Kind = "vat_id_rejected" // likewise
)

// Event is an entry of the audit log. CustomerID is 0 where no account answers to what was typed.
type Event struct {
	Kind       Kind      `json:"kind"`
	CustomerID int64     `json:"customerId"`
	Client     string    `json:"client,omitempty"` // the caller's address
	At         time.Time `json:"at"`
}

// KeepEvents is how long the audit log goes back.
const KeepEvents = 180 * 24 * time.Hour

// Effects are written with a change, in its transaction.
type Effects struct {
	Event   Event
	Mails   []mail.Request
	Billing *Address // by Change: replaces the billing address, or is the first
	OrderID int64    // by Create: a guest's order that becomes the customer's
	AskVAT  bool     // the authority is asked about the VAT id
	Keep    string   // by Change: the ID of the session that stays where the others end

	Conversion *Conversion // by ChangeBilled: begins with it
}

// Challenge is a code that was mailed and is awaited in a session.
type Challenge struct {
	SessionID  string
	CustomerID int64
	CodeDigest []byte
	ExpiresAt  time.Time // as Awaited gives it
	Over       bool      // likewise: its time is over, or no code is right any more and none is sent again
}

// Bounds of a challenge.
const (
	CodeLife  = 10 * time.Minute
	CodeTries = 5 // per code
	CodeSends = 3 // per login
)

// Bounds of a password reset.
const (
	ResetLife  = time.Hour
	ResetsHour = 3 // mails per account and hour
)

// Store keeps customers. Each call is one transaction. Blocks, codes and links are dated and judged by its clock alone: the processes
// that share it may have others.
type Store interface {
	// Create stores a customer, with the billing address unless that is nil, and sets the ID and the customer in the
	// effects, and a new cart where the one given is another customer's. Faults Conflict ("email_in_use", "order_not_convertible").
	Create(ctx context.Context, c *Customer, billing *Address, fx Effects) error
	// Customer gives one; fault NotFound ("customer_not_found").
	Customer(ctx context.Context, id int64) (*Customer, error)
	// ByEmail finds one whatever the letters' case; fault NotFound ("customer_not_found").
	ByEmail(ctx context.Context, email string) (*Customer, error)
	// Change locks the customer, hands it to change and stores what that made of it with the effects; an error of change
	// stores nothing. Another e-mail address or password ends the links and codes that were mailed, and the customer's
	// sessions but Keep. Change may run again. Faults NotFound ("customer_not_found"), Conflict ("email_in_use").
	Change(ctx context.Context, id int64, change func(*Customer) (Effects, error)) (*Customer, error)
	// ChangeBilled is Change that hands over the billing address as well, nil for none, as it is under the lock.
	ChangeBilled(ctx context.Context, id int64, change func(*Customer, *Address) (Effects, error)) (*Customer, error)
	// Record writes an entry of the audit log.
	Record(ctx context.Context, e Event) error

	// JoinCart moves what is in a visitor's cart, and on the wishlist of the same ID, to the customer's. Of a product
	// that is in both carts, the larger quantity stays. What is another customer's stays theirs.
	JoinCart(ctx context.Context, id int64, cartID string) error
	// MoveCart moves everything from one cart to another that nobody uses yet.
	MoveCart(ctx context.Context, from, to string) error

	// Try counts a try of a password against the limits that hold and gives when the longest block ends that it caused.
	// If one of the keys is blocked already, nothing is counted and the fault is a *Blocked.
	Try(ctx context.Context, limits []Limit) (until time.Time, err error)
	// Forgive takes the try back that succeeded: the first limit's key starts over and is good, the others have one less.
	Forgive(ctx context.Context, limits []Limit) error

	// Challenge begins a challenge in its session, in place of one that was there. Its code holds for CodeLife.
	Challenge(ctx context.Context, c Challenge, fx Effects) error
	// Awaited gives the challenge of a session, valid or not; fault NotFound ("challenge_not_found").
	Awaited(ctx context.Context, sessionID string) (*Challenge, error)
	// Resend puts a new code into the challenge of the session, for CodeLife. Fault Conflict ("challenge_spent") when there is none
	// or it was sent CodeSends times.
	Resend(ctx context.Context, c Challenge, fx Effects) error
	// Answer counts a try and reports whether it was the code; a code is right once, in time, within CodeTries. The customer is 0
	// where no code can be right.
	Answer(ctx context.Context, sessionID string, codeDigest []byte) (customerID int64, right bool, err error)

	// BeginReset stores a token's digest, for ResetLife, and the effects, unless the account had ResetsHour of them in the last hour.
	BeginReset(ctx context.Context, customerID int64, digest []byte, fx Effects) error
	// ResetHolds reports whether Reset would take a token.
	ResetHolds(ctx context.Context, digest []byte) (bool, error)
	// Reset spends a token: sets the password, and ends the customer's sessions, challenges and other tokens. Fault
	// NotFound ("reset_link_invalid"). The effects are made for the customer whose token it is.
	Reset(ctx context.Context, digest []byte, passwordHash string, fx func(*Customer) (Effects, error)) error

	// Addresses gives the address book, the billing address first.
	Addresses(ctx context.Context, customerID int64) ([]Address, error)
	// SaveAddress locks the customer, hands over both as they are then, stores the entry that form makes of them, and
	// gives its ID; one with an ID replaces that entry of the book. The first billing address makes a light account a full
	// one, of which the event tells. An error of form stores nothing; form may run again. Faults NotFound ("address_not_found"), Conflict
	// ("address_limit", "address_billing_exists").
	SaveAddress(ctx context.Context, customerID int64, form func(c *Customer, book []Address) (Address, Event, error)) (int64, error)
	// DeleteAddress takes a delivery address out. Faults NotFound ("address_not_found"), Conflict ("address_is_billing").
	DeleteAddress(ctx context.Context, customerID, id int64) error
}

// Process drives what takes time; workflows/client implements it.
type Process interface {
	// Changed says that a customer's VAT id, or what the account is, is another than before.
	Changed(ctx context.Context, customerID int64) error
}
