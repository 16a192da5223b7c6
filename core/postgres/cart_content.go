package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
)

// contentColumns are a cart's content: its lines, and of their products what changes often. What seldom changes is kept,
// and the version of the product's row says whether it still is so. Products that are no longer sold are missing.
const contentColumns = `
	coalesce(c.frozen_by::text, ''), c.vouchers, c.products, c.quantities, c.warranties, (
	  select row(array_agg(p.id), array_agg(p.xmin), array_agg(s.available))
	  from product p cross join lateral (
	    select coalesce(sum(available), 0)::integer as available from stock where product_id = p.id) s
	  where p.id = any(c.products) and p.active)`

// contentRow is what they read.
type contentRow struct {
	frozenBy             string
	vouchers             []string
	products, warranties []int64
	quantities           []int
	sold                 []int64 // products, in no order
	versions             []uint32
	stock                []int
}

func (r *contentRow) targets() []any {
	return []any{
		&r.frozenBy, &r.vouchers, &r.products, &r.quantities, &r.warranties, pgtype.CompositeFields{&r.sold, &r.versions, &r.stock},
	}
}

// contentLine is a line with what was read of its product; its version is 0 when it is no longer sold.
type contentLine struct {
	cart.Line
	version uint32
	stock   int
}

func (r *contentRow) lines() []contentLine {
	lines := make([]contentLine, len(r.products))
	for i, id := range r.products {
		l := contentLine{Line: cart.Line{ProductID: id, Quantity: r.quantities[i], WarrantyID: r.warranties[i]}}
		if at := slices.Index(r.sold, id); at >= 0 {
			l.version, l.stock = r.versions[at], r.stock[at]
		}
		lines[i] = l
	}
	return lines
}

// Content reads a cart with its products.
func (s *Carts) Content(ctx context.Context, id string) (cart.Content, error) {
	var r contentRow
	err := s.pool.QueryRow(ctx, `select `+contentColumns+` from cart c where c.id = $1`, id).Scan(r.targets()...)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return cart.Content{}, FaultOf(err, cartFaults)
	}
	return s.content(ctx, id, r)
}

// content adds the products that are kept, and reads the others.
func (s *Carts) content(ctx context.Context, id string, r contentRow) (cart.Content, error) {
	out := cart.Content{Cart: &cart.Cart{ID: id, FrozenBy: r.frozenBy, Vouchers: r.vouchers}}
	lines := r.lines()
	products, err := s.products.of(ctx, lines)
	if err != nil {
		return out, FaultOf(err, cartFaults)
	}
	// Only goods with a student price ask whose cart it is: a statement that could look it up costs a seventh more even
	// when it does not.
	var member bool
	if slices.ContainsFunc(products, forStudents) {
		if err := s.pool.QueryRow(ctx, `select `+campusCart, id).Scan(&member); err != nil {
			return out, FaultOf(err, cartFaults)
		}
	}
	for i, l := range lines {
		l.Student = member && forStudents(products[i])
		out.Cart.Lines = append(out.Cart.Lines, l.Line)
		if products[i] != nil {
			out.Products = append(out.Products, products[i])
		}
	}
	return out, nil
}

// Names gives names of products.
func (s *Carts) Names(ctx context.Context, productIDs []int64) (map[int64]string, error) {
	names, err := productNames(ctx, s.pool, productIDs)
	return names, FaultOf(err, cartFaults)
}

// productNames reads the names of products, also of those that are no longer sold.
func productNames(ctx context.Context, pool *pgxpool.Pool, ids []int64) (map[int64]string, error) {
	rows, err := pool.Query(ctx, `select id, name from product where id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	var id int64
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		names[id] = name
		return nil
	})
	return names, err
}

func forStudents(p *catalog.Product) bool { return p != nil && !p.Prices.Student.IsZero() }
