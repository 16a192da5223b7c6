package main

import (
	_ "embed"
	"html/template"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/books"
	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed index.html
var indexSource string

var index = template.Must(template.New("index").Parse(indexSource))

type indexRow struct {
	Name    string
	Counts  map[string]int
	Rules   []stage.Rule
	Journal []stage.Entry
}

const journalShown = 50

// newMux mounts each provider under its name and its controls under /_control/. What changes a provider with books goes
// through them.
func newMux(providers []stage.Provider, kept *books.Books) http.Handler {
	mux := http.NewServeMux()
	for _, p := range providers {
		calls, control := p.Handler(), stage.Control(p)
		if k, ok := p.(stage.Keeper); ok && kept != nil {
			calls, control = kept.Behind(k, calls), kept.Behind(k, control)
		}
		mux.Handle("/"+p.Name()+"/", http.StripPrefix("/"+p.Name(), withTrouble(p, calls)))
		mux.HandleFunc("POST /_trouble/"+p.Name(), makeTrouble(p))
		mux.Handle("/_control/"+p.Name()+"/", http.StripPrefix("/_control/"+p.Name(), control))
		mux.Handle("/_control/"+p.Name(), http.StripPrefix("/_control/"+p.Name(), rooted(control)))
	}
	mux.HandleFunc("GET /_health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		var rows []indexRow
		for _, p := range providers {
			s := p.Stage()
			journal := s.Journal()
			rows = append(rows, indexRow{p.Name(), s.Counts(), s.Rules(), journal[:min(len(journal), journalShown)]})
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_ = index.Execute(w, rows) // the reader may be gone
	})
	return mux
}

// rooted serves the address without a slash at the end as the one with it, so that a POST needs no redirect.
func rooted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := r.Clone(r.Context())
		at.URL.Path, at.URL.RawPath = "/", ""
		h.ServeHTTP(w, at)
	})
}
