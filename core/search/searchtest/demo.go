package searchtest

import (
	"slices"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// Demo is the demo catalogue as an index has it.
type Demo struct {
	Docs []search.Document
	byID map[int64]*catalog.Product
	ids  map[string]int64 // of categories, by slug
	tree *search.Tree
}

// NewDemo makes it of what an import of configs/demo has. Categories and products are numbered as they come.
func NewDemo(b catalog.Batch) *Demo {
	d := &Demo{byID: make(map[int64]*catalog.Product, len(b.Products)), ids: make(map[string]int64, len(b.Categories))}
	for i := range b.Categories {
		c := &b.Categories[i]
		c.ID, c.ParentID = int64(i+1), d.ids[c.ParentSlug]
		d.ids[c.Slug] = c.ID
	}
	d.tree = search.NewTree(b.Categories)
	builder := search.NewBuilder(b.Categories)
	for i, p := range b.Products {
		p.ID, p.CategoryID = int64(100_001+i), d.ids[p.CategorySlug]
		d.byID[p.ID] = p
		d.Docs = append(d.Docs, builder.Document(p))
	}
	return d
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
