package httpapi

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
)

// The limit for reading a body ends with the body: a call that takes longer is not cancelled, nor is any later one on the
// same connection. Operations set the limit before they read, which may be after the body was read ahead.
func TestTheTimeForABodyEndsWithIt(t *testing.T) {
	const limit = 20 * time.Millisecond
	for name, concurrency := range map[string]int{"read by the operation": 0, "read ahead": 4} {
		t.Run(name, func(t *testing.T) {
			s := New(Deps{Concurrency: concurrency})
			var cancelled []bool
			server := httptest.NewServer(s.observe(limitBody(s.limitLoad(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				require.NoError(t, huma.SetReadDeadline(w, time.Now().Add(limit)))
				text, err := io.ReadAll(r.Body)
				require.NoError(t, err)
				require.Equal(t, "id=1", string(text))
				select {
				case <-r.Context().Done():
				case <-time.After(5 * limit):
				}
				cancelled = append(cancelled, r.Context().Err() != nil)
			})))))
			defer server.Close()
			for range 2 {
				answer, err := server.Client().Post(server.URL+"/cart/add/", formEncoded, strings.NewReader("id=1"))
				require.NoError(t, err)
				require.NoError(t, answer.Body.Close())
			}
			require.Equal(t, []bool{false, false}, cancelled)
		})
	}
}
