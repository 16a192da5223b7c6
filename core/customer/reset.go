package customer

import (
	"context"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// ResetPath is the storefront's page that takes a reset's token.
const ResetPath = "/kundenkonto/passwort+vergessen?token="

// RequestReset mails a link to set a new password, if there is an account. The answer is the same if there is none.
func (s *Service) RequestReset(ctx context.Context, v Visit, email string) error {
	email, _ = address.Email(email)
	c, err := s.store.ByEmail(ctx, email)
	if fault.CodeOf(err) == fault.NotFound {
		return s.store.Record(ctx, s.event(ResetRequested, 0, v))
	}
	if err != nil {
		return err
	}
	token := ident.Token()
	link, err := letter(mail.ResetPassword, c, mail.AccountData{FirstName: c.FirstName, Path: ResetPath + token})
	if err != nil {
		return err
	}
	fx := Effects{Event: s.event(ResetRequested, c.ID, v), Mails: []mail.Request{link}}
	return s.store.BeginReset(ctx, c.ID, ident.Digest(token), fx)
}

// ErrWrongLink is the fault of a link that was used, is too old, or never was.
var ErrWrongLink = fault.New(fault.Invalid, "wrong_link")

// Reset sets a new password by a link's token and ends all of the customer's sessions, and the block that the tries before it
// led to from the same address. Faults: Invalid ("wrong_link"), whatever the password, so that who opens the link can be told before
// one is typed; Invalid ("password_change_failed") with the field.
func (s *Service) Reset(ctx context.Context, v Visit, token, password string) error {
	holds, err := s.store.ResetHolds(ctx, ident.Digest(token))
	if err != nil {
		return err
	}
	if !holds {
		return s.wrongLink(ctx, v)
	}
	if reason := CheckPassword(password); reason != "" {
		return weakPassword(reason)
	}
	hash, err := hashPassword(ctx, password)
	if err != nil {
		return err
	}
	var whose Customer
	err = s.store.Reset(ctx, ident.Digest(token), hash, func(c *Customer) (Effects, error) {
		whose = *c
		note, err := letter(mail.PasswordChanged, c, mail.AccountData{FirstName: c.FirstName, Path: "/kundenkonto/passwort+vergessen"})
		return Effects{Event: s.event(PasswordReset, c.ID, v), Mails: []mail.Request{note}}, err
	})
	if fault.CodeOf(err) == fault.NotFound { // it was used meanwhile
		return s.wrongLink(ctx, v)
	}
	if err != nil {
		return err
	}
	if err := s.sessions.EndAll(ctx, whose.ID, ""); err != nil {
		return err
	}
	return s.store.Forgive(ctx, limits(whose.Email, v.Client)[:1])
}

func (s *Service) wrongLink(ctx context.Context, v Visit) error {
	if err := s.store.Record(ctx, s.event(ResetRefused, 0, v)); err != nil {
		return err
	}
	return ErrWrongLink
}
