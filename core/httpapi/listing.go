package httpapi

import (
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

// Listing is one page of a category's products or of what was found for a text.
type Listing struct {
	Category      *ListingCategory `json:"category,omitempty"`
	Breadcrumb    []Crumb          `json:"breadcrumb"`
	Subcategories []Link           `json:"subcategories"`
	Query         string           `json:"query,omitempty"`
	Cards         []Card           `json:"cards"`
	Total         int              `json:"total"`
	Page          int              `json:"page"`
	Pages         int              `json:"pages"`
	Sort          string           `json:"sort" enum:",popularity,price_asc,price_desc,newest,name_asc"`
	Filters       []Filter         `json:"filters"`
	SelectedCount int              `json:"selectedCount"`
	Degraded      bool             `json:"degraded" doc:"the search engine is down: no typo tolerance, no filter counts"`
}

// ListingCategory is the category that a listing is of.
type ListingCategory struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
	URL  string `json:"url"`
}

// Filter is one accordion of the filter panel. A range has two properties: the minimum, then the maximum.
type Filter struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	FilterType string           `json:"filterType" enum:"radio,range,checkbox"`
	OptionType string           `json:"optionType,omitempty" enum:"color"`
	Postfix    string           `json:"postfix,omitempty"`
	Divisor    int64            `json:"divisor,omitempty" doc:"values divided by it are what is shown"`
	Open       bool             `json:"open"`
	Searchable bool             `json:"searchable"`
	Properties []FilterProperty `json:"properties"`
}

// FilterProperty is one value of a filter, or one end of a range.
type FilterProperty struct {
	Text     string `json:"text"`
	Value    string `json:"value"`
	Quantity int    `json:"quantity"`
	Checked  bool   `json:"checked"`
	Hex      string `json:"hex,omitempty"`
	IntValue *int64 `json:"intValue,omitempty" doc:"range: the bound of what there is"`
	IntInput *int64 `json:"intInput,omitempty" doc:"range: what was chosen"`
	Input    string `json:"input,omitempty" doc:"range: what was chosen, as shown"`
}

// FilterAnswer is the panel for a selection.
type FilterAnswer struct {
	Filters []Filter `json:"filters"`
	Total   int      `json:"total" doc:"products that the selection leaves"`
}

// CategoryFilterRequest asks for the panel of a category's listing.
type CategoryFilterRequest struct {
	CategoryID     int64  `json:"categoryId"`
	SelectedFilter string `json:"selectedFilter,omitempty" doc:"JSON text: URL parameter to value or values"`
}

// SearchFilterRequest asks for the panel of a search's listing.
type SearchFilterRequest struct {
	Query  string `json:"query"`
	Filter string `json:"filter,omitempty" doc:"JSON text: URL parameter to value or values"`
}

// listingParams are the parameters that every listing has; those of the filters are in the whole query.
type listingParams struct {
	Page string `query:"page" doc:"a number from 1; anything else is the first page"`
	Sort string `query:"sortListing" doc:"popularity, price_asc, price_desc, newest, name_asc; anything else is the default"`

	query url.Values
}

// Resolve keeps the whole query: the names of the filters' parameters are those of the category's attributes.
func (p *listingParams) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	p.query = address.Query()
	return nil
}

type categoryListing struct {
	Slug string `path:"slug"`
	listingParams
}

type searchListing struct {
	Query    string `query:"query" maxLength:"200" doc:"without a letter or digit nothing is found"`
	Category string `query:"categories-stat" doc:"id or slug of the category to search in"`
	listingParams
}

func (s *Server) registerListing(api huma.API) {
	registerRaw[categoryListing, Listing](api, get("listing", "categoryListing", "/api/category/{slug}",
		"A page of a category; filters as the listing's address has them: {id}[]=value, {id}=value, {id}_min, {id}_max, {id}_slid=1"), s.categoryListing)
	registerRaw[searchListing, Listing](api, get("listing", "searchListing", "/api/search",
		"A page of what was found for a text; filters as in a category"), s.searchListing)
	register(api, post("listing", "categoryFilters", "/category/filters/get", "The filter panel of a category for a selection"), s.categoryFilters)
	register(api, post("listing", "searchFilters", "/search/filters/get", "The filter panel of a search for a selection"), s.searchFilters)
}
