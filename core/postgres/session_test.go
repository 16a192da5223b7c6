package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/session"
)

var errNoSession = fault.New(fault.Unauthenticated, "session_missing")

func TestSessionLivesFromStartToEnd(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	token, made, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	elsewhere := session.NewService(store, now)
	found, err := elsewhere.Resolve(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, made, found)

	require.NoError(t, elsewhere.End(t.Context(), token))
	_, err = service.Fresh(t.Context(), token)
	require.ErrorIs(t, err, errNoSession, "an ended session is dead at once where it matters")
	_, err = service.Resolve(t.Context(), "made-up")
	require.ErrorIs(t, err, errNoSession)
	_, err = service.Resolve(t.Context(), "")
	require.ErrorIs(t, err, errNoSession)
}

func TestSessionIsTrustedForSecondsOnly(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	token, _, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	require.NoError(t, session.NewService(store, now).End(t.Context(), token))
	_, err = service.Resolve(t.Context(), token)
	require.NoError(t, err)
	now.Advance(6 * time.Second)
	_, err = service.Resolve(t.Context(), token)
	require.ErrorIs(t, err, errNoSession)
}

func TestSessionExpires(t *testing.T) {
	store, now := postgres.NewSessions(pgtest.New(t)), clock.NewFixed(march)
	service := session.NewService(store, now)
	idle, _, err := service.Start(t.Context(), catalog.German)
	require.NoError(t, err)
	visited, _, err := service.Start(t.Context(), catalog.English)
	require.NoError(t, err)
	for now.Now().Before(march.Add(session.Absolute - time.Hour)) {
		_, err = service.Resolve(t.Context(), visited)
		require.NoError(t, err, "visits keep it alive")
		now.Advance(session.Idle - time.Hour)
	}
	_, err = service.Resolve(t.Context(), idle)
	require.ErrorIs(t, err, errNoSession)
	now.Advance(session.Idle)
	_, err = service.Resolve(t.Context(), visited)
	require.ErrorIs(t, err, errNoSession, "but not for ever")
	n, err := service.Prune(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
}
