package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/session"
)

type cartFixture struct {
	*postgres.Carts
	catalog *catalogFixture
	id      string
}

func newCarts(t *testing.T) *cartFixture {
	f := newCatalog(t)
	return &cartFixture{Carts: postgres.NewCarts(f.pool), catalog: f, id: ident.New()}
}

// sell puts a product on sale and gives its id.
func (f *cartFixture) sell(t *testing.T, articleNumber string, stock, maxQuantity int) int64 {
	t.Helper()
	p := notebook(articleNumber, 99900)
	p.Stock = []catalog.Stock{{Warehouse: "a", Available: stock}}
	p.MaxQuantity = maxQuantity
	f.catalog.apply(t, p)
	return f.catalog.only(t, articleNumber).ID
}

func (f *cartFixture) lines(t *testing.T) []cart.Line {
	t.Helper()
	c, err := f.Cart(t.Context(), f.id)
	require.NoError(t, err)
	return c.Lines
}

func TestCartAddsUpInOrderOfAdding(t *testing.T) {
	f := newCarts(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0)
	require.Empty(t, f.lines(t), "a cart that does not exist is empty")
	for _, id := range []int64{two, one, two} {
		_, err := f.Add(t.Context(), f.id, id, 1)
		require.NoError(t, err)
	}
	require.Equal(t, []cart.Line{{ProductID: two, Quantity: 2}, {ProductID: one, Quantity: 1}}, f.lines(t))
}

func TestCartCutsToWhatIsToBeHad(t *testing.T) {
	f := newCarts(t)
	byStock, byRule, soldOut := f.sell(t, "A1", 3, 0), f.sell(t, "A2", 50, 2), f.sell(t, "A3", 0, 0)
	for _, c := range []struct {
		product int64
		wish    int
		has     int
		most    int
	}{
		{byStock, 3, 3, 0},
		{byStock, 1, 3, 3},
		{byRule, 9, 2, 2},
	} {
		got, err := f.Add(t.Context(), f.id, c.product, c.wish)
		require.NoError(t, err)
		require.Equal(t, []int{c.has, c.most}, []int{got.Quantity, got.MaxQuantity})
		require.Equal(t, f.lines(t), got.Content.Cart.Lines, "the cart as it is after the change")
	}
	got, err := f.SetQuantity(t.Context(), f.id, byStock, 2)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0}, []int{got.Quantity, got.MaxQuantity}, "setting does not add")
	_, err = f.Add(t.Context(), f.id, soldOut, 1)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "product_sold_out"))
	_, err = f.Add(t.Context(), f.id, 999, 1)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
	require.Len(t, f.lines(t), 2)
}

// However many there are: a cart takes no more than its bound, and says so.
func TestCartTellsOfItsOwnBound(t *testing.T) {
	f := newCarts(t)
	id := f.sell(t, "A1", 5000, 0)
	for _, change := range []func(context.Context, string, int64, int) (cart.Change, error){f.Add, f.SetQuantity, f.Add} {
		got, err := change(t.Context(), f.id, id, 2000)
		require.NoError(t, err)
		require.Equal(t, []int{cart.MaxQuantity, cart.MaxQuantity}, []int{got.Quantity, got.MaxQuantity})
	}
}

func TestCartCountsTheStockOfAllWarehouses(t *testing.T) {
	f := newCarts(t)
	id, other := f.sell(t, "A1", 3, 0), f.sell(t, "A2", 5, 0)
	_, err := f.catalog.pool.Exec(t.Context(), `insert into stock (product_id, warehouse, available, imported) values ($1, 'b', 4, 4)`, id)
	require.NoError(t, err)
	_, err = f.Add(t.Context(), f.id, other, 1)
	require.NoError(t, err)
	change, err := f.Add(t.Context(), f.id, id, 9)
	require.NoError(t, err)
	require.Equal(t, []int{7, 7}, []int{change.Quantity, change.MaxQuantity})
	content, err := f.Content(t.Context(), f.id)
	require.NoError(t, err)
	for _, products := range [][]*catalog.Product{change.Content.Products, content.Products} {
		require.Equal(t, []int{5, 7}, []int{products[0].Available(), products[1].Available()})
	}
}

func TestCartIsFullAtSomePoint(t *testing.T) {
	f := newCarts(t)
	id := f.sell(t, "A1", 10, 0)
	_, err := f.catalog.pool.Exec(t.Context(), `
		insert into product (id, article_number, slug, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at)
		select n, 'N' || n, 's' || n, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at
		from product p, generate_series(1, $1) n`, cart.MaxLines)
	require.NoError(t, err)
	_, err = f.Add(t.Context(), f.id, id, 1)
	require.NoError(t, err)
	_, err = f.catalog.pool.Exec(t.Context(), `
		update cart set products = products || array(select generate_series(2, $2)::bigint),
		  quantities = quantities || array_fill(1, array[$2 - 1]), warranties = warranties || array_fill(0::bigint, array[$2 - 1])
		where id = $1`, f.id, cart.MaxLines)
	require.NoError(t, err)
	_, err = f.catalog.pool.Exec(t.Context(), `insert into stock (product_id, warehouse, available, imported) values (1, 'a', 5, 5)`)
	require.NoError(t, err)
	_, err = f.Add(t.Context(), f.id, 1, 1)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "cart_full"))
	_, err = f.Add(t.Context(), f.id, id, 1)
	require.NoError(t, err, "what is in it already may grow")
}

// Many adds at once must lose none and never pass the limit.
func TestCartTakesAddsAtOnce(t *testing.T) {
	f := newCarts(t)
	id, scarce := f.sell(t, "A1", 500, 0), f.sell(t, "A2", 7, 0)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := f.Add(t.Context(), f.id, id, 2)
			assert.NoError(t, err)
			_, err = f.Add(t.Context(), f.id, scarce, 1)
			assert.NoError(t, err)
		})
		wg.Go(func() { assert.NoError(t, f.Take(t.Context(), f.id, 12345, 1)) })
	}
	wg.Wait()
	got := map[int64]int{}
	for _, l := range f.lines(t) {
		got[l.ProductID] = l.Quantity
	}
	require.Equal(t, map[int64]int{id: 40, scarce: 7}, got)
}

func TestCartTakesOut(t *testing.T) {
	f := newCarts(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0)
	for _, id := range []int64{one, two} {
		_, err := f.Add(t.Context(), f.id, id, 3)
		require.NoError(t, err)
	}
	require.NoError(t, f.Take(t.Context(), f.id, one, 2))
	require.NoError(t, f.Remove(t.Context(), f.id, two))
	require.NoError(t, f.Remove(t.Context(), f.id, two), "again is no error")
	require.Equal(t, []cart.Line{{ProductID: one, Quantity: 1}}, f.lines(t))
	_, err := f.SetQuantity(t.Context(), f.id, one, 0)
	require.NoError(t, err)
	require.Empty(t, f.lines(t))
}

// A page that still shows what another tab has taken out sets its quantity.
func TestAQuantityBringsNothingBackIntoTheCart(t *testing.T) {
	f := newCarts(t)
	one, two := f.sell(t, "A1", 10, 0), f.sell(t, "A2", 10, 0)
	got, err := f.SetQuantity(t.Context(), f.id, one, 3)
	require.NoError(t, err)
	require.Empty(t, got.Content.Cart.Lines, "nor into one that nobody has begun")
	require.Empty(t, f.lines(t))
	for _, id := range []int64{one, two} {
		_, err := f.Add(t.Context(), f.id, id, 1)
		require.NoError(t, err)
	}
	require.NoError(t, f.Remove(t.Context(), f.id, one))
	got, err = f.SetQuantity(t.Context(), f.id, one, 3)
	require.NoError(t, err)
	require.Equal(t, []cart.Line{{ProductID: two, Quantity: 1}}, f.lines(t))
	require.Equal(t, f.lines(t), got.Content.Cart.Lines)
	require.Zero(t, got.MaxQuantity)
	_, err = f.catalog.pool.Exec(t.Context(), `update stock set available = 0 where product_id = $1`, two)
	require.NoError(t, err)
	_, err = f.SetQuantity(t.Context(), f.id, two, 3)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "product_sold_out"), "what is in it and sold out is told")
}

func TestPruningLeavesCartsThatAreUsed(t *testing.T) {
	f := newCarts(t)
	id := f.sell(t, "A1", 10, 0)
	for _, cart := range []string{f.id, ident.New()} {
		_, err := f.Add(t.Context(), cart, id, 1)
		require.NoError(t, err)
	}
	_, err := f.catalog.pool.Exec(t.Context(), `update cart set updated_at = now() - $2::interval where id = $1`, f.id, session.Absolute+time.Hour)
	require.NoError(t, err)
	_, err = postgres.NewSessions(f.catalog.pool).Prune(t.Context())
	require.NoError(t, err)
	require.Empty(t, f.lines(t))
	var carts, lines int
	require.NoError(t, f.catalog.pool.QueryRow(t.Context(), `select count(*), sum(cardinality(products)) from cart`).Scan(&carts, &lines))
	require.Equal(t, []int{1, 1}, []int{carts, lines}, "the other cart keeps its line")
}

func TestCartWarrantyMustBeTheProducts(t *testing.T) {
	f := newCarts(t)
	p := notebook("A1", 99900)
	require.NotEmpty(t, p.Warranties)
	f.catalog.apply(t, p)
	p = f.catalog.only(t, "A1")
	_, err := f.Add(t.Context(), f.id, p.ID, 1)
	require.NoError(t, err)
	require.NoError(t, f.SetWarranty(t.Context(), f.id, p.ID, p.Warranties[0].ID))
	require.Equal(t, p.Warranties[0].ID, f.lines(t)[0].WarrantyID)
	require.ErrorIs(t, f.SetWarranty(t.Context(), f.id, p.ID, 987654), fault.New(fault.NotFound, "warranty_not_found"))
	require.ErrorIs(t, f.SetWarranty(t.Context(), ident.New(), p.ID, 0), fault.New(fault.NotFound, "cart_line_not_found"))
	require.NoError(t, f.SetWarranty(t.Context(), f.id, p.ID, 0))
	require.Zero(t, f.lines(t)[0].WarrantyID)
}

func TestChangingAFrozenCartThawsIt(t *testing.T) {
	f := newCarts(t)
	id := f.sell(t, "A1", 10, 0)
	freeze := func() {
		_, err := f.catalog.pool.Exec(t.Context(), `update cart set frozen_by = gen_random_uuid() where id = $1`, f.id)
		require.NoError(t, err)
	}
	version := func() (n int) {
		require.NoError(t, f.catalog.pool.QueryRow(t.Context(), `select version from cart where id = $1`, f.id).Scan(&n))
		return n
	}
	for name, change := range map[string]func() error{
		"add":      func() error { _, err := f.Add(t.Context(), f.id, id, 1); return err },
		"set":      func() error { _, err := f.SetQuantity(t.Context(), f.id, id, 5); return err },
		"take":     func() error { return f.Take(t.Context(), f.id, id, 1) },
		"warranty": func() error { return f.SetWarranty(t.Context(), f.id, id, 0) },
		"vouchers": func() error { return f.SetVouchers(t.Context(), f.id, []string{"A"}) },
	} {
		_, err := f.Add(t.Context(), f.id, id, 2)
		require.NoError(t, err)
		freeze()
		c, err := f.Cart(t.Context(), f.id)
		require.NoError(t, err)
		require.NotEmpty(t, c.FrozenBy)
		before := version()
		require.NoError(t, change(), name)
		require.Greater(t, version(), before, "%s: what was priced before is not sold", name)
		c, err = f.Cart(t.Context(), f.id)
		require.NoError(t, err)
		require.Empty(t, c.FrozenBy, name)
	}
}

func TestCartContentIsWhatTheCatalogueSays(t *testing.T) {
	f := newCarts(t)
	one, gone := f.sell(t, "A1", 10, 4), f.sell(t, "A2", 10, 0)
	for _, id := range []int64{gone, one} {
		_, err := f.Add(t.Context(), f.id, id, 1)
		require.NoError(t, err)
	}
	_, err := f.catalog.pool.Exec(t.Context(), `update product set active = false where id = $1`, gone)
	require.NoError(t, err)
	c, err := f.Content(t.Context(), f.id)
	require.NoError(t, err)
	require.Len(t, c.Cart.Lines, 2)
	require.Len(t, c.Products, 1, "what is no longer sold is not shown")
	require.Equal(t, []cart.Line{{ProductID: one, Quantity: 1}}, f.lines(t), "nor counted")
	got, want := c.Products[0], f.catalog.only(t, "A1")
	require.Equal(t, want.Prices, got.Prices)
	require.Equal(t, want.Warranties, got.Warranties)
	require.Equal(t, want.Energy, got.Energy)
	require.NotEmpty(t, got.Bundle)
	require.Equal(t, want.Bundle, got.Bundle)
	require.Equal(t, []catalog.Image{{Key: want.Images[0].Key}}, got.Images)
	require.Equal(t, cart.Most(want), cart.Most(got))
	require.Equal(t, want.Slug, got.Slug)
	c, err = f.Content(t.Context(), ident.New())
	require.NoError(t, err)
	require.Empty(t, c.Cart.Lines)
	require.Empty(t, c.Products)
}

func TestLabelsThatAreSwitchedOffAreNowhereRead(t *testing.T) {
	f := newCarts(t)
	f.catalog.Hide(catalog.Hidden{LowestPrice: true, BasePrice: true, Energy: true, Charger: true, Guarantee: true, Safety: true})
	f.Hide(catalog.Hidden{LowestPrice: true, BasePrice: true, Energy: true})
	id := f.sell(t, "A1", 10, 4)
	_, err := f.catalog.pool.Exec(t.Context(), `update product set lowest30_minor = price_minor + 100`)
	require.NoError(t, err)
	_, err = f.Add(t.Context(), f.id, id, 1)
	require.NoError(t, err)
	c, err := f.Content(t.Context(), f.id)
	require.NoError(t, err)
	var streamed *catalog.Product
	require.NoError(t, f.catalog.Each(t.Context(), func(p *catalog.Product) error { streamed = p; return nil }))
	many, err := f.catalog.Products(t.Context(), []int64{id})
	require.NoError(t, err)
	for _, p := range []*catalog.Product{f.catalog.only(t, "A1"), streamed, many[0], c.Products[0]} {
		require.Nil(t, p.Energy)
		require.Nil(t, p.Prices.Base)
		require.Zero(t, p.Prices.Lowest30)
		require.Nil(t, p.Charger)
		require.Nil(t, p.Guarantee)
		require.Zero(t, p.Safety)
		require.NotZero(t, p.Prices.UVP)
	}
}

// What is kept of products must not outlive a change of them.
func TestCartContentFollowsTheCatalogueAtOnce(t *testing.T) {
	f := newCarts(t)
	id := f.sell(t, "A1", 10, 0)
	added, err := f.Add(t.Context(), f.id, id, 1)
	require.NoError(t, err)
	dear := f.catalog.only(t, "A1").Prices.Price
	require.Equal(t, dear, added.Content.Products[0].Prices.Price)
	_, err = f.catalog.pool.Exec(t.Context(), `update product set price_minor = 5000, name = 'Neu' where id = $1`, id)
	require.NoError(t, err)
	_, err = f.catalog.pool.Exec(t.Context(), `update stock set available = 3 where product_id = $1`, id)
	require.NoError(t, err)
	added, err = f.Add(t.Context(), f.id, id, 1)
	require.NoError(t, err)
	shown, err := f.Content(t.Context(), f.id)
	require.NoError(t, err)
	for _, p := range []*catalog.Product{added.Content.Products[0], shown.Products[0]} {
		require.Equal(t, int64(5000), p.Prices.Price.Minor)
		require.Equal(t, "Neu", p.Name)
		require.Equal(t, 3, cart.Most(p))
	}
	_, err = f.catalog.pool.Exec(t.Context(), `update product set active = false where id = $1`, id)
	require.NoError(t, err)
	shown, err = f.Content(t.Context(), f.id)
	require.NoError(t, err)
	require.Empty(t, shown.Products)
}
