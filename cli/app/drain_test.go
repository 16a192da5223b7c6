package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A front door that is told to stop first says so, still answers, and lets what is under way finish: no visitor sees it go.
func TestStoppingLosesNoRequest(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(arrived)
			<-release
		}
		_, _ = io.WriteString(w, "page")
	}))
	defer pages.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	cfg := configured(t)
	cfg.HTTP.Addr, cfg.HTTP.Drain = listener.Addr().String(), 3*time.Second
	cfg.Storefront.Addr = strings.TrimPrefix(pages.URL, "http://")
	require.NoError(t, listener.Close())

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, cfg, false) }()
	get := func(path string) (int, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+cfg.HTTP.Addr+path, nil)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		defer func() { _ = answer.Body.Close() }()
		_, err = io.Copy(io.Discard, answer.Body)
		return answer.StatusCode, err
	}
	says := func(status int) func() bool {
		return func() bool { got, err := get("/readyz"); return err == nil && got == status }
	}
	require.Eventually(t, says(http.StatusOK), 20*time.Second, 20*time.Millisecond)

	slow := make(chan int, 1)
	go func() {
		status, err := get("/slow")
		if err != nil {
			status = 0
		}
		slow <- status
	}()
	<-arrived
	stop()
	require.Eventually(t, says(http.StatusServiceUnavailable), 2*time.Second, 5*time.Millisecond, "the load balancer is told")
	status, err := get("/")
	require.NoError(t, err, "what it sends all the same is answered")
	require.Equal(t, http.StatusOK, status)
	require.Eventually(t, func() bool { _, err := get("/"); return err != nil }, 10*time.Second, 20*time.Millisecond, "then nothing new is taken")
	close(release)
	require.Equal(t, http.StatusOK, <-slow, "and what was under way is finished")
	require.NoError(t, <-ended)
}
