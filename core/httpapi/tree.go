package httpapi

import (
	"context"
	"slices"
	"sync"

	"kontor.dev/kontor/core/catalog"
)

// tree is the category tree as the API walks it. It is read once and kept until a change drops it.
type tree struct {
	roots  []*node
	byID   map[int64]*node
	bySlug map[string]*node
}

type node struct {
	catalog.Category
	parent   *node
	children []*node
}

func newTree(list []catalog.Category) *tree {
	t := &tree{byID: make(map[int64]*node, len(list)), bySlug: make(map[string]*node, len(list))}
	for _, c := range list { // parents come before children
		n := &node{Category: c, parent: t.byID[c.ParentID]}
		t.byID[c.ID], t.bySlug[c.Slug] = n, n
		if n.parent == nil {
			t.roots = append(t.roots, n)
		} else {
			n.parent.children = append(n.parent.children, n)
		}
	}
	return t
}

// way gives the categories from the root to id; empty when there is no such category.
func (t *tree) way(id int64) []*node {
	var list []*node
	for n := t.byID[id]; n != nil; n = n.parent {
		list = append(list, n)
	}
	slices.Reverse(list)
	return list
}

// attribute finds the definition of an attribute for a product of the category, its own before its ancestors'.
func (t *tree) attribute(categoryID int64, key string) (catalog.AttributeDef, bool) {
	for n := t.byID[categoryID]; n != nil; n = n.parent {
		for _, def := range n.Attributes {
			if def.Key == key {
				return def, true
			}
		}
	}
	return catalog.AttributeDef{}, false
}

// treeCache keeps the tree of this process.
type treeCache struct {
	mu   sync.Mutex
	tree *tree
}

func (c *treeCache) get(ctx context.Context, store catalog.Store) (*tree, error) {
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
