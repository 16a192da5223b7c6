// Package meili is the search engine on a Meilisearch server (1.36 or newer), for shops that run several processes or
// have large catalogues. An older one knows no ranking rule attributeRank.
package meili

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
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
// to manage documents, settings, tasks and indexes whose names begin with the index's. No redirects are followed: what customers
// search for goes where the operator said.
func New(url, key, index string) *Engine {
	// The server compresses in small pieces, the last of which waits 40 ms for the acknowledgement of the one before.
	transport := &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute, DisableCompression: true}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := meilisearch.New(url, meilisearch.WithAPIKey(key), meilisearch.DisableRetries(),
		meilisearch.WithCustomClient(&http.Client{Transport: transport, CheckRedirect: stay}))
	return &Engine{client: client, index: index}
}

// Name is "meili".
func (*Engine) Name() string { return "meili" }

// Search asks once for the page and everything counted over it, and in the same request once for each facet that has a
// selection of its own. Only a text that finds nothing costs more requests: it is tried with fewer words.
func (e *Engine) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	q = q.Clean()
	if q.Text != "" && search.Wordless(q.Text) {
		return search.Answer{}, nil // the server takes it for no text, which finds everything
	}
	answer, err := e.search(ctx, q)
	if err != nil || answer.Total > 0 || !strings.Contains(q.Text, " ") {
		return answer, err
	}
	text, err := e.fewerWords(ctx, q.Text)
	if err != nil || text == q.Text {
		return answer, err
	}
	q.Text = text
	return e.search(ctx, q)
}

func (e *Engine) search(ctx context.Context, q search.Query) (search.Answer, error) {
	requests := requests(e.index, q)
	results, err := e.ask(ctx, requests)
	if err != nil {
		return search.Answer{}, err
	}
	return answerOf(q, requests, results)
}

// ask sends requests as one and gives as many results.
func (e *Engine) ask(ctx context.Context, requests []*meilisearch.SearchRequest) ([]meilisearch.SearchResponse, error) {
	response, err := e.client.MultiSearchWithContext(ctx, &meilisearch.MultiSearchRequest{Queries: requests})
	if err != nil {
		return nil, faultOf(err)
	}
	if len(response.Results) != len(requests) {
		return nil, unreadable(fmt.Errorf("%d results for %d queries", len(response.Results), len(requests)))
	}
	return response.Results, nil
}

// Suggest asks for the best products and counts their categories.
func (e *Engine) Suggest(ctx context.Context, text string, categoryID int64) ([]search.Suggestion, error) {
	text, ok := search.SuggestText(text)
	if !ok {
		return nil, nil
	}
	results, err := e.ask(ctx, []*meilisearch.SearchRequest{suggestRequest(e.index, text, categoryID)})
	if err != nil {
		return nil, err
	}
	return suggestionsOf(text, results[0])
}

// Size asks the server for the number of documents. It is 0 while none has this version's form, or that of a newer one whose
// processes run beside this: then the index has to be built anew.
func (e *Engine) Size(ctx context.Context) (int, error) {
	if any, err := e.any(ctx, "form >= "+strconv.Itoa(form)); !any || err != nil {
		return 0, err
	}
	stats, err := e.client.Index(e.index).GetStatsWithContext(ctx, nil)
	if err != nil {
		return 0, faultOf(err)
	}
	return int(stats.NumberOfDocuments), nil
}

// any reports whether the index has a document that meets the filter, which is about forms.
func (e *Engine) any(ctx context.Context, filter string) (bool, error) {
	one := request(e.index, search.Query{}, []string{filter})
	one.Limit, one.AttributesToRetrieve = 1, []string{primaryKey}
	found, err := e.ask(ctx, []*meilisearch.SearchRequest{one})
	if isUnfilterable(err) || isMissing(err) {
		return false, nil // an index of before there were forms, or none yet
	}
	return err == nil && len(found[0].Hits) > 0, err
}
