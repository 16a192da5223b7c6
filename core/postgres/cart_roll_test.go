package postgres_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// This file goes when the next migrations come after the contract. These are the statements of the version that kept lines in a table of their own; $1 is a cart.
const (
	oldPut = `
		with offer as (
		  select p.id, least(nullif(p.max_quantity, 0), $5,
		    (select coalesce(sum(s.available), 0) from stock s where s.product_id = p.id)::integer) as most,
		    (select count(*) from cart_line l where l.cart_id = $1 and l.product_id <> p.id) as others
		  from product p where p.id = $2 and p.active
		), opened as (
		  insert into cart as c (id) select $1 from offer where most > 0 and others < $6
		  on conflict on constraint cart_pkey do update set frozen_by = null, version = c.version + 1, updated_at = now()
		  returning c.id
		)
		insert into cart_line as l (cart_id, product_id, quantity)
		select opened.id, offer.id, least($3, offer.most) from opened, offer
		on conflict on constraint cart_line_pkey do update
		  set quantity = least(case when $4 then l.quantity else 0 end + $3, (select most from offer))`
	oldTake = `
		with opened as (
		  update cart c set frozen_by = null, version = version + 1, updated_at = now()
		  where c.id = $1 and exists (select from cart_line l where l.cart_id = c.id and l.product_id = $2)
		  returning c.id
		), gone as (
		  delete from cart_line l using opened
		  where l.cart_id = opened.id and l.product_id = $2 and l.quantity <= $3
		)
		update cart_line l set quantity = l.quantity - $3 from opened
		where l.cart_id = opened.id and l.product_id = $2 and l.quantity > $3`
	oldWarranty = `
		with opened as (update cart c set frozen_by = null, version = version + 1 where c.id = $1 returning c.id)
		update cart_line l set warranty_id = $3 from opened where l.cart_id = opened.id and l.product_id = $2`
	oldSold = `
		with emptied as (
		    update cart set frozen_by = null, version = version + 1, vouchers = '{}' where id = $1 returning id)
		delete from cart_line l using emptied where l.cart_id = emptied.id`
	oldJoin = `
		insert into cart_line as l (cart_id, product_id, quantity, warranty_id)
		select $2, product_id, quantity, warranty_id from cart_line where cart_id = $1 order by position
		on conflict on constraint cart_line_pkey do update
		  set quantity = greatest(l.quantity, excluded.quantity), warranty_id = coalesce(nullif(l.warranty_id, 0), excluded.warranty_id)`
	oldEmpty = `delete from cart_line where cart_id = $1`
)

// roll is a shop in which processes of both versions run.
type roll struct {
	*accounts
	carts *postgres.Carts
}

// newRoll has a cart from before, with two laptops under warranty and a cable.
func newRoll(t *testing.T) (*roll, string) {
	r := &roll{accounts: newAccounts(t)}
	r.carts = postgres.NewCarts(r.pool)
	r.stock(laptop, "main", 500)
	r.stock(cable, "main", 500)
	m := r.migrator()
	require.NoError(t, m.MigrateTo(r.ctx, before(m, "_cart_row.sql")))
	id := ident.New()
	r.old(oldPut, id, cable, 1, true, cart.MaxQuantity, cart.MaxLines)
	r.old(oldPut, id, laptop, 2, true, cart.MaxQuantity, cart.MaxLines)
	r.old(oldWarranty, id, laptop, 7)
	conn, err := r.pool.Acquire(r.ctx)
	require.NoError(t, err)
	defer conn.Release()
	require.NoError(t, postgres.Migrate(r.ctx, conn.Conn(), postgres.Expand))
	return r, id
}

func (r *roll) old(sql string, args ...any) {
	r.Helper()
	_, err := r.pool.Exec(r.ctx, sql, args...)
	require.NoError(r, err)
}

// seen is the cart as each version shows it.
func (r *roll) seen(id string) (old, now []cart.Line) {
	r.Helper()
	rows, err := r.pool.Query(r.ctx, `select product_id, quantity, warranty_id, false from cart_line where cart_id = $1 order by position`, id)
	require.NoError(r, err)
	old, err = pgx.CollectRows(rows, pgx.RowToStructByPos[cart.Line])
	require.NoError(r, err)
	c, err := r.carts.Cart(r.ctx, id)
	require.NoError(r, err)
	return old, append([]cart.Line{}, c.Lines...)
}

// Whichever version changes a cart, both show the same one afterwards, and what is there at the end stays.
func TestBothVersionsOfARollShowTheSameCart(t *testing.T) {
	r, mine := newRoll(t)
	old, now := r.seen(mine)
	require.Equal(t, []cart.Line{{ProductID: cable, Quantity: 1}, {ProductID: laptop, Quantity: 2, WarrantyID: 7}}, now)
	require.Equal(t, now, old)
	other := ident.New()
	steps := map[string]func(id, to string, product int64, n int){
		"old put": func(id, _ string, product int64, n int) {
			r.old(oldPut, id, product, n, n > 1, cart.MaxQuantity, cart.MaxLines)
		},
		"put": func(id, _ string, product int64, n int) {
			_, err := r.carts.Add(r.ctx, id, product, n)
			require.NoError(t, err)
		},
		"old take": func(id, _ string, product int64, n int) { r.old(oldTake, id, product, n) },
		"take": func(id, _ string, product int64, n int) {
			require.NoError(t, r.carts.Take(r.ctx, id, product, n))
		},
		"old warranty": func(id, _ string, product int64, _ int) { r.old(oldWarranty, id, product, 7) },
		"warranty": func(id, _ string, product int64, _ int) {
			_ = r.carts.SetWarranty(r.ctx, id, product, 0) // there may be no such line
		},
		"old join": func(id, to string, _ int64, _ int) {
			r.old(`insert into cart (id) values ($1) on conflict do nothing`, to)
			r.old(oldJoin, id, to)
			r.old(oldEmpty, id)
		},
		"join":     func(id, to string, _ int64, _ int) { require.NoError(t, r.store.MoveCart(r.ctx, id, to)) },
		"old sold": func(id, _ string, _ int64, n int) { r.oldIf(n == 1, oldSold, id) },
	}
	names := []string{"old put", "put", "old put", "put", "old take", "take", "old warranty", "warranty", "old join", "join", "old sold"}
	choice := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		name, ids := names[choice.IntN(len(names))], []string{mine, other}
		choice.Shuffle(2, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		steps[name](ids[0], ids[1], []int64{laptop, cable}[choice.IntN(2)], 1+choice.IntN(3))
		for _, id := range ids {
			old, now = r.seen(id)
			require.Equal(t, old, now, "step %d, %s", i, name)
		}
	}
	r.old(oldPut, mine, cable, 3, true, cart.MaxQuantity, cart.MaxLines)
	_, now = r.seen(mine)
	conn, err := r.pool.Acquire(r.ctx)
	require.NoError(t, err)
	defer conn.Release()
	require.NoError(t, postgres.Migrate(r.ctx, conn.Conn(), postgres.Contract))
	c, err := r.carts.Cart(r.ctx, mine)
	require.NoError(t, err)
	require.Equal(t, now, c.Lines, "what the last process of the version before wrote is there without its table")
}

func (r *roll) oldIf(condition bool, sql string, args ...any) {
	r.Helper()
	if condition {
		r.old(sql, args...)
	}
}

// Processes of both versions at once lose nothing that the other adds.
func TestBothVersionsOfARollAddAtOnce(t *testing.T) {
	r, mine := newRoll(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := r.carts.Add(r.ctx, mine, cable, 1)
			assert.NoError(t, err)
		})
		wg.Go(func() {
			_, err := r.pool.Exec(r.ctx, oldPut, mine, cable, 1, true, cart.MaxQuantity, cart.MaxLines)
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	old, now := r.seen(mine)
	require.Equal(t, old, now)
	require.Equal(t, 41, now[0].Quantity)
}

// What the version before needs goes when it is asked for, or with the next version's migrations, and nothing goes back.
func TestASchemaIsContractedWhenTheVersionBeforeIsGone(t *testing.T) {
	s := newShop(t)
	m := s.migrator()
	conn, err := s.pool.Acquire(s.ctx)
	require.NoError(t, err)
	defer conn.Release()
	pending := func(p postgres.Phase) []string {
		names, err := postgres.Pending(s.ctx, conn.Conn(), p)
		require.NoError(t, err)
		return names
	}
	version := func() int32 {
		v, err := m.GetCurrentVersion(s.ctx)
		require.NoError(t, err)
		return v
	}
	newest := version()
	require.Equal(t, newest, m.Migrations[len(m.Migrations)-1].Sequence, "an empty database gets all")
	require.NoError(t, postgres.Migrate(s.ctx, conn.Conn(), postgres.Expand))
	require.Equal(t, newest, version(), "what is gone does not come back")

	require.NoError(t, m.MigrateTo(s.ctx, before(m, "_cart_row.sql")))
	last := m.Migrations[len(m.Migrations)-1].Name
	require.NotContains(t, pending(postgres.Expand), last)
	require.NoError(t, postgres.Migrate(s.ctx, conn.Conn(), postgres.Expand))
	require.Empty(t, pending(postgres.Expand), "the program starts")
	require.Equal(t, []string{last}, pending(postgres.Contract))
	require.NoError(t, postgres.Migrate(s.ctx, conn.Conn(), postgres.Contract))
	require.Equal(t, newest, version())
}
