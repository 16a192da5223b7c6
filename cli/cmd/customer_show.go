package cmd

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/privacy"
	sessions "kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/vat"
)

// accountReport is what `show` says, for programs.
type accountReport struct {
	Number       int64                `json:"customer"`
	Email        string               `json:"email"`
	Proven       bool                 `json:"emailProven"` // a code or link that was mailed there was used
	Name         string               `json:"name"`
	Kind         string               `json:"kind"`
	CreatedAt    time.Time            `json:"createdAt"`
	UnderWay     int                  `json:"underWay"` // orders and withdrawals
	Open         []privacy.Open       `json:"open"`     // which these are
	Deletion     *deletion            `json:"deletion,omitempty"`
	BlockedUntil time.Time            `json:"blockedUntil,omitzero"`
	Addresses    int                  `json:"addresses"`
	Conversion   *customer.Conversion `json:"conversion,omitempty"` // to a business, the last one
	Campus       campus.Status        `json:"campus"`
	CampusUntil  time.Time            `json:"campusUntil,omitzero"` // of the membership, or else of the application
	Waiting      []campus.Waiting     `json:"waiting"`              // orders at campus prices
	VATID        string               `json:"vatId,omitempty"`
	VAT          []vat.Evidence       `json:"vat"`
	Sessions     []accountSession     `json:"sessions"`
	Events       []customer.Event     `json:"events"`
}

// accountSession is a session without what would let somebody use it.
type accountSession struct {
	ID     string    `json:"id"`
	SeenAt time.Time `json:"seenAt"`
	Login  string    `json:"login"` // full or soft
	Device string    `json:"device"`
	Client string    `json:"client"`
}

func (p customerParts) show(ctx context.Context, out *printer, c *customer.Customer, events int) error {
	r := accountReport{Number: c.ID, Email: c.Email, Proven: c.Proven, Name: c.FirstName + " " + c.LastName, Kind: kindOf(c), CreatedAt: c.CreatedAt}
	if c.Business != nil {
		r.VATID = c.Business.VATID
	}
	now := time.Now()
	var err error
	if r.BlockedUntil, err = p.store.BlockedUntil(ctx, c); err != nil {
		return err
	}
	if r.Open, _, err = p.privacy.UnderWay(ctx, c.ID); err != nil {
		return err
	}
	r.UnderWay = len(r.Open)
	if r.Deletion, err = p.deletionOf(ctx, c.ID); err != nil {
		return err
	}
	book, err := p.store.Addresses(ctx, c.ID)
	if err != nil {
		return err
	}
	r.Addresses = len(book)
	if r.Conversion, err = p.store.Conversion(ctx, c.ID); err != nil {
		return err
	}
	part, err := p.campus.Record(ctx, c.ID)
	if err != nil {
		return err
	}
	r.inCampus(part, now)
	if r.VAT, err = p.evidence.Evidence(ctx, c.ID); err != nil {
		return err
	}
	live, err := p.sessions.List(ctx, c.ID, now)
	if err != nil {
		return err
	}
	for _, s := range live {
		r.Sessions = append(r.Sessions, sessionOf(s, now))
	}
	if r.Events, err = p.store.Events(ctx, c.ID, events); err != nil {
		return err
	}
	return out.table(r, nil, r.rows())
}

func (r *accountReport) inCampus(part *campus.Record, now time.Time) {
	r.Campus, r.Waiting = part.Status(now), part.Waiting
	switch {
	case r.Campus == campus.Pending:
		r.CampusUntil = part.Application.ExpiresAt
	case part.Membership != nil:
		r.CampusUntil = part.Membership.ValidUntil
	}
}

func sessionOf(s sessions.Session, now time.Time) accountSession {
	login := "soft"
	if s.Full(now) {
		login = "full"
	}
	return accountSession{s.ID, s.SeenAt, login, s.Device, s.Client}
}

func kindOf(c *customer.Customer) string {
	switch {
	case c.Business != nil:
		return "business"
	case c.Light:
		return "light"
	}
	return "private"
}

func (r *accountReport) rows() [][]string {
	email := r.Email
	if !r.Proven {
		email += ", not proven: no code or link mailed there was used yet"
	}
	rows := [][]string{
		{"customer", strconv.FormatInt(r.Number, 10)}, {"e-mail", email}, {"name", r.Name}, {"kind", r.Kind},
		{"since", stamp(r.CreatedAt)},
		{"under way", counted(r.UnderWay, "order or withdrawal", "orders and withdrawals")},
	}
	rows = append(rows, rowsOfOpen(r.Open)...)
	if r.Deletion != nil {
		rows = append(rows, []string{"deletion", r.Deletion.text()})
	}
	rows = append(rows, [][]string{
		{"addresses", strconv.Itoa(r.Addresses)}, {"blocked", until("-", r.BlockedUntil)},
		{"campus", until(string(r.Campus), r.CampusUntil)},
	}...)
	for _, w := range r.Waiting {
		rows = append(rows, []string{"waiting", "order " + strconv.FormatInt(w.OrderID, 10) + ", cancelled " + stamp(w.DueAt) + " unless a member by then"})
	}
	if c := r.Conversion; c != nil {
		rows = append(rows, []string{"to business", conversionOf(c)})
	}
	if r.VATID != "" {
		rows = append(rows, []string{"VAT id", r.VATID})
	}
	for _, e := range r.VAT {
		rows = append(rows, []string{"VAT check", evidenceOf(e)})
	}
	for _, s := range r.Sessions {
		rows = append(rows, []string{"session", s.Login + ", seen " + stamp(s.SeenAt) + ", " + strings.TrimSpace(s.Device+" "+s.Client)})
	}
	return append(rows, rowsOfEvents(r.Events)...)
}

// until says when something ends, if it does.
func until(what string, end time.Time) string {
	if end.IsZero() {
		return what
	}
	return strings.TrimPrefix(what+", until ", "-, ") + stamp(end)
}

func conversionOf(c *customer.Conversion) string {
	text := string(c.State) + ", since " + stamp(c.BegunAt)
	if c.State == customer.Begun && c.Doubted != "" {
		text += "; the authority does not know " + c.Doubted + ": taken back " + stamp(c.DueAt) +
			", unless it is put right or accepted (kontor customer vat)"
	}
	return text
}

func evidenceOf(e vat.Evidence) string {
	known := "not known"
	switch {
	case e.Valid && e.Operator != "":
		known = "accepted"
	case e.Operator != "":
		known = "rejected"
	case e.Valid:
		known = "valid"
	}
	text := e.ID + ", " + known + ", " + stamp(e.AnsweredAt)
	for _, more := range []string{e.Reference, e.Name, e.Operator, e.Reason} {
		if more != "" {
			text += ", " + more
		}
	}
	return text
}
