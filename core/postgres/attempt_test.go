package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
)

// An attempt that nobody began is taken up, also where it was written while the clock was wrong.
func TestAnAttemptOfAWrongClockIsTakenUp(t *testing.T) {
	a := newAccounts(t)
	a.bought(a.register("erika@example.org").Customer.ID)
	for ahead, found := range map[string]int{"-1 minute": 1, "0": 0, "10 years": 1} {
		_, err := a.pool.Exec(a.ctx, `update checkout_attempt set state = 'created', created_at = now() + $1::text::interval`, ahead)
		require.NoError(t, err)
		ids, err := postgres.NewAttempt(a.pool).Stale(a.ctx, 10)
		require.NoError(t, err)
		require.Len(t, ids, found, ahead)
	}
}

// What nobody has begun comes before what may be in good hands, and of that all have their turn.
func TestStuckAttemptsKeepNoOtherFromBeingTakenUp(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	var ids []string
	for range 4 {
		ids = append(ids, s.freeze(s.guest(map[int64]int{laptop: 1})).ID)
	}
	for _, id := range ids[:3] {
		s.begin(id)
	}
	_, err := s.pool.Exec(s.ctx, `update checkout_attempt set created_at = now() - interval '1 hour'`)
	require.NoError(t, err)
	_, err = s.pool.Exec(s.ctx, `update checkout_attempt set created_at = now() - interval '1 minute' where id = $1`, ids[3])
	require.NoError(t, err)
	seen := map[string]bool{}
	for range 100 {
		found, err := s.attempts.Stale(s.ctx, 2)
		require.NoError(t, err)
		require.Len(t, found, 2)
		require.Equal(t, ids[3], found[0])
		seen[found[1]] = true
	}
	require.Len(t, seen, 3)
}
