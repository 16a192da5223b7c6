package httpapi

import (
	"kontor.dev/kontor/core/catalog"
)

// Addresses are paths of the German shop; the storefront puts its language prefix before them.
const (
	categoryPath = "/kategorie/"
	productPath  = "/produkt/"
	searchPath   = "/produkte/"
)

// Link is a category to go to.
type Link struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	URL         string `json:"url"`
	HasChildren bool   `json:"hasChildren,omitempty"`
}

// Crumb is one step of the way to where the visitor is.
type Crumb struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

func (t *tree) link(n *node, lang catalog.Lang) Link {
	return Link{ID: n.ID, Name: n.Name.In(lang), URL: categoryPath + n.Slug, HasChildren: len(n.children) > 0}
}

func (t *tree) links(nodes []*node, lang catalog.Lang) []Link {
	list := make([]Link, len(nodes))
	for i, n := range nodes {
		list[i] = t.link(n, lang)
	}
	return list
}

// crumbs gives the way from the root to the category itself.
func (t *tree) crumbs(id int64, lang catalog.Lang) []Crumb {
	list := []Crumb{}
	for _, n := range t.way(id) {
		list = append(list, Crumb{Name: n.Name.In(lang), URL: categoryPath + n.Slug})
	}
	return list
}
