package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/httpapi"
)

func TestReadinessTellsTheTruthWithoutSecrets(t *testing.T) {
	for _, c := range []struct {
		err    error
		vital  bool
		status int
		body   string
	}{
		{nil, true, http.StatusOK, `{"status":"ready","parts":[{"name":"x","ok":true,"vital":true}]}`},
		{errors.New("password wrong"), false, http.StatusOK, `{"status":"degraded","parts":[{"name":"x","ok":false,"vital":false}]}`},
		{errors.New("password wrong"), true, http.StatusServiceUnavailable, `{"status":"not_ready","parts":[{"name":"x","ok":false,"vital":true}]}`},
	} {
		probe := health.NewProbe(health.Check{Name: "x", Vital: c.vital, Ask: func(context.Context) error { return c.err }})
		s := httpapi.New(httpapi.Deps{Health: probe})
		ask := func() *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
			return w
		}
		w := ask()
		require.Equal(t, c.status, w.Code)
		require.JSONEq(t, c.body, w.Body.String())
		probe.Drain()
		require.Equal(t, http.StatusServiceUnavailable, ask().Code, "a process that is being stopped gets nothing more")
	}
}
