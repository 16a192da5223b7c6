package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// Cards keeps customers' saved cards, sealed. It implements customer.CardStore.
type Cards struct{ pool *pgxpool.Pool }

var _ customer.CardStore = (*Cards)(nil)

// NewCards makes the store.
func NewCards(pool *pgxpool.Pool) *Cards { return &Cards{pool} }

var (
	errNoCard    = fault.New(fault.NotFound, "card_not_found")
	errCardLimit = fault.New(fault.Conflict, "card_limit")
)

// Cards reads a customer's cards.
func (s *Cards) Cards(ctx context.Context, customerID int64) ([]customer.SealedCard, error) {
	rows, err := s.pool.Query(ctx, `
		select id::text, digest, sealed from customer_card
		where customer_id = $1 order by coalesce(used_at, saved_at) desc, id`, customerID)
	if err != nil {
		return nil, FaultOf(err, customerFaults)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[customer.SealedCard])
	return list, FaultOf(err, customerFaults)
}

// SaveCard locks the customer, so that the limit holds.
func (s *Cards) SaveCard(ctx context.Context, customerID int64, c customer.SealedCard, former []byte) (string, error) {
	var id string
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := lockedCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		if former != nil { // the same card, named under the key before
			if _, err := tx.Exec(ctx, `
				update customer_card set digest = $2 where customer_id = $1 and digest = $3
					and not exists (select from customer_card where customer_id = $1 and digest = $2)`, customerID, c.Digest, former); err != nil {
				return err
			}
		}
		err := tx.QueryRow(ctx, `
			insert into customer_card as c (id, customer_id, digest, sealed) values ($1, $2, $3, $4)
			on conflict on constraint customer_card_once do update set sealed = excluded.sealed, saved_at = now()
			returning c.id::text`, c.ID, customerID, c.Digest, c.Sealed).Scan(&id)
		if err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, `select count(*) from customer_card where customer_id = $1`, customerID).Scan(&n); err != nil {
			return err
		}
		if n > customer.MaxCards {
			return errCardLimit
		}
		return nil
	})
	return id, FaultOf(err, customerFaults)
}

// UseCard dates the last use.
func (s *Cards) UseCard(ctx context.Context, customerID int64, id string, at time.Time) error {
	tag, err := s.pool.Exec(ctx, `update customer_card set used_at = $3 where customer_id = $1 and id::text = $2`, customerID, id, at)
	if err == nil && tag.RowsAffected() == 0 {
		return errNoCard
	}
	return FaultOf(err, customerFaults)
}

// RemoveCards deletes all of the cards or none.
func (s *Cards) RemoveCards(ctx context.Context, customerID int64, ids []string) error {
	return FaultOf(inTx(ctx, s.pool, func(tx pgx.Tx) error {
		var known bool
		err := tx.QueryRow(ctx, `
			with gone as (delete from customer_card where customer_id = $1 and id::text = any($2) returning id::text)
			select count(*) = (select count(distinct one) from unnest($2::text[]) one) from gone`, customerID, ids).Scan(&known)
		if err == nil && !known {
			return errNoCard
		}
		return err
	}), customerFaults)
}
