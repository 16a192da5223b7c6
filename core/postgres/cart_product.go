package postgres

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/catalog"
)

// keptProducts is of how many products a process keeps what carts show: about a kilobyte each.
const keptProducts = 20_000

// cartProducts gives the products of carts' lines. It keeps them with the version of their row (xmin, which every change
// of the row replaces), and reads again those whose version is not the line's: nothing is shown that is older than the
// line.
type cartProducts struct {
	pool   *pgxpool.Pool
	kept   *lru.Cache[int64, keptProduct]
	hidden catalog.Hidden
}

type keptProduct struct {
	version uint32
	catalog.Product
}

func newCartProducts(pool *pgxpool.Pool) *cartProducts {
	kept, err := lru.New[int64, keptProduct](keptProducts)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return &cartProducts{pool: pool, kept: kept}
}

// of gives each line's product with its stock; nil for those that are no longer sold.
func (c *cartProducts) of(ctx context.Context, lines []contentLine) ([]*catalog.Product, error) {
	products := make([]*catalog.Product, len(lines))
	var unknown []int64
	for i, l := range lines {
		if l.version == 0 {
			continue
		}
		if p, ok := c.kept.Get(l.ProductID); ok && p.version == l.version {
			products[i] = p.with(l.stock)
		} else {
			unknown = append(unknown, l.ProductID)
		}
	}
	if len(unknown) == 0 {
		return products, nil
	}
	read, err := c.read(ctx, unknown)
	if err != nil {
		return nil, err
	}
	for i, l := range lines {
		if p, ok := read[l.ProductID]; ok {
			products[i] = p.with(l.stock)
		}
	}
	return products, nil
}

// with is a copy of the product; what it points to is shared, and never changed.
func (p keptProduct) with(stock int) *catalog.Product {
	p.Stock = []catalog.Stock{{Available: stock}}
	return &p.Product
}

func (c *cartProducts) read(ctx context.Context, ids []int64) (map[int64]keptProduct, error) {
	rows, err := c.pool.Query(ctx, `
		select p.xmin, p.id, p.article_number, p.slug, p.name, p.manufacturer, p.category_id, p.oms_category, p.condition,
		  p.price_minor, p.uvp_minor, p.lowest30_minor, p.student_minor, p.tax_rate, p.has_bundle, p.weight_grams,
		  p.max_quantity, coalesce(p.image_key, ''), p.energy, p.measure, p.warranties, p.bundle,
		  p.delivery_countries
		from product p where p.id = any($1) and p.active`, ids)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanCartProduct)
	read := make(map[int64]keptProduct, len(list))
	for _, p := range list {
		c.hidden.Hide(&p.Product)
		c.kept.Add(p.ID, p)
		read[p.ID] = p
	}
	return read, err
}

func scanCartProduct(row pgx.CollectableRow) (keptProduct, error) {
	p := keptProduct{Product: catalog.Product{Active: true}}
	var price, uvp, lowest, student int64
	var image string
	err := row.Scan(&p.version, &p.ID, &p.ArticleNumber, &p.Slug, &p.Name, &p.Manufacturer, &p.CategoryID, &p.OMSCategory,
		&p.Condition, &price, &uvp, &lowest, &student, &p.TaxRate, &p.HasBundle, &p.WeightGrams, &p.MaxQuantity,
		&image, &p.Energy, &p.Measure, &p.Warranties, &p.Bundle, &p.DeliveryCountries)
	p.Prices = catalog.Prices{Price: euro(price), UVP: euro(uvp), Lowest30: euro(lowest), Student: euro(student)}
	p.Prices.Base = p.Measure.BasePrice(p.Prices.Price)
	if image != "" {
		p.Images = []catalog.Image{{Key: image}}
	}
	return p, err
}
