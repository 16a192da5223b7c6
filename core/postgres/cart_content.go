package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
)

// One statement reads a cart with what it shows of its products; a product that is no longer sold has no article number.
const selectContent = `
	select coalesce(c.frozen_by::text, ''), c.vouchers,
	  coalesce(l.product_id, 0), coalesce(l.quantity, 0), coalesce(l.warranty_id, 0),
	  coalesce(p.student_minor, 0) > 0 and ` + campusCart + `,
	  coalesce(p.article_number, ''), coalesce(p.slug, ''), coalesce(p.name, ''), coalesce(p.manufacturer, ''),
	  coalesce(p.category_id, 0), coalesce(p.oms_category, ''), coalesce(p.condition, ''), coalesce(p.price_minor, 0),
	  coalesce(p.uvp_minor, 0), coalesce(p.lowest30_minor, 0), coalesce(p.student_minor, 0), coalesce(p.tax_rate, 0),
	  coalesce(p.has_bundle, false), coalesce(p.weight_grams, 0), coalesce(p.max_quantity, 0),
	  coalesce(p.image_key, ''), p.energy, p.measure, p.warranties, p.bundle,
	  (select coalesce(sum(s.available), 0) from stock s where s.product_id = p.id)::integer
	from cart c
	left join cart_line l on l.cart_id = c.id
	left join product p on p.id = l.product_id and p.active
	where c.id = $1
	order by l.position`

// Content reads a cart with its products.
func (s *Carts) Content(ctx context.Context, id string) (cart.Content, error) {
	rows, err := s.pool.Query(ctx, selectContent, id)
	if err != nil {
		return cart.Content{}, FaultOf(err, cartFaults)
	}
	c, err := collectContent(rows, id)
	return c, FaultOf(err, cartFaults)
}

// collectContent reads the rows of selectContent and closes them.
func collectContent(rows pgx.Rows, id string) (cart.Content, error) {
	defer rows.Close()
	out := cart.Content{Cart: &cart.Cart{ID: id}}
	for rows.Next() {
		line, product, err := scanContent(rows, out.Cart)
		if err != nil {
			return cart.Content{}, err
		}
		if line.ProductID != 0 {
			out.Cart.Lines = append(out.Cart.Lines, line)
		}
		if product.ArticleNumber != "" {
			out.Products = append(out.Products, product)
		}
	}
	return out, rows.Err()
}

func scanContent(row pgx.CollectableRow, c *cart.Cart) (cart.Line, *catalog.Product, error) {
	var (
		l                           cart.Line
		p                           = &catalog.Product{Active: true}
		price, uvp, lowest, student int64
		image                       string
		stock                       int
	)
	err := row.Scan(&c.FrozenBy, &c.Vouchers, &l.ProductID, &l.Quantity, &l.WarrantyID, &l.Student,
		&p.ArticleNumber, &p.Slug, &p.Name, &p.Manufacturer, &p.CategoryID, &p.OMSCategory, &p.Condition,
		&price, &uvp, &lowest, &student, &p.TaxRate, &p.HasBundle, &p.WeightGrams, &p.MaxQuantity,
		&image, &p.Energy, &p.Measure, &p.Warranties, &p.Bundle, &stock)
	p.ID = l.ProductID
	p.Prices = catalog.Prices{Price: euro(price), UVP: euro(uvp), Lowest30: euro(lowest), Student: euro(student)}
	p.Prices.Base = p.Measure.BasePrice(p.Prices.Price)
	p.Stock = []catalog.Stock{{Available: stock}}
	if image != "" {
		p.Images = []catalog.Image{{Key: image}}
	}
	return l, p, err
}
