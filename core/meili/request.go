package meili

import (
	"regexp"
	"slices"
	"strings"

	"github.com/meilisearch/meilisearch-go"

	"kontor.dev/kontor/core/search"
)

// requests makes the queries of one multi-search. The first has the page and counts the facets that have no selection;
// each further one counts one facet as if that had none, because Meilisearch counts only what all filters leave.
func requests(index string, q search.Query) []*meilisearch.SearchRequest {
	size := int64(q.Size)
	first := request(index, q, filterOf(q, ""))
	first.HitsPerPage, first.Page = &size, int64(q.Page)
	first.AttributesToRetrieve = []string{"card"}
	first.Sort = orders[q.Sort]
	list := []*meilisearch.SearchRequest{first}
	for _, f := range q.Facets {
		if !slices.ContainsFunc(q.Selections, func(s search.Selection) bool { return s.Facet == f.ID }) {
			first.Facets = append(first.Facets, countAttribute(f))
			continue
		}
		none := int64(0)
		r := request(index, q, filterOf(q, f.ID))
		r.HitsPerPage, r.Page = &none, 1
		r.Facets = []string{countAttribute(f)}
		list = append(list, r)
	}
	return list
}

func request(index string, q search.Query, filter []string) *meilisearch.SearchRequest {
	r := &meilisearch.SearchRequest{IndexUID: index, Query: unquoted(q.Text), MatchingStrategy: meilisearch.All, Locales: words}
	if len(filter) > 0 {
		r.Filter = filter
	}
	return r
}

// unquoted takes out what the server has for signs of its own: quotation marks, which keep words together, and a dash before
// a word, which asks for products without it. Customers mean inches and lists by them. Only a decimal number is kept together:
// a "2" and a "5" anywhere are no 2,5".
func unquoted(text string) string {
	words := strings.Fields(strings.ReplaceAll(text, `"`, " "))
	for i, w := range words {
		if words[i] = strings.TrimLeft(w, "-"); decimal.MatchString(words[i]) {
			words[i] = `"` + words[i] + `"`
		}
	}
	return strings.Join(words, " ")
}

var decimal = regexp.MustCompile(`^\d+[.,]\d+$`)

func suggestRequest(index, text string, categoryID int64) *meilisearch.SearchRequest {
	size := int64(search.MaxSuggestions)
	q := search.Query{Text: text, CategoryID: categoryID}
	r := request(index, q, filterOf(q, ""))
	r.HitsPerPage, r.Page = &size, 1
	r.AttributesToRetrieve, r.Facets = []string{"card"}, []string{"own"}
	return r
}
