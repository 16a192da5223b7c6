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
