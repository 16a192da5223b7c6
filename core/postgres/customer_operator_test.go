package postgres_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
)

func TestOperatorsUnlockAccounts(t *testing.T) {
	a := newAccounts(t)
	c := a.register("erika@example.org").Customer
	var blocked *customer.Blocked
	for range 6 {
		_, err := a.service.Login(a.ctx, a.visit(), "erika@example.org", "Falsch1x")
		require.Error(t, err)
		errors.As(err, &blocked)
	}
	require.NotNil(t, blocked)
	until, err := a.store.BlockedUntil(a.ctx, c)
	require.NoError(t, err)
	require.Equal(t, blocked.Until, until)

	require.NoError(t, a.store.Unlock(a.ctx, c, a.now.Now()))
	until, err = a.store.BlockedUntil(a.ctx, c)
	require.NoError(t, err)
	require.Zero(t, until)
	_, err = a.service.Login(a.ctx, a.visit(), "erika@example.org", password)
	require.NoError(t, err)
	events, err := a.store.Events(a.ctx, c.ID, 3)
	require.NoError(t, err)
	require.Equal(t, []customer.Kind{customer.CodeSent, customer.Unlocked, customer.LoginBlocked}, []customer.Kind{events[0].Kind, events[1].Kind, events[2].Kind})
}
