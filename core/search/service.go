package search

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Service answers listings, filter panels and suggestions. Make it with NewService; it is safe for concurrent use.
type Service struct {
	engine Engine
	tree   *treeCache
}

// NewService makes the service over an engine, usually one wrapped by NewResilient. The category tree is read when
// first needed and again every few seconds.
func NewService(engine Engine, categories func(context.Context) ([]catalog.Category, error)) *Service {
	return &Service{engine: engine, tree: &treeCache{read: categories}}
}

// Request asks for a listing: of a category, of the results of a text, or both.
type Request struct {
	CategoryID int64 // 0: all; NotFound ("category_not_found") when there is no such category
	Text       string
	Searched   bool // for Text: where that has no word, nothing is found
	Params     Params
	Size       int // products on a page; 0 is PageSize
	Lang       catalog.Lang
}

// Listing is one page of products with its filter panel.
type Listing struct {
	Category *catalog.Category `json:"-"` // nil without one
	Cards    []Card            `json:"cards"`
	Total    int               `json:"total"`
	Page     int               `json:"page"`
	Pages    int               `json:"pages"` // that can be reached: at least 1, at most MaxPage
	Sort     Sort              `json:"sort"`
	Filters  []Filter          `json:"filters"`  // when Degraded, of what is chosen alone
	Degraded bool              `json:"degraded"` // the engine was down and PostgreSQL answered
}

// Listing answers a request. A page beyond the last is empty.
func (s *Service) Listing(ctx context.Context, r Request) (Listing, error) {
	tree, err := s.tree.get(ctx)
	if err != nil {
		return Listing{}, err
	}
	if r.CategoryID != 0 && tree.Category(r.CategoryID) == nil {
		return Listing{}, fault.New(fault.NotFound, "category_not_found")
	}
	defs := schema(tree, chosenCategory(tree, r), r.Lang)
	q := Query{
		Text: r.Text, CategoryID: r.CategoryID, Selections: selections(defs, r.Params), Facets: make([]Facet, len(defs)),
		Sort: r.Params.Sort, Page: r.Params.Page, Size: r.Size,
	}.Clean()
	for i, d := range defs {
		q.Facets[i] = d.facet()
	}
	var answer Answer
	if !r.Searched || !Wordless(q.Text) {
		if answer, err = s.engine.Search(ctx, q); err != nil {
			return Listing{}, err
		}
	}
	listing := Listing{
		Category: tree.Category(r.CategoryID), Cards: answer.Cards, Total: answer.Total, Page: q.Page,
		Pages: min(max((answer.Total+q.Size-1)/q.Size, 1), MaxPage), Sort: q.Sort, Degraded: answer.Degraded,
	}
	if len(answer.Facets) != len(defs) { // nothing was counted
		answer.Facets = make([]FacetCounts, len(defs))
		for i := range answer.Facets {
			answer.Facets[i].Empty = true
		}
	}
	listing.Filters = fill(tree, r.CategoryID, defs, answer.Facets, r.Params, r.Lang)
	return listing, nil
}

// chosenCategory is the category whose attributes are filtered by: the one chosen in the category filter, else the listing's.
func chosenCategory(tree *Tree, r Request) int64 {
	if c, ok := r.Params.Choice(FacetCategory); ok && len(c.Values) == 1 {
		if id, err := strconv.ParseInt(c.Values[0], 10, 64); err == nil && tree.Category(id) != nil {
			return id
		}
	}
	return r.CategoryID
}

// Finding is one line under the search box.
type Finding struct {
	Text         string `json:"text"` // what to search for when chosen; of a product its name
	CategoryID   int64  `json:"categoryId"`
	CategoryName string `json:"categoryName"`      // the found-in category, "" for none
	Product      *Card  `json:"product,omitempty"` // nil for a text in a category
}

// Suggest gives up to MaxSuggestions findings in a category, 0 is all, for a text of at least MinSuggestChars.
func (s *Service) Suggest(ctx context.Context, text string, categoryID int64, lang catalog.Lang) ([]Finding, error) {
	tree, err := s.tree.get(ctx)
	if err != nil {
		return nil, err
	}
	suggestions, err := s.engine.Suggest(ctx, text, categoryID)
	if err != nil {
		return nil, err
	}
	findings := make([]Finding, 0, len(suggestions))
	for _, g := range suggestions {
		f := Finding{Text: g.Text, CategoryID: g.CategoryID, Product: g.Product}
		if g.Product == nil {
			f.CategoryID = named(tree, g.CategoryID, categoryID, g.Text)
		}
		if c := tree.Category(f.CategoryID); c != nil {
			f.CategoryName = c.Name.In(lang)
		}
		if !slices.ContainsFunc(findings, func(o Finding) bool { return o.Product == nil && f.Product == nil && o.CategoryID == f.CategoryID }) {
			findings = append(findings, f)
		}
	}
	return findings, nil
}

// named gives the category itself or the first above it that has the text in its name: who types "grafik" wants
// "Grafikkarten", not the make of chip that sells most of them. Without such a one up to top it gives the category itself.
func named(tree *Tree, id, top int64, text string) int64 {
	key := strings.TrimSpace(NameKey(text))
	for _, c := range tree.Path(id) {
		if strings.Contains(NameKey(c.Name.DE), key) || strings.Contains(NameKey(c.Name.EN), key) {
			return c.ID
		}
		if c.ID == top {
			break
		}
	}
	return id
}

// Forget makes the service read the category tree anew before it answers again. Call it when categories may have changed.
func (s *Service) Forget() { s.tree.drop() }

// treeCache keeps the category tree. While there is one, nobody waits: an old one is used while a new one is read. What
// was read before a drop is not kept after it.
type treeCache struct {
	read    func(context.Context) ([]catalog.Category, error)
	current atomic.Pointer[cachedTree]
	first   sync.Mutex

	storing    sync.Mutex
	generation uint64 // how many drops there were; guarded by storing
}

type cachedTree struct {
	tree    *Tree
	until   time.Time
	reading atomic.Bool
}

const treeAge = 5 * time.Second

func (c *treeCache) get(ctx context.Context) (*Tree, error) {
	if t := c.current.Load(); t != nil {
		if time.Now().After(t.until) && t.reading.CompareAndSwap(false, true) {
			go c.refresh(context.WithoutCancel(ctx), t)
		}
		return t.tree, nil
	}
	c.first.Lock()
	defer c.first.Unlock()
	if t := c.current.Load(); t != nil {
		return t.tree, nil
	}
	return c.load(ctx)
}

func (c *treeCache) load(ctx context.Context) (*Tree, error) {
	generation := c.now()
	categories, err := c.read(ctx)
	if err != nil {
		return nil, err
	}
	tree := NewTree(categories)
	c.keep(tree, generation)
	return tree, nil
}

func (c *treeCache) refresh(ctx context.Context, old *cachedTree) {
	ctx, cancel := context.WithTimeout(ctx, treeAge)
	defer cancel()
	generation := c.now()
	if _, err := c.load(ctx); err != nil {
		slog.WarnContext(ctx, "search: category tree not refreshed", "error", err)
		c.keep(old.tree, generation)
	}
}

func (c *treeCache) now() uint64 {
	c.storing.Lock()
	defer c.storing.Unlock()
	return c.generation
}

func (c *treeCache) keep(tree *Tree, generation uint64) {
	c.storing.Lock()
	defer c.storing.Unlock()
	if generation == c.generation {
		c.current.Store(&cachedTree{tree: tree, until: time.Now().Add(treeAge)})
	}
}

func (c *treeCache) drop() {
	c.storing.Lock()
	defer c.storing.Unlock()
	c.generation++
	c.current.Store(nil)
}
