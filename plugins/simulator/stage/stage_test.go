package stage

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func serve(t *testing.T, s *Stage) (url string, done func() int) {
	t.Helper()
	var effects atomic.Int64
	srv := httptest.NewServer(s.Op("charge", func(w http.ResponseWriter, _ *http.Request) {
		effects.Add(1)
		WriteJSON(w, http.StatusCreated, map[string]string{"ok": "yes"})
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() int { return int(effects.Load()) }
}

func TestRulesSpoilTheAnswerButNotTheEffect(t *testing.T) {
	s := New()
	url, done := serve(t, s)
	require.NoError(t, s.Add(Rule{Op: "charge", Effect: DropReply}))
	_, err := http.Get(url)
	require.Error(t, err)
	require.Equal(t, 1, done(), "the charge happened although the answer was lost")

	require.NoError(t, s.Add(Rule{Op: "charge", Effect: Garbage}))
	res, err := http.Get(url)
	require.NoError(t, err)
	body, _ := io.ReadAll(res.Body)
	require.False(t, strings.HasPrefix(string(body), "{"))
	require.Equal(t, 2, done())

	require.NoError(t, s.Add(Rule{Op: "charge", Effect: Hang}))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	_, err = http.DefaultClient.Do(req)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, 3, done())
}

func TestALostCallIsCountedAndNothingMore(t *testing.T) {
	s := New()
	url, done := serve(t, s)
	require.NoError(t, s.Add(Rule{Op: "charge", Effect: Lose}))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("amount=1000"))
	answered := make(chan error)
	go func() {
		_, err := http.DefaultClient.Do(req)
		answered <- err
	}()
	require.Eventually(t, func() bool { return s.Counts()["charge"] == 1 }, time.Minute, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-answered, context.Canceled)
	require.Zero(t, done())
	res, err := http.Post(url, "", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, res.StatusCode, "the next one arrives")
}

func TestStatusRuleDoesNothingAndIsUsedUp(t *testing.T) {
	s := New()
	url, done := serve(t, s)
	require.NoError(t, s.Add(Rule{Op: "charge", Effect: Status, Times: 2, Status: 500}))
	for _, want := range []int{500, 500, 201} {
		res, err := http.Get(url)
		require.NoError(t, err)
		require.Equal(t, want, res.StatusCode)
	}
	require.Equal(t, 1, done())
	require.Equal(t, 3, s.Counts()["charge"])
	require.Empty(t, s.Rules())
}

func TestRulesOfOtherOperationsAreKept(t *testing.T) {
	s := New()
	require.NoError(t, s.Add(Rule{Op: "void", Effect: Status}))
	require.NoError(t, s.Add(Rule{Op: WebhookOp, Effect: Duplicate, Times: -1}))
	require.Empty(t, s.Take("charge"))
	require.Len(t, s.Take(WebhookOp), 1)
	require.Len(t, s.Take(WebhookOp), 1, "-1 stays until cleared")
	require.Len(t, s.Rules(), 2)
}

func TestControlRefusesRulesThatCouldNeverApply(t *testing.T) {
	s := New()
	require.Error(t, s.Add(Rule{Op: "charge", Effect: Duplicate}))
	require.Error(t, s.Add(Rule{Op: WebhookOp, Effect: Garbage}))
	require.Error(t, s.Add(Rule{Op: "charge", Effect: Status, Status: 199}))
	rec := httptest.NewRecorder()
	addRules(rec, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"op":"x","efect":"delay"}`)), s)
	require.Equal(t, http.StatusBadRequest, rec.Code)
	rec = httptest.NewRecorder()
	addRules(rec, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`[{"op":"x","effect":"delay"},{"effect":"status"}]`)), s)
	require.Equal(t, http.StatusOK, rec.Code)
	require.Len(t, s.Rules(), 2)
}

func TestDecimal(t *testing.T) {
	for in, want := range map[string]int64{"12.34": 1234, "5": 500, "0.1": 10, ".5": 50, "-3.07": -307, "1.239": 123} {
		got, _, ok := ParseDecimal(in)
		require.True(t, ok, in)
		require.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "-", "1,00", "1e3", "1.", "+4", "--1", "1.2.3", "9999999999999999"} {
		_, _, ok := ParseDecimal(in)
		require.False(t, ok, in)
	}
	require.Equal(t, "-3.07", FormatDecimal(-307))
	require.Equal(t, "0.05", FormatDecimal(5))
	for in, want := range map[string]string{"0.05": "0,05", "129.00": "129,00", "1299.00": "1.299,00", "1234567.89": "1.234.567,89"} {
		require.Equal(t, want, German(in))
	}
}
