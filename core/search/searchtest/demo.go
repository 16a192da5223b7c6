package searchtest

import (
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/importer"
	"kontor.dev/kontor/core/search"
)

// Demo is the demo catalogue as an index has it. It belongs to all tests of a program: change nothing in it.
type Demo struct {
	Docs []search.Document
	byID map[int64]*catalog.Product
	ids  map[string]int64 // of categories, by slug
	tree *search.Tree
}

// LoadDemo reads configs/demo through the importer, once for all tests of a program. Categories and products are
// numbered as they come.
func LoadDemo(tb testing.TB) *Demo {
	tb.Helper()
	demo, err := demoOnce()
	require.NoError(tb, err)
	return demo
}

// under reports whether a product stands in a category of that slug or below it.
func (d *Demo) under(c search.Card, slug string) bool {
	return slices.ContainsFunc(d.tree.Path(c.CategoryID), func(c *catalog.Category) bool { return c.Slug == slug })
}

// CategoryID gives the number of a category, 0 for one that the catalogue does not have.
func (d *Demo) CategoryID(slug string) int64 { return d.ids[slug] }

// attribute gives an attribute of a product, the zero value where it has none of that key.
func (d *Demo) attribute(c search.Card, key string) catalog.Attribute {
	for _, a := range d.byID[c.ID].Attributes {
		if a.Key == key {
			return a
		}
	}
	return catalog.Attribute{}
}

var demoOnce = sync.OnceValues(func() (*Demo, error) {
	_, here, _, _ := runtime.Caller(0)
	f, err := os.Open(filepath.Join(filepath.Dir(here), "..", "..", "..", "configs", "demo", "catalog.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	in, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	store := &numbering{ids: map[string]int64{}}
	source := importer.Source{Name: "catalog.jsonl", Format: importer.JSONL, In: in}
	if _, err := importer.Import(context.Background(), store, importer.Options{}, source); err != nil {
		return nil, err
	}
	return store.demo(), nil
})

// numbering is a store that keeps what is imported and gives ids.
type numbering struct {
	catalog.Store
	ids        map[string]int64 // of categories, by slug
	categories []catalog.Category
	products   []*catalog.Product
}

func (*numbering) Categories(context.Context) ([]catalog.Category, error) { return nil, nil }

func (s *numbering) Apply(_ context.Context, b catalog.Batch) (catalog.Result, error) {
	for _, c := range b.Categories {
		c.ID, c.ParentID = int64(len(s.categories)+1), s.ids[c.ParentSlug]
		s.ids[c.Slug] = c.ID
		s.categories = append(s.categories, c)
	}
	for _, p := range b.Products {
		p.ID, p.CategoryID = int64(100_001+len(s.products)), s.ids[p.CategorySlug]
		s.products = append(s.products, p)
	}
	return catalog.Result{Created: len(b.Products)}, nil
}

func (s *numbering) demo() *Demo {
	d := &Demo{byID: make(map[int64]*catalog.Product, len(s.products)), ids: s.ids, tree: search.NewTree(s.categories)}
	builder := search.NewBuilder(s.categories)
	for _, p := range s.products {
		d.byID[p.ID] = p
		d.Docs = append(d.Docs, builder.Document(p))
	}
	return d
}
