package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// SearchFallback answers listings from the catalogue's own tables while the search engine is down: categories, price,
// manufacturer and condition filters, all sorts, and a plain match of every word in a product's name, numbers or
// category. Other filters are ignored, nothing is counted. It implements search.Fallback.
type SearchFallback struct{ catalog *Catalog }

// NewSearchFallback makes the fallback.
func NewSearchFallback(c *Catalog) *SearchFallback { return &SearchFallback{catalog: c} }

var _ search.Fallback = (*SearchFallback)(nil)

// Search answers a cleaned query.
func (f *SearchFallback) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	categories, err := f.catalog.Categories(ctx)
	if err != nil {
		return search.Answer{}, err
	}
	sql, args := fallbackQuery(search.NewTree(categories), categories, q)
	rows, err := f.catalog.pool.Query(ctx, sql, args...)
	if err != nil {
		return search.Answer{}, FaultOf(err, nil)
	}
	answer := search.Answer{Degraded: true}
	var id int64
	var ids []int64
	if _, err = pgx.ForEachRow(rows, []any{&id, &answer.Total}, func() error {
		ids = append(ids, id)
		return nil
	}); err != nil {
		return search.Answer{}, FaultOf(err, nil)
	}
	if len(ids) == 0 && q.Page > 1 {
		q.Page, q.Size = 1, 1 // the total stands beside the products
		first, err := f.Search(ctx, q)
		first.Cards = nil
		return first, err
	}
	products, err := f.catalog.Products(ctx, ids)
	if err != nil {
		return search.Answer{}, err
	}
	builder := search.NewBuilder(categories)
	for _, p := range products {
		answer.Cards = append(answer.Cards, builder.Document(p).Card)
	}
	return answer, nil
}

// inStock is whether any warehouse has the product.
const inStock = "exists (select from stock where stock.product_id = p.id and stock.available > 0)"

var fallbackOrders = map[search.Sort]string{
	search.ByRelevance:  inStock + " desc, p.popularity desc, p.id",
	search.ByPopularity: "p.popularity desc, p.id",
	search.ByPriceUp:    "p.price_minor, p.id",
	search.ByPriceDown:  "p.price_minor desc, p.id",
	search.ByNewest:     "p.created_at desc, p.id",
	search.ByName:       "p.name collate german, p.id",
}

// fallbackText is what product_text_idx indexes.
const fallbackText = `(p.name || ' ' || p.manufacturer || ' ' || p.article_number || ' ' || p.ean)`

// fallbackQuery makes the statement. A page beyond the last gives no rows, and so no total.
func fallbackQuery(tree *search.Tree, categories []catalog.Category, q search.Query) (string, []any) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	where := []string{"p.active"}
	if q.CategoryID != 0 {
		where = append(where, "p.category_id = any("+arg(subtree(tree, q.CategoryID))+")")
	}
	for _, s := range q.Selections {
		if condition := fallbackSelection(tree, s, arg); condition != "" {
			where = append(where, condition)
		}
	}
	for _, word := range strings.Fields(q.Text) {
		if search.Wordless(word) || len(storable([]string{word})) == 0 {
			return "select 0, 0 where false", nil
		}
		condition := fallbackText + " ilike " + arg("%"+escapeLike(word)+"%")
		if ids := categoriesNamed(tree, categories, word); len(ids) > 0 {
			condition = "(" + condition + " or p.category_id = any(" + arg(ids) + "))"
		}
		where = append(where, condition)
	}
	sql := fmt.Sprintf("select p.id, count(*) over () from product p where %s order by %s limit %s offset %s",
		strings.Join(where, " and "), fallbackOrders[q.Sort], arg(q.Size), arg((q.Page-1)*q.Size))
	return sql, args
}

func fallbackSelection(tree *search.Tree, s search.Selection, arg func(any) string) string {
	switch s.Facet {
	case search.FacetManufacturer:
		return "p.manufacturer = any(" + arg(storable(s.Values)) + ")"
	case search.FacetCondition:
		return "p.condition = any(" + arg(storable(s.Values)) + ")"
	case search.FacetAvailability:
		return inStock
	case search.FacetCategory:
		var ids []int64
		for _, v := range s.Values {
			if id, err := strconv.ParseInt(v, 10, 64); err == nil {
				ids = append(ids, subtree(tree, id)...)
			}
		}
		return "p.category_id = any(" + arg(ids) + ")"
	case search.FacetPrice:
		var bounds []string
		if s.Min != nil {
			bounds = append(bounds, "p.price_minor >= "+arg(*s.Min))
		}
		if s.Max != nil {
			bounds = append(bounds, "p.price_minor <= "+arg(*s.Max))
		}
		return strings.Join(bounds, " and ")
	}
	return ""
}

// subtree gives a category and all below it.
func subtree(tree *search.Tree, id int64) []int64 {
	ids := []int64{id}
	for i := 0; i < len(ids); i++ {
		for _, c := range tree.Children(ids[i]) {
			if !slices.Contains(ids, c.ID) {
				ids = append(ids, c.ID)
			}
		}
	}
	return ids
}

// categoriesNamed gives the categories with the word in their name, and all below these.
func categoriesNamed(tree *search.Tree, categories []catalog.Category, word string) []int64 {
	var ids []int64
	key := search.NameKey(word)
	for _, c := range categories {
		if strings.Contains(search.NameKey(c.Name.DE), key) || strings.Contains(search.NameKey(c.Name.EN), key) {
			ids = append(ids, subtree(tree, c.ID)...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// storable leaves the values that PostgreSQL takes for text. No product has any other.
func storable(values []string) []string {
	kept := make([]string, 0, len(values))
	for _, v := range values {
		if utf8.ValidString(v) && !strings.Contains(v, "\x00") {
			kept = append(kept, v)
		}
	}
	return kept
}

func escapeLike(word string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word)
}

// Size is the number of products that an index of the catalogue has.
func (s *Catalog) Size(ctx context.Context) (int, error) {
	var n int
	err := s.pool.QueryRow(ctx, `select count(*) from product where active`).Scan(&n)
	return n, FaultOf(err, nil)
}
