package customer

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
)

// The faults of logging in. None tells whether the account exists.
var (
	ErrWrongCredentials = fault.New(fault.Invalid, "login_wrong_credentials")
	ErrWrongCode        = fault.New(fault.Invalid, "two_factor_wrong")
	ErrNoResend         = fault.New(fault.Conflict, "two_factor_resend_failed")
	ErrLoginAgain       = fault.New(fault.Conflict, "two_factor_login_again")
	errSentOut          = fault.New(fault.Conflict, "two_factor_sent_out")
)

// Login tries a password. With the right one it gives the entry, or nil when a code was mailed that Confirm takes. A
// session that is the customer's already, its full login over, needs no code: the browser has given one before.
//
// Faults: Invalid ("login_wrong_credentials"); *Blocked after too many tries.
func (s *Service) Login(ctx context.Context, v Visit, email, password string) (*Entry, error) {
	c, hash := &Customer{}, nobody
	email, _ = address.Email(email)
	switch found, err := s.store.ByEmail(ctx, email); {
	case err == nil:
		c, hash = found, found.PasswordHash
	case fault.CodeOf(err) != fault.NotFound:
		return nil, err
	}
	counted := limits(email, v.Client)
	if c.ID != 0 && v.Session.CustomerID == c.ID {
		counted = limitOf(v.Session.ID)
	}
	until, err := s.store.Try(ctx, counted)
	if err != nil {
		return nil, err
	}
	right, err := passwordIs(ctx, password, hash)
	if err != nil {
		return nil, err
	}
	if !right || c.ID == 0 {
		return nil, s.refuse(ctx, v, LoginFailed, c.ID, until, ErrWrongCredentials)
	}
	if c.TwoFactor && v.Session.CustomerID != c.ID {
		return nil, s.challenge(ctx, v, c)
	}
	entry, err := s.enter(ctx, v, c)
	if err != nil {
		return nil, err
	}
	return entry, s.store.Forgive(ctx, counted)
}

// refuse records a wrong password and gives the fault: the block, if this try brought one about.
func (s *Service) refuse(ctx context.Context, v Visit, kind Kind, customerID int64, until time.Time, wrong error) error {
	if err := s.store.Record(ctx, s.event(kind, customerID, v)); err != nil {
		return err
	}
	if until.IsZero() {
		return wrong
	}
	if err := s.store.Record(ctx, s.event(LoginBlocked, customerID, v)); err != nil {
		return err
	}
	return &Blocked{Until: until}
}

// challenge mails a code. The try of the password stays counted until the code is right, so that codes cannot be
// guessed by logging in again and again.
func (s *Service) challenge(ctx context.Context, v Visit, c *Customer) error {
	made, fx, err := s.code(v, c)
	if err != nil {
		return err
	}
	return s.store.Challenge(ctx, made, fx)
}

func (s *Service) code(v Visit, c *Customer) (Challenge, Effects, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return Challenge{}, Effects{}, err
	}
	code := fmt.Sprintf("%06d", n)
	letter, err := letter(mail.LoginCode, c, mail.AccountData{FirstName: c.FirstName, Code: code})
	made := Challenge{SessionID: v.Session.ID, CustomerID: c.ID, CodeDigest: codeDigest(v.Session.ID, code)}
	return made, Effects{Event: s.event(CodeSent, c.ID, v), Mails: []mail.Request{letter}}, err
}

// codeDigest binds a code to its session.
func codeDigest(sessionID, code string) []byte { return ident.Digest(sessionID + "\n" + code) }

// Confirm takes the mailed code and gives the entry. Fault Invalid ("two_factor_wrong") for a wrong, used, expired or
// too often tried one, and when none was mailed.
func (s *Service) Confirm(ctx context.Context, v Visit, code string) (*Entry, error) {
	id, right, err := s.store.Answer(ctx, v.Session.ID, codeDigest(v.Session.ID, code))
	if err != nil {
		return nil, err
	}
	if !right && id == 0 { // a try of nothing: whoever likes could fill the events with them
		return nil, ErrWrongCode
	}
	if !right {
		if err := s.store.Record(ctx, s.event(CodeFailed, id, v)); err != nil {
			return nil, err
		}
		return nil, ErrWrongCode
	}
	c, err := s.store.Customer(ctx, id)
	if err != nil {
		return nil, err
	}
	entry, err := s.enter(ctx, v, c)
	if err != nil {
		return nil, err
	}
	return entry, s.store.Forgive(ctx, limits(c.Email, v.Client))
}

// SentOut is the fault Conflict ("two_factor_sent_out"): no more codes are mailed, and until then the last one may be right.
type SentOut struct{ Until time.Time }

func (s *SentOut) Error() string {
	return errSentOut.Error() + " until " + s.Until.Format(time.RFC3339)
}

// Unwrap gives the fault.
func (s *SentOut) Unwrap() error { return errSentOut }

// Resend mails a new code in place of the last. Faults Conflict: "two_factor_resend_failed" when none is awaited;
// *SentOut when it was sent CodeSends times, or "two_factor_login_again" once the last can not be right any more.
func (s *Service) Resend(ctx context.Context, v Visit) error {
	awaited, err := s.store.Awaited(ctx, v.Session.ID)
	if fault.CodeOf(err) == fault.NotFound {
		return ErrNoResend
	}
	if err != nil {
		return err
	}
	c, err := s.store.Customer(ctx, awaited.CustomerID)
	if err != nil {
		return err
	}
	made, fx, err := s.code(v, c)
	if err != nil {
		return err
	}
	err = s.store.Resend(ctx, made, fx)
	switch {
	case fault.CodeOf(err) != fault.Conflict:
		return err
	case awaited.Over:
		return ErrLoginAgain
	}
	return &SentOut{Until: awaited.ExpiresAt}
}

// Awaits reports whether a code that was mailed is awaited in the session. Where none can be right any more, the password
// is.
func (s *Service) Awaits(ctx context.Context, v Visit) (bool, error) {
	awaited, err := s.store.Awaited(ctx, v.Session.ID)
	if fault.CodeOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && !awaited.Over, err
}
