package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/search/searchtest"
)

// configured gives the settings of a shop without plugins, on a database of its own.
func configured(t *testing.T) config.Config {
	dir := t.TempDir()
	return config.Config{
		Root:       dir,
		HTTP:       config.HTTP{Addr: "127.0.0.1:0", PublicURL: "http://localhost:8080"},
		Storefront: config.Storefront{Addr: "127.0.0.1:1"},
		Database:   config.Database{URL: pgtest.URL(t)},
		Temporal:   config.Temporal{Address: "127.0.0.1:1", Namespace: "kontor", TaskQueue: "test"},
		Search:     config.Search{Engine: "auto"},
		Plugins:    config.Plugins{File: filepath.Join(dir, "plugins.yaml"), Dir: dir},
		State:      config.State{Dir: dir},
		Log:        config.Log{Level: "error", Format: "text"},
	}
}

// Two serving processes and a worker: a change reaches the listings of both within two seconds.
func TestChangeReachesEveryServer(t *testing.T) {
	cfg := configured(t)
	ctx, stop := context.WithCancel(t.Context())
	group, running := errgroup.WithContext(ctx)
	var servers []*httpapi.Server
	for range 2 {
		p, err := build(ctx, cfg, "kontor serve")
		require.NoError(t, err)
		t.Cleanup(p.close)
		server, err := p.server()
		require.NoError(t, err)
		servers = append(servers, server)
		if len(servers) == 1 {
			_, err := p.catalog.Apply(ctx, searchtest.Batch(60))
			require.NoError(t, err)
		}
		p.background(running, group.Go, server)
		require.Eventually(t, p.indexed.Load, 20*time.Second, 20*time.Millisecond)
	}
	worker, err := build(ctx, cfg, "kontor worker")
	require.NoError(t, err)
	t.Cleanup(worker.close)
	group.Go(func() error { return worker.outbox.Run(running, worker.handlers()) })
	t.Cleanup(func() { stop(); require.NoError(t, ended(group.Wait())) })
	waitForOutbox(t, worker)

	card := cheapest(t, servers[0])
	require.Equal(t, card.ID, cheapest(t, servers[1]).ID)
	batch := searchtest.Batch(60)
	for _, p := range batch.Products {
		if p.ArticleNumber == card.ArticleNumber {
			p.Prices.Price = money.Euro(1)
		}
	}
	_, err = worker.catalog.Apply(ctx, batch)
	require.NoError(t, err)
	changed := time.Now()
	for _, s := range servers {
		require.Eventually(t, func() bool { return cheapest(t, s).Prices.Price == money.Euro(1) }, 2*time.Second, 10*time.Millisecond)
	}
	t.Logf("seen by both after %v", time.Since(changed))
}

func waitForOutbox(t *testing.T, p *parts) {
	t.Helper()
	require.Eventually(t, func() bool {
		backlog, err := p.outbox.Backlog(t.Context())
		return err == nil && len(backlog) == 0
	}, 20*time.Second, 50*time.Millisecond)
}

func cheapest(t *testing.T, s *httpapi.Server) httpapi.Card {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/category/pc-komponenten?sortListing=price_asc", nil))
	var l httpapi.Listing
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &l), w.Body.String())
	require.NotEmpty(t, l.Cards)
	return l.Cards[0]
}

func TestServeStopsInOrder(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	p, err := build(ctx, configured(t), "kontor serve")
	require.NoError(t, err)
	t.Cleanup(p.close)
	server, err := p.server()
	require.NoError(t, err)
	go func() { done <- p.run(ctx, server, false) }()
	require.Eventually(t, p.indexed.Load, 20*time.Second, 20*time.Millisecond)
	stop()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		require.Fail(t, "serve did not stop")
	}
}

func TestServeRefusesAnOldSchema(t *testing.T) {
	cfg := configured(t)
	p, err := build(t.Context(), cfg, "kontor serve")
	require.NoError(t, err)
	_, err = p.pool.Exec(t.Context(), `update schema_version set version = 1`)
	require.NoError(t, err)
	p.close()
	_, err = build(t.Context(), cfg, "kontor serve")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "database_not_migrated"))
}

func TestUnknownEngineIsRefused(t *testing.T) {
	for _, search := range []config.Search{{Engine: "meili"}, {Engine: "solr"}} {
		_, err := SearchEngine(config.Config{Search: search})
		require.ErrorContains(t, err, "search.engine")
	}
}
