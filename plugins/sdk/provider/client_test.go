package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

func serve(t *testing.T, h http.HandlerFunc) (*provider.Client, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return provider.New(provider.Config{
		BaseURL: s.URL, Timeout: 200 * time.Millisecond, MaxBody: 1000,
		Redactor: base.NewRedactor("hunter2hunter2"),
	}), &calls
}

func fault(t *testing.T, err error) *base.Error {
	t.Helper()
	var e *base.Error
	require.ErrorAs(t, err, &e)
	return e
}

// A charge whose answer is lost must never be sent again unless the provider promises to do it once.
func TestOnlySafeCallsAreRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		call    provider.Call
		tries   int32
		unknown bool
	}{
		"read":            {provider.Call{Method: "GET", Path: "/x"}, 3, false},
		"charge":          {provider.Call{Method: "POST", Path: "/x", JSON: 1}, 1, true},
		"charge with key": {provider.Call{Method: "POST", Path: "/x", JSON: 1, Idempotent: true}, 3, true},
	} {
		t.Run(name, func(t *testing.T) {
			client, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
			_, err := client.Do(context.Background(), c.call)
			e := fault(t, err)
			require.Equal(t, "http_502", e.Code)
			require.Equal(t, base.FaultProvider, e.Fault)
			require.Equal(t, c.unknown, e.OutcomeUnknown)
			require.Equal(t, c.tries, calls.Load())
		})
	}
}

func TestTimeoutAfterSendingIsUnknown(t *testing.T) {
	release := make(chan struct{})
	client, calls := serve(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	_, err := client.Do(context.Background(), provider.Call{Method: "POST", Path: "/charge", JSON: 1})
	e := fault(t, err)
	require.Equal(t, base.CodeTimeout, e.Code)
	require.True(t, e.OutcomeUnknown)
	require.EqualValues(t, 1, calls.Load())
}

// The first try arrives and its answer is lost; what comes of the repetitions does not undo that.
func TestALostAnswerStaysUnknownWhateverTheRepetitionsMeet(t *testing.T) {
	charge := provider.Call{Method: "POST", Path: "/charge", JSON: 1, Idempotent: true}
	for name, c := range map[string]struct {
		then    int // the status of the tries after the first; 0: no connection
		unknown bool
	}{
		"no connection": {0, true}, "too many": {http.StatusTooManyRequests, true}, "no login": {http.StatusUnauthorized, true},
		"refused": {http.StatusUnprocessableEntity, false},
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			var s *httptest.Server
			s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if calls.Add(1) > 1 {
					w.WriteHeader(c.then)
					return
				}
				if c.then == 0 {
					_ = s.Listener.Close()
				}
				panic(http.ErrAbortHandler) // the connection ends without an answer
			}))
			t.Cleanup(s.Close)
			_, err := provider.New(provider.Config{BaseURL: s.URL}).Do(t.Context(), charge)
			require.Equal(t, c.unknown, fault(t, err).OutcomeUnknown, "%v", err)
		})
	}
}

func TestNoConnectionIsNotUnknown(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	_, err := provider.New(provider.Config{BaseURL: s.URL, Tries: 1}).Do(context.Background(), provider.Call{Method: "POST", Path: "/charge"})
	e := fault(t, err)
	require.Equal(t, base.CodeUnreachable, e.Code)
	require.False(t, e.OutcomeUnknown)
	require.True(t, e.Retryable)
}

func TestProviderErrorCanBeRead(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte(`{"name":"INSTRUMENT_DECLINED"}`))
	})
	response, err := client.Do(context.Background(), provider.Call{Method: "POST", Path: "/charge"})
	require.Equal(t, 422, response.Status)
	var status *provider.StatusError
	require.True(t, errors.As(err, &status))
	require.Contains(t, string(status.Body), "INSTRUMENT_DECLINED")
	e := fault(t, err)
	require.False(t, e.Retryable)
	require.False(t, e.OutcomeUnknown)
	require.NotContains(t, e.Error(), "INSTRUMENT", "bodies may hold personal data")
}

func TestAnswersAreBounded(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1001)) })
	_, err := client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x"})
	require.Equal(t, base.CodeBadAnswer, fault(t, err).Code)
}

func TestCredentialsStayOnTheHost(t *testing.T) {
	client, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		http.Redirect(w, &http.Request{Method: http.MethodGet}, "https://elsewhere.example/", http.StatusFound)
	})
	_, err := client.Do(context.Background(), provider.Call{Method: "GET", Path: "https://elsewhere.example/steal"})
	require.Equal(t, "bad_request", fault(t, err).Code)
	require.Zero(t, calls.Load())
	_, err = client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x"})
	require.Equal(t, "http_302", fault(t, err).Code)
}

func TestErrorsCarryNoSecrets(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	_, err := client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x/hunter2hunter2"})
	require.NotContains(t, fault(t, err).Message, "hunter2")
}
