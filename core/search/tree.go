package search

import "kontor.dev/kontor/core/catalog"

// Tree answers questions about the categories. It is immutable.
type Tree struct {
	byID     map[int64]*catalog.Category
	children map[int64][]*catalog.Category // in their order; roots under 0
}

// NewTree makes a tree of the categories as catalog.Store gives them.
func NewTree(categories []catalog.Category) *Tree {
	t := &Tree{byID: make(map[int64]*catalog.Category, len(categories)), children: map[int64][]*catalog.Category{}}
	for i := range categories {
		c := &categories[i]
		t.byID[c.ID] = c
		t.children[c.ParentID] = append(t.children[c.ParentID], c)
	}
	return t
}

// Category gives a category, or nil.
func (t *Tree) Category(id int64) *catalog.Category { return t.byID[id] }

// Children gives the sub-categories in their order; 0 asks for the roots.
func (t *Tree) Children(id int64) []*catalog.Category { return t.children[id] }

// Path gives a category and its ancestors, the category first.
func (t *Tree) Path(id int64) []*catalog.Category {
	var path []*catalog.Category
	for c := t.byID[id]; c != nil && len(path) < len(t.byID); c = t.byID[c.ParentID] {
		path = append(path, c)
	}
	return path
}

// Attributes gives the attribute definitions to filter a category by: its own, or where it has none, those of the
// categories below it that at least half of these share.
func (t *Tree) Attributes(id int64) []catalog.AttributeDef {
	c := t.byID[id]
	if c == nil {
		return nil
	}
	if filters(c.Attributes) {
		return c.Attributes
	}
	var defs []catalog.AttributeDef
	shared := map[string]int{}
	leaves := 0
	var walk func(id int64)
	walk = func(id int64) {
		for _, child := range t.children[id] {
			if len(child.Attributes) > 0 {
				leaves++
			}
			for _, def := range child.Attributes {
				if shared[def.Key]++; shared[def.Key] == 1 {
					defs = append(defs, def)
				}
			}
			walk(child.ID)
		}
	}
	walk(id)
	kept := defs[:0]
	for _, def := range defs {
		if shared[def.Key]*2 >= leaves {
			kept = append(kept, def)
		}
	}
	return kept
}

func filters(defs []catalog.AttributeDef) bool {
	for _, def := range defs {
		if def.Filter != catalog.NoFilter {
			return true
		}
	}
	return false
}
