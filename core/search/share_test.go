package search_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// shared is an index on a server, which does not bear two rebuilds at once.
type shared struct {
	*bleve.Engine
	rebuilds, atOnce, most atomic.Int32
}

func (s *shared) Rebuild(ctx context.Context, feed func(func(search.Document) error) error) error {
	s.rebuilds.Add(1)
	if n := s.atOnce.Add(1); n > s.most.Load() {
		s.most.Store(n)
	}
	defer s.atOnce.Add(-1)
	time.Sleep(50 * time.Millisecond)
	return s.Engine.Rebuild(ctx, feed)
}

func TestProcessesThatStartAtOnceFillASharedIndexInTurn(t *testing.T) {
	pool := pgtest.New(t)
	store, box, engine := postgres.NewCatalog(pool, clock.System{}), postgres.NewOutbox(pool), &shared{Engine: bleve.New()}
	_, err := store.Apply(t.Context(), searchtest.Batch(50))
	require.NoError(t, err)
	var processes sync.WaitGroup
	for range 4 {
		indexer := search.NewIndexer(store, engine)
		indexer.ShareWith(box)
		processes.Go(func() {
			if err := indexer.Start(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	require.Equal(t, int32(1), engine.rebuilds.Load(), "who waited finds it done")
	for range 3 {
		indexer := search.NewIndexer(store, engine)
		indexer.ShareWith(box)
		processes.Go(func() {
			if err := indexer.Rebuild(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	require.Equal(t, int32(4), engine.rebuilds.Load())
	require.Equal(t, int32(1), engine.most.Load())
}

// A shop that sells nothing yet has an empty index: its changes do not call one another for ever.
func TestChangesOfAShopThatSellsNothingComeToAnEnd(t *testing.T) {
	pool := pgtest.New(t)
	store, box, engine := postgres.NewCatalog(pool, clock.System{}), postgres.NewOutbox(pool), &shared{Engine: bleve.New()}
	batch := searchtest.Batch(3)
	for _, p := range batch.Products {
		p.Active = false
	}
	indexer := search.NewIndexer(store, engine)
	indexer.ShareWith(box)
	ctx, stop := context.WithCancel(context.Background())
	var relay sync.WaitGroup
	relay.Go(func() { _ = box.Run(ctx, indexer.Handlers()) })
	t.Cleanup(func() { stop(); relay.Wait() })
	settled := func() bool {
		backlog, err := box.Backlog(t.Context())
		return err == nil && len(backlog) == 0
	}
	for _, p := range batch.Products {
		_, err := store.Apply(t.Context(), catalog.Batch{Categories: batch.Categories, Products: []*catalog.Product{p}})
		require.NoError(t, err)
		require.Eventually(t, settled, 5*time.Second, 10*time.Millisecond)
	}
	time.Sleep(2 * time.Second)
	require.LessOrEqual(t, engine.rebuilds.Load(), int32(len(batch.Products)))
}
