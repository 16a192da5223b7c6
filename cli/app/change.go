package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
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
		p.indexer.RepeatWith(p.outbox)
	}
	return nil
}

// productsChanged brings changes to a shared index, then tells every process.
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
	return p.changes.Publish(ctx, change)
}

func (p *parts) rebuildAsked(ctx context.Context, _ []outbox.Event) error {
	if !p.inProcess {
		if err := p.indexer.Rebuild(ctx); err != nil {
			return err
		}
	}
	return p.changes.Publish(ctx, postgres.Change{All: true})
}

// followChanges keeps this process's index and caches up to date.
func (p *parts) followChanges(ctx context.Context, server *httpapi.Server) error {
	p.changes.Listen(ctx, func(ctx context.Context, c postgres.Change) {
		for !p.index(ctx, c) {
			// What failed may have left the index behind: only all of it is sure to be right again.
			c = postgres.Change{All: true}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
		server.CatalogChanged()
	})
	return nil
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
