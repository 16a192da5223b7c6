package httpapi

import (
	"context"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

var errNoSearch = fault.New(fault.Unavailable, "search_unavailable")

func (s *Server) categoryListing(_ context.Context, _ *categoryListing) (*raw, error) {
	return nil, errNoSearch
}

func (s *Server) searchListing(_ context.Context, _ *searchListing) (*raw, error) {
	return nil, errNoSearch
}

func (s *Server) categoryFilters(_ context.Context, _ *body[CategoryFilterRequest]) (FilterAnswer, error) {
	return FilterAnswer{}, errNoSearch
}

func (s *Server) searchFilters(_ context.Context, _ *body[SearchFilterRequest]) (FilterAnswer, error) {
	return FilterAnswer{}, errNoSearch
}

func (s *Server) suggestions(_ context.Context, _ string) (Suggestions, error) {
	return Suggestions{}, errNoSearch
}

func (s *Server) similar(_ context.Context, _ *catalog.Product) ([]search.Card, error) {
	return nil, errNoSearch
}
