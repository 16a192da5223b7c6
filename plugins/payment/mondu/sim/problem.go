package sim

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type fieldProblem struct {
	Name    string `json:"name"`
	Details string `json:"details"`
}

// problem is Mondu's error document.
type problem struct {
	Status int            `json:"status"`
	Errors []fieldProblem `json:"errors"`
}

func fail(status int, name, details string) *problem {
	return &problem{status, []fieldProblem{{name, details}}}
}

func unprocessable(name, details string) *problem {
	return fail(http.StatusUnprocessableEntity, name, details)
}

func notFound(what string) *problem { return fail(http.StatusNotFound, what, "not found") }

// authenticated lets a call through that has the token and, for a body, says that it is JSON.
func (s *Sim) authenticated(op string, h func(*http.Request) (answer, *problem)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.Header.Get("Api-Token")
		if token == "" || s.cfg.Token != "" && token != s.cfg.Token {
			stage.WriteJSON(w, http.StatusForbidden, fail(http.StatusForbidden, "api_token", "is invalid"))
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(raw)) // read before the lock is taken, so that nobody slow holds it
		s.mu.Lock()
		a, p := h(r)
		s.mu.Unlock()
		if p != nil {
			s.stage.Note(op, r.PathValue("id"), "%d %s %s", p.Status, p.Errors[0].Name, p.Errors[0].Details)
			stage.WriteJSON(w, p.Status, p)
			return
		}
		stage.WriteJSON(w, a.status, a.body)
	}
}

// decode reads a JSON body strictly: a field that this API does not have is refused, so that a misspelled one shows.
func decode(r *http.Request, into any) *problem {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media != "application/json" {
		return fail(http.StatusUnsupportedMediaType, "content_type", "must be application/json")
	}
	if err := stage.ReadJSON(r.Body, into); err != nil {
		return unprocessable("body", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}
