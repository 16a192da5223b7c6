package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/valyala/fasthttp"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// Names of the baselines.
const (
	Handler   = "empty handler"
	Select    = "indexed select"
	Engine    = "search engine"
	EmptyPage = "empty page"
	Update    = "bare update"
	Workflow  = "bare workflow"
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

// emptyPage is a page of the storefront's server with nothing in it that is made anew for each call: what the framework
// itself costs here. The server has it for benches alone.
func emptyPage(storefront *fasthttp.HostClient) Scenario {
	v := &visitor{client: storefront}
	return Scenario{Name: EmptyPage, Do: func(ctx context.Context, _ int) error {
		if err := v.get(ctx, "/empty.bench", nil); err != nil {
			return fmt.Errorf("start the shop with --set storefront.benchPage=true to compare pages with it: %w", err)
		}
		return nil
	}}
}
