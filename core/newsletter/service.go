package newsletter

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// ErrWrongLink is the fault of a link that is too old, or never was.
var ErrWrongLink = fault.New(fault.Invalid, "wrong_link")

// errBlocked is what a Blocked counts as.
var errBlocked = fault.New(fault.Limited, "newsletter_blocked")

// Blocked is the fault of a session that submitted the form less than Block ago.
type Blocked struct{ Until time.Time }

// Error tells when the block ends.
func (b *Blocked) Error() string {
	return "newsletter form blocked until " + strconv.FormatInt(b.Until.Unix(), 10)
}

// Unwrap makes it a fault of code Limited.
func (b *Blocked) Unwrap() error { return errBlocked }

// Service takes subscriptions and ends them.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService makes the service.
func NewService(store Store, c clock.Clock) *Service { return &Service{store: store, clock: c} }

// Subscribe takes a wish and gives until when the session is blocked. Whether the address gets the newsletter already
// does not show. Faults: Invalid ("newsletter_invalid") with the field; Limited, a *Blocked.
func (s *Service) Subscribe(ctx context.Context, sessionID string, r Request) (time.Time, error) {
	email, reason := address.Email(r.Email)
	if reason != "" {
		return time.Time{}, fault.InvalidFields("newsletter_invalid", fault.Field{Name: "email", Reason: reason})
	}
	r.Email, r.At = email, s.clock.Now()
	if r.Source == "" {
		r.Source = "footer"
	}
	return r.At.Add(Block), s.store.Submit(ctx, sessionID, r)
}

// Ask mails what a subscription is owed, see Store. It gives nil when there is none.
func (s *Service) Ask(ctx context.Context, id string) (*Subscription, error) {
	token := ident.Token()
	return s.store.Ask(ctx, id, ident.Digest(token), s.clock.Now(), func(sub *Subscription, mailID string) (mail.Request, error) {
		if sub.State == Pending {
			return letter(mail.NewsletterConfirm, mailID, sub, mail.NewsletterData{Path: ConfirmPath + token})
		}
		return letter(mail.NewsletterKnown, mailID, sub, leaving(sub))
	})
}

// Expire takes back a wish that nobody confirmed in time, see Store. It gives what is left, which may be nil.
func (s *Service) Expire(ctx context.Context, id string) (*Subscription, error) {
	return s.store.Expire(ctx, id, s.clock.Now())
}

// Confirm makes a subscription active by the token of its link. Fault Invalid ("wrong_link").
func (s *Service) Confirm(ctx context.Context, token, client string) error {
	err := s.store.Confirm(ctx, ident.Digest(token), Proof{Client: client, At: s.clock.Now()},
		func(sub *Subscription, mailID string) (mail.Request, error) {
			return letter(mail.NewsletterWelcome, mailID, sub, leaving(sub))
		})
	return wrongLink(err)
}

// Unsubscribe ends a subscription by the token that stands in every newsletter. Fault Invalid ("wrong_link").
func (s *Service) Unsubscribe(ctx context.Context, token, client string) error {
	return wrongLink(s.store.Unsubscribe(ctx, token, Proof{Client: client, At: s.clock.Now()}))
}

// RequestUnsubscribe mails the link to unsubscribe, if the address gets the newsletter; the answer is the same if it
// does not. Fault Invalid ("newsletter_invalid") with the field.
func (s *Service) RequestUnsubscribe(ctx context.Context, email string) error {
	email, reason := address.Email(email)
	if reason != "" {
		return fault.InvalidFields("newsletter_invalid", fault.Field{Name: "email", Reason: reason})
	}
	return s.store.Farewell(ctx, email, s.clock.Now(), func(sub *Subscription, mailID string) (mail.Request, error) {
		return letter(mail.NewsletterFarewell, mailID, sub, leaving(sub))
	})
}

func wrongLink(err error) error {
	if fault.CodeOf(err) == fault.NotFound {
		return ErrWrongLink
	}
	return err
}

// leaving is what a mail to a subscriber carries: the page to unsubscribe, and the address of the one click.
func leaving(sub *Subscription) mail.NewsletterData {
	return mail.NewsletterData{Path: UnsubscribePath + sub.UnsubscribeToken, OneClick: OneClickPath + sub.UnsubscribeToken}
}

func letter(template, id string, sub *Subscription, data mail.NewsletterData) (mail.Request, error) {
	content, err := json.Marshal(data)
	return mail.Request{ID: id, Template: template, To: sub.Email, Lang: sub.Lang, Data: content}, err
}
