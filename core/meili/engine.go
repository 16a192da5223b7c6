// Package meili is the search engine on a Meilisearch server (1.18 or newer), for shops that run several processes or
// have large catalogues.
package meili

import (
	"context"
	"net/http"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/search"
)

// Engine is an index on a server. Make it with New.
type Engine struct {
	client meilisearch.ServiceManager
	index  string
}

var _ search.Engine = (*Engine)(nil)

// New makes an engine for the index of that name. It does not call the server. The key needs the rights to search and
// to manage documents, settings, tasks and indexes whose names begin with the index's.
func New(url, key, index string) *Engine {
	client := meilisearch.New(url, meilisearch.WithAPIKey(key), meilisearch.DisableRetries(),
		meilisearch.WithCustomClient(&http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute}}))
	return &Engine{client: client, index: index}
}

// Name is "meili".
func (*Engine) Name() string { return "meili" }

// Search asks once for the page and everything counted over it, and in the same request once for each facet that has a
// selection of its own.
func (e *Engine) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	q = q.Clean()
	answer, err := e.search(ctx, q, meilisearch.All)
	if err == nil && answer.Total == 0 && mayDropWords(q.Text) {
		answer, err = e.search(ctx, q, meilisearch.Last)
	}
	return answer, err
}

func (e *Engine) search(ctx context.Context, q search.Query, strategy meilisearch.MatchingStrategy) (search.Answer, error) {
	requests := requests(e.index, q, strategy)
	response, err := e.client.MultiSearchWithContext(ctx, &meilisearch.MultiSearchRequest{Queries: requests})
	if err != nil {
		return search.Answer{}, faultOf(err)
	}
	return answerOf(q, requests, response.Results)
}

// Suggest asks for the best products and counts their categories.
func (e *Engine) Suggest(ctx context.Context, text string) ([]search.Suggestion, error) {
	text, ok := search.SuggestText(text)
	if !ok {
		return nil, nil
	}
	request := suggestRequest(e.index, text)
	response, err := e.client.MultiSearchWithContext(ctx, &meilisearch.MultiSearchRequest{Queries: []*meilisearch.SearchRequest{request}})
	if err != nil {
		return nil, faultOf(err)
	}
	return suggestionsOf(text, response.Results)
}

// Size asks the server for the number of documents.
func (e *Engine) Size(ctx context.Context) (int, error) {
	stats, err := e.client.Index(e.index).GetStatsWithContext(ctx, nil)
	if err != nil {
		return 0, faultOf(err)
	}
	return int(stats.NumberOfDocuments), nil
}
