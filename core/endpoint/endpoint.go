// Package endpoint is about other systems that hear of what happens in the shop: a goods management, a warehouse, an accountant's
// program. Each has an endpoint, an address that the shop calls with events as Standard Webhooks describes
// (https://www.standardwebhooks.com).
//
//	change ─► outbox, topic "endpoint.NAME" ─► POST ─► 2xx: delivered
//	                                            └─ anything else: again, for KeptFor; then given up
//
// An event is written with the change that it is of, and tells how its subject stands when it is delivered, not when it was written:
// what comes late is not wrong. It comes at least once, and in order for one order, withdrawal or product.
package endpoint

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/withdrawal"
)

// AnswerWithin is how long another system may take to answer a call: it takes the event and works on it afterwards. KeptFor is how
// long an event is tried; RenewedFor how long after a change of the secret events are signed with the former one too.
const (
	AnswerWithin = 10 * time.Second
	KeptFor      = 72 * time.Hour
	RenewedFor   = 24 * time.Hour
)

// Kind is what an event tells of: "order.placed".
type Kind string

// Kinds besides the milestones of orders.
const (
	WithdrawalDeclared Kind = "withdrawal.declared"
	ProductChanged     Kind = "product.changed" // its data, price, or whether it can be had
	Ping               Kind = "ping"            // that it is heard; only when an operator asks
)

// Subject is what an event is about; it is the name of its document in the event's data.
type Subject string

// The subjects.
const (
	OfOrder      Subject = "order"
	OfWithdrawal Subject = "withdrawal"
	OfProduct    Subject = "product"
	OfNothing    Subject = "" // of a Ping
)

var kinds = map[Kind]Subject{
	Kind(order.MilestoneReserved): OfOrder, Kind(order.MilestonePlaced): OfOrder, Kind(order.MilestonePaid): OfOrder,
	Kind(order.MilestoneCancelled): OfOrder, Kind(order.MilestoneRefunded): OfOrder, Kind(order.MilestonePlanned): OfOrder,
	Kind(order.MilestoneShipped): OfOrder, Kind(order.MilestoneReady): OfOrder, Kind(order.MilestoneDelivered): OfOrder,
	Kind(order.MilestoneReturned): OfOrder, Kind(order.MilestoneExpired): OfOrder, Kind(order.MilestoneDropped): OfOrder,
	Kind(order.MilestoneDisputed): OfOrder, Kind(order.MilestoneEnded): OfOrder,
	WithdrawalDeclared: OfWithdrawal, ProductChanged: OfProduct,
}

// Kinds gives those that an endpoint can have, in alphabetical order.
func Kinds() []Kind { return slices.Sorted(maps.Keys(kinds)) }

// Common are the kinds of an endpoint that names none: all but those of products, of which an import has thousands.
func Common() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return k == ProductChanged })
}

// Subject is what events of the kind are about.
func (k Kind) Subject() Subject { return kinds[k] }

// Endpoint is another system's address.
type Endpoint struct {
	Name      string    `json:"name"` // unique
	URL       string    `json:"url"`
	Kinds     []Kind    `json:"events"`
	CreatedAt time.Time `json:"createdAt"`

	KeyID    string    `json:"-"` // of its secret, see Secrets
	FormerID string    `json:"-"` // of the secret before, see Renew; "" for none
	KeySince time.Time `json:"secretSince"`
}

// State is how deliveries to an endpoint go.
type State struct {
	Endpoint
	Waiting   int       `json:"waiting"`
	Failing   int       `json:"failing"` // of those, tried without success
	GivenUp   int       `json:"givenUp"`
	Oldest    time.Time `json:"oldest,omitzero"`    // of those that wait
	Delivered time.Time `json:"delivered,omitzero"` // when the last one arrived
	LastError string    `json:"lastError,omitempty"`
}

// Call is an event as it waits for its delivery.
type Call struct {
	ID     string `json:"id"` // unique, the same for every endpoint and each repetition
	Kind   Kind   `json:"kind"`
	About  int64  `json:"about"`            // the subject's number
	Number int    `json:"number,omitempty"` // of the delivery, refund or dispute of an order
}

// OfOrderAt are the events of an order that came to those milestones.
func OfOrderAt(id int64, reached []order.Milestone) []Call {
	calls := make([]Call, len(reached))
	for i, m := range reached {
		calls[i] = Call{ID: callID(string(OfOrder), id, string(m.Kind), m.Number), Kind: Kind(m.Kind), About: id, Number: m.Number}
	}
	return calls
}

// OfDeclaration is the event of a withdrawal that was declared.
func OfDeclaration(id int64) Call {
	return Call{ID: callID(string(OfWithdrawal), id, "declared", 0), Kind: WithdrawalDeclared, About: id}
}

// OfChange is the event of a product that a change of that id was about.
func OfChange(product int64, change string) Call {
	return Call{ID: callID(string(OfProduct), product, change, 0), Kind: ProductChanged, About: product}
}

var dotless = strings.NewReplacer(".", "-")

// callID has no dots: what is signed is id.timestamp.body.
func callID(subject string, id int64, what string, number int) string {
	text := fmt.Sprintf("%s-%d-%s", subject, id, dotless.Replace(what))
	if number != 0 {
		text += fmt.Sprintf("-%d", number)
	}
	return text
}

// Store keeps endpoints and what waits for them.
type Store interface {
	// Add keeps a new one. Fault Conflict ("endpoint_exists").
	Add(ctx context.Context, e Endpoint) error
	// Change replaces one of that name, locked; an error of change stores nothing. Fault NotFound ("endpoint_not_found").
	Change(ctx context.Context, name string, change func(*Endpoint) error) (*Endpoint, error)
	// Remove forgets one, and what waits for it. Fault NotFound ("endpoint_not_found").
	Remove(ctx context.Context, name string) error
	// Sweep forgets what waits for endpoints that are not there any more: a change that was under way while one was removed may
	// have written it.
	Sweep(ctx context.Context) error
	// Endpoint gives one; fault NotFound ("endpoint_not_found").
	Endpoint(ctx context.Context, name string) (*Endpoint, error)
	// States gives all, by name.
	States(ctx context.Context) ([]State, error)
	// Names gives the names of all, in order.
	Names(ctx context.Context) ([]string, error)
	// Tell writes events that no other change causes, for the endpoints that have their kinds. Again does nothing.
	Tell(ctx context.Context, calls ...Call) error
	// Resend lets an endpoint have again, with their ids, the events that were delivered to it since a time and are still kept (a
	// week), and says how many they are. Fault NotFound ("endpoint_not_found").
	Resend(ctx context.Context, name string, since time.Time) (int, error)
}

// Subjects reads what events are about. Each gives fault NotFound for what the shop has forgotten.
type Subjects interface {
	Order(ctx context.Context, id int64) (*order.Order, error)
	Withdrawal(ctx context.Context, id int64) (withdrawal.Report, error)
	Product(ctx context.Context, id int64) (*Product, error)
}

// Product is what an event tells of a product.
type Product struct {
	ID            int64          `json:"id"`
	Active        bool           `json:"active"` // false: it is not sold, and all below is missing
	ArticleNumber string         `json:"articleNumber,omitempty"`
	EAN           string         `json:"ean,omitempty"`
	Name          string         `json:"name,omitempty"`
	Prices        catalog.Prices `json:"prices,omitzero"` // with VAT
	Available     int            `json:"available"`       // pieces that can be sold
}

// Event is what is sent.
type Event struct {
	Type      Kind           `json:"type"`
	Timestamp time.Time      `json:"timestamp"` // when it happened
	Data      map[string]any `json:"data"`
}

// Renew gives the endpoint another secret, of that id. The one before is good for RenewedFor, or atOnce no more, as when others have
// seen it. Fault Conflict ("endpoint_renewed") while the one before the present is still good: its system was promised that time.
func (e *Endpoint) Renew(keyID string, now time.Time, atOnce bool) error {
	former := e.KeyID
	switch {
	case atOnce:
		former = ""
	case e.formerHolds(now):
		return fault.New(fault.Conflict, "endpoint_renewed")
	}
	e.FormerID, e.KeyID, e.KeySince = former, keyID, now
	return nil
}

// formerHolds reports whether events are signed with the secret of before as well.
func (e *Endpoint) formerHolds(now time.Time) bool {
	return e.FormerID != "" && now.Before(e.KeySince.Add(RenewedFor))
}

var namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// Check says what is wrong with an endpoint: Invalid ("endpoint_invalid") with the fields name, url and events.
func (e *Endpoint) Check() error {
	var wrong []fault.Field
	if !namePattern.MatchString(e.Name) {
		wrong = append(wrong, fault.Field{Name: "name", Reason: "endpoint_name"})
	}
	if reason := checkURL(e.URL); reason != "" {
		wrong = append(wrong, fault.Field{Name: "url", Reason: reason})
	}
	for _, k := range e.Kinds {
		if _, ok := kinds[k]; !ok {
			wrong = append(wrong, fault.Field{Name: "events", Reason: "endpoint_event_unknown"})
			break
		}
	}
	if len(e.Kinds) == 0 {
		wrong = append(wrong, fault.Field{Name: "events", Reason: "missing"})
	}
	if len(wrong) > 0 {
		return fault.InvalidFields("endpoint_invalid", wrong...)
	}
	return nil
}

// checkURL gives the reason why events cannot go there. They have customers' addresses in them, so that they are encrypted unless
// they stay on the machine.
func checkURL(text string) (reason string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" || u.Fragment != "":
		return "endpoint_url"
	case u.User != nil:
		return "endpoint_url_password"
	case u.Scheme == "http" && !onMachine(u.Hostname()):
		return "endpoint_url_plain"
	}
	return ""
}

func onMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
