package payment

import (
	"errors"
	"fmt"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Outcome is one of Authorized, Pending, Redirect, FormPost, Declined and Unknown.
type Outcome interface{ outcome() }

// Authorized says that the money is reserved or taken.
type Authorized struct {
	Reference string // of the payment at the provider, unique per plugin
	Amount    base.Money
	Captured  bool      // already taken
	ExpiresAt time.Time // of an authorization that is not captured; zero means never or unknown
}

// Pending says that the attempt waits for something outside the browser.
type Pending struct {
	Reference    string
	Instructions []Instruction // for the customer, in order
	DueAt        time.Time     // when the money must have come; zero means no limit
	Accepted     bool          // the order may be placed at once (invoice, cash on delivery); else it waits for the money
}

// Instruction is one line of what the customer has to do, "IBAN: DE02...".
type Instruction struct {
	Key   string // snake case, "iban"
	Label base.Text
	Value string
}

// MaxInstructions is how many instructions a customer is given; the shop leaves out the others.
const MaxInstructions = 20

// Check says why the shop leaves an instruction out, nil for a good one: it has a value, and no text of it more than base.MaxText
// characters. It stands on pages, in mails and on invoices.
func (i Instruction) Check() error {
	switch {
	case i.Value == "":
		return errors.New("it has no value")
	case i.Label.TooLong() || (base.Text{"": i.Value, "key": i.Key}).TooLong():
		return fmt.Errorf("a text of it has more than %d characters", base.MaxText)
	}
	return nil
}

// Redirect sends the customer to the provider's page.
type Redirect struct {
	URL       string // see base.CheckAway; from Complete and Status empty for the page that the customer was sent to before
	Reference string
	ExpiresAt time.Time // when the page no longer works; zero means unknown
}

// FormPost sends the customer to the provider's page with a form.
type FormPost struct {
	URL       string // see base.CheckForm
	Fields    map[string]string
	Reference string
}

// Declined says that the attempt is over without money.
type Declined struct {
	Code      string // one of the codes below, or the plugin's own in snake case
	ReasonKey string // translation key for the customer; empty means a general text
	Reference string
}

// Unknown says that nobody knows; the host asks Status until somebody does.
type Unknown struct {
	Reference string
	Message   string // for the operator, without secrets
}

func (Authorized) outcome() {}
func (Pending) outcome()    {}
func (Redirect) outcome()   {}
func (FormPost) outcome()   {}
func (Declined) outcome()   {}
func (Unknown) outcome()    {}

// ReferenceOf is what the plugin calls the payment in an outcome, "" where it has no name yet or there is no outcome.
func ReferenceOf(o Outcome) string {
	switch o := o.(type) {
	case Authorized:
		return o.Reference
	case Pending:
		return o.Reference
	case Redirect:
		return o.Reference
	case FormPost:
		return o.Reference
	case Declined:
		return o.Reference
	case Unknown:
		return o.Reference
	}
	return ""
}

// Codes of Declined that the shop knows.
const (
	CodeCustomerCancelled = "customer_cancelled"
	CodeInsufficientFunds = "insufficient_funds"
	CodeExpired           = "expired"
	CodeRisk              = "risk"
	CodeRefused           = "refused"
	CodeNotFound          = "not_found" // Status only: the attempt never reached the provider
)

// CodeOnlyWhole of a declined Capture says that the provider takes the payment as a whole or not at all. The shop then asks for all of
// it, with the first goods that leave.
const CodeOnlyWhole = "only_whole"

// Codes of a declined Void that the shop knows.
const (
	CodeCaptured = "captured" // the provider has taken more than the shop knows to be captured
	CodeLapses   = "lapses"   // the provider cannot let go of it, and it ends by itself: the rest after a capture, what was never confirmed
)
