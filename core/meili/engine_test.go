package meili_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/meilisearch/meilisearch-go"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/meili"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// envURL and envKey say where a Meilisearch is that tests may make indexes on.
const (
	envURL = "KONTOR_TEST_MEILI_URL"
	envKey = "KONTOR_TEST_MEILI_KEY"
)

func TestConformance(t *testing.T) {
	url := os.Getenv(envURL)
	if url == "" {
		t.Skipf("%s is not set: the suite runs only against a Meilisearch server", envURL)
	}
	searchtest.Run(t, func(t *testing.T) search.Engine {
		key, index := os.Getenv(envKey), "kontor_test_"+ident.New()
		t.Cleanup(func() { _, _ = meilisearch.New(url, meilisearch.WithAPIKey(key)).DeleteIndex(index) })
		return meili.New(url, key, index)
	})
}

// realServer gives a client of the Meilisearch of envURL and the name of an index for the test, which is deleted after it; without
// one the test is skipped.
func realServer(t *testing.T) (client meilisearch.ServiceManager, index string) {
	t.Helper()
	url := os.Getenv(envURL)
	if url == "" {
		t.Skipf("%s is not set", envURL)
	}
	client, index = meilisearch.New(url, meilisearch.WithAPIKey(os.Getenv(envKey))), "kontor_test_"+ident.New()
	t.Cleanup(func() { _, _ = client.DeleteIndex(index) })
	return client, index
}

// An index that a version of before there were forms made is built anew.
func TestAnIndexWithoutFormsIsNone(t *testing.T) {
	client, index := realServer(t)
	done := func(task *meilisearch.TaskInfo, err error) {
		t.Helper()
		require.NoError(t, err)
		_, err = client.WaitForTaskWithContext(t.Context(), task.TaskUID, 0)
		require.NoError(t, err)
	}
	attributes := []any{"categories"}
	done(client.Index(index).UpdateFilterableAttributes(&attributes))
	done(client.Index(index).AddDocuments([]map[string]any{{"id": 1}}, nil))
	engine := meili.New(os.Getenv(envURL), os.Getenv(envKey), index)
	n, err := engine.Size(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	require.NoError(t, engine.Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(2))))
	n, err = engine.Size(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// server stands in for Meilisearch as its documentation describes it: it records calls, finishes every task at once,
// and answers searches with what the test gives it.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	calls   []string // method and path
	bodies  []string
	indexes map[string]bool
	answer  string             // of multi-search
	known   map[string]float64 // instead: how well the texts match that find something
	failing string             // a task type that fails
	tasks   []string
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{indexes: map[string]bool{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if r.Header.Get("Authorization") != "Bearer secret" {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"message":"invalid key","code":"invalid_api_key","type":"auth","link":""}`)
		return
	}
	if id, ok := strings.CutPrefix(r.URL.Path, "/tasks/"); ok {
		s.task(w, id)
		return
	}
	var body json.RawMessage
	_ = json.NewDecoder(r.Body).Decode(&body)
	s.calls, s.bodies = append(s.calls, r.Method+" "+r.URL.Path), append(s.bodies, string(body))
	uid := strings.Split(strings.TrimPrefix(r.URL.Path, "/indexes/"), "/")[0]
	switch {
	case r.URL.Path == "/multi-search" && s.known != nil:
		s.find(w, body)
	case r.URL.Path == "/multi-search":
		fmt.Fprint(w, s.answer)
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/stats"):
		fmt.Fprint(w, `{"numberOfDocuments": 42}`)
	case r.Method == http.MethodGet && !s.indexes[uid]:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message":"Index %s not found.","code":"index_not_found","type":"invalid_request","link":""}`, uid)
	case r.Method == http.MethodGet:
		fmt.Fprintf(w, `{"uid":%q,"primaryKey":"id"}`, uid)
	default:
		s.accept(w, r, uid, body)
	}
}

// find answers the queries of a multi-search whose text is known; filters leave nothing.
func (s *server) find(w http.ResponseWriter, body json.RawMessage) {
	var asked struct {
		Queries []struct {
			Q      string
			Filter []string
		}
	}
	_ = json.Unmarshal(body, &asked)
	results := make([]string, len(asked.Queries))
	for i, q := range asked.Queries {
		results[i] = `{"hits":[],"totalHits":0}`
		if score := s.known[q.Q]; score > 0 && q.Filter == nil {
			results[i] = fmt.Sprintf(`{"hits":[{"id":1,"card":{"id":1},"_rankingScore":%g}],"totalHits":1}`, score)
		}
	}
	fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(results, ","))
}

// accept takes on a task.
func (s *server) accept(w http.ResponseWriter, r *http.Request, uid string, body json.RawMessage) {
	kind := "documentAdditionOrUpdate"
	switch {
	case r.URL.Path == "/indexes":
		var index struct{ UID string }
		_ = json.Unmarshal(body, &index)
		s.indexes[index.UID], kind = true, "indexCreation"
	case r.URL.Path == "/swap-indexes":
		kind = "indexSwap"
	case r.Method == http.MethodDelete:
		kind = "indexDeletion"
		if !s.indexes[uid] {
			kind = "missing"
		}
		delete(s.indexes, uid)
	case strings.HasSuffix(r.URL.Path, "/settings"):
		kind = "settingsUpdate"
	}
	s.tasks = append(s.tasks, kind)
	w.WriteHeader(http.StatusAccepted)
	fmt.Fprintf(w, `{"taskUid":%d,"status":"enqueued","type":%q}`, len(s.tasks)-1, kind)
}

func (s *server) task(w http.ResponseWriter, id string) {
	var n int
	_, _ = fmt.Sscan(id, &n)
	switch kind := s.tasks[n]; kind {
	case "missing":
		fmt.Fprint(w, `{"status":"failed","type":"indexDeletion","error":{"code":"index_not_found","message":"none"}}`)
	case s.failing:
		fmt.Fprint(w, `{"status":"failed","error":{"code":"no_space_left_on_device","message":"disk full"}}`)
	default:
		fmt.Fprintf(w, `{"status":"succeeded","type":%q}`, kind)
	}
}

func (s *server) engine() *meili.Engine { return meili.New(s.URL, "secret", "shop") }

func TestSearchAsksOnceForThePageAndOnceForEachChosenFacet(t *testing.T) {
	s := newServer(t)
	s.answer = `{"results":[
	  {"hits":[{"card":{"id":7,"name":"Nordwind A1"}}],"totalHits":41,
	   "facetDistribution":{"labels.farbe":{"Schwarz\u001fBlack\u001f#1d1d1f":30,"Rot":11},"categories":{"11":41}},"facetStats":{}},
	  {"hits":[],"totalHits":90,"facetDistribution":{"labels.hersteller":{"Asus":41,"MSI":49}}},
	  {"hits":[],"totalHits":77,"facetDistribution":{"n.preis":{"999":1}},"facetStats":{"n.preis":{"min":999.0,"max":19990000.0}}}]}`
	least := int64(50_000)
	a, err := s.engine().Search(t.Context(), search.Query{
		Text: "  nordwind ", CategoryID: 11, Sort: search.ByPriceUp, Page: 2,
		Selections: []search.Selection{{Facet: "hersteller", Values: []string{"Asus", `be "quiet"! OR \ 1 = 1`}}, {Facet: "preis", Min: &least}},
		Facets:     []search.Facet{{ID: "hersteller"}, {ID: "farbe"}, {ID: "preis", Range: true}, {ID: "kategorie"}, {ID: "gewicht", Range: true}},
	})
	require.NoError(t, err)
	require.Equal(t, search.Answer{
		Cards: []search.Card{{ID: 7, Name: "Nordwind A1"}}, Total: 41,
		Facets: []search.FacetCounts{
			{ID: "hersteller", Counts: []search.Count{{Term: search.Term{Value: "MSI"}, N: 49}, {Term: search.Term{Value: "Asus"}, N: 41}}},
			{ID: "farbe", Counts: []search.Count{{Term: search.Term{Value: "Schwarz", EN: "Black", Hex: "#1d1d1f"}, N: 30}, {Term: search.Term{Value: "Rot"}, N: 11}}},
			{ID: "preis", Min: 999, Max: 19990000},
			{ID: "kategorie", Counts: []search.Count{{Term: search.Term{Value: "11"}, N: 41}}},
			{ID: "gewicht", Empty: true},
		},
	}, a)
	require.Equal(t, []string{"POST /multi-search"}, s.calls, "one request, whatever is chosen")

	maker := `"t.hersteller" IN ["Asus", "be \"quiet\"! OR \\ 1 = 1"]`
	price := `"n.preis" >= 50000`
	var got struct {
		Queries []struct {
			IndexUID, Q, MatchingStrategy string
			Filter, Facets, Sort, Locales []string
			Page, HitsPerPage             int
			AttributesToRetrieve          []string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(s.bodies[0]), &got))
	require.Len(t, got.Queries, 3)
	page, byMaker, byPrice := got.Queries[0], got.Queries[1], got.Queries[2]
	require.Equal(t, []string{"categories = 11", maker, price}, page.Filter)
	require.Equal(t, []string{"categories = 11", price}, byMaker.Filter, "a facet's own selection does not narrow its counts")
	require.Equal(t, []string{"categories = 11", maker}, byPrice.Filter)
	require.Equal(t, []string{"labels.farbe", "categories", "n.gewicht"}, page.Facets)
	require.Equal(t, []string{"labels.hersteller"}, byMaker.Facets)
	require.Equal(t, []string{"price:asc", "id:asc"}, page.Sort)
	require.Equal(t, 2, page.Page)
	require.Equal(t, search.PageSize, page.HitsPerPage)
	require.Zero(t, byMaker.HitsPerPage)
	for _, q := range got.Queries {
		require.Equal(t, "shop", q.IndexUID)
		require.Equal(t, "nordwind", q.Q)
		require.Equal(t, "all", q.MatchingStrategy)
		require.Equal(t, []string{"eng"}, q.Locales)
	}
}

func TestATextThatFindsNothingLosesTheWordsThatSayLeast(t *testing.T) {
	s := newServer(t)
	s.known = map[string]float64{
		"netzteil": 0.7, "750": 0.8, "netzteil 750": 0.9, "maus": 0.9, "kabellos": 0.8, "rot": 0.8, "maus rot": 0.5, "maus kabellos": 0.6,
		"grafikkarte": 0.9, "rtx": 0.9, "rtx grafikkarte": 0.9,
	}
	for text, searched := range map[string]string{
		"netzteil 750 watt":    "netzteil 750",         // a word that no product has
		"watt netzteil 750":    "netzteil 750",         // wherever it stands
		"maus kabellos rot":    "maus kabellos",        // words that no product has together: the best result
		"rtx 9999 grafikkarte": "rtx 9999 grafikkarte", // what the shop does not have is not found
		"wolken schlumpf":      "wolken schlumpf",
		"schlumpf":             "schlumpf",
	} {
		s.calls, s.bodies = nil, nil
		a, err := s.engine().Search(t.Context(), search.Query{Text: text})
		require.NoError(t, err)
		require.Equal(t, s.known[searched] > 0, a.Total > 0, text)
		if a.Total > 0 {
			require.Contains(t, s.bodies[len(s.bodies)-1], fmt.Sprintf("%q", searched), text)
		}
		require.LessOrEqual(t, len(s.calls), 4, text)
	}
}

func TestATextIsNotShortenedBecauseTheFiltersLeaveNothing(t *testing.T) {
	s := newServer(t)
	s.known = map[string]float64{"maus kabellos": 0.9, "maus": 0.9, "kabellos": 0.9}
	q := search.Query{Text: "maus kabellos", Selections: []search.Selection{{Facet: "farbe", Values: []string{"Rot"}}}}
	a, err := s.engine().Search(t.Context(), q)
	require.NoError(t, err)
	require.Zero(t, a.Total)
	require.Len(t, s.calls, 2)
}

func TestSuggestPutsTheCategoryOfTheBestHitFirst(t *testing.T) {
	s := newServer(t)
	s.answer = `{"results":[{"hits":[{"card":{"id":1,"name":"A","categoryId":12}},{"card":{"id":2,"name":"B","categoryId":12}}],
	  "totalHits":9,"facetDistribution":{"own":{"12":3,"11":5,"13":1}}}]}`
	list, err := s.engine().Suggest(t.Context(), "net", 0)
	require.NoError(t, err)
	require.Len(t, list, 4)
	require.Equal(t, search.Suggestion{Text: "net", CategoryID: 12}, list[0])
	require.Equal(t, search.Suggestion{Text: "net", CategoryID: 11}, list[1])
	require.Equal(t, int64(1), list[2].Product.ID)
	none, err := s.engine().Suggest(t.Context(), "ne", 0)
	require.NoError(t, err)
	require.Empty(t, none)
	require.Len(t, s.calls, 1, "too short a text is not sent")
}

func TestRebuildFillsASecondIndexAndSwaps(t *testing.T) {
	s := newServer(t)
	require.NoError(t, s.engine().Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(1500))))
	require.Equal(t, []string{
		"DELETE /indexes/shop_next",
		"GET /indexes/shop_next", "POST /indexes", "PATCH /indexes/shop_next/settings",
		"POST /indexes/shop_next/documents", "POST /indexes/shop_next/documents",
		"GET /indexes/shop", "POST /indexes", "PATCH /indexes/shop/settings",
		"POST /swap-indexes", "DELETE /indexes/shop_next",
	}, s.calls)
	var settings map[string]any
	require.NoError(t, json.Unmarshal([]byte(s.bodies[3]), &settings))
	require.Equal(t, []any{"categories", "own", "t", "labels", "n", "form"}, settings["filterableAttributes"])
	require.Equal(t, map[string]any{"maxTotalHits": 200000.0}, settings["pagination"])
	require.Equal(t, 2000.0, settings["faceting"].(map[string]any)["maxValuesPerFacet"])
	require.Contains(t, settings["synonyms"], "laptop")
	var docs []map[string]any
	require.NoError(t, json.Unmarshal([]byte(s.bodies[4]), &docs))
	require.Len(t, docs, 1000)
	require.Contains(t, docs[0], "nameKey")
	require.Contains(t, docs[0]["t"], "hersteller")
}

// Whoever makes this fail has changed documents or settings: raise the form, so that shops build their index anew, and write
// here what it is now.
func TestFormIsRaisedWithDocumentsAndSettings(t *testing.T) {
	s := newServer(t)
	s.answer = `{"results":[{"hits":[]}]}`
	require.NoError(t, s.engine().Index(t.Context(), searchtest.Documents(3)))
	var docs []struct{ Form int }
	require.NoError(t, json.Unmarshal([]byte(s.bodies[4]), &docs))
	require.Equal(t, 3, docs[0].Form)
	require.Equal(t, "8f4735630f1137f0", fmt.Sprintf("%x", sha256.Sum256([]byte(s.bodies[2]+s.bodies[4])))[:16])
}

func TestAnIndexOfAnOlderFormIsNone(t *testing.T) {
	s := newServer(t)
	for answer, size := range map[string]int{
		`{"results":[{"hits":[],"totalHits":0}]}`:                  0,
		`{"results":[{"hits":[{"id":1}],"estimatedTotalHits":1}]}`: 42,
	} {
		s.answer = answer
		n, err := s.engine().Size(t.Context())
		require.NoError(t, err)
		require.Equal(t, size, n, answer)
	}
	require.Contains(t, s.bodies[0], `"form \u003e= 3"`)
}

// On a new server `kontor search status` says that nothing is indexed, and not that the server is down.
func TestNoIndexYetIsAnEmptyOne(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message":"Inside .queries[0]: Index shop not found.","code":"index_not_found","type":"invalid_request","link":""}`)
	}))
	t.Cleanup(server.Close)
	n, err := meili.New(server.URL, "", "shop").Size(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
}

// While an upgrade runs, workers of the version before leave the new index alone: what they are handed waits for a new one.
func TestAnIndexOfANewerFormTakesNoOlderDocuments(t *testing.T) {
	client, index := realServer(t)
	engine, docs := meili.New(os.Getenv(envURL), os.Getenv(envKey), index), searchtest.Documents(3)
	require.NoError(t, engine.Index(t.Context(), docs))
	require.NoError(t, engine.Index(t.Context(), docs), "its own form")
	task, err := client.Index(index).UpdateDocuments([]map[string]any{{"id": docs[0].Card.ID, "form": 99}}, nil)
	require.NoError(t, err)
	_, err = client.WaitForTaskWithContext(t.Context(), task.TaskUID, 0)
	require.NoError(t, err)

	require.ErrorIs(t, engine.Index(t.Context(), docs), fault.New(fault.Unavailable, "search_index_newer"))
	require.NoError(t, engine.Delete(t.Context(), []int64{docs[2].Card.ID}), "what is gone has no form")
	n, err := engine.Size(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
	// After going back, an operator has the index built in the old form.
	require.NoError(t, engine.Rebuild(t.Context(), func(yield func(search.Document) error) error { return yield(docs[1]) }))
	require.NoError(t, engine.Index(t.Context(), docs))
}

func TestAWriteReturnsWhenItsTaskIsDone(t *testing.T) {
	s := newServer(t)
	s.answer, s.failing = `{"results":[{"hits":[]}]}`, "documentAdditionOrUpdate"
	err := s.engine().Index(t.Context(), searchtest.Documents(1))
	require.ErrorContains(t, err, "no_space_left_on_device")
	require.Equal(t, fault.Internal, fault.CodeOf(err))
	s.failing = ""
	require.NoError(t, s.engine().Index(t.Context(), searchtest.Documents(1)))
	require.NoError(t, s.engine().Delete(t.Context(), []int64{1, 2}))
	require.Equal(t, `["1","2"]`, s.bodies[len(s.bodies)-1])
}

func TestNobodyElseIsSearched(t *testing.T) {
	asked := false
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked = true
		_, _ = w.Write([]byte(`{"results": [{"hits": []}]}`))
	}))
	t.Cleanup(other.Close)
	moved := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	t.Cleanup(moved.Close)
	_, err := meili.New(moved.URL, "key", "products").Search(t.Context(), search.Query{Text: "x"})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.False(t, asked)
}

func TestEveryFailureOfTheServerIsUnavailable(t *testing.T) {
	s := newServer(t)
	_, err := meili.New(s.URL, "wrong", "shop").Search(t.Context(), search.Query{})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.NotContains(t, err.Error(), "wrong")
	s.answer = `{"results":[]}`
	_, err = s.engine().Search(t.Context(), search.Query{})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	s.Close()
	_, err = s.engine().Search(t.Context(), search.Query{})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	_, err = s.engine().Size(t.Context())
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
}
