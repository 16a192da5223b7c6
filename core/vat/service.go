package vat

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// Evidence is an answer of the authority, kept to be shown to an auditor.
type Evidence struct {
	CustomerID int64
	ID         string // as it was asked for
	Valid      bool
	Reference  string    // the authority's name of the request, "" where it gives none
	Name       string    // as registered; some states tell none
	Address    string    // likewise
	AnsweredAt time.Time // by the authority
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
	// since.
	VATID(ctx context.Context, customerID int64, since time.Time) (id string, answered bool, err error)
	// Keep stores an answer.
	Keep(ctx context.Context, e Evidence) error
	// Evidence gives the answers about a customer, newest first.
	Evidence(ctx context.Context, customerID int64) ([]Evidence, error)
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

// Evidence gives the answers about a customer, newest first.
func (s *Service) Evidence(ctx context.Context, customerID int64) ([]Evidence, error) {
	return s.store.Evidence(ctx, customerID)
}
