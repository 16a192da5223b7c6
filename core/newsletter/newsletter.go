// Package newsletter is who gets the shop's newsletter: nobody who did not ask for it and confirm that by a link that was
// mailed to the address.
//
//	Subscribe ─► pending ──Confirm──► active ──Unsubscribe──► ended ──Subscribe──► pending
//	    ▲           │ ConfirmLife over
//	    └─ deleted ◄┘ or ended again
//
// What was said yes to, when and from where stays with the subscription, because the shop has to prove it. Anybody can
// subscribe an address whose subscription ended: until its owner confirms, that takes nothing from the proof.
package newsletter

import (
	"context"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/mail"
)

// State is where a subscription stands.
type State string

// The states.
const (
	Pending State = "pending" // asked for, not yet confirmed
	Active  State = "active"
	Ended   State = "ended"
)

// Bounds of a subscription.
const (
	ConfirmLife = 48 * time.Hour // of a link, and of what is kept of an address that nobody confirmed
	Block       = time.Hour      // until a session may submit again
	MailPause   = time.Hour      // between two mails that anyone can cause for an address
)

// The storefront's pages that take a mail's token.
const (
	ConfirmPath     = "/newsletter/bestaetigen?token="
	UnsubscribePath = "/newsletter/abmelden?token="
)

// OneClickPath takes the POST of a mail program's own unsubscribe button (RFC 8058).
const OneClickPath = "/api/newsletter/unsubscribe/one-click?token="

// Request is a wish to subscribe, as the form sent it.
type Request struct {
	Email  string
	Source string // of the form: "footer"
	Lang   catalog.Lang
	Client string // the caller's address
	At     time.Time
}

// Subscription is what is known of an address.
type Subscription struct {
	ID               string // UUID
	Email            string
	Lang             catalog.Lang
	Source           string
	State            State
	RequestedAt      time.Time
	ConfirmedAt      time.Time // zero until it is
	EndedAt          time.Time
	DueAt            time.Time // when a pending one is deleted; zero before the link was mailed
	UnsubscribeToken string    // stands in every newsletter, and can do nothing but end it
}

// Proof is who followed a link, when.
type Proof struct {
	Client string
	At     time.Time
}

// Evidence is what proves that an address asked for the newsletter (GDPR article 7(1)). A place is the address from which
// the form, or the link, was called.
type Evidence struct {
	Email         string       `json:"email"`
	State         State        `json:"state"`
	Lang          catalog.Lang `json:"lang"`                 // like form, time and place of the wish that was confirmed; of the last one where none is
	Source        string       `json:"source"`               // the form
	RequestedAt   time.Time    `json:"requestedAt"`          //
	RequestedFrom string       `json:"requestedFrom"`        //
	ConfirmedAt   time.Time    `json:"confirmedAt,omitzero"` // by the link that was mailed to the address
	ConfirmedFrom string       `json:"confirmedFrom,omitzero"`
	EndedAt       time.Time    `json:"endedAt,omitzero"` // a pending one has it where it had ended before
	EndedFrom     string       `json:"endedFrom,omitzero"`
}

// Recipient is an address that gets the newsletter, and what a letter to it has to carry.
type Recipient struct {
	Email       string       `json:"email"`
	Lang        catalog.Lang `json:"lang"`
	ConfirmedAt time.Time    `json:"confirmedAt"`
	// Token is that of UnsubscribePath and OneClickPath.
	Token string `json:"-"`
}

// Store keeps subscriptions. Each call is one transaction.
type Store interface {
	// Submit takes the wish of a session that is not blocked, and blocks the session until At+Block. Fault Limited is a
	// *Blocked. An address has one subscription; a wish for one that was mailed less than MailPause ago changes nothing.
	Submit(ctx context.Context, sessionID string, r Request) error
	// Ask mails what a wish is still owed: the link to confirm, under the digest, or that the newsletter comes already. It
	// gives the subscription, or nil when there is none. Asking again mails nothing.
	Ask(ctx context.Context, id string, digest []byte, at time.Time, letters Letters) (*Subscription, error)
	// Expire deletes a subscription that is pending and due, or ends it again where it had ended before, and gives what is left
	// of it, which may be nil.
	Expire(ctx context.Context, id string, at time.Time) (*Subscription, error)
	// Confirm makes a pending subscription active by its link's digest; again does nothing. Fault NotFound
	// ("newsletter_link_invalid").
	Confirm(ctx context.Context, digest []byte, by Proof, letters Letters) error
	// Unsubscribe ends a subscription by its token; again does nothing. Fault NotFound ("newsletter_link_invalid").
	Unsubscribe(ctx context.Context, token string, by Proof) error
	// End ends the subscription of an address whose owner told the operator so, and gives its proof; again does nothing.
	// Fault NotFound ("newsletter_unknown").
	End(ctx context.Context, email string, by Proof) (*Evidence, error)
	// Recipients gives each address that gets the newsletter, the first to confirm first, in one language or in all where
	// lang is "". It stops at the first error of each and returns it.
	Recipients(ctx context.Context, lang catalog.Lang, each func(Recipient) error) error
	// Evidence gives the proof of an address. Fault NotFound ("newsletter_unknown").
	Evidence(ctx context.Context, email string) (*Evidence, error)
	// Farewell mails the link to unsubscribe to an address that gets the newsletter, at most once in MailPause.
	Farewell(ctx context.Context, email string, at time.Time, letters Letters) error
}

// Letters makes the mail that a subscription is due, which the store writes with the change. The id is unique for it.
type Letters func(s *Subscription, id string) (mail.Request, error)

// Process drives a subscription until it is confirmed or gone. workflows/client implements it.
type Process interface {
	// Changed says that a subscription was asked for, confirmed or ended. Saying so again does nothing.
	Changed(ctx context.Context, id string) error
}
