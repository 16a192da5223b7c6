package bench

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// Names of the baselines.
const (
	Handler  = "empty handler"
	Select   = "indexed select"
	Engine   = "search engine"
	Update   = "bare update"
	Workflow = "bare workflow"
)

// handler is an HTTP server that answers with nothing: what HTTP itself costs here. It runs until ctx ends.
func handler(ctx context.Context, concurrency int) (Scenario, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Scenario{}, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	go func() { _ = server.Serve(listener) }()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	v := &visitor{client: newClient(listener.Addr().String(), concurrency)}
	return Scenario{Name: Handler, Do: func(ctx context.Context, _ int) error { return v.get(ctx, "/", nil) }}, nil
}

// indexedSelect reads a random product by its primary key, through the shop's own store.
func indexedSelect(store catalog.Store, ids []int64) Scenario {
	return Scenario{Name: Select, Do: func(ctx context.Context, _ int) error {
		_, err := store.Product(ctx, ids[rand.IntN(len(ids))])
		return err
	}}
}

// engineDirect asks the search engine what listings ask it, without HTTP, JSON or a cache.
func engineDirect(engine search.Engine, calls []listingCall) Scenario {
	return Scenario{Name: Engine, Do: func(ctx context.Context, _ int) error {
		_, err := engine.Search(ctx, calls[rand.IntN(len(calls))].query)
		return err
	}}
}
