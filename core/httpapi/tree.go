package httpapi

import (
	"context"
	"slices"
	"strings"
	"sync"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// tree is the category tree as the API walks it: of a partner's site only what the partner sells. It is read once and kept
// until a change drops it.
type tree struct {
	*search.Tree
	bySlug  map[string]*catalog.Category
	builder *search.Builder     // of the whole tree
	root    int64               // what the partner sells is in this category, the only root; 0: of the shop's own site
	filled  []int64             // those that have something to sell, in them or below, in order
	above   []*catalog.Category // the root's ancestors, of which a partner's visitors see nothing but their attributes' names
}

func newTree(list []catalog.Category) *tree {
	t := &tree{builder: search.NewBuilder(list)}
	t.grow(list)
	return t
}

// newPartnerTree makes the tree of a site that sells one category; fault NotFound when there is no such category.
func newPartnerTree(list []catalog.Category, slug string) (*tree, error) {
	whole := search.NewTree(list)
	i := slices.IndexFunc(list, func(c catalog.Category) bool { return c.Slug == slug })
	if i < 0 {
		return nil, errNoCategory
	}
	t := &tree{builder: search.NewBuilder(list), root: list[i].ID, above: whole.Path(list[i].ID)[1:]}
	var sold []catalog.Category
	for _, c := range list {
		if slices.ContainsFunc(whole.Path(c.ID), func(over *catalog.Category) bool { return over.ID == t.root }) {
			sold = append(sold, c)
		}
	}
	sold[slices.IndexFunc(sold, func(c catalog.Category) bool { return c.ID == t.root })].ParentID = 0
	t.grow(sold)
	return t, nil
}

func (t *tree) grow(list []catalog.Category) {
	t.Tree, t.bySlug = search.NewTree(list), make(map[string]*catalog.Category, len(list))
	for _, c := range list {
		t.bySlug[c.Slug] = t.Category(c.ID)
	}
}

// sells reports whether the site sells what is in a category.
func (t *tree) sells(categoryID int64) bool { return t.root == 0 || t.Category(categoryID) != nil }

// sold leaves those of the products that the site sells.
func (t *tree) sold(products []*catalog.Product) []*catalog.Product {
	return slices.DeleteFunc(products, func(p *catalog.Product) bool { return !t.sells(p.CategoryID) })
}

// shows reports whether visitors are led to a category: not to one that has nothing to sell, as when a line of goods has ended. Its
// page stays, for who has its address.
func (t *tree) shows(c *catalog.Category) bool {
	_, ok := slices.BinarySearch(t.filled, c.ID)
	return ok || c.ID == t.root
}

// below gives the children of a category that visitors are led to; 0 asks for the roots.
func (t *tree) below(id int64) []*catalog.Category {
	return slices.DeleteFunc(slices.Clone(t.Children(id)), func(c *catalog.Category) bool { return !t.shows(c) })
}

// find gives a category by its slug, or nil.
func (t *tree) find(slug string) *catalog.Category { return t.bySlug[slug] }

// way gives the categories from the root to id; empty when there is no such category.
func (t *tree) way(id int64) []*catalog.Category {
	list := slices.Clone(t.Path(id))
	slices.Reverse(list)
	return list
}

// slugs are those of a category and all above it, those above a partner's as well.
func (t *tree) slugs(id int64) (list []string) {
	for _, c := range slices.Concat(t.Path(id), t.above) {
		list = append(list, c.Slug)
	}
	return list
}

// leads reports whether an address is a listing of the site's.
func (t *tree) leads(url string) bool {
	path, _, _ := strings.Cut(url, "?")
	slug, ok := strings.CutPrefix(path, categoryPath)
	return ok && t.find(slug) != nil
}

// attribute finds the definition of an attribute for a product of the category, its own before its ancestors'.
func (t *tree) attribute(categoryID int64, key string) (catalog.AttributeDef, bool) {
	for _, c := range slices.Concat(t.Path(categoryID), t.above) {
		for _, def := range c.Attributes {
			if def.Key == key {
				return def, true
			}
		}
	}
	return catalog.AttributeDef{}, false
}

// treeCache keeps the trees of this process.
type treeCache struct {
	mu    sync.RWMutex
	trees map[string]*tree // by the slug of what a partner sells, "" for the shop's own
}

func (c *treeCache) get(ctx context.Context, store catalog.Store, slug string) (*tree, error) {
	c.mu.RLock()
	kept := c.trees[slug]
	c.mu.RUnlock()
	if kept != nil {
		return kept, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept = c.trees[slug]; kept != nil {
		return kept, nil
	}
	list, err := store.Categories(ctx)
	if err != nil {
		return nil, err
	}
	if slug == "" {
		kept = newTree(list)
	} else if kept, err = newPartnerTree(list, slug); err != nil {
		return nil, err
	}
	if kept.filled, err = store.Filled(ctx); err != nil {
		return nil, err
	}
	if c.trees == nil {
		c.trees = map[string]*tree{}
	}
	c.trees[slug] = kept
	return kept, nil
}

func (c *treeCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.trees)
}

// tree gives the categories of the site that the request is for.
func (s *Server) tree(ctx context.Context) (*tree, error) {
	return s.trees.get(ctx, s.deps.Catalog, siteOf(ctx).Category)
}
