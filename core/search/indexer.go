package search

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/outbox"
)

// Indexer brings changes of the catalogue to an engine.
type Indexer struct {
	store  catalog.Store
	engine Engine
	shared Shared     // nil for an index of this process alone
	turn   sync.Mutex // a rebuild and a change do not overlap in this process
}

// Shared is what the processes that share an index have in common.
type Shared interface {
	// Repeat delivers again what was delivered on a topic not longer ago than that, and what is being delivered.
	Repeat(ctx context.Context, topic string, ago time.Duration) (int, error)
	// Alone runs do while no other process runs one of the same name.
	Alone(ctx context.Context, name string, do func(context.Context) error) error
}

// NewIndexer makes an indexer.
func NewIndexer(store catalog.Store, engine Engine) *Indexer {
	return &Indexer{store: store, engine: engine}
}

// ShareWith makes rebuilds of all processes wait for each other, and each repeat the changes that others delivered to the
// old index meanwhile. Set it where several processes share one index.
func (x *Indexer) ShareWith(s Shared) { x.shared = s }

// Handlers are the indexer's part of the outbox. They run in the process that holds the index.
func (x *Indexer) Handlers() map[string]outbox.Handler {
	return map[string]outbox.Handler{outbox.ProductChanged: x.changed, outbox.SearchRebuild: x.rebuildAsked}
}

// Start makes the engine ready: it builds the index if there is none, or an empty one.
func (x *Indexer) Start(ctx context.Context) error {
	x.turn.Lock()
	defer x.turn.Unlock()
	_, err := x.fill(ctx)
	return err
}

// Rebuild replaces the whole index with what the catalogue has; searches go on meanwhile.
func (x *Indexer) Rebuild(ctx context.Context) error {
	x.turn.Lock()
	defer x.turn.Unlock()
	return x.alone(ctx, x.rebuild)
}

// fill builds the index if there is none, or an empty one, and says whether it did. It looks again when it is its turn:
// another process may have built it meanwhile.
func (x *Indexer) fill(ctx context.Context) (filled bool, err error) {
	if x.filled(ctx) {
		return false, nil
	}
	err = x.alone(ctx, func(ctx context.Context) error {
		if x.filled(ctx) {
			return nil
		}
		filled = true
		return x.rebuild(ctx)
	})
	return filled, err
}

const rebuilding = "kontor.search.rebuild"

func (x *Indexer) alone(ctx context.Context, do func(context.Context) error) error {
	if x.shared == nil {
		return do(ctx)
	}
	return x.shared.Alone(ctx, rebuilding, do)
}

func (x *Indexer) rebuild(ctx context.Context) error {
	start, n := time.Now(), 0
	builder, err := x.builder(ctx)
	if err != nil {
		return err
	}
	err = x.engine.Rebuild(ctx, func(yield func(Document) error) error {
		return x.store.Each(ctx, func(p *catalog.Product) error {
			n++
			return yield(builder.Document(p))
		})
	})
	if err != nil {
		return err
	}
	// An empty index is built anew by the next change, which needs no other to be repeated: they would call each other for ever.
	if x.shared != nil && n > 0 {
		if _, err := x.shared.Repeat(ctx, outbox.ProductChanged, time.Since(start)+margin); err != nil {
			return err
		}
	}
	slog.InfoContext(ctx, "search: index built", "engine", x.engine.Name(), "products", n, "took", time.Since(start))
	return nil
}

func (x *Indexer) filled(ctx context.Context) bool {
	n, err := x.engine.Size(ctx)
	return err == nil && n > 0
}

func (x *Indexer) builder(ctx context.Context) (*Builder, error) {
	categories, err := x.store.Categories(ctx)
	if err != nil {
		return nil, err
	}
	return NewBuilder(categories), nil
}

func (x *Indexer) rebuildAsked(ctx context.Context, _ []outbox.Event) error { return x.Rebuild(ctx) }

// changed indexes the products of the events as they are now, whatever the events were for, so that a repeated or late
// delivery does no harm.
func (x *Indexer) changed(ctx context.Context, events []outbox.Event) error {
	ids, err := productIDs(events)
	if err != nil {
		return err
	}
	x.turn.Lock()
	defer x.turn.Unlock()
	// An index of just these products would hide all others.
	if filled, err := x.fill(ctx); filled || err != nil {
		return err
	}
	products, err := x.store.Products(ctx, ids)
	if err != nil {
		return err
	}
	builder, err := x.builder(ctx)
	if err != nil {
		return err
	}
	docs := make([]Document, len(products))
	gone := make(map[int64]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	for i, p := range products {
		docs[i] = builder.Document(p)
		delete(gone, p.ID)
	}
	if len(docs) > 0 {
		if err := x.engine.Index(ctx, docs); err != nil {
			return err
		}
	}
	deleted := make([]int64, 0, len(gone))
	for id := range gone {
		deleted = append(deleted, id)
	}
	if len(deleted) == 0 {
		return nil
	}
	return x.engine.Delete(ctx, deleted)
}

// margin is for what the way to the database takes.
const margin = 10 * time.Second

func productIDs(events []outbox.Event) ([]int64, error) {
	seen := make(map[int64]bool, len(events))
	ids := make([]int64, 0, len(events))
	for _, e := range events {
		var payload struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return nil, fmt.Errorf("event %s: %w", e.ID, err)
		}
		if payload.ID != 0 && !seen[payload.ID] {
			seen[payload.ID] = true
			ids = append(ids, payload.ID)
		}
	}
	return ids, nil
}
