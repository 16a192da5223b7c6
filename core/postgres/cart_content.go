package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/cart"
)

// A cart's content is its lines, and of their products what changes often. What seldom changes is kept, and the version
// of the product's row says whether it still is so; a product that is no longer sold has version 0. A cart without lines
// is one row.
const (
	selectContent = `select ` + contentColumns + ` from cart c ` + contentLines

	contentColumns = `
	coalesce(c.frozen_by::text, ''), c.vouchers,
	  coalesce(l.product_id, 0), coalesce(l.quantity, 0), coalesce(l.warranty_id, 0),
	  coalesce(p.student_minor, 0) > 0 and ` + campusCart + `, coalesce(p.xmin, '0'),
	  (select coalesce(sum(s.available), 0) from stock s where s.product_id = p.id)::integer`

	contentLines = `
	left join ` + cartLines + ` on true
	left join product p on p.id = l.product_id and p.active`

	inOrder = ` order by l.position`
)

// contentLine is a row of it.
type contentLine struct {
	cart.Line
	version uint32
	stock   int
}

// Content reads a cart with its products.
func (s *Carts) Content(ctx context.Context, id string) (cart.Content, error) {
	rows, err := s.pool.Query(ctx, selectContent+` where c.id = $1`+inOrder, id)
	if err != nil {
		return cart.Content{}, FaultOf(err, cartFaults)
	}
	c := &cart.Cart{ID: id}
	lines, err := collectContent(rows, c)
	if err != nil {
		return cart.Content{}, FaultOf(err, cartFaults)
	}
	return s.content(ctx, c, lines)
}

// collectContent reads rows of contentColumns, with what stands before them into first, and closes them.
func collectContent(rows pgx.Rows, c *cart.Cart, first ...any) ([]contentLine, error) {
	var l contentLine
	var lines []contentLine
	_, err := pgx.ForEachRow(rows, append(first,
		&c.FrozenBy, &c.Vouchers, &l.ProductID, &l.Quantity, &l.WarrantyID, &l.Student, &l.version, &l.stock,
	), func() error {
		lines = append(lines, l)
		return nil
	})
	return lines, err
}

// content adds the lines to their cart, with their products.
func (s *Carts) content(ctx context.Context, c *cart.Cart, lines []contentLine) (cart.Content, error) {
	out := cart.Content{Cart: c}
	products, err := s.products.of(ctx, lines)
	if err != nil {
		return out, FaultOf(err, cartFaults)
	}
	for i, l := range lines {
		if l.ProductID != 0 {
			c.Lines = append(c.Lines, l.Line)
		}
		if products[i] != nil {
			out.Products = append(out.Products, products[i])
		}
	}
	return out, nil
}
