package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

type echo struct {
	ID    int64    `json:"id"`
	Name  string   `json:"name,omitempty"`
	Yes   bool     `json:"yes,omitempty"`
	Codes []string `json:"codes,omitempty"`
}

// framed makes a server whose only operation is handle.
func framed(t *testing.T, handle func(context.Context, echo) (echo, error)) http.Handler {
	t.Helper()
	s, mux := New(Deps{}), http.NewServeMux()
	s.api = humago.New(mux, apiConfig())
	s.api.UseMiddleware(s.acceptForms)
	register(s.api, post("test", "echo", "/api/echo", "Echo"), func(ctx context.Context, in *body[echo]) (echo, error) {
		return handle(ctx, in.Body)
	})
	return s.wrap(mux)
}

func call(h http.Handler, contentType, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/api/echo", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded; charset=UTF-8"
)

func same(_ context.Context, e echo) (echo, error) { return e, nil }

func TestFormsAndJSONAreTheSame(t *testing.T) {
	h := framed(t, same)
	want := `{"id":7,"name":"12","yes":true,"codes":["A","B"]}`
	require.JSONEq(t, want, call(h, jsonType, want).Body.String())
	require.JSONEq(t, want, call(h, formType, "id=7&name=12&yes=1&codes[]=A&codes[]=B&csrf=unknown").Body.String())
}

func TestWrongInputNamesItsFields(t *testing.T) {
	h := framed(t, same)
	w := call(h, formType, "id=seven&yes=1")
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.JSONEq(t, `{"error":{"code":"invalid","reason":"input_invalid","fields":[{"field":"id","reason":"invalid"}]}}`, w.Body.String())
	w = call(h, jsonType, `{"name":"x"}`)
	require.JSONEq(t, `{"error":{"code":"invalid","reason":"input_invalid","fields":[{"field":"id","reason":"required"}]}}`, w.Body.String())
	require.Equal(t, http.StatusUnprocessableEntity, call(h, jsonType, `{`).Code)
}

func TestFaultsHaveOneAnswerEach(t *testing.T) {
	for code, status := range map[fault.Code]int{
		fault.Invalid: 422, fault.NotFound: 404, fault.Conflict: 409, fault.Unauthenticated: 401, fault.Forbidden: 403,
		fault.Limited: 429, fault.Unavailable: 503, fault.Unknown: 502, fault.Internal: 500,
	} {
		h := framed(t, func(context.Context, echo) (echo, error) {
			return echo{}, fault.Wrap(errors.New("secret"), code, "cart_empty")
		})
		w := call(h, jsonType, `{"id":1}`)
		require.Equal(t, status, w.Code)
		require.JSONEq(t, `{"error":{"code":"`+string(code)+`","reason":"cart_empty"}}`, w.Body.String())
	}
}

func TestInternalsAreNotSent(t *testing.T) {
	for name, handle := range map[string]func(context.Context, echo) (echo, error){
		"error": func(context.Context, echo) (echo, error) { return echo{}, errors.New("password=hunter2") },
		"panic": func(context.Context, echo) (echo, error) { panic("password=hunter2") },
	} {
		t.Run(name, func(t *testing.T) {
			w := call(framed(t, handle), jsonType, `{"id":1}`)
			require.Equal(t, 500, w.Code)
			require.JSONEq(t, `{"error":{"code":"internal","reason":"error_internal"}}`, w.Body.String())
		})
	}
}

func TestOtherSitesCannotPost(t *testing.T) {
	h := framed(t, same)
	require.Equal(t, http.StatusForbidden, call(h, formType, "id=1", "Sec-Fetch-Site", "cross-site").Code)
	require.Equal(t, http.StatusForbidden, call(h, formType, "id=1", "Origin", "https://evil.example").Code)
	require.Equal(t, http.StatusOK, call(h, formType, "id=1", "Sec-Fetch-Site", "same-origin").Code)
}

func TestUnknownCallsAnswerAsJSON(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/api/nothing", nil)
	w := httptest.NewRecorder()
	New(Deps{}).ServeHTTP(w, r)
	require.Equal(t, 404, w.Code)
	require.JSONEq(t, `{"error":{"code":"not_found","reason":"call_not_found"}}`, w.Body.String())
}

func TestLimiterRefusesTheOneTooMany(t *testing.T) {
	l := newLimiter(Limits{Voucher: 3})
	for range 3 {
		require.NoError(t, l.allow(limitVoucher, "a"))
	}
	require.ErrorIs(t, l.allow(limitVoucher, "a"), fault.New(fault.Limited, "too_many_requests"))
	require.NoError(t, l.allow(limitVoucher, "b"), "another client has its own tries")
	require.NoError(t, l.allow(limitForm, "a"), "zero is no limit")
	for i := range 3 {
		require.NoError(t, l.allow(limitVoucher, fmt.Sprintf("2001:db8::%d", i)))
	}
	require.Error(t, l.allow(limitVoucher, "2001:db8::ffff:1"), "a network of IPv6 is one client")
}

var _ huma.StatusError = (*Problem)(nil)
