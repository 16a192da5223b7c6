package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// HistoryKeys keeps the keys under which the histories of workflows are written.
type HistoryKeys struct {
	pool *pgxpool.Pool

	mu   sync.Mutex
	made map[string]madeKey // of attempts that were just frozen here
}

// NewHistoryKeys makes the store.
func NewHistoryKeys(pool *pgxpool.Pool) *HistoryKeys {
	return &HistoryKeys{pool: pool, made: map[string]madeKey{}}
}

// madeKey is a key that its attempt was just made with. The attempt's workflow begins at once and asks for it.
type madeKey struct {
	key []byte
	at  time.Time
}

const (
	keepMade = 10 * time.Second
	mostMade = 1000
)

// put remembers the key of a new attempt until somebody asks for it.
func (s *HistoryKeys) put(attemptID string, key []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.made) >= mostMade {
		clear(s.made)
	}
	s.made[attemptID] = madeKey{key, time.Now()}
}

// take gives the key of an attempt that was just made, once.
func (s *HistoryKeys) take(attemptID string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made, ok := s.made[attemptID]
	delete(s.made, attemptID)
	return made.key, ok && time.Since(made.at) < keepMade
}

const historyKeyBytes = 32

// AttemptKey gives the key of an attempt, nil where there is none any more.
func (s *HistoryKeys) AttemptKey(ctx context.Context, attemptID string) ([]byte, error) {
	if key, ok := s.take(attemptID); ok {
		return key, nil
	}
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
