package postgres

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Carts keeps carts. It implements cart.Store. A cart is one row, so that two changes at once take turns.
type Carts struct {
	pool     *pgxpool.Pool
	products *cartProducts
}

var _ cart.Store = (*Carts)(nil)

// NewCarts makes the store.
func NewCarts(pool *pgxpool.Pool) *Carts { return &Carts{pool: pool, products: newCartProducts(pool)} }

// Hide keeps products' labels out of what is read from now on.
func (s *Carts) Hide(h catalog.Hidden) *Carts {
	s.products.hidden = h
	return s
}

var (
	errCartFull        = fault.New(fault.Conflict, "cart_full")
	errCartSoldOut     = fault.New(fault.Conflict, "product_sold_out")
	errNoProduct       = fault.New(fault.NotFound, "product_not_found")
	errNoCartLine      = fault.New(fault.NotFound, "cart_line_not_found")
	errNoWarranty      = fault.New(fault.NotFound, "warranty_not_found")
	cartFaults         = map[string]*fault.Error{}
	everything     int = math.MaxInt32
)

// cartLines are the lines of the cart c as rows. Its row has them as three lists.
const cartLines = `unnest(c.products, c.quantities, c.warranties) with ordinality l (product_id, quantity, warranty_id, position)`

// gathered makes the three lists of such rows, for "(products, quantities, warranties) = (select …)".
const gathered = `
	coalesce(array_agg(product_id order by position), '{}'), coalesce(array_agg(quantity order by position), '{}'),
	coalesce(array_agg(warranty_id order by position), '{}')`

// noLines empties a cart.
const noLines = `products = '{}', quantities = '{}', warranties = '{}'`

// Cart reads a cart with those of its lines whose product is sold.
func (s *Carts) Cart(ctx context.Context, id string) (*cart.Cart, error) {
	c := &cart.Cart{ID: id}
	var products, warranties, sold []int64
	var quantities []int
	err := s.pool.QueryRow(ctx, `
		select coalesce(frozen_by::text, ''), vouchers, products, quantities, warranties,
		  array(select p.id from product p where p.id = any(c.products) and p.active)
		from cart c where id = $1`, id).
		Scan(&c.FrozenBy, &c.Vouchers, &products, &quantities, &warranties, &sold)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, FaultOf(err, cartFaults)
	}
	for i, id := range products {
		if slices.Contains(sold, id) {
			c.Lines = append(c.Lines, cart.Line{ProductID: id, Quantity: quantities[i], WarrantyID: warranties[i]})
		}
	}
	return c, nil
}

// Add puts more of a product into a cart.
func (s *Carts) Add(ctx context.Context, id string, productID int64, quantity int) (cart.Change, error) {
	wish := max(quantity, 1)
	var limit int
	var before []int
	var r contentRow
	err := s.pool.QueryRow(ctx, addToLine, productID, cart.MaxQuantity, id, min(wish, cart.MaxQuantity), cart.MaxLines).
		Scan(append([]any{nil, &limit, &before}, r.targets()...)...)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return cart.Change{}, s.refusal(ctx, id, productID)
	case err != nil:
		return cart.Change{}, FaultOf(err, cartFaults)
	}
	if at := slices.Index(r.products, productID); at < len(before) {
		wish += before[at]
	}
	return s.changed(ctx, id, productID, wish, limit, r)
}

// SetQuantity sets a line's quantity. One that another tab has taken out stays out.
func (s *Carts) SetQuantity(ctx context.Context, id string, productID int64, quantity int) (cart.Change, error) {
	if quantity <= 0 {
		if err := s.Remove(ctx, id, productID); err != nil {
			return cart.Change{}, err
		}
		content, err := s.Content(ctx, id)
		return cart.Change{Content: content}, err
	}
	var limit int
	var r contentRow
	err := s.pool.QueryRow(ctx, setLine, productID, cart.MaxQuantity, id, min(quantity, cart.MaxQuantity)).
		Scan(append([]any{nil, &limit}, r.targets()...)...)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return s.unset(ctx, id, productID)
	case err != nil:
		return cart.Change{}, FaultOf(err, cartFaults)
	}
	return s.changed(ctx, id, productID, quantity, limit, r)
}

// changed gives the cart as the statement that changed it read it; products that are not kept are read in another. Who changes
// a cart at the same time waits for the row, and then changes what is in it by then.
//
// A change does not wait for the disk. A crash of the database may take the last half second of such changes with it; what is
// bought is safe, because the freeze of the cart waits for the disk, and with it for all that was logged before.
func (s *Carts) changed(ctx context.Context, id string, productID int64, wish, limit int, r contentRow) (cart.Change, error) {
	change := cart.Change{Quantity: r.quantities[slices.Index(r.products, productID)]}
	if wish > limit {
		change.MaxQuantity = limit
	}
	var err error
	change.Content, err = s.content(ctx, id, r)
	return change, err
}

// unset answers a quantity that was not set: with the cart as it is, where it has no such line.
func (s *Carts) unset(ctx context.Context, id string, productID int64) (cart.Change, error) {
	c, err := s.Content(ctx, id)
	if err == nil && slices.ContainsFunc(c.Cart.Lines, func(l cart.Line) bool { return l.ProductID == productID }) {
		err = s.refusal(ctx, id, productID)
	}
	return cart.Change{Content: c}, err
}

// refusal says why a statement changed nothing.
func (s *Carts) refusal(ctx context.Context, id string, productID int64) error {
	var most int
	var full bool
	err := s.pool.QueryRow(ctx, `select most, exists (select from cart where id = $3 and cardinality(products) >= $4) from (`+offer+`) offer`,
		productID, cart.MaxQuantity, id, cart.MaxLines).Scan(&most, &full)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return errNoProduct
	case err != nil:
		return FaultOf(err, cartFaults)
	case most > 0 && full:
		return errCartFull
	}
	return errCartSoldOut
}

// What takes time is getting a statement's parts ready to run, not running them: hence no joins, and few of them.
const (
	// addToLine adds $4 of the product to its line, which stands where it stood, or last. It is no row where nothing is to be had
	// or the cart is full.
	addToLine = `
	with offer as (` + offer + `)
	insert into cart as c (id, products, quantities, warranties)
	select $3, array[$1::bigint], array[least($4::integer, most)], '{0}' from offer where most > 0
	on conflict on constraint cart_pkey do update
	  set frozen_by = null, version = c.version + 1, updated_at = now(),
	    products = case when ` + held + ` then c.products else c.products || $1::bigint end,
	    quantities[coalesce(` + place + `, cardinality(c.products) + 1)] =
	      least(case when ` + held + ` then c.quantities[` + place + `] else 0 end + $4, (select most from offer)),
	    warranties = case when ` + held + ` then c.warranties else c.warranties || 0::bigint end
	  where cardinality(c.products) < $5 or ` + held + unhurried + `, (select most from offer), old.quantities, ` + contentColumns

	// setLine sets the product's line to $4. It is no row where nothing is to be had or there is no such line.
	setLine = `
	with offer as (` + offer + `)
	update cart as c
	set frozen_by = null, version = c.version + 1, updated_at = now(),
	  quantities[` + place + `] = least($4::integer, (select most from offer))
	where c.id = $3 and ` + held + ` and (select most from offer) > 0` + unhurried + `, (select most from offer), ` + contentColumns

	// offer is how much of the product $1 one cart may hold, $2 at most; no row when it is not sold.
	offer = `
	select least(nullif(p.max_quantity, 0), $2,
	  (select coalesce(sum(s.available), 0) from stock s where s.product_id = p.id)::integer) as most
	from product p where p.id = $1 and p.active`

	held  = `$1 = any(c.products)`
	place = `array_position(c.products, $1)`
)

// Remove takes a line out.
func (s *Carts) Remove(ctx context.Context, id string, productID int64) error {
	return s.Take(ctx, id, productID, everything)
}

// Take takes some of a product out. Who puts something into a cart that it left empty has not asked for the no-risk-much-fun
// package for that.
func (s *Carts) Take(ctx context.Context, id string, productID int64, quantity int) error {
	var empty bool
	err := s.pool.QueryRow(ctx, `
		update cart c set frozen_by = null, version = version + 1, updated_at = now(),
		  (products, quantities, warranties) = (
		    select `+gathered+` from (
		      select product_id, case when product_id = $2 then quantity - $3 else quantity end as quantity, warranty_id, position
		      from `+cartLines+`) taken
		    where quantity > 0)
		where c.id = $1 and $2 = any(c.products) returning c.products = '{}'`, id, productID, max(quantity, 0)).Scan(&empty)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil && empty { // in a transaction of its own: a freeze locks checkout and cart the other way round
		_, err = s.pool.Exec(ctx, `
			update checkout set no_risk = false, version = version + 1, updated_at = now()
			where cart_id = $1 and done_at is null and no_risk`, id)
	}
	return FaultOf(err, cartFaults)
}

// SetWarranty chooses a line's warranty extension among its product's.
func (s *Carts) SetWarranty(ctx context.Context, id string, productID, warrantyID int64) error {
	var offered, changed bool
	err := s.pool.QueryRow(ctx, `
		with offer as (
		  select $3 = 0 or exists (
		    select from product p, jsonb_array_elements(p.warranties) w
		    where p.id = $2 and (w ->> 'id')::bigint = $3) as offered
		), chosen as (
		  update cart c set frozen_by = null, version = version + 1, updated_at = now(),
		    warranties[array_position(c.products, $2)] = $3
		  from offer where c.id = $1 and offered and $2 = any(c.products)
		  returning c.id
		)
		select offered, exists (select from chosen) from offer`, id, productID, warrantyID).Scan(&offered, &changed)
	switch {
	case err != nil:
		return FaultOf(err, cartFaults)
	case !offered:
		return errNoWarranty
	case !changed:
		return errNoCartLine
	}
	return nil
}

// SetVouchers sets the codes; the domain has checked them.
func (s *Carts) SetVouchers(ctx context.Context, id string, codes []string) error {
	if codes == nil {
		codes = []string{}
	}
	_, err := s.pool.Exec(ctx, `
		insert into cart as c (id, vouchers) values ($1, $2)
		on conflict on constraint cart_pkey do update
		  set vouchers = excluded.vouchers, frozen_by = null, version = c.version + 1, updated_at = now()`, id, codes)
	return FaultOf(err, cartFaults)
}
