package postgres

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Apply writes a batch; see catalog.Store. Batches of several imports at once take turns.
func (s *Catalog) Apply(ctx context.Context, batch catalog.Batch) (catalog.Result, error) {
	return s.apply(ctx, batch.Categories, func(*catalogApply) ([]*catalog.Product, error) { return batch.Products, nil })
}

// Revise writes what becomes of stored products; see catalog.Store. It takes turns with Apply.
func (s *Catalog) Revise(ctx context.Context, articleNumbers []string, revise func(map[string]*catalog.Product) []*catalog.Product) (catalog.Result, error) {
	return s.apply(ctx, nil, func(a *catalogApply) ([]*catalog.Product, error) {
		stored, err := a.read(ctx, articleNumbers)
		if err != nil {
			return nil, err
		}
		return revise(stored), nil
	})
}

// apply writes the categories and the products that are given once it is this import's turn.
func (s *Catalog) apply(ctx context.Context, categories []catalog.Category, products func(*catalogApply) ([]*catalog.Product, error)) (catalog.Result, error) {
	var result catalog.Result
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		a := &catalogApply{tx: tx, now: s.clock.Now().Truncate(time.Microsecond)}
		if err := a.begin(ctx, categories); err != nil {
			return err
		}
		list, err := products(a)
		if err != nil {
			return err
		}
		result, err = a.applyProducts(ctx, list)
		return err
	})
	if err != nil {
		return catalog.Result{}, FaultOf(err, catalogFaults)
	}
	return result, nil
}

// catalogApply is one run of Apply inside its transaction.
type catalogApply struct {
	tx         pgx.Tx
	now        time.Time
	categories map[string]storedCategory
	touched    []int64           // categories that changed, whose products must be indexed again
	asRead     map[string][]byte // digests of the products that were read to be revised
}

type storedCategory struct {
	id     int64
	digest []byte
}

type storedProduct struct {
	id            int64
	articleNumber string
	digest        []byte
	priceMinor    int64
	lowest30Minor int64
}

// begin waits for this import's turn.
func (a *catalogApply) begin(ctx context.Context, categories []catalog.Category) error {
	if _, err := a.tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext('kontor.catalog'))`); err != nil {
		return err
	}
	return a.applyCategories(ctx, categories)
}

// read gives stored products as an import would give them, and notes what they were: revising one makes its digest
// another than the import's that wrote it, which may have had earlier prices with it.
func (a *catalogApply) read(ctx context.Context, articleNumbers []string) (map[string]*catalog.Product, error) {
	rows, err := a.tx.Query(ctx, selectProduct+` where p.article_number = any($1)`, articleNumbers)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanProduct)
	if err != nil {
		return nil, err
	}
	stored := make(map[string]*catalog.Product, len(list))
	a.asRead = make(map[string][]byte, len(list))
	for _, p := range list {
		asGiven(p)
		if a.asRead[p.ArticleNumber], err = productDigest(p); err != nil {
			return nil, err
		}
		stored[p.ArticleNumber] = p
	}
	return stored, nil
}

func (a *catalogApply) applyProducts(ctx context.Context, list []*catalog.Product) (catalog.Result, error) {
	var result catalog.Result
	stored, err := a.storedProducts(ctx, list)
	if err != nil {
		return result, err
	}
	writes, err := a.changes(ctx, list, stored)
	if err != nil {
		return result, err
	}
	result.Leaps = leaps(writes, stored)
	if err := a.write(ctx, writes, stored); err != nil {
		return result, err
	}
	ids := make(map[string]int64, len(list))
	for number, p := range stored {
		ids[number] = p.id
	}
	changed := make([]int64, 0, len(writes))
	for _, w := range writes {
		if _, known := stored[w.product.ArticleNumber]; !known {
			result.Created++
		}
		ids[w.product.ArticleNumber] = w.id
		changed = append(changed, w.id)
	}
	restocked, err := a.applyStock(ctx, list, ids)
	if err != nil {
		return result, err
	}
	changed = distinct(append(changed, restocked...))
	result.Updated = len(changed) - result.Created
	result.Unchanged = len(ids) - len(changed)
	return result, a.announce(ctx, changed)
}

func (a *catalogApply) applyCategories(ctx context.Context, list []catalog.Category) error {
	rows, err := a.tx.Query(ctx, `select slug, id, digest from category`)
	if err != nil {
		return err
	}
	a.categories = map[string]storedCategory{}
	var slug string
	var c storedCategory
	if _, err = pgx.ForEachRow(rows, []any{&slug, &c.id, &c.digest}, func() error {
		a.categories[slug] = storedCategory{c.id, slices.Clone(c.digest)}
		return nil
	}); err != nil {
		return err
	}
	for _, c := range list {
		if err := a.applyCategory(ctx, c); err != nil {
			return err
		}
	}
	if len(a.touched) == 0 {
		return nil // new categories hang on what there was
	}
	return a.refuseCircles(ctx)
}

// refuseCircles finds categories that hang on no root any more.
func (a *catalogApply) refuseCircles(ctx context.Context) error {
	rows, err := a.tx.Query(ctx, `
with recursive tree as (
    select id from category where parent_id is null
    union all
    select c.id from category c join tree t on c.parent_id = t.id
)
select slug from category where id not in (select id from tree) order by slug`)
	if err != nil {
		return err
	}
	slugs, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(slugs) == 0 {
		return err
	}
	fields := make([]fault.Field, len(slugs))
	for i, slug := range slugs {
		fields[i] = fault.Field{Name: slug, Reason: "category_circle"}
	}
	return fault.InvalidFields("category_circle", fields...)
}

func (a *catalogApply) applyCategory(ctx context.Context, c catalog.Category) error {
	var parent *int64
	if c.ParentSlug != "" {
		p, ok := a.categories[c.ParentSlug]
		if !ok {
			return fault.InvalidFields("category_parent_unknown", fault.Field{Name: c.ParentSlug, Reason: "category_parent_unknown"})
		}
		parent = &p.id
	}
	c.ID, c.ParentID = 0, 0
	if c.Attributes == nil {
		c.Attributes = []catalog.AttributeDef{}
	}
	digest, err := digestOf(c)
	if err != nil {
		return err
	}
	known, exists := a.categories[c.Slug]
	if exists && bytes.Equal(known.digest, digest) {
		return nil
	}
	var was []catalog.AttributeDef
	if exists {
		if was, err = a.attributesOf(ctx, known.id); err != nil {
			return err
		}
	}
	const upsert = `
insert into category (slug, parent_id, name_de, name_en, sort, attributes, digest) values ($1, $2, $3, $4, $5, $6, $7)
on conflict on constraint category_slug_key do update set
    parent_id = excluded.parent_id, name_de = excluded.name_de, name_en = excluded.name_en, sort = excluded.sort,
    attributes = excluded.attributes, digest = excluded.digest
returning id`
	var id int64
	if err := a.tx.QueryRow(ctx, upsert, c.Slug, parent, c.Name.DE, c.Name.EN, c.Sort, c.Attributes, digest).Scan(&id); err != nil {
		return err
	}
	a.categories[c.Slug] = storedCategory{id, digest}
	if !exists {
		return nil
	}
	a.touched = append(a.touched, id)
	return a.follow(ctx, id, was, c.Attributes)
}

func (a *catalogApply) storedProducts(ctx context.Context, list []*catalog.Product) (map[string]storedProduct, error) {
	rows, err := a.tx.Query(ctx, `
select id, article_number, digest, price_minor, lowest30_minor from product where article_number = any($1)`, numbersOf(list))
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p storedProduct, err error) {
		err = row.Scan(&p.id, &p.articleNumber, &p.digest, &p.priceMinor, &p.lowest30Minor)
		return p, err
	})
	if err != nil {
		return nil, err
	}
	stored := make(map[string]storedProduct, len(found))
	for _, p := range found {
		stored[p.articleNumber] = p
	}
	return stored, nil
}

// changes gives what must be written. Of an article number that comes twice in a batch the last one counts.
func (a *catalogApply) changes(ctx context.Context, list []*catalog.Product, stored map[string]storedProduct) ([]*productWrite, error) {
	writes, err := a.differing(ctx, list, stored)
	if err != nil {
		return nil, err
	}
	for _, w := range writes {
		category, ok := a.categories[w.product.CategorySlug]
		if !ok {
			return nil, fault.InvalidFields("category_unknown", fault.Field{Name: w.product.CategorySlug, Reason: "category_unknown"})
		}
		w.categoryID = category.id
	}
	return writes, nil
}

// differing gives the products that are not stored as they are given, without their categories.
func (a *catalogApply) differing(ctx context.Context, list []*catalog.Product, stored map[string]storedProduct) ([]*productWrite, error) {
	last := make(map[string]int, len(list))
	for i, p := range list {
		last[p.ArticleNumber] = i
	}
	news, err := a.bringsNews(ctx, list, stored)
	if err != nil {
		return nil, err
	}
	var writes []*productWrite
	for i, p := range list {
		if last[p.ArticleNumber] != i {
			continue
		}
		digest, err := productDigest(p)
		if err != nil {
			return nil, err
		}
		known, exists := stored[p.ArticleNumber]
		if exists && !news[p] && (bytes.Equal(known.digest, digest) || bytes.Equal(a.asRead[p.ArticleNumber], digest)) {
			continue
		}
		writes = append(writes, &productWrite{product: p, id: known.id, lowest30: euro(known.lowest30Minor), digest: digest})
	}
	return writes, nil
}

// bringsNews gives the stored products that come with earlier prices which the shop does not know.
func (a *catalogApply) bringsNews(ctx context.Context, list []*catalog.Product, stored map[string]storedProduct) (map[*catalog.Product]bool, error) {
	var ids []int64
	for _, p := range list {
		if known, exists := stored[p.ArticleNumber]; exists && len(p.PriceHistory) > 0 {
			ids = append(ids, known.id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	histories, err := a.histories(ctx, ids)
	if err != nil {
		return nil, err
	}
	news := map[*catalog.Product]bool{}
	for _, p := range list {
		for _, given := range p.PriceHistory {
			known := slices.ContainsFunc(histories[stored[p.ArticleNumber].id], func(h catalog.PricePoint) bool {
				return h.From.Equal(given.From) && h.Price == given.Price
			})
			if !known && given.From.Before(a.now) {
				news[p] = true
			}
		}
	}
	return news, nil
}

// leaps gives the changes of prices that are mistakes, most likely.
func leaps(writes []*productWrite, stored map[string]storedProduct) (list []catalog.PriceLeap) {
	for _, w := range writes {
		was, is := euro(stored[w.product.ArticleNumber].priceMinor), w.product.Prices.Price
		if catalog.Leapt(was, is) {
			list = append(list, catalog.PriceLeap{ArticleNumber: w.product.ArticleNumber, Was: was, Is: is})
		}
	}
	return list
}

func numbersOf(list []*catalog.Product) []string {
	numbers := make([]string, len(list))
	for i, p := range list {
		numbers[i] = p.ArticleNumber
	}
	return numbers
}

func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}
