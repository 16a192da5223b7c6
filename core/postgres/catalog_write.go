package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
)

// write stores new and changed products and their prices, in as many statements for one product as for a thousand.
func (a *catalogApply) write(ctx context.Context, writes []*productWrite, stored map[string]storedProduct) error {
	if len(writes) == 0 {
		return nil
	}
	if err := a.giveIDs(ctx, writes); err != nil {
		return err
	}
	points, err := a.reprice(ctx, writes, stored)
	if err != nil {
		return err
	}
	if err := a.mergeProducts(ctx, writes); err != nil {
		return err
	}
	return a.recordPrices(ctx, points)
}

func (a *catalogApply) giveIDs(ctx context.Context, writes []*productWrite) error {
	var fresh []*productWrite
	for _, w := range writes {
		if w.id == 0 {
			fresh = append(fresh, w)
		}
	}
	rows, err := a.tx.Query(ctx, `select nextval('product_id_seq') from generate_series(1, $1)`, len(fresh))
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	for i, w := range fresh {
		w.id = ids[i]
	}
	return nil
}

type pricePoint struct {
	productID int64
	catalog.PricePoint
}

// reprice works out the reduction of every product whose price moves, and gives the points to add to the history.
func (a *catalogApply) reprice(ctx context.Context, writes []*productWrite, stored map[string]storedProduct) ([]pricePoint, error) {
	var moving []*productWrite
	var ids []int64
	for _, w := range writes {
		known, exists := stored[w.product.ArticleNumber]
		if !exists || known.priceMinor != w.product.Prices.Price.Minor || len(w.product.PriceHistory) > 0 {
			moving = append(moving, w)
			ids = append(ids, w.id)
		}
	}
	histories, err := a.histories(ctx, ids)
	if err != nil {
		return nil, err
	}
	var points []pricePoint
	for _, w := range moving {
		price, history := w.product.Prices.Price, histories[w.id]
		now := catalog.PricePoint{From: a.now, Price: price}
		if len(w.product.PriceHistory) == 0 {
			w.lowest30 = catalog.Reduction(history, w.lowest30, price, a.now)
			points = append(points, pricePoint{w.id, now})
			continue
		}
		for _, p := range w.product.PriceHistory {
			if p.From.Before(a.now) {
				history = slices.DeleteFunc(history, func(known catalog.PricePoint) bool { return known.From.Equal(p.From) })
				history = append(history, p)
				points = append(points, pricePoint{w.id, p})
			}
		}
		if catalog.InForce(history, a.now).Minor != price.Minor {
			history = append(history, now)
			points = append(points, pricePoint{w.id, now})
		}
		// What becomes known of the past only now may change what was worked out before.
		w.lowest30 = catalog.Named(history)
	}
	return points, nil
}

func (a *catalogApply) histories(ctx context.Context, ids []int64) (map[int64][]catalog.PricePoint, error) {
	rows, err := a.tx.Query(ctx, `select product_id, valid_from, price_minor from price_history where product_id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	histories := map[int64][]catalog.PricePoint{}
	var id, minor int64
	var from time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &from, &minor}, func() error {
		histories[id] = append(histories[id], catalog.PricePoint{From: from, Price: euro(minor)})
		return nil
	})
	return histories, err
}

func (a *catalogApply) mergeProducts(ctx context.Context, writes []*productWrite) error {
	if _, err := a.tx.Exec(ctx, `create temp table product_import (like product) on commit drop`); err != nil {
		return err
	}
	_, err := a.tx.CopyFrom(ctx, pgx.Identifier{"product_import"}, productColumns,
		pgx.CopyFromSlice(len(writes), func(i int) ([]any, error) { return writes[i].row(a.now), nil }))
	if err != nil {
		return err
	}
	merge := `
merge into product p using product_import i on p.id = i.id
when matched then update set
    ean = i.ean, slug = i.slug, name = i.name, manufacturer = i.manufacturer, category_id = i.category_id,
    oms_category = i.oms_category, condition = i.condition, price_minor = i.price_minor, uvp_minor = i.uvp_minor,
    lowest30_minor = i.lowest30_minor, student_minor = i.student_minor, tax_rate = i.tax_rate,
    has_bundle = i.has_bundle, delivery_countries = i.delivery_countries, billing_countries = i.billing_countries,
    weight_grams = i.weight_grams, max_quantity = i.max_quantity, popularity = i.popularity, active = i.active,
    details = i.details, digest = i.digest, updated_at = i.updated_at
when not matched then insert (` + strings.Join(productColumns, ", ") + `) values (i.` + strings.Join(productColumns, ", i.") + `)`
	_, err = a.tx.Exec(ctx, merge)
	return err
}

func (a *catalogApply) recordPrices(ctx context.Context, points []pricePoint) error {
	ids, froms, minors := make([]int64, len(points)), make([]time.Time, len(points)), make([]int64, len(points))
	for i, p := range points {
		ids[i], froms[i], minors[i] = p.productID, p.From, p.Price.Minor
	}
	_, err := a.tx.Exec(ctx, `
insert into price_history (product_id, valid_from, price_minor)
select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[])
on conflict on constraint price_history_pkey do update set price_minor = excluded.price_minor`, ids, froms, minors)
	return err
}

// applyStock sets the stock of each product where the given figure is not the one given last, and gives the ids of
// those products. A figure that did not change says nothing about what orders have drawn since.
func (a *catalogApply) applyStock(ctx context.Context, list []*catalog.Product, ids map[string]int64) ([]int64, error) {
	type place struct {
		id        int64
		warehouse string
	}
	given := map[place]int{}
	for _, p := range list {
		for _, s := range p.Stock {
			given[place{ids[p.ArticleNumber], s.Warehouse}] = s.Available
		}
	}
	var productIDs []int64
	var warehouses []string
	var available []int
	for at, n := range given {
		productIDs, warehouses, available = append(productIDs, at.id), append(warehouses, at.warehouse), append(available, n)
	}
	rows, err := a.tx.Query(ctx, `
insert into stock as s (product_id, warehouse, available, imported)
select id, warehouse, n, n from unnest($1::bigint[], $2::text[], $3::integer[]) as given (id, warehouse, n)
order by id, warehouse
on conflict on constraint stock_pkey do update set available = excluded.imported, imported = excluded.imported
where s.imported <> excluded.imported
returning product_id`, productIDs, warehouses, available)
	if err != nil {
		return nil, err
	}
	changed, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return distinct(changed), err
}

// announce puts one event per changed product into the outbox, and one per product below a changed category, because
// its names and filters are part of what the index holds of them.
func (a *catalogApply) announce(ctx context.Context, changed []int64) error {
	if len(a.touched) > 0 {
		below, err := a.productsBelow(ctx, a.touched)
		if err != nil {
			return err
		}
		changed = distinct(append(changed, below...))
	}
	events := make([]outbox.Event, len(changed))
	for i, id := range changed {
		key := strconv.FormatInt(id, 10)
		events[i] = outbox.Event{
			ID: ident.New(), Topic: outbox.ProductChanged, Key: key, Payload: json.RawMessage(`{"id":` + key + `}`), At: a.now,
		}
	}
	return insertEvents(ctx, a.tx, events...)
}

func (a *catalogApply) productsBelow(ctx context.Context, categories []int64) ([]int64, error) {
	rows, err := a.tx.Query(ctx, `
with recursive below as (
    select unnest($1::bigint[]) as id
    union
    select c.id from category c join below b on c.parent_id = b.id
)
select p.id from product p join below b on p.category_id = b.id`, categories)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
