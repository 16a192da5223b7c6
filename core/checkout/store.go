package checkout

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Item is a line of the cart as it would be sold now.
type Item struct {
	ProductID         int64
	ArticleNumber     string
	Slug              string
	Name              string
	Condition         catalog.Condition
	Image             string
	Quantity          int
	Unit              money.Amount
	UVP               money.Amount // recommended retail price, zero without one
	TaxRate           int64
	WarrantyID        int64
	Warranty          money.Amount
	WarrantyTitle     catalog.Text
	Bundle            []catalog.BundlePart // what comes in the pack with it
	WeightGrams       int
	Available         int
	DeliveryCountries []int // empty is all
	BillingCountries  []int // empty is all
	Uncovered         bool  // by the no-risk-much-fun package
	Campus            bool  // at the price of the campus programme
}

// priced is the item as pricing takes it.
func (i Item) priced() pricing.Item {
	return pricing.Item{
		ProductID: i.ProductID, Quantity: i.Quantity, Unit: i.Unit, TaxRate: i.TaxRate, Warranty: i.Warranty, WeightGrams: i.WeightGrams,
	}
}

// recommended is the recommended retail price where it says something: above what the product costs.
func (i Item) recommended() money.Amount {
	if i.UVP.Minor <= i.Unit.Minor {
		return money.Amount{}
	}
	return i.UVP
}

// Snapshot is everything that a checkout's view depends on, read at one time.
type Snapshot struct {
	Checkout    *Checkout // nil when none is open for the cart
	CartVersion int64
	FrozenBy    string // the attempt that holds the cart, "" when open
	Vouchers    []string
	Items       []Item // of products that are still sold, in the order of adding
	Gone        []ProductGone
	// Last is the newest attempt of the open checkout, or of the last finished one when none is open. Nil before the first.
	Last *Attempt
}

// priced gives the items as pricing takes them, in their order.
func (s *Snapshot) priced() []pricing.Item {
	items := make([]pricing.Item, len(s.Items))
	for n, i := range s.Items {
		items[n] = i.priced()
	}
	return items
}

// redeems reports whether the attempt that is under way has redeemed the voucher, which gives it back if it ends.
func (s *Snapshot) redeems(code string) bool {
	return s.Last != nil && s.Last.State.Open() && slices.ContainsFunc(s.Last.Totals.Discounts, func(d pricing.Applied) bool {
		return d.Code == code && !d.Promotion
	})
}

// revision names checkout and cart as they are: it changes with whatever the customer changes in them, and with what each of the goods
// costs.
func (s *Snapshot) revision() string { return s.revisionAt(s.Checkout.Version, s.CartVersion) }

func (s *Snapshot) revisionAt(checkout, cart int64) string {
	prices := fnv.New32a()
	for _, i := range s.Items {
		_, _ = fmt.Fprintln(prices, i.ProductID, i.Unit.Minor, i.Warranty.Minor)
	}
	return fmt.Sprintf("%s-%d-%d-%x", s.Checkout.ID, checkout, cart, prices.Sum32())
}

// Draft is an attempt to be frozen.
type Draft struct {
	CheckoutID      string
	CheckoutVersion int64
	CartVersion     int64
	Attempt         Attempt // ID, CartID, Lines, Deliveries, Totals, Payment.Code, .Plugin, .Version, .Flow; the rest is the store's to give
	Delivery        address.Address
	SessionID       string // of the method's PaymentSession
	Client          map[string]string
	Browser         Browser       // nothing unless the method asks for it
	Mailbox         string        // the e-mail address, where the order may be placed without a payment, see UnpaidHour
	AtOnce          time.Duration // for how long who freezes it asks for the payment, see Payer.PayAtOnce; zero: that is left to a workflow
}

// UnpaidHour is how many orders that may be placed without a payment an address gets within an hour: each sends mails there and takes
// goods, and anybody can type anybody's. An account that a mailed code or link has proven to be the address's has no bound.
const UnpaidHour = 10

// TooMany is the fault Limited ("checkout_too_many_unpaid"), with how long it takes until the address may order so again.
type TooMany struct{ Wait time.Duration }

var errTooMany = fault.New(fault.Limited, "checkout_too_many_unpaid")

func (t *TooMany) Error() string { return errTooMany.Error() + " for " + t.Wait.String() }

// Unwrap gives the fault.
func (t *TooMany) Unwrap() error { return errTooMany }

// RetryAfter is Wait.
func (t *TooMany) RetryAfter() time.Duration { return t.Wait }

// GuestData is what a guest tells about themselves.
type GuestData struct {
	Email    string
	Phone    string
	Business bool
	VATID    string
	Invoice  address.Address
	Delivery *address.Address // nil: same as invoice
}

// Owner is a logged-in customer, as a checkout begins with. A light account has no billing address yet: its checkout is
// of the type Lite and starts with the address.
type Owner struct {
	CustomerID int64
	Email      string
	Phone      string
	Business   bool
	VATID      string
	Invoice    *address.Address // nil for a light account
}

// Type is the type of the owner's checkout.
func (o *Owner) Type() Type {
	if o.Invoice == nil {
		return Lite
	}
	return Customer
}

// Store keeps checkouts. Every write is one transaction; faults are NotFound ("checkout_not_found") where there is no
// open checkout for the cart. What changes a checkout gives it as it is then.
type Store interface {
	Snapshot(ctx context.Context, cartID string) (*Snapshot, error)
	// Open makes a checkout for the cart unless one is open or nothing in the cart is sold.
	Open(ctx context.Context, cartID string, lang catalog.Lang) (*Snapshot, error)
	// SetOwner makes the open checkout a customer's: with the customer's data in place of a guest's. One that is this
	// customer's already gets what the account says by now, and keeps what was chosen in it and what an express provider told;
	// a lite one becomes a customer's with the billing address. Conflict as SetGuest.
	SetOwner(ctx context.Context, cartID string, o Owner) (*Snapshot, error)
	// SetDelivery sets where the goods go; nil is the invoice address. Conflict as SetGuest.
	SetDelivery(ctx context.Context, cartID string, to *address.Address) (*Snapshot, error)
	// SetInvoice sets where the bill goes. Conflict as SetGuest.
	SetInvoice(ctx context.Context, cartID string, to address.Address) (*Snapshot, error)
	// SetGuest stores what a guest tells. Like SetContact and SetChoices it is Conflict (ReasonUnderWay) and changes
	// nothing while an attempt is under way, or when no checkout is open.
	SetGuest(ctx context.Context, cartID string, g GuestData) (*Snapshot, error)
	// SetContact sets e-mail address and telephone number; an empty address and no number stay as they were.
	SetContact(ctx context.Context, cartID, email string, phone *string) (*Snapshot, error)
	// SetChoices sets the codes of payment and, one per delivery, of shipping; an empty one stays as it was. Another way to
	// pay ends an express checkout: it becomes a guest's.
	SetChoices(ctx context.Context, cartID, payment string, shipping []string) (*Snapshot, error)
	// SetNoRisk adds the no-risk-much-fun package or takes it off. Conflict as SetGuest. It has other terms for a business, so that
	// a private customer who becomes one, or the reverse, has not asked for it: SetGuest, SetOwner and SetExpress take it off then.
	SetNoRisk(ctx context.Context, cartID string, add bool) (*Snapshot, error)
	// SetExpress stores what an express provider told, the type that the checkout becomes and the method that it pays by.
	// An empty invoice address is one that the customer still has to give. A guest stays a business where the invoice names one.
	SetExpress(ctx context.Context, cartID string, kind Type, method string, g GuestData) (*Snapshot, error)
	// KeepSession remembers a session at a provider; it is no change of the checkout.
	KeepSession(ctx context.Context, checkoutID, method string, s OpenSession) error
	// Told notes that the customer was shown why the last attempt failed; it is no change of the checkout.
	Told(ctx context.Context, checkoutID string) error
	// Freeze makes the attempt and its order, takes the goods out of stock and freezes the cart. Called twice for a
	// checkout, at once or in turn, it gives the first attempt as long as that is open or placed. Faults, all Conflict:
	// "checkout_changed" when cart or checkout are not the versions of the draft, "product_sold_out" when stock is short,
	// "voucher_used_up" when somebody else had the last one. TooMany, see Draft.Mailbox. An attempt that it makes of a draft with AtOnce
	// is begun, as by Attempts.Begin; of others Start has the attempt and nothing else.
	Freeze(ctx context.Context, d Draft) (*Start, error)
}

// Start is what an attempt's payment begins with.
type Start struct {
	Attempt *Attempt
	First   bool // nobody began before; otherwise the provider may have been asked already
	Request AuthorizeRequest
	Version uint32 // of the attempt as the store has it, for SettleBegun
	Alone   bool   // no workflow drives it: SettleBegun asks for one where something is left to do

	// Asked is for how long a call of Payer.PayAtOnce may still be asking, by Begin; zero where none is.
	Asked time.Duration
}

// Settled is an attempt after a result was applied.
type Settled struct {
	State      State
	DueAt      time.Time // when a wait of this state ends; zero for none
	RemindAt   time.Time // when to remind the customer of it, which may have been done; zero for never
	Compensate bool      // money must be given back, see Transition
	Fresh      bool      // authorizing, and the provider cannot have been asked yet
	Held       bool      // an operator keeps it still
}

// Waits reports whether something is left to do, now or after a wait.
func (s Settled) Waits() bool { return s.Compensate || s.State != Confirmed && s.State != Failed }

// Debt is money that came for an attempt which is no order, and what operators know of it. The zero value is none.
type Debt struct {
	Owed      bool // it has not gone back
	GoingBack bool // the provider has agreed to give it back, and works on it
	Repaid    bool // an operator gave it back by other means than the payment's
	Nothing   bool // an operator looked at the provider: it has nothing of the attempt
}

// Attempts keeps attempts and their orders; it is what their workflow works on. Every call may be repeated.
type Attempts interface {
	// Attempt gives one; fault NotFound ("attempt_not_found").
	Attempt(ctx context.Context, id string) (*Attempt, error)
	// Placed gives the attempt by which a checkout was ordered; fault NotFound ("attempt_not_found").
	Placed(ctx context.Context, checkoutID string) (*Attempt, error)
	// Begin marks a created attempt as authorizing and gives what Authorize needs; URLs are left empty.
	Begin(ctx context.Context, id string) (*Start, error)
	// Settle applies a result with all effects of its Transition in one transaction.
	Settle(ctx context.Context, id string, r Result) (Settled, error)
	// SettleBegun is Settle of an attempt that Begin just gave: unless somebody changed it since, it is not read again.
	SettleBegun(ctx context.Context, s *Start, r Result) (Settled, error)
	// Remind asks for the mail that reminds of the money that a pending attempt waits for, once.
	Remind(ctx context.Context, id string) (Settled, error)
	// Notice leaves a note for operators, once per kind.
	Notice(ctx context.Context, orderID int64, kind, detail string) error
	// Debt tells what became of money that came for an attempt which is no order.
	Debt(ctx context.Context, id string) (Debt, error)
	// Stale gives attempts that nobody began within half a minute, and then those by a method that answers at once which have no answer
	// since: their workflow may be missing. Where there are more, others each time.
	Stale(ctx context.Context, limit int) ([]string, error)
}

// Events keeps verified webhook events.
type Events interface {
	// StoreEvents keeps events with an outbox entry each; one that is known already is left out. On return they are safe.
	StoreEvents(ctx context.Context, events []WebhookEvent) error
	// Event gives a stored event with the attempt that it belongs to. Fault NotFound: "webhook_event_not_found", or
	// "attempt_not_found" when no attempt answers to it (yet).
	Event(ctx context.Context, id int64) (*WebhookEvent, error)
	EventHandled(ctx context.Context, id int64) error
}
