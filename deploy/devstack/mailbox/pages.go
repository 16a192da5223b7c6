package mailbox

import (
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
)

//go:embed pages/*.html
var pageFiles embed.FS

var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// handler serves the pages, and the same as JSON for tests: GET /api/mails?to=&subject= (newest first), GET
// /api/mails/{id}, DELETE /api/mails.
func handler(b *box) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		show(w, "list.html", map[string]any{
			"Mails": b.find(q.Get("to"), q.Get("subject")), "To": q.Get("to"), "Subject": q.Get("subject"),
		})
	})
	mux.HandleFunc("GET /mails/{id}", one(b, func(w http.ResponseWriter, m Mail) { show(w, "mail.html", m) }))
	mux.HandleFunc("GET /mails/{id}/html", one(b, func(w http.ResponseWriter, m Mail) {
		// A mail is foreign content: it may show itself and open links, nothing more.
		w.Header().Set("Content-Security-Policy", "sandbox allow-popups; default-src 'none'; img-src * data:; style-src 'unsafe-inline'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(m.HTML))
	}))
	mux.HandleFunc("GET /mails/{id}/source", one(b, func(w http.ResponseWriter, m Mail) {
		source, err := b.source(m)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(source)
	}))
	mux.HandleFunc("GET /api/mails", func(w http.ResponseWriter, r *http.Request) {
		found := b.find(r.URL.Query().Get("to"), r.URL.Query().Get("subject"))
		for i, m := range found {
			found[i] = b.whole(m)
		}
		answer(w, found)
	})
	mux.HandleFunc("GET /api/mails/{id}", one(b, func(w http.ResponseWriter, m Mail) { answer(w, m) }))
	mux.HandleFunc("DELETE /api/mails", func(w http.ResponseWriter, _ *http.Request) {
		if err := b.clear(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	return http.NewCrossOriginProtection().Handler(mux)
}

func one(b *box, serve func(http.ResponseWriter, Mail)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m, ok := b.get(r.PathValue("id"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		serve(w, b.whole(m))
	}
}

func show(w http.ResponseWriter, page string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'")
	if err := pages.ExecuteTemplate(w, page, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
