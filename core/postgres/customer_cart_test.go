package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// Two tabs of one browser may register two accounts: the second has a cart of its own, and the first keeps what is in its.
func TestACartIsOneCustomers(t *testing.T) {
	a := newAccounts(t)
	a.stock(cable, "main", 10)
	carts := postgres.NewCarts(a.pool)
	v := a.visit()
	_, err := carts.Add(a.ctx, v.Session.CartID, cable, 3)
	require.NoError(t, err)
	of := func(email string) customer.Registration {
		return customer.Registration{Email: email, FirstName: "Erika", LastName: "Muster", Password: password, Lang: catalog.German}
	}
	first, err := a.service.Register(a.ctx, v, of("first@example.org"))
	require.NoError(t, err)
	_, err = a.service.Register(a.ctx, v, of("second@example.org"))
	require.ErrorIs(t, err, errNoSession, "the session is the first one's by now")
	second := a.enter("second@example.org")
	require.NotEqual(t, first.Session.CartID, second.Session.CartID)
	for id, count := range map[string]int{first.Session.CartID: 3, second.Session.CartID: 0} {
		c, err := carts.Cart(a.ctx, id)
		require.NoError(t, err)
		require.Equal(t, count, c.Count())
	}

	shared := ident.New()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			c := &customer.Customer{Email: fmt.Sprintf("%d@example.org", i), Lang: catalog.German, CartID: shared, CreatedAt: march}
			assert.NoError(t, a.store.Create(a.ctx, c, nil, customer.Effects{}))
		})
	}
	wait.Wait()
	require.Equal(t, 1, a.count(`select count(*) from customer where cart_id = $1`, shared), "at once")
	require.Equal(t, 10, a.count(`select count(distinct cart_id) from customer`))
}
