package content

import (
	"context"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

// The lengths of the home page's banner, whose pictures are small on a phone as it is, and of its sliders.
const (
	SlideCount = 8
	DealCount  = 12
	TopCount   = 12
)

// Finder finds products; search.Engine does.
type Finder interface {
	Search(ctx context.Context, q search.Query) (search.Answer, error)
}

// Service gives what is shown.
type Service struct {
	store  Store
	finder Finder
	clock  clock.Clock
	trader Trader
}

// NewService makes a service over what was imported; it finds products by finder.
func NewService(store Store, finder Finder, c clock.Clock) *Service {
	return &Service{store: store, finder: finder, clock: c}
}

// Of has the imprint made of what is known of the trader, instead of what editors wrote, and adds to the terms whether the
// trader takes part in dispute resolution. One without a name changes nothing.
func (s *Service) Of(t Trader) *Service {
	s.trader = t
	return s
}

// Slides gives those of the banner that are shown now; a shop without content has none.
func (s *Service) Slides(ctx context.Context) ([]Slide, error) {
	item, err := s.item(ctx, string(SlideKind))
	now := s.clock.Now()
	return slices.DeleteFunc(slices.Clone(item.Slides), func(x Slide) bool { return !between(x.From, now, x.Until) }), err
}

// between reports whether now is within a time that may have no begin and no end.
func between(from, now, until time.Time) bool {
	return !now.Before(from) && (until.IsZero() || now.Before(until))
}

// item gives an item, an empty one where there is none.
func (s *Service) item(ctx context.Context, name string) (*Item, error) {
	item, err := s.store.Item(ctx, name)
	if fault.CodeOf(err) == fault.NotFound {
		return &Item{}, nil
	}
	if err != nil {
		return &Item{}, err
	}
	return item, nil
}

// Page gives a page; fault NotFound ("content_not_found").
func (s *Service) Page(ctx context.Context, key string, lang catalog.Lang) (*Page, error) {
	if key == ImprintKey && s.trader.Name != "" {
		return s.trader.Imprint(lang), nil
	}
	item, err := s.store.Item(ctx, PageName(key, lang))
	if err != nil {
		return nil, err
	}
	if key == TermsKey && s.trader.Name != "" {
		whole := *item.Page
		whole.Blocks = append(slices.Clone(item.Page.Blocks), s.trader.disputes(lang)...)
		return &whole, nil
	}
	return item.Page, nil
}

// PageKeys gives the keys of all pages in order.
func (s *Service) PageKeys(ctx context.Context) ([]string, error) {
	list, err := s.store.List(ctx)
	var keys []string
	for _, item := range list {
		if key, ok := strings.CutSuffix(item.Name, "."+string(catalog.German)); ok && item.Kind == PageKind {
			keys = append(keys, strings.TrimPrefix(key, "pages/"))
		}
	}
	return keys, err
}

// Deals gives the available ones of the products that editors chose, whose cards chosen gives for their article numbers, in
// that order and without those that are not sold. Where none is left, it is the products whose price is reduced most among
// the popular ones.
func (s *Service) Deals(ctx context.Context, chosen func(ctx context.Context, articleNumbers []string) ([]search.Card, error)) ([]search.Card, error) {
	item, err := s.item(ctx, string(DealKind))
	if err != nil {
		return nil, err
	}
	deals, err := chosen(ctx, item.Deals)
	deals = slices.DeleteFunc(deals, func(c search.Card) bool { return !c.Available })
	if err != nil || len(deals) > 0 {
		return deals[:min(len(deals), DealCount)], err
	}
	answer, err := s.finder.Search(ctx, search.Query{Sort: search.ByPopularity, Size: search.MaxPageSize})
	if err != nil {
		return nil, err
	}
	deals = slices.DeleteFunc(slices.Clone(answer.Cards), func(c search.Card) bool {
		return !c.Available || Discount(c.Prices) == 0
	})
	slices.SortStableFunc(deals, func(a, b search.Card) int { return Discount(b.Prices) - Discount(a.Prices) })
	return deals[:min(len(deals), DealCount)], nil
}

// TopProducts gives the products that sell best, of those that can be bought now.
func (s *Service) TopProducts(ctx context.Context) ([]search.Card, error) {
	available := []search.Selection{{Facet: search.FacetAvailability, Values: []string{"1"}}}
	answer, err := s.finder.Search(ctx, search.Query{Sort: search.ByPopularity, Size: TopCount, Selections: available})
	return answer.Cards, err
}

// Face gives the key of the picture that stands for a category: that of its product which sells best, of those in stock where
// any is; "" for a category without products.
func (s *Service) Face(ctx context.Context, categoryID int64) (string, error) {
	answer, err := s.finder.Search(ctx, search.Query{CategoryID: categoryID, Size: 1})
	if err != nil || len(answer.Cards) == 0 {
		return "", err
	}
	return answer.Cards[0].Image, nil
}

// Discount is how many percent a price is reduced, rounded down: from the lowest price of the 30 days before that while it is
// reduced, which is what may be advertised, else from the UVP; 0 when it is not.
func Discount(p catalog.Prices) int {
	from := p.Lowest30.Minor
	if from == 0 {
		from = p.UVP.Minor
	}
	if from <= p.Price.Minor {
		return 0
	}
	return int((from - p.Price.Minor) * 100 / from)
}
