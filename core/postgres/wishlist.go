package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/wishlist"
)

// Wishlists keeps wishlists. It implements wishlist.Store.
type Wishlists struct{ pool *pgxpool.Pool }

var _ wishlist.Store = (*Wishlists)(nil)

// NewWishlists makes the store.
func NewWishlists(pool *pgxpool.Pool) *Wishlists { return &Wishlists{pool} }

var (
	errWishlistFull = fault.New(fault.Conflict, "wishlist_full")
	wishlistFaults  = map[string]*fault.Error{}
)

const selectWished = `
	select w.product_id from wishlist_item w join product p on p.id = w.product_id and p.active
	where w.cart_id = $1 order by w.position desc`

// Items reads a list.
func (s *Wishlists) Items(ctx context.Context, id string) ([]int64, error) {
	return wished(ctx, s.pool, id)
}

func wished(ctx context.Context, db querier, id string) ([]int64, error) {
	rows, err := db.Query(ctx, selectWished, id)
	if err != nil {
		return nil, FaultOf(err, wishlistFaults)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return ids, FaultOf(err, wishlistFaults)
}

// Add puts a product on a list. Several adds at once may pass the bound by a few, which nobody minds.
func (s *Wishlists) Add(ctx context.Context, id string, productID int64) (int, error) {
	var sold, listed bool
	var count int
	b := &pgx.Batch{}
	b.Queue(`
		insert into wishlist_item (cart_id, product_id)
		select $1, p.id from product p
		where p.id = $2 and p.active and (select count(*) from wishlist_item w where w.cart_id = $1) < $3
		on conflict on constraint wishlist_item_pkey do nothing`, id, productID, wishlist.MaxItems)
	b.Queue(`
		select exists (select from product p where p.id = $2 and p.active),
		       exists (select from wishlist_item w where w.cart_id = $1 and w.product_id = $2),
		       (select count(*) from wishlist_item w join product p on p.id = w.product_id and p.active where w.cart_id = $1)`,
		id, productID).
		QueryRow(func(row pgx.Row) error { return row.Scan(&sold, &listed, &count) })
	err := s.pool.SendBatch(ctx, b).Close()
	switch {
	case err != nil:
		return 0, FaultOf(err, wishlistFaults)
	case !sold:
		return 0, errNoProduct
	case !listed:
		return 0, errWishlistFull
	}
	return count, nil
}

// Remove takes a product off a list.
func (s *Wishlists) Remove(ctx context.Context, id string, productID int64) (int, error) {
	var count int
	err := s.pool.QueryRow(ctx, `
		with gone as (delete from wishlist_item where cart_id = $1 and product_id = $2)
		select count(*) from wishlist_item w join product p on p.id = w.product_id and p.active
		where w.cart_id = $1 and w.product_id <> $2`, id, productID).Scan(&count)
	return count, FaultOf(err, wishlistFaults)
}

// MoveToCart locks the cart's row before it looks at the lines, as every change of a cart does. A list of which nothing
// can be moved leaves the cart as it is, so that a payment under way goes on.
func (s *Wishlists) MoveToCart(ctx context.Context, id string) (wishlist.Moved, error) {
	var moved wishlist.Moved
	err := inTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if _, err = tx.Exec(ctx, `insert into cart (id) values ($1) on conflict on constraint cart_pkey do nothing`, id); err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, `select from cart where id = $1 for update`, id); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			with held as (
			  select unnest(products) as product_id from cart where id = $1
			), wanted as (
			  select w.product_id, w.position from wishlist_item w join product p on p.id = w.product_id and p.active
			  where w.cart_id = $1 and w.product_id not in (select product_id from held)
			    and exists (select from stock s where s.product_id = w.product_id and s.available > 0)
			  order by w.position limit greatest($2 - (select count(*) from held), 0)
			), opened as (
			  update cart c set frozen_by = null, version = version + 1, updated_at = now(), products = c.products || w.products,
			    quantities = c.quantities || array_fill(1, array[w.n]), warranties = c.warranties || array_fill(0::bigint, array[w.n])
			  from (select array_agg(product_id order by position) as products, count(*)::integer as n from wanted) w
			  where c.id = $1 and w.n > 0
			)
			delete from wishlist_item w
			where w.cart_id = $1 and w.product_id in (select product_id from wanted union all select product_id from held)
			returning w.product_id`, id, cart.MaxLines)
		if err != nil {
			return err
		}
		if moved.Added, err = pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil {
			return err
		}
		moved.Left, err = wished(ctx, tx, id)
		return err
	})
	return moved, FaultOf(err, wishlistFaults)
}

// moveWishlist moves a list behind another. A product of both stays where it is in the other. What is more than a list takes is
// dropped, the oldest of what comes along.
func moveWishlist(ctx context.Context, tx pgx.Tx, from, to string) error {
	_, err := tx.Exec(ctx, `
		with gone as (
		  delete from wishlist_item where cart_id = $1 returning product_id, position, added_at
		), held as (
		  select product_id from wishlist_item where cart_id = $2
		), fit as (
		  select * from gone where product_id not in (select product_id from held)
		  order by position desc limit greatest($3 - (select count(*) from held), 0)
		)
		insert into wishlist_item (cart_id, product_id, added_at)
		select $2, product_id, added_at from fit order by position
		on conflict on constraint wishlist_item_pkey do nothing`, from, to, wishlist.MaxItems)
	return err
}
