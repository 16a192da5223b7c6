package cmd

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/observe"
)

func TestReadyEndsAsTheProcessSays(t *testing.T) {
	var down error
	probe := health.NewProbe(health.Check{Name: "postgresql", Vital: true, Ask: func(context.Context) error { return down }})
	server := httptest.NewServer(observe.Admin(http.NotFoundHandler(), probe).Handler)
	defer server.Close()
	require.Equal(t, 0, Execute([]string{"ready", "--url", server.URL}))

	down = errors.New("no route")
	sick := httptest.NewServer(observe.Admin(http.NotFoundHandler(), health.NewProbe(health.Check{
		Name: "postgresql", Vital: true, Ask: func(context.Context) error { return down },
	})).Handler)
	defer sick.Close()
	require.Equal(t, 1, Execute([]string{"ready", "--url", sick.URL}))

	stranger := httptest.NewServer(http.NotFoundHandler())
	defer stranger.Close()
	require.Equal(t, 1, Execute([]string{"ready", "--url", stranger.URL}))
}
