package httpapi

import (
	_ "embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/httpapi/admission"
)

//go:embed unavailable.html
var unavailableHTML string

// unavailableTemplate is what a visitor sees where there is no page: it needs no script, and loads the page again by itself.
var unavailableTemplate = template.Must(template.New("unavailable").Parse(unavailableHTML))

// unavailable is what its template shows.
type unavailable struct {
	Lang  catalog.Lang
	Pause int // in seconds
}

// Text gives a text of the page.
func (u unavailable) Text(key string) string { return texts["unavailable."+key].In(u.Lang) }

const (
	// renderTimeout is longer than the storefront waits for what a page is made of (storefront/src/lib/api/client.ts), twice.
	renderTimeout = 15 * time.Second

	firstReload = 3 * time.Second
	lastReload  = 30 * time.Second
)

var errPageFailed = errors.New("page failed")

// outage knows since when there have been no pages.
type outage struct{ since atomic.Int64 }

// pause is how long a visitor waits before trying again: the longer, the longer it lasts.
func (o *outage) pause(now time.Time) time.Duration {
	o.since.CompareAndSwap(0, now.UnixNano())
	lasts := now.Sub(time.Unix(0, o.since.Load()))
	return min(max(lasts/4, firstReload), lastReload).Truncate(time.Second)
}

func (o *outage) over() { o.since.Store(0) }

// refuseFailed has serveUnavailable answer for a page that the storefront could not make because the API is away (503), and
// for one that failed where there is an older one to show.
func (s *Server) refuseFailed(res *http.Response) error {
	switch {
	case res.StatusCode == http.StatusServiceUnavailable:
		return errPageFailed
	case res.StatusCode < http.StatusInternalServerError:
		s.outage.over()
	case s.pages.instead(res.Request) != nil:
		return errPageFailed
	}
	return nil
}

// serveUnavailable answers for a page that there is not: with the last one, or with one that says so and tries again.
func (s *Server) serveUnavailable(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil { // the visitor has gone, which says nothing about the storefront
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if r.Header.Get("Upgrade") != "" { // to another protocol, which the development server alone knows: this one hangs up
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !errors.Is(err, admission.ErrFull) {
		slog.WarnContext(r.Context(), "storefront does not answer", "path", r.URL.Path, "error", err)
	}
	if p := s.pages.instead(r); p != nil {
		p.write(w)
		return
	}
	page := unavailable{Lang: catalog.German, Pause: int(s.outage.pause(time.Now()).Seconds())}
	if r.URL.Path == "/en" || strings.HasPrefix(r.URL.Path, "/en/") {
		page.Lang = catalog.English
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", strconv.Itoa(page.Pause))
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = unavailableTemplate.Execute(w, page)
}
