package search_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// withinLimit is how soon a change must be found: the promise of the shop.
const withinLimit = 2 * time.Second

func TestChangesReachTheIndexThroughTheOutbox(t *testing.T) {
	pool := pgtest.New(t)
	store, box, engine := postgres.NewCatalog(pool, clock.System{}), postgres.NewOutbox(pool), bleve.New()
	batch := searchtest.Batch(300)
	_, err := store.Apply(t.Context(), batch)
	require.NoError(t, err)
	indexer := search.NewIndexer(store, engine)
	indexer.ShareWith(box)
	require.NoError(t, indexer.Start(t.Context()))

	ctx, stop := context.WithCancel(context.Background())
	var relay sync.WaitGroup
	relay.Go(func() { _ = box.Run(ctx, indexer.Handlers()) })
	t.Cleanup(func() { stop(); relay.Wait() })

	p := batch.Products[17]
	found := func() *search.Card {
		a, err := engine.Search(t.Context(), search.Query{Text: p.ArticleNumber})
		require.NoError(t, err)
		if a.Total == 0 {
			return nil
		}
		return &a.Cards[0]
	}
	apply := func() {
		t.Helper()
		_, err := store.Apply(t.Context(), catalog.Batch{Products: []*catalog.Product{p}})
		require.NoError(t, err)
	}
	require.NotNil(t, found())

	p.Prices.Price = money.Euro(4711)
	apply()
	require.Eventually(t, func() bool { return found().Prices.Price.Minor == 4711 }, withinLimit, 5*time.Millisecond)
	p.Active = false
	apply()
	require.Eventually(t, func() bool { return found() == nil }, withinLimit, 5*time.Millisecond)
	p.Active = true
	apply()
	require.Eventually(t, func() bool { return found() != nil }, withinLimit, 5*time.Millisecond)

	// What a rebuild must repair: an index that has lost a product without an event.
	require.NoError(t, engine.Delete(t.Context(), []int64{found().ID}))
	id := ident.New()
	require.NoError(t, box.Write(t.Context(), outbox.Event{ID: id, Topic: outbox.SearchRebuild}))
	require.Eventually(t, func() bool { done, _, err := box.Delivered(t.Context(), id); return err == nil && done },
		5*time.Second, 10*time.Millisecond)
	require.NotNil(t, found())
}

func TestTheFirstChangeFillsAnEmptyIndexWhole(t *testing.T) {
	pool := pgtest.New(t)
	store, box, engine := postgres.NewCatalog(pool, clock.System{}), postgres.NewOutbox(pool), bleve.New()
	indexer := search.NewIndexer(store, engine)
	require.NoError(t, indexer.Start(t.Context()), "a shop without products can start")
	_, err := store.Apply(t.Context(), searchtest.Batch(500))
	require.NoError(t, err)

	ctx, stop := context.WithCancel(context.Background())
	var relay sync.WaitGroup
	relay.Go(func() { _ = box.Run(ctx, indexer.Handlers()) })
	t.Cleanup(func() { stop(); relay.Wait() })
	require.Eventually(t, func() bool {
		n, err := engine.Size(t.Context())
		require.NoError(t, err)
		require.Contains(t, []int{0, 500}, n, "nobody sees a part of the shop")
		return n == 500
	}, 5*time.Second, time.Millisecond)
}
