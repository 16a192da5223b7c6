package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/vat"
)

// VATEvidence keeps what the authority said about VAT ids. It implements vat.Store.
type VATEvidence struct{ pool *pgxpool.Pool }

var _ vat.Store = (*VATEvidence)(nil)

// NewVATEvidence makes the store.
func NewVATEvidence(pool *pgxpool.Pool) *VATEvidence { return &VATEvidence{pool} }

// VATID reads a customer's id. A customer who is gone has none.
func (s *VATEvidence) VATID(ctx context.Context, customerID int64, since time.Time) (id string, answered bool, err error) {
	err = s.pool.QueryRow(ctx, `
		select coalesce(max(c.business ->> 'vatId'), ''), coalesce(bool_or(e.id is not null), false)
		from customer c
		left join vat_evidence e on e.customer_id = c.id and e.vat_id = c.business ->> 'vatId' and (e.answered_at > $2 or e.operator <> '')
		where c.id = $1`, customerID, since).Scan(&id, &answered)
	return id, answered, FaultOf(err, nil)
}

// Keep stores an answer.
func (s *VATEvidence) Keep(ctx context.Context, e vat.Evidence) error {
	return FaultOf(insertEvidence(ctx, s.pool, e), nil)
}

func insertEvidence(ctx context.Context, db execer, e vat.Evidence) error {
	_, err := db.Exec(ctx, `
		insert into vat_evidence (customer_id, vat_id, valid, reference, name, address, answered_at, operator, reason)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		e.CustomerID, e.ID, e.Valid, e.Reference, e.Name, e.Address, e.AnsweredAt, e.Operator, e.Reason)
	return err
}

// Decide locks the customer, so that the answer is about the id of now, and the conversion sees it.
func (s *VATEvidence) Decide(ctx context.Context, e vat.Evidence) error {
	kind := customer.VATIDRejected
	if e.Valid {
		kind = customer.VATIDAccepted
	}
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := lockedCustomer(ctx, tx, e.CustomerID)
		if err != nil {
			return err
		}
		if c.Business == nil || c.Business.VATID != e.ID {
			return fault.New(fault.Conflict, "vat_id_changed")
		}
		if err := insertEvidence(ctx, tx, e); err != nil {
			return err
		}
		return writeEffects(ctx, tx, customer.Effects{
			Event: customer.Event{Kind: kind, CustomerID: e.CustomerID, At: e.AnsweredAt}, AskVAT: true,
		})
	})
	return FaultOf(err, customerFaults)
}

// Evidence reads the answers.
func (s *VATEvidence) Evidence(ctx context.Context, customerID int64) ([]vat.Evidence, error) {
	rows, err := s.pool.Query(ctx, `
		select customer_id, vat_id, valid, reference, name, address, answered_at, operator, reason from vat_evidence
		where customer_id = $1 order by id desc`, customerID)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (vat.Evidence, error) {
		var e vat.Evidence
		err := row.Scan(&e.CustomerID, &e.ID, &e.Valid, &e.Reference, &e.Name, &e.Address, &e.AnsweredAt, &e.Operator, &e.Reason)
		e.AnsweredAt = e.AnsweredAt.UTC()
		return e, err
	})
	return list, FaultOf(err, nil)
}
