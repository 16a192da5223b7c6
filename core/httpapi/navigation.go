package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

var errNoCategory = fault.New(fault.NotFound, "category_not_found")

// catalogueLife lets the storefront and shared caches keep what shows the catalogue.
const catalogueLife = "public, max-age=0, s-maxage=30"

// Navigation is the root of the category tree.
type Navigation struct {
	Categories []Link `json:"categories"`
}

// Flyout is one level of the category tree. The parent of the first level has id 0.
type Flyout struct {
	Parent     Link    `json:"parent"`
	Children   []Link  `json:"children"`
	Breadcrumb []Crumb `json:"breadcrumb"`
}

type byID struct {
	ID int64 `path:"id" minimum:"0"`
}

func (s *Server) registerNavigation(api huma.API) {
	register(api, get("navigation", "navigationRoots", "/api/navigation_data", "Root categories"), s.navigationRoots)
	register(api, get("navigation", "navigationLevel", "/api/navigation/category/{id}", "A category, its children and the way to it"), s.navigationLevel)
}

func (s *Server) navigationRoots(ctx context.Context, _ *none) (Navigation, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return Navigation{}, err
	}
	cacheControl(ctx, catalogueLife)
	return Navigation{Categories: t.links(0, language(ctx))}, nil
}

func (s *Server) navigationLevel(ctx context.Context, in *byID) (Flyout, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return Flyout{}, err
	}
	lang := language(ctx)
	cacheControl(ctx, catalogueLife)
	if in.ID == 0 {
		return Flyout{Children: t.links(0, lang), Breadcrumb: []Crumb{}}, nil
	}
	c := t.Category(in.ID)
	if c == nil {
		return Flyout{}, errNoCategory
	}
	return Flyout{Parent: t.link(c, lang), Children: t.links(c.ID, lang), Breadcrumb: t.crumbs(c.ID, lang)}, nil
}
