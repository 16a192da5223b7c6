package vat

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// Evidence is an answer of the authority, or what an operator found out where the authority knows nothing, as of an id that
// is too new. It is kept to be shown to an auditor.
type Evidence struct {
	CustomerID int64     `json:"customerId"`
	ID         string    `json:"vatId"` // as it was asked for
	Valid      bool      `json:"valid"`
	Reference  string    `json:"reference,omitempty"` // the authority's name of the request, "" where it gives none
	Name       string    `json:"name,omitempty"`      // as registered; some states tell none
	Address    string    `json:"address,omitempty"`   // likewise
	AnsweredAt time.Time `json:"answeredAt"`          // by the authority, or the operator
	Operator   string    `json:"operator,omitempty"`  // who decided, "" for the authority
	Reason     string    `json:"reason,omitempty"`    // why, in the operator's words: what an auditor can follow up
}

// Authority knows which VAT ids exist.
type Authority interface {
	// Ask gives the authority's answer to a normal id. Faults: Unavailable where there is none now, of the authority or of
	// the member state; Invalid for an id that it does not take.
	Ask(ctx context.Context, id string) (Evidence, error)
}

// Store keeps evidence.
type Store interface {
	// VATID gives the id that a customer has now, "" for none, and whether an answer about it is kept that is younger than
	// since, or an operator's.
	VATID(ctx context.Context, customerID int64, since time.Time) (id string, answered bool, err error)
	// Keep stores an answer.
	Keep(ctx context.Context, e Evidence) error
	// Decide stores an operator's answer, with an entry in the customer's audit log, and has the customer's workflow look.
	// Fault Conflict ("vat_id_changed") where the customer has another id by now.
	Decide(ctx context.Context, e Evidence) error
}

// fresh is how long an answer needs no second one: the events of a change may come twice.
const fresh = time.Hour

// Service asks the authority about customers' ids. No sale waits for it.
type Service struct {
	store     Store
	authority Authority
	clock     clock.Clock
}

// NewService makes the service.
func NewService(store Store, authority Authority, c clock.Clock) *Service {
	return &Service{store: store, authority: authority, clock: c}
}

// Check asks about the id that a customer has now and keeps the answer. Fault Unavailable means that it is to be asked
// again; an id that the authority does not take is kept as not valid.
func (s *Service) Check(ctx context.Context, customerID int64) error {
	id, answered, err := s.store.VATID(ctx, customerID, s.clock.Now().Add(-fresh))
	if err != nil || id == "" || answered {
		return err
	}
	found, err := s.authority.Ask(ctx, id)
	if fault.CodeOf(err) == fault.Invalid {
		found, err = Evidence{AnsweredAt: s.clock.Now()}, nil
	}
	if err != nil {
		return err
	}
	found.CustomerID, found.ID = customerID, id
	if !found.Valid {
		slog.WarnContext(ctx, "the authority does not know a VAT id", "customer", customerID, "reference", found.Reference)
	}
	return s.store.Keep(ctx, found)
}

// ToDecide gives the id about which Decide would decide. Faults: Invalid ("vat_reason_missing"), Conflict ("vat_id_missing").
func (s *Service) ToDecide(ctx context.Context, customerID int64, reason string) (id string, err error) {
	if strings.TrimSpace(reason) == "" {
		return "", fault.New(fault.Invalid, "vat_reason_missing")
	}
	id, _, err = s.store.VATID(ctx, customerID, s.clock.Now())
	if err == nil && id == "" {
		err = fault.New(fault.Conflict, "vat_id_missing")
	}
	return id, err
}

// Decide keeps what an operator found out about the id that a customer has now. It outranks what the authority said of that
// id, which is not asked about it any more, and settles a conversion that stands on it. Faults are those of ToDecide, and
// Conflict ("vat_id_changed").
func (s *Service) Decide(ctx context.Context, customerID int64, valid bool, operator, reason string) (Evidence, error) {
	id, err := s.ToDecide(ctx, customerID, reason)
	if err != nil {
		return Evidence{}, err
	}
	e := Evidence{CustomerID: customerID, ID: id, Valid: valid, AnsweredAt: s.clock.Now(), Operator: operator, Reason: strings.TrimSpace(reason)}
	return e, s.store.Decide(ctx, e)
}
