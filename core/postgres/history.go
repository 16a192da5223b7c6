package postgres

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// HistoryKeys keeps the keys under which the histories of workflows are written.
type HistoryKeys struct{ pool *pgxpool.Pool }

// NewHistoryKeys makes the store.
func NewHistoryKeys(pool *pgxpool.Pool) *HistoryKeys { return &HistoryKeys{pool} }

const historyKeyBytes = 32

// AttemptKey gives the key of an attempt, nil where there is none any more.
func (s *HistoryKeys) AttemptKey(ctx context.Context, attemptID string) ([]byte, error) {
	var key []byte
	err := s.pool.QueryRow(ctx, `select history_key from checkout_attempt where id = $1::uuid`, attemptID).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return key, FaultOf(err, nil)
}

// CustomerKey gives the key of a customer and makes it for one who has none yet; nil for an account that is gone.
func (s *HistoryKeys) CustomerKey(ctx context.Context, customerID int64) ([]byte, error) {
	fresh := make([]byte, historyKeyBytes)
	_, _ = rand.Read(fresh)
	var key []byte
	err := s.pool.QueryRow(ctx, `
		with made as (
		  insert into customer_key (customer_id, key) select id, $2 from customer where id = $1
		  on conflict on constraint customer_key_pkey do update set key = customer_key.key returning key
		)
		select key from made union all select key from customer_key where customer_id = $1 limit 1`, customerID, fresh).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return key, FaultOf(err, nil)
}
