package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/wishlist"
)

// However often somebody fills a visitor's cart and list and logs in, the customer's take no more than they may have.
func TestJoinedCartsAndListsKeepTheirBounds(t *testing.T) {
	a := newAccounts(t)
	entry := a.register("erika@example.org")
	own := entry.Session.CartID
	goods := int64(1_000_000)
	for range 3 {
		visitor := ident.New()
		_, err := a.pool.Exec(a.ctx, `
			insert into product (id, article_number, slug, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at)
			select $2 + n, 'N' || $2 + n, 's' || $2 + n, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at
			from product p, generate_series(1, 150) n where p.id = $1`, laptop, goods)
		require.NoError(t, err)
		_, err = a.pool.Exec(a.ctx, `
			insert into cart (id, products, quantities, warranties)
			select $1, array_agg($2::bigint + n), array_fill(1, array[80]), array_fill(0::bigint, array[80]) from generate_series(1, 80) n`,
			visitor, goods)
		require.NoError(t, err)
		_, err = a.pool.Exec(a.ctx, `
			insert into wishlist_item (cart_id, product_id) select $1, $2 + n from generate_series(1, 150) n order by n`, visitor, goods)
		require.NoError(t, err)
		require.NoError(t, a.store.JoinCart(a.ctx, entry.Customer.ID, visitor))
		goods += 1000
	}
	joined, err := postgres.NewCarts(a.pool).Cart(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, joined.Lines, cart.MaxLines)
	require.Equal(t, []int64{1_000_001, 1_001_020}, []int64{joined.Lines[0].ProductID, joined.Lines[99].ProductID}, "what was there stays, the first that fit come")
	list, err := postgres.NewWishlists(a.pool).Items(a.ctx, own)
	require.NoError(t, err)
	require.Len(t, list, wishlist.MaxItems)
	require.Equal(t, []int64{1_001_150, 1_000_001}, []int64{list[0], list[199]}, "the newest that fit come")
}
