package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed trouble.html
var troubleSource string

var troublePanel = template.Must(template.New("trouble").Parse(troubleSource))

// troubles are the rules that a person can set on a provider's page.
var troubles = map[string]stage.Rule{
	"late_webhook": {Op: stage.WebhookOp, Effect: stage.Delay, DelayMS: 15_000},
	"lost_reply":   {Effect: stage.DropReply},
}

// makeTrouble sets a rule and leads back to the provider's page.
func makeTrouble(p stage.Provider) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rule, known := troubles[r.FormValue("trouble")]
		if !known {
			http.Error(w, "no such trouble", http.StatusBadRequest)
			return
		}
		if err := p.Stage().Add(rule); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		back := "/"
		if u, err := url.Parse(r.Referer()); err == nil && u.Host == r.Host {
			back = u.RequestURI()
		}
		http.Redirect(w, r, back, http.StatusSeeOther)
	}
}

// withTrouble puts the panel on the pages that people see; all else passes as it is.
func withTrouble(p stage.Provider, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := &pageWriter{ResponseWriter: w}
		h.ServeHTTP(page, r)
		page.finish(p.Name())
	})
}

// pageWriter keeps an HTML page back until it is whole.
type pageWriter struct {
	http.ResponseWriter
	began, html bool
	status      int
	body        bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (w *pageWriter) WriteHeader(status int) {
	if w.began {
		return
	}
	w.began, w.status = true, status
	w.html = strings.HasPrefix(w.Header().Get("Content-Type"), "text/html")
	if !w.html {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write implements http.ResponseWriter.
func (w *pageWriter) Write(b []byte) (int, error) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", http.DetectContentType(b))
	}
	w.WriteHeader(http.StatusOK)
	if w.html {
		return w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

func (w *pageWriter) finish(provider string) {
	if !w.html {
		return
	}
	var panel bytes.Buffer
	_ = troublePanel.Execute(&panel, provider) // a buffer takes everything
	whole := bytes.Replace(w.body.Bytes(), []byte("</body>"), append(panel.Bytes(), "</body>"...), 1)
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(w.status)
	_, _ = w.ResponseWriter.Write(whole) // the reader may be gone
}
