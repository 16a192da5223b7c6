package sim

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// problem is Klarna's error document together with its HTTP status.
type problem struct {
	status        int
	ErrorCode     string   `json:"error_code"`
	ErrorMessages []string `json:"error_messages"`
	CorrelationID string   `json:"correlation_id"`
	FraudStatus   string   `json:"fraud_status,omitempty"`
}

func fail(status int, code string, messages ...string) *problem {
	return &problem{status: status, ErrorCode: code, ErrorMessages: messages}
}

func badValue(messages ...string) *problem {
	return fail(http.StatusBadRequest, "BAD_VALUE", messages...)
}

func noSuchOrder() *problem { return fail(http.StatusNotFound, "NO_SUCH_ORDER", "Order not found") }

// authenticated lets a call through that has the credentials and, for a body, says that it is JSON. A call with an
// idempotency key that was seen before is answered as then; only the key counts, not what came with it.
func (s *Sim) authenticated(op string, h func(*http.Request) (answer, *problem)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user, password, ok := r.BasicAuth()
		if !ok || user == "" || s.cfg.Username != "" && (user != s.cfg.Username || password != s.cfg.Password) {
			// Klarna answers this one without a document.
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(raw)) // read before the lock is taken, so that nobody slow holds it
		s.mu.Lock()
		a, p := s.once(op, r, h)
		s.mu.Unlock()
		if p != nil {
			p.CorrelationID = uuid.NewString()
			s.stage.Note(op, r.PathValue("id"), "%d %s %s", p.status, p.ErrorCode, strings.Join(p.ErrorMessages, "; "))
			stage.WriteJSON(w, p.status, p)
			return
		}
		for name, value := range a.header {
			w.Header().Set(name, value)
		}
		if a.body == nil {
			w.WriteHeader(a.status)
			return
		}
		stage.WriteJSON(w, a.status, a.body)
	}
}

// once runs the handler, or gives what it gave before under the same key. The caller holds the lock.
func (s *Sim) once(op string, r *http.Request, h func(*http.Request) (answer, *problem)) (answer, *problem) {
	key := r.Header.Get("Klarna-Idempotency-Key")
	if len(key) > 255 {
		return answer{}, fail(http.StatusBadRequest, "BAD_REQUEST", "Klarna-Idempotency-Key: too long")
	}
	if a, ok := s.done[key]; ok && key != "" {
		s.stage.Note(op, r.PathValue("id"), "replayed")
		return a, nil
	}
	a, p := h(r)
	if p == nil && key != "" && r.Method != http.MethodGet {
		s.done[key] = a
	}
	return a, p
}

// decode reads a JSON body strictly: a field that this API does not have is refused.
func decode(r *http.Request, into any) *problem {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media != "application/json" {
		return fail(http.StatusUnsupportedMediaType, "BAD_REQUEST", "Content-Type must be application/json")
	}
	if err := stage.ReadJSON(r.Body, into); err != nil {
		return fail(http.StatusBadRequest, "BAD_REQUEST", err.Error())
	}
	return nil
}
