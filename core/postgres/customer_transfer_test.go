package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

// Whoever becomes a guest and loses the answer finds the goods by the old token: for a while, and as a guest alone.
func TestATransferWhoseAnswerWasLostIsFoundAgain(t *testing.T) {
	a := newAccounts(t)
	a.stock(cable, "main", 10)
	carts := postgres.NewCarts(a.pool)
	entry := a.register("erika@example.org")
	_, err := carts.Add(a.ctx, entry.Session.CartID, cable, 3)
	require.NoError(t, err)
	_, _, err = a.sessions.Successor(a.ctx, entry.Token)
	require.ErrorIs(t, err, errNoSession, "nothing follows yet")

	token, err := a.service.LogoutAndTransfer(a.ctx, as(entry))
	require.NoError(t, err)
	a.restart() // another server than the one that answered
	a.dead(entry.Token)
	next, guest, err := a.sessions.Successor(a.ctx, entry.Token)
	require.NoError(t, err)
	require.Equal(t, token, next)
	require.Zero(t, guest.CustomerID)
	require.Equal(t, 3, a.pieces(guest.CartID))
	_, _, err = a.sessions.Successor(a.ctx, token)
	require.ErrorIs(t, err, errNoSession)

	a.later(session.Succession)
	_, _, err = a.sessions.Successor(a.ctx, entry.Token)
	require.ErrorIs(t, err, errNoSession, "an old token leads nowhere for long")
	_, err = a.sessions.Fresh(a.ctx, token)
	require.NoError(t, err)

	second := a.enter("erika@example.org")
	token, err = a.service.LogoutAndTransfer(a.ctx, as(second))
	require.NoError(t, err)
	_, _, err = a.sessions.Login(a.ctx, token, entry.Customer.ID, entry.Customer.CartID)
	require.NoError(t, err)
	_, _, err = a.sessions.Successor(a.ctx, second.Token)
	require.ErrorIs(t, err, session.ErrRenewed, "nor into a log-in")
	a.later(session.Renewal)
	_, _, err = a.sessions.Successor(a.ctx, second.Token)
	require.ErrorIs(t, err, errNoSession)
}

// Done twice at once, as by two clicks, or again after the last step failed, it is the same guest with the same goods.
func TestATransferIsOneHoweverOftenItIsDone(t *testing.T) {
	a := newAccounts(t)
	a.stock(cable, "main", 10)
	entry := a.register("erika@example.org")
	_, err := postgres.NewCarts(a.pool).Add(a.ctx, entry.Session.CartID, cable, 3)
	require.NoError(t, err)

	failing := &failingSessions{Store: postgres.NewSessions(a.pool)}
	broken := customer.NewService(a.store, session.NewService(failing, a.now), a.now, address.BilledCountry)
	_, err = broken.LogoutAndTransfer(a.ctx, as(entry))
	require.ErrorIs(t, err, errSessions)

	tokens := make([]string, 4)
	var all sync.WaitGroup
	for i := range tokens {
		all.Go(func() {
			var err error
			tokens[i], err = a.service.LogoutAndTransfer(a.ctx, as(entry))
			assert.NoError(t, err)
		})
	}
	all.Wait()
	for _, token := range tokens {
		require.Equal(t, tokens[0], token)
	}
	guest, err := a.sessions.Fresh(a.ctx, tokens[0])
	require.NoError(t, err)
	require.Equal(t, 3, a.pieces(guest.CartID))
	a.dead(entry.Token)
}

// pieces is how many there are in a cart.
func (a *accounts) pieces(cartID string) int {
	a.Helper()
	c, err := postgres.NewCarts(a.pool).Cart(a.ctx, cartID)
	require.NoError(a, err)
	return c.Count()
}

var errSessions = errors.New("the sessions' store is away")

// failingSessions is a store that ends no session.
type failingSessions struct{ session.Store }

func (failingSessions) Delete(context.Context, []byte) error { return errSessions }

func (failingSessions) DeleteAll(context.Context, int64, string) error { return errSessions }
