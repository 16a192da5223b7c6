package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const shared = "public, max-age=0, s-maxage=300, stale-while-revalidate=60"

// answering plays a storefront that answers everything with the status that is set, as next.config.ts has it kept.
func answering(t *testing.T) (*Server, *atomic.Int64) {
	t.Helper()
	var status atomic.Int64
	status.Store(http.StatusOK)
	storefront := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", shared)
		w.WriteHeader(int(status.Load()))
	}))
	t.Cleanup(storefront.Close)
	address, err := url.Parse(storefront.URL)
	require.NoError(t, err)
	return New(Deps{Storefront: address}), &status
}

// A cache in front of the shop keeps a page as long as it is told. What the front door has had for minutes is minutes old.
func TestAKeptPageIsNoYoungerForTheNextCache(t *testing.T) {
	s, status := answering(t)
	require.Equal(t, shared, visitPage(s, "/").Header().Get("Cache-Control"))

	kept := s.pages.pages["/"]
	require.NotNil(t, kept)
	kept.expires = time.Now().Add(200 * time.Second)
	w := visitPage(s, "/")
	require.Equal(t, "hit", w.Header().Get("X-Cache"))
	require.InDelta(t, 190, sharedSeconds(t, w), 10, "what is left, however slow the machine is")

	kept.expires = time.Now().Add(-time.Minute)
	status.Store(http.StatusServiceUnavailable)
	w = visitPage(s, "/")
	require.Equal(t, http.StatusOK, w.Code, "there is an older one to show")
	require.Less(t, sharedSeconds(t, w), lastPause.Seconds())
}

// sharedSeconds gives how long the answer lets shared caches keep it, of which nothing else is changed.
func sharedSeconds(t *testing.T, w *httptest.ResponseRecorder) float64 {
	t.Helper()
	var seconds int
	_, err := fmt.Sscanf(w.Header().Get("Cache-Control"), "public, max-age=0, s-maxage=%d, stale-while-revalidate=60", &seconds)
	require.NoError(t, err)
	return float64(seconds)
}

// A product that somebody asked for before it came in is not missing for minutes, and a failure is not kept at all.
func TestNoCacheKeepsForLongThatThereIsNoPage(t *testing.T) {
	s, status := answering(t)
	for code, want := range map[int]string{
		http.StatusNotFound:            "public, max-age=0, s-maxage=10, stale-while-revalidate=60",
		http.StatusPermanentRedirect:   "public, max-age=0, s-maxage=10, stale-while-revalidate=60",
		http.StatusNotModified:         shared,
		http.StatusInternalServerError: "no-store",
		http.StatusServiceUnavailable:  "no-store",
	} {
		status.Store(int64(code))
		w := visitPage(s, fmt.Sprint("/produkt/a-", code))
		require.Equal(t, code, w.Code)
		require.Equal(t, want, w.Header().Get("Cache-Control"), code)
	}
}
