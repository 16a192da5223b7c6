package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/wishlist"
)

type wishFixture struct {
	*cartFixture
	wishes *postgres.Wishlists
}

func newWishlists(t *testing.T) *wishFixture {
	f := newCarts(t)
	return &wishFixture{f, postgres.NewWishlists(f.catalog.pool)}
}

func (f *wishFixture) wish(t *testing.T, ids ...int64) {
	t.Helper()
	for _, id := range ids {
		_, err := f.wishes.Add(t.Context(), f.id, id)
		require.NoError(t, err)
	}
}

func (f *wishFixture) items(t *testing.T) []int64 {
	t.Helper()
	ids, err := f.wishes.Items(t.Context(), f.id)
	require.NoError(t, err)
	return ids
}

func TestWishlistRemembersEachProductOnce(t *testing.T) {
	f := newWishlists(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 0, 0)
	require.Empty(t, f.items(t))
	f.wish(t, one, two)
	count, err := f.wishes.Add(t.Context(), f.id, one)
	require.NoError(t, err)
	require.Equal(t, 2, count)
	require.Equal(t, []int64{two, one}, f.items(t), "the newest first; again changes nothing")

	count, err = f.wishes.Remove(t.Context(), f.id, two)
	require.NoError(t, err)
	require.Equal(t, 1, count)
	count, err = f.wishes.Remove(t.Context(), f.id, two)
	require.NoError(t, err)
	require.Equal(t, 1, count, "twice is once")
	_, err = f.wishes.Add(t.Context(), f.id, 999)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
}

func TestWishlistHidesWhatIsNotSold(t *testing.T) {
	f := newWishlists(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0)
	f.wish(t, one, two)
	f.sold(t, two, false)
	require.Equal(t, []int64{one}, f.items(t))
	count, err := f.wishes.Add(t.Context(), f.id, one)
	require.NoError(t, err)
	require.Equal(t, 1, count)
	_, err = f.wishes.Add(t.Context(), f.id, two)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
	f.sold(t, two, true)
	require.Equal(t, []int64{two, one}, f.items(t))
}

func (f *wishFixture) sold(t *testing.T, id int64, active bool) {
	t.Helper()
	_, err := f.catalog.pool.Exec(t.Context(), `update product set active = $2 where id = $1`, id, active)
	require.NoError(t, err)
}

func TestWishlistIsFullAtSomePoint(t *testing.T) {
	f := newWishlists(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0)
	_, err := f.catalog.pool.Exec(t.Context(), `
		insert into wishlist_item (cart_id, product_id) select $1, n from generate_series(2, $2) n`, f.id, wishlist.MaxItems)
	require.NoError(t, err)
	f.wish(t, one)
	_, err = f.wishes.Add(t.Context(), f.id, two)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "wishlist_full"))
	f.wish(t, one)
}

func TestWishlistMovesToTheCart(t *testing.T) {
	f := newWishlists(t)
	one, two, soldOut := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0), f.sell(t, "A3", 0, 0)
	f.wish(t, one, soldOut, two)
	_, err := f.Add(t.Context(), f.id, two, 3)
	require.NoError(t, err)
	_, err = f.catalog.pool.Exec(t.Context(), `update cart set frozen_by = $2 where id = $1`, f.id, ident.New())
	require.NoError(t, err)

	moved, err := f.wishes.MoveToCart(t.Context(), f.id)
	require.NoError(t, err)
	require.ElementsMatch(t, []int64{one, two}, moved.Added)
	require.Equal(t, []int64{soldOut}, moved.Left)
	require.Equal(t, []int64{soldOut}, f.items(t))
	c, err := f.Cart(t.Context(), f.id)
	require.NoError(t, err)
	require.Empty(t, c.FrozenBy, "a changed cart is thawed")
	require.Equal(t, []int64{two, one}, []int64{c.Lines[0].ProductID, c.Lines[1].ProductID})
	require.Equal(t, []int{3, 1}, []int{c.Lines[0].Quantity, c.Lines[1].Quantity}, "what is in the cart keeps its quantity")

	_, err = f.catalog.pool.Exec(t.Context(), `update cart set frozen_by = $2 where id = $1`, f.id, ident.New())
	require.NoError(t, err)
	moved, err = f.wishes.MoveToCart(t.Context(), f.id)
	require.NoError(t, err)
	require.Empty(t, moved.Added)
	c, err = f.Cart(t.Context(), f.id)
	require.NoError(t, err)
	require.NotEmpty(t, c.FrozenBy, "moving nothing leaves the cart to its payment")
}

// Whatever happens at once, a product ends in the cart or on the list, and never in the cart twice.
func TestWishlistMovesOnceAtATime(t *testing.T) {
	f := newWishlists(t)
	one, two := f.sell(t, "A1", 50, 0), f.sell(t, "A2", 50, 0)
	f.wish(t, one, two)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, err := f.wishes.MoveToCart(t.Context(), f.id)
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	require.Empty(t, f.items(t))
	for _, l := range f.lines(t) {
		require.Equal(t, 1, l.Quantity)
	}
	require.Len(t, f.lines(t), 2)
}

func TestOldWishesOfVisitorsArePruned(t *testing.T) {
	f := newWishlists(t)
	one := f.sell(t, "A1", 10, 0)
	f.wish(t, one)
	kept := ident.New()
	_, err := f.catalog.pool.Exec(t.Context(), `
		with c as (
		  insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		  values ('a@example.org', 'x', 'A', 'B', 'de', $1, now())
		)
		insert into wishlist_item (cart_id, product_id) values ($1, $2)`, kept, one)
	require.NoError(t, err)
	_, err = f.catalog.pool.Exec(t.Context(), `update wishlist_item set added_at = added_at - $1::interval`, session.Absolute+time.Hour)
	require.NoError(t, err)
	_, err = postgres.NewSessions(f.catalog.pool).Prune(t.Context())
	require.NoError(t, err)
	require.Empty(t, f.items(t))
	f.id = kept
	require.Equal(t, []int64{one}, f.items(t), "a customer's stay")
}
