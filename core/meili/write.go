package meili

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
)

const (
	batchSize    = 1000
	pollEvery    = 20 * time.Millisecond
	nextSuffix   = "_next" // of the index that a rebuild fills
	primaryKey   = "id"
	indexExists  = "index_already_exists"
	indexMissing = "index_not_found"
)

// Index adds or replaces documents and returns when searches see them. The index is made if there is none. While a newer version's
// processes run beside this, their index takes no documents of this one's form: fault Unavailable ("search_index_newer"), so
// that the outbox keeps the change for one of them.
func (e *Engine) Index(ctx context.Context, docs []search.Document) error {
	if len(docs) == 0 {
		return nil
	}
	if err := e.ensure(ctx, e.index); err != nil {
		return err
	}
	switch newer, err := e.any(ctx, "form > "+strconv.Itoa(form)); {
	case err != nil:
		return err
	case newer:
		return fault.New(fault.Unavailable, "search_index_newer")
	}
	return e.done(ctx)(e.send(ctx, e.index, docs))
}

// Delete takes products out and returns when searches no longer see them.
func (e *Engine) Delete(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	return e.done(ctx)(e.client.Index(e.index).DeleteDocumentsWithContext(ctx, list, nil))
}

// Rebuild fills a second index and swaps the two, so that searches see the old one until the new one is complete. What
// an earlier rebuild left behind is removed first.
func (e *Engine) Rebuild(ctx context.Context, feed func(yield func(search.Document) error) error) error {
	next := e.index + nextSuffix
	if err := e.drop(ctx, next); err != nil {
		return err
	}
	if err := e.ensure(ctx, next); err != nil {
		return err
	}
	if err := e.fill(ctx, next, feed); err != nil {
		// The caller's context may be the reason; what is left here costs room, no more.
		_ = e.drop(context.WithoutCancel(ctx), next)
		return err
	}
	if err := e.ensure(ctx, e.index); err != nil {
		return err
	}
	swap := []*meilisearch.SwapIndexesParams{{Indexes: []string{e.index, next}}}
	if err := e.done(ctx)(e.client.SwapIndexesWithContext(ctx, swap)); err != nil {
		return err
	}
	return e.drop(ctx, next)
}

// fill hands the server all batches before it waits, because the server takes on together what is waiting.
func (e *Engine) fill(ctx context.Context, uid string, feed func(yield func(search.Document) error) error) error {
	var accepted []*meilisearch.TaskInfo
	batch := make([]search.Document, 0, batchSize)
	send := func() error {
		info, err := e.send(ctx, uid, batch)
		accepted, batch = append(accepted, info), batch[:0]
		return faultOf(err)
	}
	err := feed(func(d search.Document) error {
		if batch = append(batch, d); len(batch) < batchSize {
			return nil
		}
		return send()
	})
	if err == nil && len(batch) > 0 {
		err = send()
	}
	for _, info := range accepted {
		if err != nil {
			break
		}
		err = e.done(ctx)(info, nil)
	}
	return err
}

// ensure makes an index with its settings, if there is none.
func (e *Engine) ensure(ctx context.Context, uid string) error {
	_, err := e.client.GetIndexWithContext(ctx, uid)
	if err == nil {
		return nil
	}
	if !isMissing(err) {
		return faultOf(err)
	}
	err = e.done(ctx)(e.client.CreateIndexWithContext(ctx, &meilisearch.IndexConfig{Uid: uid, PrimaryKey: primaryKey}))
	if failed, ok := errors.AsType[*taskError](err); err != nil && (!ok || failed.code != indexExists) {
		return err
	}
	return e.done(ctx)(e.client.Index(uid).UpdateSettingsWithContext(ctx, settings()))
}

func (e *Engine) drop(ctx context.Context, uid string) error {
	err := e.done(ctx)(e.client.DeleteIndexWithContext(ctx, uid))
	if failed, ok := errors.AsType[*taskError](err); ok && failed.code == indexMissing {
		return nil
	}
	return err
}

// send hands the server documents to add.
func (e *Engine) send(ctx context.Context, uid string, docs []search.Document) (*meilisearch.TaskInfo, error) {
	list := make([]document, len(docs))
	for i := range docs {
		list[i] = documentOf(&docs[i])
	}
	key := primaryKey
	return e.client.Index(uid).AddDocumentsWithContext(ctx, list, &meilisearch.DocumentOptions{PrimaryKey: &key})
}

// taskError is why the server could not do a task.
type taskError struct{ code, message string }

func (t *taskError) Error() string { return "meilisearch: " + t.code + ": " + t.message }

// done waits for a task that the server has taken on, and gives its failure.
func (e *Engine) done(ctx context.Context) func(*meilisearch.TaskInfo, error) error {
	return func(info *meilisearch.TaskInfo, err error) error {
		if err != nil {
			return faultOf(err)
		}
		task, err := e.client.WaitForTaskWithContext(ctx, info.TaskUID, pollEvery)
		switch {
		case err != nil:
			return faultOf(err)
		case task.Status != meilisearch.TaskStatusSucceeded:
			cause := &taskError{code: task.Error.Code, message: fmt.Sprintf("%s task %s: %s", task.Type, task.Status, task.Error.Message)}
			return fault.Wrap(cause, fault.Internal, "error_internal")
		}
		return nil
	}
}

// isUnfilterable reports whether the index's settings do not know an attribute of a filter.
func isUnfilterable(err error) bool {
	e, ok := errors.AsType[*meilisearch.Error](err)
	return ok && e.MeilisearchApiError.Code == "invalid_search_filter"
}

// isMissing reports whether there is no index. A search in several says so with 400, all else with 404.
func isMissing(err error) bool {
	e, ok := errors.AsType[*meilisearch.Error](err)
	return ok && e.MeilisearchApiError.Code == indexMissing
}
