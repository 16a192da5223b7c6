package httpapi

import (
	"context"
	"slices"
	"sync"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// tree is the category tree as the API walks it. It is read once and kept until a change drops it.
type tree struct {
	*search.Tree
	bySlug  map[string]*catalog.Category
	builder *search.Builder
}

func newTree(list []catalog.Category) *tree {
	t := &tree{
		Tree: search.NewTree(list), bySlug: make(map[string]*catalog.Category, len(list)), builder: search.NewBuilder(list),
	}
	for _, c := range list {
		t.bySlug[c.Slug] = t.Category(c.ID)
	}
	return t
}

// find gives a category by its slug, or nil.
func (t *tree) find(slug string) *catalog.Category { return t.bySlug[slug] }

// way gives the categories from the root to id; empty when there is no such category.
func (t *tree) way(id int64) []*catalog.Category {
	list := slices.Clone(t.Path(id))
	slices.Reverse(list)
	return list
}

// attribute finds the definition of an attribute for a product of the category, its own before its ancestors'.
func (t *tree) attribute(categoryID int64, key string) (catalog.AttributeDef, bool) {
	for _, c := range t.Path(categoryID) {
		for _, def := range c.Attributes {
			if def.Key == key {
				return def, true
			}
		}
	}
	return catalog.AttributeDef{}, false
}

// treeCache keeps the tree of this process.
type treeCache struct {
	mu   sync.RWMutex
	tree *tree
}

func (c *treeCache) get(ctx context.Context, store catalog.Store) (*tree, error) {
	c.mu.RLock()
	kept := c.tree
	c.mu.RUnlock()
	if kept != nil {
		return kept, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tree != nil {
		return c.tree, nil
	}
	list, err := store.Categories(ctx)
	if err != nil {
		return nil, err
	}
	c.tree = newTree(list)
	return c.tree, nil
}

func (c *treeCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tree = nil
}

func (s *Server) tree(ctx context.Context) (*tree, error) { return s.trees.get(ctx, s.deps.Catalog) }
