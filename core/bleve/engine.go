// Package bleve is the search engine inside the process, the default where no Meilisearch is configured. Bleve's German
// analysis makes the words; the index over them and over the facets is the package's own, columns in memory:
//
//	Index, Delete, Rebuild ─► edit (copies what it changes) ─► snapshot ─► swapped in at once
//	Search, Suggest        ─► read the current snapshot, without a lock
//
// The index is not kept on disk: a process builds it from PostgreSQL when it starts. See core/docs/adr/0004-in-process-search.md.
package bleve

import (
	"context"
	"sync"
	"sync/atomic"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

// Engine is an index in memory. It is Unavailable until the first Rebuild or Index. Make it with New.
type Engine struct {
	analyzer *analyzer
	current  atomic.Pointer[snapshot] // nil until there is an index
	writing  sync.Mutex
	byID     map[int64]uint32 // of the newest snapshot; guarded by writing
}

var _ search.Engine = (*Engine)(nil)

// New makes an engine without an index.
func New() *Engine { return &Engine{analyzer: newAnalyzer(), byID: map[int64]uint32{}} }

// Name is "bleve".
func (*Engine) Name() string { return "bleve" }

// Search answers from the current snapshot.
func (e *Engine) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	s, err := e.snapshot(ctx)
	if err != nil {
		return search.Answer{}, err
	}
	return s.search(e.analyzer, q.Clean()), nil
}

// Suggest answers from the current snapshot.
func (e *Engine) Suggest(ctx context.Context, text string, categoryID int64) ([]search.Suggestion, error) {
	s, err := e.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	text, ok := search.SuggestText(text)
	if !ok {
		return nil, nil
	}
	return s.suggest(e.analyzer, search.Query{Text: text, CategoryID: categoryID}), nil
}

// Index adds or replaces documents. Documents that are the same as before cost next to nothing.
func (e *Engine) Index(ctx context.Context, docs []search.Document) error {
	return e.edit(ctx, func(ed *edit) {
		for i := range docs {
			ed.put(docs[i])
		}
	})
}

// Delete takes products out.
func (e *Engine) Delete(ctx context.Context, ids []int64) error {
	return e.edit(ctx, func(ed *edit) {
		for _, id := range ids {
			ed.drop(id)
		}
	})
}

func (e *Engine) edit(ctx context.Context, change func(*edit)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	from := e.current.Load()
	if from == nil {
		from = emptySnapshot()
	}
	ed := newEdit(from, e.byID, e.analyzer)
	change(ed)
	if next, changed := ed.done(); changed {
		e.current.Store(next)
	} else if e.current.Load() == nil {
		e.current.Store(from)
	}
	return nil
}

// Rebuild replaces the whole index; searches see the old one until the new one is complete, and keep it when feed fails.
// Changes wait until it ends.
func (e *Engine) Rebuild(ctx context.Context, feed func(yield func(search.Document) error) error) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	byID := map[int64]uint32{}
	ed := newEdit(emptySnapshot(), byID, e.analyzer)
	err := feed(func(d search.Document) error {
		ed.put(d)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	next, changed := ed.done()
	if !changed {
		next = emptySnapshot()
	}
	e.byID = byID
	e.current.Store(next)
	return nil
}

// Size is the number of products in the index.
func (e *Engine) Size(ctx context.Context) (int, error) {
	s, err := e.snapshot(ctx)
	if err != nil {
		return 0, err
	}
	return len(s.live), nil
}

func (e *Engine) snapshot(ctx context.Context) (*snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s := e.current.Load(); s != nil {
		return s, nil
	}
	return nil, fault.New(fault.Unavailable, "search_unavailable")
}
