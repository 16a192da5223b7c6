package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
)

// Catalog is the catalogue in PostgreSQL. It implements catalog.Store.
type Catalog struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	hidden catalog.Hidden
}

var (
	_ catalog.Store   = (*Catalog)(nil)
	_ catalog.Records = (*Catalog)(nil)
)

// NewCatalog makes the store; the clock dates price changes.
func NewCatalog(pool *pgxpool.Pool, clock clock.Clock) *Catalog {
	return &Catalog{pool: pool, clock: clock}
}

// Hide keeps products' labels out of what is read from now on.
func (s *Catalog) Hide(h catalog.Hidden) *Catalog {
	s.hidden = h
	return s
}

func (s *Catalog) scan(row pgx.CollectableRow) (*catalog.Product, error) {
	p, err := scanProduct(row)
	if err == nil {
		s.hidden.Hide(p)
	}
	return p, err
}

var catalogFaults = map[string]*fault.Error{
	NoRows: fault.New(fault.NotFound, "product_not_found"),
}

// Categories gives the tree in depth-first order, as catalog.Store has it.
func (s *Catalog) Categories(ctx context.Context) ([]catalog.Category, error) {
	const query = `
with recursive tree as (
    select c.*, ''::text as parent_slug from category c where parent_id is null
    union all
    select c.*, t.slug from category c join tree t on c.parent_id = t.id
) search depth first by sort, slug set path
select id, coalesce(parent_id, 0), parent_slug, slug, name_de, name_en, sort, attributes from tree order by path`
	rows, err := s.pool.Query(ctx, query)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c catalog.Category, err error) {
		err = row.Scan(&c.ID, &c.ParentID, &c.ParentSlug, &c.Slug, &c.Name.DE, &c.Name.EN, &c.Sort, &c.Attributes)
		return c, err
	})
	return list, FaultOf(err, catalogFaults)
}

// Filled looks for one product in each category.
func (s *Catalog) Filled(ctx context.Context) ([]int64, error) {
	rows, err := s.pool.Query(ctx, `
with recursive filled as (
    select c.id, c.parent_id from category c where exists (select from product p where p.category_id = c.id and p.active)
    union
    select c.id, c.parent_id from category c join filled f on c.id = f.parent_id)
select id from filled order by id`)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return ids, FaultOf(err, catalogFaults)
}

// Warehouses gives those that products are or were in.
func (s *Catalog) Warehouses(ctx context.Context) ([]string, error) {
	rows, err := s.pool.Query(ctx, `select distinct warehouse from stock order by warehouse`)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return names, FaultOf(err, catalogFaults)
}

// One statement reads a whole product: the row, its category's slug and its stock.
const selectProduct = `
select p.id, p.article_number, p.ean, p.slug, p.name, p.manufacturer, p.category_id,
       (select c.slug from category c where c.id = p.category_id), p.oms_category, p.condition,
       p.price_minor, p.uvp_minor, p.lowest30_minor, p.student_minor, p.tax_rate, p.has_bundle,
       p.delivery_countries, p.billing_countries, p.weight_grams, p.max_quantity, p.popularity, p.active,
       p.details, p.created_at, p.updated_at,
       st.warehouses, st.available
from product p cross join lateral (
    select array_agg(s.warehouse order by s.warehouse) as warehouses, array_agg(s.available order by s.warehouse) as available
    from stock s where s.product_id = p.id
) st`

const selectActive = selectProduct + `
where p.active`

// Product reads one active product.
func (s *Catalog) Product(ctx context.Context, id int64) (*catalog.Product, error) {
	rows, err := s.pool.Query(ctx, selectActive+` and p.id = $1`, id)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	p, err := pgx.CollectExactlyOneRow(rows, s.scan)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	return p, nil
}

// Products reads the active ones of ids in one statement.
func (s *Catalog) Products(ctx context.Context, ids []int64) ([]*catalog.Product, error) {
	return several(ctx, s, ` and p.id = any($1)`, ids, func(p *catalog.Product) int64 { return p.ID })
}

// ByArticleNumbers reads the active ones of the article numbers in one statement.
func (s *Catalog) ByArticleNumbers(ctx context.Context, articleNumbers []string) ([]*catalog.Product, error) {
	return several(ctx, s, ` and p.article_number = any($1)`, articleNumbers, func(p *catalog.Product) string { return p.ArticleNumber })
}

// several reads active products and puts them into the order of their keys.
func several[K comparable](ctx context.Context, s *Catalog, where string, keys []K, keyOf func(*catalog.Product) K) ([]*catalog.Product, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectActive+where, keys)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	found, err := pgx.CollectRows(rows, s.scan)
	if err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	byKey := make(map[K]*catalog.Product, len(found))
	for _, p := range found {
		byKey[keyOf(p)] = p
	}
	list := make([]*catalog.Product, 0, len(keys))
	for _, key := range keys {
		if p, ok := byKey[key]; ok {
			list = append(list, p)
		}
	}
	return list, nil
}

// Each streams the active products; it holds one connection until yield has seen the last. An error of yield ends it.
func (s *Catalog) Each(ctx context.Context, yield func(*catalog.Product) error) error {
	return s.stream(ctx, selectActive+` order by p.id`, s.scan, yield)
}

func (s *Catalog) stream(ctx context.Context, query string, scan pgx.RowToFunc[*catalog.Product], yield func(*catalog.Product) error) error {
	rows, err := s.pool.Query(ctx, query)
	if err != nil {
		return FaultOf(err, catalogFaults)
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scan(rows)
		if err != nil {
			return FaultOf(err, catalogFaults)
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return FaultOf(rows.Err(), catalogFaults)
}
