// Package campus is the programme with prices for students, pupils, trainees and teachers.
//
//	unknown, expired, deactivated ──apply──► pending ──confirmed, approved──► valid
//	pending ──rejected, too late──► deactivated
//	valid ──Notice before the end──► valid-near-expire ──the end──► expired
//	valid-near-expire ──apply and confirmed, approved──► valid
//
// A customer has at most one membership and at most one application. The status follows from both and the time, so that
// no step that comes late lets anybody keep a price. Whoever is pending may buy at the programme's prices already; such
// goods leave the house once the customer is a member, see Waiting.
package campus

import (
	"time"

	"kontor.dev/kontor/core/catalog"
)

// Status is what the programme is to a customer.
type Status string

// The statuses.
const (
	Unknown     Status = "unknown" // never applied
	Pending     Status = "pending" // a confirmation or a review is awaited
	Valid       Status = "valid"
	NearExpiry  Status = "valid-near-expire" // renewal is possible
	Expired     Status = "expired"
	Deactivated Status = "deactivated" // the proof was rejected, or nobody confirmed in time
)

// Member reports whether the programme's prices hold, and the name is fixed.
func (s Status) Member() bool { return s == Valid || s == NearExpiry || s == Pending }

// Kind is how somebody proves that the programme is for them.
type Kind string

// The kinds.
const (
	ByEmail  Kind = "email"  // a link that is mailed to the university's address
	ByUpload Kind = "manual" // a document that the shop's people look at
)

// StudentType is what somebody is, by the numbers of the form.
type StudentType int

// The types.
const (
	Student StudentType = 1
	Pupil   StudentType = 2
	Trainee StudentType = 3
	Teacher StudentType = 4
)

func (t StudentType) known() bool { return t >= Student && t <= Teacher }

// The programme's times.
const (
	Term        = 365 * 24 * time.Hour // of a membership by e-mail
	Notice      = 14 * 24 * time.Hour  // before the end: a mail, and renewal is possible
	ConfirmLife = 72 * time.Hour       // of a mailed link
	ReviewLife  = 30 * 24 * time.Hour  // of a proof; nobody keeps an identity card for longer
	MailsHour   = 5                    // links per customer and hour
	MinAge      = 16                   // years
	maxProof    = 6 * 366              // days that a proof may span, and a membership be granted
)

// Membership is what a customer was granted.
type Membership struct {
	Kind        Kind      `json:"kind"`
	University  int64     `json:"university,omitempty"` // 0: by upload
	Email       string    `json:"email,omitempty"`      // at the university; "": by upload, or it ended
	Digest      []byte    `json:"-"`                    // of the confirmed link; nil by upload
	ValidUntil  time.Time `json:"validUntil"`
	Noticed     bool      `json:"noticed"`          // the mail of the near end was sent
	Ended       bool      `json:"ended"`            // the mail of the end was sent
	Deactivated bool      `json:"deactivated"`      // it counts no more
	Reason      Reason    `json:"reason,omitempty"` // why it was deactivated
}

// Application is what a customer asks for.
type Application struct {
	ID         string    `json:"id"` // UUID
	Kind       Kind      `json:"kind"`
	University int64     `json:"university,omitempty"` // by e-mail
	Email      string    `json:"email,omitempty"`      // by e-mail
	Digest     []byte    `json:"-"`                    // by e-mail: of the link's token
	Sends      int       `json:"sends,omitempty"`      // links mailed without an hour's pause
	Claim      Claim     `json:"claim"`                // by upload
	Document   Sealed    `json:"-"`                    // by upload; nil when it was not read
	MediaType  string    `json:"mediaType,omitempty"`  // of the document
	AppliedAt  time.Time `json:"appliedAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

// Claim is what somebody who uploads a proof says about it.
type Claim struct {
	Type   StudentType `json:"type"`
	School string      `json:"school"`
	From   Date        `json:"from"`
	To     Date        `json:"to"` // the last day
}

// Reason says why an application was refused or a membership ended. It is part of a translation key.
type Reason string

// The reasons.
const (
	Unreadable   Reason = "unreadable"    // the document cannot be read
	OtherName    Reason = "other_name"    // it is somebody else's
	OutOfDate    Reason = "out_of_date"   // it is not valid now
	NotEligible  Reason = "not_eligible"  // it is no proof for the programme
	NotConfirmed Reason = "not_confirmed" // nobody opened the link in time
	NotReviewed  Reason = "not_reviewed"  // the time for the review is over
)

// Reasons are those that an operator gives.
var Reasons = []Reason{Unreadable, OtherName, OutOfDate, NotEligible}

// Record is all that the programme knows of a customer.
type Record struct {
	CustomerID  int64        `json:"customerId"`
	FirstName   string       `json:"firstName"`
	LastName    string       `json:"lastName"`
	Email       string       `json:"email"` // of the account
	Lang        catalog.Lang `json:"lang"`
	Business    bool         `json:"business"`
	Membership  *Membership  `json:"membership,omitempty"`
	Application *Application `json:"application,omitempty"`
	Waiting     []Waiting    `json:"waiting,omitzero"` // orders, the next to be cancelled first; lists leave them out
}

// Status gives the status at a time.
func (r *Record) Status(now time.Time) Status {
	m, a := r.Membership, r.Application
	switch {
	case r.granted(now) && now.Before(m.ValidUntil.Add(-Notice)):
		return Valid
	case r.granted(now):
		return NearExpiry
	case a != nil && now.Before(a.ExpiresAt):
		return Pending
	case a != nil, m != nil && m.Deactivated:
		return Deactivated
	case m != nil:
		return Expired
	}
	return Unknown
}

func (r *Record) granted(now time.Time) bool {
	m := r.Membership
	return m != nil && !m.Deactivated && now.Before(m.ValidUntil)
}

// Due gives when something is to be done next; zero: never.
func (r *Record) Due() time.Time {
	var due time.Time
	soonest := func(t time.Time) {
		if due.IsZero() || t.Before(due) {
			due = t
		}
	}
	if r.Application != nil {
		soonest(r.Application.ExpiresAt)
	}
	if m := r.Membership; m != nil && !m.Deactivated && !m.Ended {
		soonest(m.ValidUntil)
		if !m.Noticed {
			soonest(m.ValidUntil.Add(-Notice))
		}
	}
	for _, w := range r.Waiting {
		soonest(w.DueAt)
	}
	return due
}
