package httpapi

import (
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"kontor.dev/kontor/core/fault"
)

// limitBody bounds what any request may send; most operations allow less.
func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			body := &sentBody{ReadCloser: http.MaxBytesReader(w, r.Body, maxUpload)}
			r.Body = body
			if rec, ok := w.(*recorder); ok {
				rec.body = body
			}
		}
		next.ServeHTTP(w, r)
	})
}

// sentBody is a request's body that knows whether it has been read.
type sentBody struct {
	io.ReadCloser
	ended bool
}

func (b *sentBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err != nil
	return n, brokenBody(err)
}

// brokenBody tells a body that ends too early, or whose pieces make no sense, from what fails here: it is its sender's fault.
func brokenBody(err error) error {
	var tooLarge *http.MaxBytesError
	var network net.Error // as a body that came too slowly
	if err == nil || errors.Is(err, io.EOF) || errors.As(err, &tooLarge) || errors.As(err, &network) {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "input_invalid")
}

// SetReadDeadline limits the time for reading the body. Of one that was read already it changes nothing: net/http goes on
// reading to learn of a caller who hangs up, and would take the end of the limit for that. It would cancel the call that is
// under way, and every later one on the same connection.
func (r *recorder) SetReadDeadline(t time.Time) error {
	if r.body != nil && r.body.ended {
		return nil
	}
	return http.NewResponseController(r.ResponseWriter).SetReadDeadline(t)
}
