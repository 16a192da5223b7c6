package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// Who freezes an attempt tells the key of its history to who asks next. A key that was destroyed is not told.
func TestTheKeyOfAHistoryIsItsAttempts(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	stored := func(id string) (key []byte) {
		require.NoError(t, s.pool.QueryRow(s.ctx, `select history_key from checkout_attempt where id = $1`, id).Scan(&key))
		return key
	}
	keys := postgres.NewHistoryKeys(s.pool)
	s.store = s.store.Keys(keys)
	d := s.guest(map[int64]int{laptop: 1})
	first := s.freeze(d)
	d.Attempt.ID = ident.New()
	require.Equal(t, first.ID, s.freeze(d).ID, "a second submit of the same checkout")
	other := s.freeze(s.guest(map[int64]int{laptop: 1}))
	for _, id := range []string{first.ID, other.ID} {
		key, err := keys.AttemptKey(s.ctx, id)
		require.NoError(t, err)
		require.Len(t, key, 32)
		require.Equal(t, stored(id), key)
	}
	_, err := s.pool.Exec(s.ctx, `update checkout_attempt set history_key = null`)
	require.NoError(t, err)
	key, err := keys.AttemptKey(s.ctx, first.ID)
	require.NoError(t, err)
	require.Empty(t, key)
	key, err = keys.AttemptKey(s.ctx, d.Attempt.ID)
	require.NoError(t, err)
	require.Empty(t, key, "of an attempt that never was")
}
