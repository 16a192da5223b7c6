package exchange

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Columns are the columns of a table for which nothing else was chosen.
var Columns = []string{numberColumn, "name", "manufacturer", "category", "active", "priceCents", "uvpCents", "studentCents"}

// AllColumns stands for all columns but those of stock, where it is the only one chosen.
const AllColumns = "all"

// ExportOptions choose what goes into a file.
type ExportOptions struct {
	Category string   // slug: what is in it and below; all products when left out
	Columns  []string // of a table: names as an import has them, "attribute.*" and the like for all of a kind
	Stock    bool     // the pieces that are free now, by warehouse
}

// Export writes stored products, active or not, so that an import of the file changes nothing: JSONL with the categories
// before them, each line whole, or a table. Tables are separated by separator. It gives the number of products.
// Faults: NotFound ("category_not_found"); a column that there is none of is named by its error.
func Export(ctx context.Context, store catalog.Records, out io.Writer, format Format, separator rune, opts ExportOptions) (int, error) {
	tree, err := store.Categories(ctx)
	if err != nil {
		return 0, err
	}
	x := &export{store: store, opts: opts, tree: tree, defs: map[string][]catalog.AttributeDef{}}
	if x.inside, err = below(tree, opts.Category); err != nil {
		return 0, err
	}
	for _, c := range tree {
		x.defs[c.Slug] = c.Attributes
	}
	if format == CSV {
		return x.table(ctx, out, separator)
	}
	return x.lines(ctx, out)
}

// export is one file that is written.
type export struct {
	store  catalog.Records
	opts   ExportOptions
	tree   []catalog.Category
	inside map[string]bool // slugs of the chosen categories
	defs   map[string][]catalog.AttributeDef
}

// below gives the slugs of a category and of all below it.
func below(tree []catalog.Category, slug string) (map[string]bool, error) {
	inside := map[string]bool{}
	for _, c := range tree { // parents come first
		if slug == "" || c.Slug == slug || inside[c.ParentSlug] {
			inside[c.Slug] = true
		}
	}
	if len(inside) == 0 && slug != "" {
		return nil, fault.New(fault.NotFound, "category_not_found")
	}
	return inside, nil
}

// each gives the lines of the chosen products.
func (x *export) each(ctx context.Context, yield func(*Product) error) (products int, err error) {
	err = x.store.EachRecord(ctx, func(p *catalog.Product) error {
		if !x.inside[p.CategorySlug] {
			return nil
		}
		products++
		return yield(LineOf(p, x.defs[p.CategorySlug]))
	})
	return products, err
}

// LineOf gives the line that makes a stored product, with the pieces that are free now. Attributes that the definitions of its
// category do not know are not in it.
func LineOf(p *catalog.Product, defs []catalog.AttributeDef) *Product {
	line := recordOf(p)
	line.Type, line.Attributes, line.Stock = "product", map[string]Value{}, map[string]int{}
	for _, a := range p.Attributes {
		if i := slices.IndexFunc(defs, func(d catalog.AttributeDef) bool { return d.Key == a.Key }); i >= 0 {
			line.Attributes[a.Key] = valueOf(a, defs[i])
		}
	}
	for _, s := range p.Stock {
		line.Stock[s.Warehouse] = s.Available
	}
	return line
}

func (x *export) lines(ctx context.Context, out io.Writer) (int, error) {
	w := json.NewEncoder(out)
	w.SetEscapeHTML(false)
	for _, c := range x.withParents() {
		line := Category{Type: "category", Slug: c.Slug, Parent: c.ParentSlug, Name: c.Name, Sort: c.Sort, Attributes: c.Attributes}
		if err := w.Encode(line); err != nil {
			return 0, err
		}
	}
	return x.each(ctx, func(p *Product) error {
		if !x.opts.Stock {
			p.Stock = nil
		}
		return w.Encode(p)
	})
}

// withParents gives the chosen categories and those that they hang on.
func (x *export) withParents() []catalog.Category {
	wanted := maps.Clone(x.inside)
	list := slices.Clone(x.tree)
	slices.Reverse(list) // children first
	list = slices.DeleteFunc(list, func(c catalog.Category) bool {
		if wanted[c.Slug] && c.ParentSlug != "" {
			wanted[c.ParentSlug] = true
		}
		return !wanted[c.Slug]
	})
	slices.Reverse(list)
	return list
}

func (x *export) table(ctx context.Context, out io.Writer, separator rune) (int, error) {
	names, err := x.names(ctx)
	if err != nil {
		return 0, err
	}
	columns := make([]column, len(names))
	for i, name := range names {
		if columns[i], err = columnOf(name); err != nil {
			return 0, err
		}
	}
	w := csv.NewWriter(out)
	w.Comma = separator
	if err := w.Write(names); err != nil {
		return 0, err
	}
	cells := make([]string, len(names))
	products, err := x.each(ctx, func(p *Product) error {
		for i, c := range columns {
			if key, is := strings.CutPrefix(names[i], "attribute."); is && p.Attributes[key].ambiguous() {
				return fmt.Errorf("%s: attribute %q holds a |, which a table cannot: export .jsonl", p.ArticleNumber, key)
			}
			cells[i] = guarded(c.show(p))
		}
		return w.Write(cells)
	})
	w.Flush()
	return products, cmp.Or(err, w.Error())
}

// names gives the chosen columns, each of a kind by its name, the article number first where it was not chosen.
func (x *export) names(ctx context.Context) ([]string, error) {
	chosen := x.chosen()
	var kinds map[string][]string
	if slices.ContainsFunc(chosen, func(name string) bool { return strings.HasSuffix(name, ".*") }) {
		var err error
		if kinds, err = x.kinds(ctx); err != nil {
			return nil, err
		}
	}
	names := []string{numberColumn}
	for _, name := range chosen {
		list, is := kinds[name]
		if !is {
			list = []string{name}
		}
		for _, name := range list {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

func (x *export) chosen() []string {
	chosen := slices.Clone(x.opts.Columns)
	switch {
	case len(chosen) == 0:
		chosen = slices.Clone(Columns)
	case slices.Equal(chosen, []string{AllColumns}):
		chosen = nil
		for _, c := range fixedColumns {
			chosen = append(chosen, c.name)
		}
		chosen = append(chosen, "attribute.*", "warranty.*")
	}
	if x.opts.Stock {
		chosen = append(chosen, "stock.*")
	}
	return chosen
}

// kinds gives the columns that "attribute.*", "warranty.*" and "stock.*" stand for. Which extensions and warehouses there are,
// only products say.
func (x *export) kinds(ctx context.Context) (map[string][]string, error) {
	kinds := map[string][]string{"attribute.*": nil, "warranty.*": nil, "stock.*": nil}
	for _, c := range x.tree {
		for _, d := range c.Attributes {
			if x.inside[c.Slug] {
				kinds["attribute.*"] = append(kinds["attribute.*"], "attribute."+d.Key)
			}
		}
	}
	warehouses, months := map[string]bool{}, map[int]bool{}
	_, err := x.each(ctx, func(p *Product) error {
		for warehouse := range p.Stock {
			warehouses[warehouse] = true
		}
		for _, w := range p.Warranties {
			months[w.Months] = true
		}
		return nil
	})
	for _, n := range slices.Sorted(maps.Keys(months)) {
		kinds["warranty.*"] = append(kinds["warranty.*"], "warranty."+strconv.Itoa(n))
	}
	for _, warehouse := range slices.Sorted(maps.Keys(warehouses)) {
		kinds["stock.*"] = append(kinds["stock.*"], "stock."+warehouse)
	}
	return kinds, err
}
