package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/reseal"
)

// Sealed reaches all that is sealed. It implements reseal.Store.
type Sealed struct{ pool *pgxpool.Pool }

var _ reseal.Store = (*Sealed)(nil)

// NewSealed makes the store.
func NewSealed(pool *pgxpool.Pool) *Sealed { return &Sealed{pool} }

const noID = "00000000-0000-0000-0000-000000000000"

var nextSealed = map[reseal.Kind]string{
	reseal.Cards:   `select id::text, customer_id, sealed from customer_card where id > $1 order by id limit 1`,
	reseal.Exports: `select id::text, customer_id, content from privacy_request where id > $1 and content is not null order by id limit 1`,
	reseal.Proofs:  `select id::text, customer_id, document from campus_application where id > $1 and document is not null order by id limit 1`,
}

// Next reads one.
func (s *Sealed) Next(ctx context.Context, kind reseal.Kind, after string) (*reseal.Kept, error) {
	if after == "" {
		after = noID
	}
	var kept reseal.Kept
	err := s.pool.QueryRow(ctx, nextSealed[kind], after).Scan(&kept.ID, &kept.CustomerID, &kept.Content)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &kept, FaultOf(err, nil)
}

var replaceSealed = map[reseal.Kind]string{
	// A card that its customer saved again while the key before was not known is there twice: the one of before goes.
	reseal.Cards: `
		with again as (
			select from customer_card old join customer_card c on c.customer_id = old.customer_id and c.id <> old.id and c.digest = $4
			where old.id = $1),
		gone as (delete from customer_card where id = $1 and sealed = $2 and exists (select from again))
		update customer_card set sealed = $3, digest = $4 where id = $1 and sealed = $2 and not exists (select from again)`,
	reseal.Exports: `update privacy_request set content = $3 where id = $1 and content = $2`,
	reseal.Proofs:  `update campus_application set document = $3 where id = $1 and document = $2`,
}

// Replace changes one that is as it was.
func (s *Sealed) Replace(ctx context.Context, kind reseal.Kind, was, fresh *reseal.Kept) error {
	args := []any{was.ID, was.Content, fresh.Content}
	if kind == reseal.Cards {
		args = append(args, fresh.Digest)
	}
	_, err := s.pool.Exec(ctx, replaceSealed[kind], args...)
	return FaultOf(err, nil)
}
