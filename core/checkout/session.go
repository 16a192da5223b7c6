package checkout

import (
	"maps"
	"time"

	"kontor.dev/kontor/core/address"
)

// SessionRequest opens a session at a provider, for its widget or its express button, or updates and reads an open one.
type SessionRequest struct {
	Plugin         string // with the version that the session stays with, as in PaymentRef
	MethodCode     string
	IdempotencyKey string
	SessionID      string // "" opens a new one
	Express        bool   // from the cart, before the addresses are known
	Purchase
	Links
	Client map[string]string // from the browser
}

// PaymentSession is an open session at a provider.
type PaymentSession struct {
	ID        string            `json:"sessionId"`
	Token     string            `json:"clientToken,omitempty"` // for the provider's script
	Client    map[string]string `json:"client,omitempty"`      // for the browser: fields of a form, a signature, addresses of scripts
	URL       string            `json:"redirectUrl,omitempty"` // express by redirect
	ExpiresAt time.Time         `json:"expiresAt,omitzero"`
	Buyer     *Buyer            `json:"-"` // once the customer agreed
}

// OpenSession is a session that a checkout keeps, with what it was last brought up to date with.
type OpenSession struct {
	PaymentSession
	Express     bool   `json:"express,omitempty"`
	Version     int64  `json:"version"` // of the checkout
	CartVersion int64  `json:"cartVersion"`
	Total       int64  `json:"total"`            // cents that the customer was shown
	Opened      string `json:"opened,omitempty"` // the version of the plugin that opened it
	Named       bool   `json:"named,omitempty"`  // by the provider's button, in the browser; else the shop opened it
}

// sessionChanged is where the client's part of a session says that the provider knew of another purchase until now: what the
// customer agreed to before is no more.
const sessionChanged = "changed"

// lasting is what holds of the session until the checkout changes. That it has just changed is told once: who agrees after that
// agrees to what it is now.
func (s PaymentSession) lasting() PaymentSession {
	s.Client = maps.Clone(s.Client)
	delete(s.Client, sessionChanged)
	return s
}

// ReasonSessionGone is a plugin's word that the provider no longer knows a session.
const ReasonSessionGone = "session_gone"

// ReasonNoSession is the reason of the fault of Authorize when the method needs a session (NeedSession) and the request has none.
const ReasonNoSession = "payment_session_missing"

func (s OpenSession) usable(at time.Time) bool { return s.ID != "" && !s.Ended(at) }

// Ended reports whether the session is known to be over at that time.
func (s PaymentSession) Ended(at time.Time) bool {
	return !s.ExpiresAt.IsZero() && !at.Before(s.ExpiresAt)
}

// Buyer is what an express provider tells about the customer. The addresses are the provider's word: check them.
type Buyer struct {
	Email    string
	Invoice  *address.Address
	Delivery *address.Address
}
