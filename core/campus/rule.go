package campus

import (
	"bytes"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
)

// The faults of applications, with the reasons of the shop's specification.
var (
	ErrTerms      = fault.New(fault.Invalid, "terms_not_accepted")
	ErrEmail      = fault.New(fault.Invalid, "invalid_email")
	ErrEmailUsed  = fault.New(fault.Conflict, "email_used_by_someone_else")
	ErrAgain      = fault.New(fault.Conflict, "cannot_register_again")
	ErrOtherMail  = fault.New(fault.Invalid, "email_does_not_belong_to_university")
	ErrBusiness   = fault.New(fault.Forbidden, "campus_private_only")
	ErrOften      = fault.New(fault.Limited, "too_many_requests")
	ErrNotPending = fault.New(fault.Conflict, "campus_not_under_review")
	ErrReplaced   = fault.New(fault.Conflict, "campus_proof_replaced")
	ErrNoMember   = fault.New(fault.Conflict, "campus_no_member")
	ErrUntil      = fault.New(fault.Invalid, "campus_until_invalid")
	ErrWrongLink  = fault.New(fault.Invalid, "wrong_link")
)

// mayApply: who is under way may apply again in another way, which replaces the application; who is a member for longer
// than Notice may not.
func (r *Record) mayApply(now time.Time) error {
	switch {
	case r.Business:
		return ErrBusiness
	case r.Status(now) == Valid:
		return ErrAgain
	}
	return nil
}

// applyByEmail puts an application whose link goes to the university's address.
func (r *Record) applyByEmail(u University, email string, digest []byte, now time.Time) error {
	if err := r.mayApply(now); err != nil {
		return err
	}
	sends := r.sends(now) + 1
	if sends > MailsHour {
		return ErrOften
	}
	r.Application = &Application{
		ID: ident.New(), Kind: ByEmail, University: u.ID, Email: email, Digest: digest, Sends: sends,
		AppliedAt: now, ExpiresAt: now.Add(ConfirmLife),
	}
	return nil
}

// sends gives how many links count still. An upload in between changes nothing about it.
func (r *Record) sends(now time.Time) int {
	if a := r.Application; a != nil && now.Sub(a.AppliedAt) < time.Hour {
		return a.Sends
	}
	return 0
}

// applyByUpload puts an application that waits for a review; seal makes the document what is stored of it.
func (r *Record) applyByUpload(c Claim, p Proof, seal func(id string) (Sealed, error), now time.Time) error {
	if err := r.mayApply(now); err != nil {
		return err
	}
	id := ident.New()
	sealed, err := seal(id)
	if err != nil {
		return err
	}
	ends := now.Add(ReviewLife)
	if end := c.To.End(); end.Before(ends) {
		ends = end
	}
	r.Application = &Application{
		ID: id, Kind: ByUpload, Claim: c, Document: sealed, MediaType: p.MediaType, Sends: r.sends(now),
		AppliedAt: now, ExpiresAt: ends,
	}
	return nil
}

// confirm makes a membership of the application whose link was opened, and reports whether it did: a link that made the
// membership which holds is opened once more. A renewal goes on from the end of what was.
func (r *Record) confirm(digest []byte, now time.Time) (made bool, err error) {
	if r.granted(now) && bytes.Equal(r.Membership.Digest, digest) {
		return false, nil
	}
	a := r.Application
	if a == nil || a.Kind != ByEmail || !bytes.Equal(a.Digest, digest) || !now.Before(a.ExpiresAt) {
		return false, ErrWrongLink
	}
	from := now
	if r.granted(now) {
		from = r.Membership.ValidUntil
	}
	r.Membership = &Membership{Kind: ByEmail, University: a.University, Email: a.Email, Digest: digest, ValidUntil: from.Add(Term)}
	r.Application, r.Waiting = nil, nil
	return true, nil
}

// decided reports whether a decision about the proof of an application's ID can still be made: a customer who uploads another
// one meanwhile has not been looked at. "" is about whichever is there, NoProof about none.
func (r *Record) decided(proof string) error {
	uploaded := NoProof
	if a := r.Application; a != nil && a.Kind == ByUpload {
		uploaded = a.ID
	}
	if proof != "" && proof != uploaded {
		return ErrReplaced
	}
	return nil
}

// NoProof stands for the proof of a decision that was made where none waited.
const NoProof = "-"

// approve makes a membership of the proof, until its last day or the one that the operator says. A membership that holds for longer
// than the proof goes on.
func (r *Record) approve(until Date, now time.Time) error {
	a := r.Application
	if a == nil || a.Kind != ByUpload {
		return ErrNotPending
	}
	said := until != (Date{})
	if !said {
		until = a.Claim.To
	}
	if !now.Before(until.End()) || DateOf(now).after(maxProof).Before(until) {
		return ErrUntil
	}
	if said || !r.granted(now) || r.Membership.ValidUntil.Before(until.End()) {
		r.Membership = &Membership{Kind: ByUpload, ValidUntil: until.End()}
	}
	r.Application, r.Waiting = nil, nil
	return nil
}

// reject refuses the proof. A membership that still holds goes on to its end; without one, and if there is no proof, it
// is over.
func (r *Record) reject(why Reason, now time.Time) error {
	a := r.Application
	switch {
	case a != nil && a.Kind == ByUpload:
		r.Application = nil
		if !r.granted(now) {
			r.deactivate(a.Kind, why, now)
		}
		return nil
	case r.granted(now):
		r.deactivate(r.Membership.Kind, why, now)
		return nil
	}
	return ErrNotPending
}

func (r *Record) deactivate(kind Kind, why Reason, now time.Time) {
	r.Membership = &Membership{Kind: kind, ValidUntil: now, Deactivated: true, Reason: why}
}

// end ends a membership before its time. What the customer asks for meanwhile goes on.
func (r *Record) end(now time.Time) error {
	if !r.granted(now) {
		return ErrNoMember
	}
	m := r.Membership
	m.ValidUntil, m.Ended, m.Email = now, true, ""
	return nil
}

// leave ends the part of a customer who became a business, and reports whether there was one.
func (r *Record) leave(now time.Time) bool {
	m := r.Membership
	member := m != nil && !m.Ended && !m.Deactivated
	if !r.Business || !member && r.Application == nil {
		return false
	}
	if r.Application = nil; member {
		m.Ended, m.Email = true, ""
		if now.Before(m.ValidUntil) {
			m.ValidUntil = now
		}
	}
	return true
}

// step is what advance did, for which somebody is to be told.
type step string

const (
	noticed step = "noticed"
	ended   step = "ended"
	lapsed  step = "lapsed" // the application's time was over
)

// advance does one thing whose time has come, and "" if there is none.
func (r *Record) advance(now time.Time) step {
	if r.granted(now) {
		r.Waiting = nil // of an order that was placed in the moment of becoming a member
	}
	if a := r.Application; a != nil && !now.Before(a.ExpiresAt) {
		r.Application = nil
		if !r.granted(now) {
			why := NotConfirmed
			if a.Kind == ByUpload {
				why = NotReviewed
			}
			r.deactivate(a.Kind, why, now)
		}
		return lapsed
	}
	m := r.Membership
	switch {
	case m == nil || m.Deactivated || m.Ended:
		return ""
	case !now.Before(m.ValidUntil):
		m.Ended, m.Email = true, ""
		return ended
	case !m.Noticed && !now.Before(m.ValidUntil.Add(-Notice)):
		m.Noticed = true
		return noticed
	}
	return ""
}

// Bounds of the name of a school, in characters.
const (
	minSchool = 3
	maxSchool = 120
)

// unprintable characters would do things in an operator's terminal.
func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// tooYoung gives what is wrong with a day of birth; that of somebody who told none is zero.
func tooYoung(born Date, now time.Time) []fault.Field {
	switch {
	case born == (Date{}):
		return nil
	case !born.known():
		return []fault.Field{{Name: "studentBirthday", Reason: InvalidDate}}
	case age(born, DateOf(now)) < MinAge:
		return []fault.Field{{Name: "studentBirthday", Reason: "too_young"}}
	}
	return nil
}

// check gives what is wrong with what somebody says about a proof.
func (c Claim) check(now time.Time) (Claim, []fault.Field) {
	var wrong []fault.Field
	add := func(name, reason string) { wrong = append(wrong, fault.Field{Name: name, Reason: reason}) }
	if !c.Type.known() {
		add("studentType", "unchosen")
	}
	c.School = strings.Join(strings.Fields(c.School), " ")
	switch n := utf8.RuneCountInString(c.School); {
	case n == 0:
		add("studentSchool", "missing")
	case n < minSchool:
		add("studentSchool", "too_short")
	case n > maxSchool:
		add("studentSchool", "too_long")
	case strings.ContainsFunc(c.School, unprintable):
		add("studentSchool", "invalid_characters")
	}
	today := DateOf(now)
	if !c.From.known() || today.Before(c.From) {
		add("studentValidFrom", InvalidDate)
	}
	never := c.From.known() && (!c.From.Before(c.To) || c.From.after(maxProof).Before(c.To))
	if !c.To.known() || c.To.Before(today) || never {
		add("studentValidTo", InvalidDate)
	}
	return c, wrong
}
