package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search"
)

// openSearch chooses the engine. A server's index is shared and kept up to date by the worker's outbox; the in-process
// one belongs to each serving process, which hears of changes by the broadcast.
func (p *parts) openSearch() error {
	engine, err := SearchEngine(p.cfg)
	if err != nil {
		return err
	}
	_, p.inProcess = engine.(*bleve.Engine)
	p.engine = search.NewResilient(engine, postgres.NewSearchFallback(p.catalog))
	p.indexer = search.NewIndexer(p.catalog, engine)
	if !p.inProcess {
		p.indexer.ShareWith(p.outbox)
	}
	return nil
}

// productsChanged brings changes to a shared index, then tells every process, and who waits for what can be had again.
func (p *parts) productsChanged(ctx context.Context, events []outbox.Event) error {
	if !p.inProcess {
		if err := p.indexer.Handlers()[outbox.ProductChanged](ctx, events); err != nil {
			return err
		}
	}
	var change postgres.Change
	for _, e := range events {
		var payload struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
		change.Products = append(change.Products, payload.ID)
	}
	if err := p.changes.Publish(ctx, change); err != nil {
		return err
	}
	if err := p.tellOfProducts(ctx, events, change.Products); err != nil {
		return err
	}
	return p.restock.Changed(ctx, change.Products)
}

// catchUpRestocks looks now and then for goods that are back and of which nobody was told.
func (p *parts) catchUpRestocks(ctx context.Context) error {
	const every = time.Hour
	for ctx.Err() == nil {
		if err := p.restock.CatchUp(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "who waits for goods that are back was not told", "error", err)
		}
		pause(ctx, every)
	}
	return nil
}

func (p *parts) rebuildAsked(ctx context.Context, _ []outbox.Event) error {
	if !p.inProcess {
		if err := p.indexer.Rebuild(ctx); err != nil {
			return err
		}
	}
	return p.changes.Publish(ctx, postgres.Change{All: true})
}

// gather is how long changes are collected before they are indexed together: every order changes the stock of its
// products, and an index takes a hundred changes as quickly as one.
const gather = 100 * time.Millisecond

// followChanges keeps this process's index and caches up to date.
func (p *parts) followChanges(ctx context.Context, server *httpapi.Server) error {
	var waiting pending
	waiting.arrived = make(chan struct{}, 1)
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		p.changes.Listen(ctx, func(_ context.Context, c postgres.Change) { waiting.add(c) })
	}()
	for {
		select {
		case <-ctx.Done():
			<-heard
			return nil
		case <-waiting.arrived:
		}
		pause(ctx, gather)
		change := waiting.take()
		for !p.index(ctx, change) {
			// What failed may have left the index behind: only all of it is sure to be right again.
			change = postgres.Change{All: true}
			pause(ctx, time.Second)
		}
		server.CatalogChanged()
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// pending is the changes that were heard and not yet taken.
type pending struct {
	mu      sync.Mutex
	change  postgres.Change
	arrived chan struct{}
}

func (w *pending) add(c postgres.Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.change.All = w.change.All || c.All
	w.change.Products = append(w.change.Products, c.Products...)
	select {
	case w.arrived <- struct{}{}:
	default:
	}
}

func (w *pending) take() postgres.Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	taken := w.change
	w.change = postgres.Change{}
	return taken
}

// index brings a change to the in-process index and says whether that is done.
func (p *parts) index(ctx context.Context, c postgres.Change) bool {
	var err error
	switch {
	case !p.inProcess && !c.All:
	case !p.inProcess:
		err = p.indexer.Start(ctx)
	case c.All:
		err = p.indexer.Rebuild(ctx)
	default:
		err = p.indexer.Handlers()[outbox.ProductChanged](ctx, eventsOf(c.Products))
	}
	if err != nil {
		slog.WarnContext(ctx, "search index not up to date", "error", err)
		return ctx.Err() != nil
	}
	p.indexed.Store(true)
	return true
}

func eventsOf(ids []int64) []outbox.Event {
	events := make([]outbox.Event, len(ids))
	for i, id := range ids {
		text := strconv.FormatInt(id, 10)
		events[i] = outbox.Event{ID: "product-" + text, Topic: outbox.ProductChanged, Payload: json.RawMessage(`{"id":` + text + `}`)}
	}
	return events
}
