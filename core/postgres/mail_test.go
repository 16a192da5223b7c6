package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

// Of all who are to send a mail one does, and another one only where that one gave up or fell silent.
func TestAMailIsOneSenders(t *testing.T) {
	pool := pgtest.New(t)
	store := postgres.NewMail(pool)
	claim := func(id, before string) any {
		t.Helper()
		mine, err := store.Claim(t.Context(), id, "welcome", before)
		if err != nil {
			return fault.ReasonOf(err)
		}
		return mine
	}
	require.Equal(t, true, claim("one", ""))
	require.Equal(t, "mail_being_sent", claim("one", ""))
	require.NoError(t, store.Release(t.Context(), "one"))
	require.Equal(t, true, claim("one", ""))
	_, err := pool.Exec(t.Context(), `update mail_sent set claimed_until = now() - interval '1 second'`)
	require.NoError(t, err)
	require.Equal(t, true, claim("one", ""), "its sender fell silent")
	_, err = pool.Exec(t.Context(), `update mail_sent set claimed_until = now() + interval '10 years'`)
	require.NoError(t, err)
	require.Equal(t, true, claim("one", ""), "its sender's clock was wrong")
	require.NoError(t, store.Done(t.Context(), "one"))
	_, err = pool.Exec(t.Context(), `update mail_sent set claimed_until = now() - interval '1 second'`)
	require.NoError(t, err)
	require.NoError(t, store.Release(t.Context(), "one"))
	require.Equal(t, false, claim("one", ""))

	require.Equal(t, true, claim("two", ""))
	require.Equal(t, true, claim("three", "two"))
	require.Equal(t, false, claim("two", ""), "the sender of the next has sent it")
}
