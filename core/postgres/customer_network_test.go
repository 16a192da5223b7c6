package postgres_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
)

// Whoever has one address of IPv6 has 2^64 of them, and changes them as often as they like.
func TestAnIPv6NetworkIsOneClient(t *testing.T) {
	a := newAccounts(t)
	v := a.visit()
	blocked := func(client func(i int) string, email func(i int) string) bool {
		for i := range 60 {
			v.Client = client(i)
			_, err := a.service.Login(a.ctx, v, email(i), "Falsch1x")
			if errors.As(err, new(*customer.Blocked)) {
				return true
			}
		}
		return false
	}
	one := func(int) string { return "somebody@example.org" }
	many := func(i int) string { return fmt.Sprintf("nobody%d@example.org", i) }
	require.True(t, blocked(func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i) }, many), "one password for many accounts")
	for i := range 4 {
		v.Client = fmt.Sprintf("2001:db8:1:3::%x", i)
		_, err := a.service.Login(a.ctx, v, one(0), "Falsch1x")
		require.ErrorIs(t, err, customer.ErrWrongCredentials)
	}
	v.Client = "2001:db8:1:3:ffff::1"
	_, err := a.service.Login(a.ctx, v, one(0), "Falsch1x")
	require.ErrorAs(t, err, new(*customer.Blocked), "many passwords for one account")
	v.Client = "2001:db8:1:4::1"
	_, err = a.service.Login(a.ctx, v, one(0), "Falsch1x")
	require.ErrorIs(t, err, customer.ErrWrongCredentials, "the neighbour is another")
}
