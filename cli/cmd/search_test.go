package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// searchShell runs search commands against a database with a small catalogue.
type searchShell struct {
	tools *searchTools
	run   func(args ...string) (string, error)

	beside *bytes.Buffer // what was said beside the answers
}

func newSearchShell(t *testing.T) searchShell {
	t.Helper()
	url := pgtest.URL(t)
	t.Setenv("KONTOR_DATABASE_URL", url)
	t.Setenv("KONTOR_SEARCH_ENGINE", "bleve")
	pool, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 8})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	store := postgres.NewCatalog(pool, clock.System{})
	_, err = store.Apply(t.Context(), searchtest.Batch(150))
	require.NoError(t, err)
	var beside bytes.Buffer
	return searchShell{
		beside: &beside,
		tools:  &searchTools{pool: pool, catalog: store, outbox: postgres.NewOutbox(pool), engine: bleve.New()},
		run: func(args ...string) (string, error) {
			var out bytes.Buffer
			root := newRoot(&session{out: printer{out: &out}})
			root.SetErr(&beside)
			root.SetArgs(append([]string{"search"}, args...))
			err := root.ExecuteContext(t.Context())
			return out.String(), err
		},
	}
}

func TestSearchQueryShowsWhatCustomersFind(t *testing.T) {
	shell := newSearchShell(t)
	out, err := shell.run("query", "grafikarte", "--sort", "price_asc")
	require.NoError(t, err)
	require.Contains(t, out, "20 products, page 1 of 1")
	require.Contains(t, out, "GeForce")
	require.Contains(t, shell.beside.String(), "making an index of 150 products for this question")

	out, err = shell.run("query", "--category", "notebooks", "--filter", `{"preis": {"max": 800}}`, "-o", "json")
	require.NoError(t, err)
	var listing search.Listing
	require.NoError(t, json.Unmarshal([]byte(out), &listing))
	require.NotEmpty(t, listing.Cards)
	for _, c := range listing.Cards {
		require.LessOrEqual(t, c.Prices.Price.Minor, int64(80_000))
	}
	out, err = shell.run("query", "--suggest", "grafikk")
	require.NoError(t, err)
	require.Contains(t, out, "Grafikkarten")
	_, err = shell.run("query", "--filter", "{")
	require.ErrorAs(t, err, new(usageError))
	_, err = shell.run("query", "--sort", "price_up")
	require.ErrorAs(t, err, new(usageError))
	_, err = shell.run("query", "--category", "nirgendwo")
	require.Error(t, err)
}

func TestSearchReindexWaitsForTheProcessThatHasTheIndex(t *testing.T) {
	shell := newSearchShell(t)
	_, err := shell.run("reindex", "--timeout", "300ms")
	require.ErrorContains(t, err, "until the shop runs")

	engine := bleve.New()
	ctx, stop := context.WithCancel(context.Background())
	var relay sync.WaitGroup
	relay.Go(func() {
		_ = shell.tools.outbox.Run(ctx, search.NewIndexer(shell.tools.catalog, engine).Handlers())
	})
	t.Cleanup(func() { stop(); relay.Wait() })
	out, err := shell.run("reindex", "-o", "json")
	require.NoError(t, err)
	require.Contains(t, out, `"products": 150`)
	require.Contains(t, out, `"done": false`, "an index in a process of its own is not waited for")
	n, err := engine.Size(t.Context())
	require.NoError(t, err)
	require.Equal(t, 150, n)
	out, err = shell.run("reindex")
	require.NoError(t, err)
	require.Contains(t, out, "its index of 150 products anew now")
	require.NotContains(t, out, "TOOK")

	require.Eventually(t, func() bool {
		out, err := shell.run("status", "-o", "json")
		require.NoError(t, err)
		var status searchStatus
		require.NoError(t, json.Unmarshal([]byte(out), &status))
		require.Equal(t, "bleve", status.Engine)
		require.Equal(t, 150, status.Products)
		require.Nil(t, status.Indexed)
		return len(status.Backlog) == 0
	}, 10*time.Second, 50*time.Millisecond)
}
