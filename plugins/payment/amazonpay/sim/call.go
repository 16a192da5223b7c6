package sim

import (
	"io"
	"net/http"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// call is a request whose signature fits.
type call struct {
	*http.Request
	body []byte
	key  string // idempotency key, bound to the operation and the resource
}

// answer is what a handler gives back.
type answer struct {
	status int
	body   any
	wait   <-chan struct{} // when it is set, the answer waits for it
}

// reply is an answer kept under an idempotency key.
type reply struct {
	body   string // of the request
	answer answer
}

// authenticated lets a call through whose signature fits, and answers it.
func (s *Sim) authenticated(op string, h func(*call) (answer, *problem)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Amz-Pay-Request-Id", uuid.NewString())
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			fail(http.StatusBadRequest, "InvalidRequestFormat", "the body cannot be read").write(w)
			return
		}
		c := &call{Request: r, body: body}
		if key := r.Header.Get("X-Amz-Pay-Idempotency-Key"); key != "" {
			c.key = op + " " + r.PathValue("id") + " " + key
		}
		p := s.checkSignature(r, body)
		var a answer
		if p == nil {
			a, p = h(c)
		}
		if p != nil {
			s.stage.Note(op, r.PathValue("id"), "%d %s: %s", p.status, p.ReasonCode, p.Message)
			p.write(w)
			return
		}
		s.courier.Await(a.wait, r.Context().Done())
		stage.WriteJSON(w, a.status, a.body)
	}
}

// once answers a repeated key as before and keeps the answer to a new one. A key is required. The caller holds the lock.
func (s *Sim) once(c *call, do func() (answer, *problem)) (answer, *problem) {
	if c.key == "" {
		return answer{}, fail(http.StatusBadRequest, "MissingHeader", "x-amz-pay-idempotency-key is missing")
	}
	if before, ok := s.replies[c.key]; ok {
		if before.body != string(c.body) {
			return answer{}, fail(http.StatusBadRequest, "DuplicateIdempotencyKey", "the key was used for another request")
		}
		return answer{status: before.answer.status, body: before.answer.body}, nil
	}
	a, p := do()
	if p == nil {
		s.replies[c.key] = reply{string(c.body), a}
	}
	return a, p
}
