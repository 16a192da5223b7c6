// Package search is the one model of queries and answers for listings, filters and suggestions. Engines implement
// Engine: core/meili (Meilisearch), core/bleve (in process), and core/postgres as the fallback when the engine is down.
package search

import (
	"context"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// PageSize is the number of products on a listing page; MaxSuggestions and MinSuggestChars rule the search box.
const (
	PageSize        = 20
	MaxSuggestions  = 5
	MinSuggestChars = 3
)

// Built-in facets, next to those from the categories' attribute definitions.
const (
	FacetCategory     = "kategorie"  // radio: sub-categories, value is the category id
	FacetManufacturer = "hersteller" // checkbox with search
	FacetPrice        = "preis"      // range in cents, Divisor 100
	FacetAvailability = "verfuegbar" // checkbox: "1"
	FacetCondition    = "zustand"    // checkbox
)

// Card is what a listing, a slider or a suggestion shows of a product. It lives in the index: showing a page of cards
// reads nothing else.
type Card struct {
	ID            int64          `json:"id"`
	ArticleNumber string         `json:"articleNumber"`
	Slug          string         `json:"slug"`
	Name          string         `json:"name"`
	Manufacturer  string         `json:"manufacturer"`
	CategoryID    int64          `json:"categoryId"`
	OMSCategory   string         `json:"omsCategory"`
	Image         string         `json:"image"` // image key
	Prices        catalog.Prices `json:"prices"`
	EnergyClass   string         `json:"energyClass,omitempty"`
	EnergyScale   string         `json:"energyScale,omitempty"`
	Available     bool           `json:"available"`
	Condition     string         `json:"condition"`
	Highlights    []catalog.Text `json:"highlights"` // up to five short facts, "16 GB RAM"
}

// Document is a product as the index holds it.
type Document struct {
	Card          Card
	EAN           string
	CategoryNames []string          // of the product's category and its ancestors, in both languages: a strong match
	Keywords      []string          // attribute texts, parts of compounds
	Categories    []int64           // the product's category and all its ancestors; also the facet FacetCategory
	Terms         map[string][]Term // facet id → values of checkbox and radio facets, but FacetCategory
	Numbers       map[string]int64  // facet id → value of range facets, scaled to a whole number
	Popularity    int
	CreatedAt     int64 // unix seconds
}

// Term is one value of a checkbox or radio facet. Value is what is compared and what stands in the address; it is also
// the German text. One value has the same English text and colour in all documents.
type Term struct {
	Value string `json:"value"`
	EN    string `json:"en,omitempty"`  // the English text, where it differs
	Hex   string `json:"hex,omitempty"` // of a colour
}

// Sort is the order of a listing: the value of the sortListing parameter.
type Sort string

// The orders.
const (
	// ByRelevance is how well a text is met; among equals, and without a text, what is in stock comes first, then what sells
	// better.
	ByRelevance  Sort = ""
	ByPopularity Sort = "popularity"
	ByPriceUp    Sort = "price_asc"
	ByPriceDown  Sort = "price_desc"
	ByNewest     Sort = "newest"
	ByName       Sort = "name_asc"
)

// Selection is what the customer chose in one filter. Values are or-ed; Min and Max (nil is open) bound a range.
type Selection struct {
	Facet  string
	Values []string
	Min    *int64
	Max    *int64
}

// Facet asks an engine to count one facet.
type Facet struct {
	ID    string
	Range bool
}

// Query asks for one page of products. Selections of different facets are and-ed.
type Query struct {
	Text       string
	CategoryID int64 // 0 is all
	Selections []Selection
	Facets     []Facet // to count; disjunctive: a facet's own selection does not narrow its counts
	Sort       Sort
	Page       int // from 1
	Size       int // products on a page; 0 is PageSize
}

// Count is one value of a facet and how many products of the otherwise filtered result have it.
type Count struct {
	Term
	N int
}

// FacetCounts is the answer for one facet: Counts by falling N then value, or Min and Max of a range.
type FacetCounts struct {
	ID       string
	Counts   []Count
	Min, Max int64
	Empty    bool // no product of the result has this facet
}

// Answer is one page of products with the counts asked for.
type Answer struct {
	Cards  []Card
	Total  int
	Facets []FacetCounts
	// Degraded is set when the engine was down and PostgreSQL answered, without typo tolerance or facet counts.
	Degraded bool
}

// Suggestion is one line of the suggestion list: a product, or a category in which the text was found.
type Suggestion struct {
	Text       string       // what to search for when chosen
	CategoryID int64        // the found-in category, 0 for none
	Product    *Card        // nil for a plain text or category suggestion
	Price      money.Amount // of the product, if any
}

// Engine finds products. Index and Delete are idempotent and visible to searches when they return.
type Engine interface {
	Name() string
	Search(ctx context.Context, q Query) (Answer, error)
	// Suggest gives up to MaxSuggestions from a category, 0 is all, for a text of at least MinSuggestChars; fewer characters
	// give none.
	Suggest(ctx context.Context, text string, categoryID int64) ([]Suggestion, error)
	Index(ctx context.Context, docs []Document) error
	Delete(ctx context.Context, ids []int64) error
	// Rebuild replaces the whole index with what feed yields, without a moment in which it is empty.
	Rebuild(ctx context.Context, feed func(yield func(Document) error) error) error
	// Size is the number of products in the index; an error means that the engine is down (fault Unavailable).
	Size(ctx context.Context) (int, error)
}
