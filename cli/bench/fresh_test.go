package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

// onSale is a catalogue of one product, and its page, which shows a new price a few looks late.
type onSale struct {
	catalog.Store
	product catalog.Product
	shown   atomic.Int64
	late    atomic.Int64
	applied []catalog.Product
}

func (s *onSale) Product(context.Context, int64) (*catalog.Product, error) {
	p := s.product
	return &p, nil
}

func (s *onSale) Apply(_ context.Context, b catalog.Batch) (catalog.Result, error) {
	s.applied = append(s.applied, *b.Products[0])
	s.product.Prices = b.Products[0].Prices
	s.late.Store(3)
	return catalog.Result{Updated: 1}, nil
}

func (s *onSale) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.late.Add(-1) < 0 {
		s.shown.Store(s.product.Prices.Price.Minor)
	}
	_, _ = fmt.Fprintf(w, `<h1>%s</h1><div data-product-id="7" data-price="%d" data-manufacturer="Fjell">`, r.URL.Path, s.shown.Load())
}

func TestAPriceIsFreshOnceThePageShowsItAndIsPutBack(t *testing.T) {
	store := &onSale{product: catalog.Product{
		ID: 7, Slug: "fjell-7", Prices: catalog.Prices{Price: money.Euro(99900)}, Stock: []catalog.Stock{{Warehouse: "a", Available: 3}},
	}}
	door := httptest.NewServer(store)
	defer door.Close()
	s := &shop{client: newClient(strings.TrimPrefix(door.URL, "http://"), 1), shelf: shelf{cards: []card{{ID: 7, Slug: "fjell-7"}}}}
	scenario := s.fresh(store)
	require.NoError(t, scenario.Prepare(t.Context(), 1))
	for _, cents := range []int64{99901, 99900, 99901} {
		began := time.Now()
		require.NoError(t, scenario.Do(t.Context(), 0))
		require.Equal(t, cents, store.shown.Load())
		require.GreaterOrEqual(t, time.Since(began), 2*lookAgain, "it looks until the price is there")
	}
	require.NoError(t, scenario.Finish(t.Context()))
	require.EqualValues(t, 99900, store.product.Prices.Price.Minor)
	for _, p := range store.applied {
		require.Empty(t, p.Stock, "what customers have bought since stays bought")
	}
}

func TestAPageWithoutItsPriceIsNotMeasured(t *testing.T) {
	store := &onSale{product: catalog.Product{ID: 8, Slug: "fjell-8", Prices: catalog.Prices{Price: money.Euro(100)}}}
	door := httptest.NewServer(store)
	defer door.Close()
	s := &shop{client: newClient(strings.TrimPrefix(door.URL, "http://"), 1), shelf: shelf{cards: []card{{ID: 8, Slug: "fjell-8"}}}}
	r := Run(t.Context(), s.fresh(store), Options{Concurrency: 1, Duration: time.Second})
	require.Equal(t, []any{0, 1, "the page of fjell-8 does not show its price"}, []any{r.Calls, r.Errors, r.FirstError})
	require.Empty(t, store.applied)
}
