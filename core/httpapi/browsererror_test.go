package httpapi

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBrowserErrorIsLoggedWithoutWhoseItIs(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	s := New(Deps{Limits: Limits{Monitor: 2}})
	send := func(body string) int {
		r := httptest.NewRequest(http.MethodPost, "https://shop.example/api/monitor/error", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, http.StatusOK, send(`{"kind":"error","message":"kim.muster@example.com is no\nnumber: 4111 1111 1111 1111",
		"page":"https://shop.example/produkte/mein%20name?token=geheim","source":"https://shop.example/_next/a.js?x=1","line":3,"column":9}`))
	line := log.String()
	require.Contains(t, line, `msg="browser error" kind=error message="[mail] is no number: [number]"`)
	require.Contains(t, line, "page=shop.example/produkte/… source=shop.example/_next/a.js line=3 column=9")
	for _, secret := range []string{"kim", "4111", "geheim", "mein"} {
		require.NotContains(t, line, secret)
	}
	require.Equal(t, http.StatusUnprocessableEntity, send(`{"kind":"other","message":"x"}`))
	require.Equal(t, http.StatusOK, send(`{"kind":"report","message":"No Category Filters returned"}`))
	require.Equal(t, http.StatusTooManyRequests, send(`{"kind":"report","message":"again"}`))
}

func TestErrorTextLosesWhatNamesPeople(t *testing.T) {
	for text, want := range map[string]string{
		"Failed at https://shop.example/kasse?email=a@b.de now": "Failed at shop.example/kasse now",
		"order 4711 of 22.11.2026":                              "order 4711 of [number]",
		"bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9":           "bearer [token]",
		strings.Repeat("ä ", 400):                               strings.Repeat("ä ", 150) + "…",
	} {
		require.Equal(t, want, anonymous(text))
	}
}
