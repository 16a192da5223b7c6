package postgres

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Carts keeps carts. It implements cart.Store. Every change locks the cart's row before its lines, so that two at once
// take turns.
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

// Cart reads a cart with its lines.
func (s *Carts) Cart(ctx context.Context, id string) (*cart.Cart, error) {
	c := &cart.Cart{ID: id}
	rows, err := s.pool.Query(ctx, `
		select coalesce(c.frozen_by::text, ''), c.vouchers,
		  coalesce(l.product_id, 0), coalesce(l.quantity, 0), coalesce(l.warranty_id, 0)
		from cart c left join cart_line l on l.cart_id = c.id
		where c.id = $1 order by l.position`, id)
	if err != nil {
		return nil, FaultOf(err, cartFaults)
	}
	var l cart.Line
	_, err = pgx.ForEachRow(rows, []any{&c.FrozenBy, &c.Vouchers, &l.ProductID, &l.Quantity, &l.WarrantyID}, func() error {
		if l.ProductID != 0 {
			c.Lines = append(c.Lines, l)
		}
		return nil
	})
	if err != nil {
		return nil, FaultOf(err, cartFaults)
	}
	return c, nil
}

// Add puts more of a product into a cart.
func (s *Carts) Add(ctx context.Context, id string, productID int64, quantity int) (cart.Change, error) {
	return s.put(ctx, id, productID, quantity, true)
}

// SetQuantity sets a line's quantity.
func (s *Carts) SetQuantity(ctx context.Context, id string, productID int64, quantity int) (cart.Change, error) {
	if quantity <= 0 {
		if err := s.Remove(ctx, id, productID); err != nil {
			return cart.Change{}, err
		}
		content, err := s.Content(ctx, id)
		return cart.Change{Content: content}, err
	}
	return s.put(ctx, id, productID, quantity, false)
}

// put changes and reads the cart in one round trip and one transaction; products that are not kept are read in another.
// The change is one statement: what may be had, the cart's row, the line. Whether the wish was cut is told from the line
// as the statement found it; two changes at once may both be right about that and still end at the limit.
//
// It does not wait for the disk. A crash of the database may take the last half second of such changes with it; what is
// bought is safe, because the freeze of the cart waits for the disk, and with it for all that was logged before.
func (s *Carts) put(ctx context.Context, id string, productID int64, quantity int, more bool) (cart.Change, error) {
	quantity = min(max(quantity, 1), cart.MaxQuantity)
	var limit, had, lines int
	var has *int
	var change cart.Change
	b := &pgx.Batch{}
	b.Queue(`
		with offer as (
		  select p.id, least(nullif(p.max_quantity, 0), $5,
		    (select coalesce(sum(s.available), 0) from stock s where s.product_id = p.id)::integer) as most,
		    coalesce((select l.quantity from cart_line l where l.cart_id = $1 and l.product_id = p.id), 0) as had,
		    (select count(*) from cart_line l where l.cart_id = $1 and l.product_id <> p.id) as others
		  from product p where p.id = $2 and p.active
		), opened as (
		  insert into cart as c (id) select $1 from offer where most > 0 and others < $6
		  on conflict on constraint cart_pkey do update set frozen_by = null, version = c.version + 1, updated_at = now()
		  returning c.id
		), line as (
		  insert into cart_line as l (cart_id, product_id, quantity)
		  select opened.id, offer.id, least($3, offer.most) from opened, offer
		  on conflict on constraint cart_line_pkey do update
		    set quantity = least(case when $4 then l.quantity else 0 end + $3, (select most from offer))
		  returning l.quantity
		)
		select offer.most, offer.had, offer.others, line.quantity, set_config('synchronous_commit', 'off', true)
		from offer left join line on true`,
		id, productID, quantity, more, cart.MaxQuantity, cart.MaxLines).
		QueryRow(func(row pgx.Row) error { return row.Scan(&limit, &had, &lines, &has, nil) })
	c := &cart.Cart{ID: id}
	var content []contentLine
	b.Queue(selectContent, id).Query(func(rows pgx.Rows) (err error) {
		content, err = collectContent(rows, c)
		return err
	})
	err := s.pool.SendBatch(ctx, b).Close()
	switch {
	case err != nil:
		return cart.Change{}, FaultOf(err, map[string]*fault.Error{NoRows: errNoProduct})
	case limit <= 0:
		return cart.Change{}, errCartSoldOut
	case has == nil:
		return cart.Change{}, errCartFull
	}
	wish := quantity
	if more {
		wish += had
	}
	change.Quantity = *has
	if wish > limit {
		change.MaxQuantity = limit
	}
	change.Content, err = s.content(ctx, c, content)
	return change, err
}

// Remove takes a line out.
func (s *Carts) Remove(ctx context.Context, id string, productID int64) error {
	return s.Take(ctx, id, productID, everything)
}

// Take takes some of a product out.
func (s *Carts) Take(ctx context.Context, id string, productID int64, quantity int) error {
	_, err := s.pool.Exec(ctx, `
		with opened as (
		  update cart c set frozen_by = null, version = version + 1, updated_at = now()
		  where c.id = $1 and exists (select from cart_line l where l.cart_id = c.id and l.product_id = $2)
		  returning c.id
		), gone as (
		  delete from cart_line l using opened
		  where l.cart_id = opened.id and l.product_id = $2 and l.quantity <= $3
		)
		update cart_line l set quantity = l.quantity - $3 from opened
		where l.cart_id = opened.id and l.product_id = $2 and l.quantity > $3`, id, productID, max(quantity, 0))
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
		), opened as (
		  update cart c set frozen_by = null, version = version + 1, updated_at = now() from offer
		  where c.id = $1 and offered and exists (select from cart_line l where l.cart_id = c.id and l.product_id = $2)
		  returning c.id
		), line as (
		  update cart_line l set warranty_id = $3 from opened where l.cart_id = opened.id and l.product_id = $2
		  returning l.product_id
		)
		select offered, exists (select from line) from offer`, id, productID, warrantyID).Scan(&offered, &changed)
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
