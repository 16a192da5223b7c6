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
	HasChildren bool   `json:"hasChildren"`
}

// Crumb is one step of the way to where the visitor is.
type Crumb struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

func (t *tree) link(c *catalog.Category, lang catalog.Lang) Link {
	return Link{ID: c.ID, Name: c.Name.In(lang), URL: categoryPath + c.Slug, HasChildren: len(t.below(c.ID)) > 0}
}

// links gives the children of a category that visitors are led to; 0 asks for the roots.
func (t *tree) links(id int64, lang catalog.Lang) []Link {
	children := t.below(id)
	list := make([]Link, len(children))
	for i, c := range children {
		list[i] = t.link(c, lang)
	}
	return list
}

// crumbs gives the way from the root to the category itself.
func (t *tree) crumbs(id int64, lang catalog.Lang) []Crumb {
	list := []Crumb{}
	for _, c := range t.way(id) {
		list = append(list, Crumb{Name: c.Name.In(lang), URL: categoryPath + c.Slug})
	}
	return list
}
