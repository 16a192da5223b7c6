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
	for _, c := range []struct {
		left time.Duration
		says string
	}{{200500 * time.Millisecond, "200"}, {300 * time.Millisecond, "0"}} {
		kept.expires = time.Now().Add(c.left)
		w := visitPage(s, "/")
		require.Equal(t, "hit", w.Header().Get("X-Cache"))
		require.Equal(t, "public, max-age=0, s-maxage="+c.says+", stale-while-revalidate=60", w.Header().Get("Cache-Control"))
	}

	kept.expires = time.Now().Add(-time.Minute)
	status.Store(http.StatusServiceUnavailable)
	w := visitPage(s, "/")
	require.Equal(t, http.StatusOK, w.Code, "there is an older one to show")
	require.Equal(t, "public, max-age=0, s-maxage=2, stale-while-revalidate=60", w.Header().Get("Cache-Control"))
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
