package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
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

// A proxy or a page of maintenance may answer 200 in the provider's place.
func TestWhatIsNotTheProvidersAnswerProvesNothingDone(t *testing.T) {
	for body, done := range map[string]bool{"": true, "\n": true, "{}": true, `{"a":[1]}`: true, "<html>Wartung</html>": false, "OK": false} {
		client, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) })
		_, err := client.Do(context.Background(), provider.Call{Method: "POST", Path: "/cancel", Idempotent: true, Silent: true})
		require.Equal(t, int32(1), calls.Load())
		if done {
			require.NoError(t, err, body)
			continue
		}
		require.Equal(t, base.CodeBadAnswer, fault(t, err).Code, body)
		require.True(t, fault(t, err).OutcomeUnknown, body)
	}
}

// Nothing is done by a question, which may be asked again.
func TestAQuestionIsAskedAgainUntilTheProviderAnswers(t *testing.T) {
	answers := []string{"<html>Wartung</html>", `{"a":1}`}
	client, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(answers[0]))
		answers = answers[min(1, len(answers)-1):]
	})
	var into struct{ A int }
	_, err := client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x", Into: &into})
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{int(calls.Load()), into.A})
	answers = []string{"OK"}
	_, err = client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x", Into: &into})
	require.True(t, fault(t, err).Retryable)
	require.False(t, fault(t, err).OutcomeUnknown)
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

func TestOnlyTheProvidersOwnHostIsCalled(t *testing.T) {
	client := provider.New(provider.Config{BaseURL: "http://a.invalid/v1", Tries: 1})
	for _, address := range []string{"http://b.invalid/v1/x", "https://a.invalid/v1/x", "http://a.invalid:8080/v1/x", "http://a.invalid@b.invalid/x"} {
		_, err := client.Do(t.Context(), provider.Call{Method: "GET", Path: address})
		require.Equal(t, "bad_request", fault(t, err).Code, address)
	}
	_, err := client.Do(t.Context(), provider.Call{Method: "GET", Path: "http://a.invalid/v2/x"})
	require.Equal(t, base.CodeUnreachable, fault(t, err).Code, "an address of its own that it named")
}

func TestStatusesSayWhetherToTryAgainAndWhatMayHaveHappened(t *testing.T) {
	for status, want := range map[int][2]bool{ // to be tried again; the outcome of a charge is unknown
		http.StatusMovedPermanently: {true, false}, http.StatusPermanentRedirect: {true, false},
		http.StatusFound: {true, true}, http.StatusSeeOther: {true, true}, http.StatusTemporaryRedirect: {true, true},
		http.StatusBadRequest: {}, http.StatusForbidden: {}, http.StatusConflict: {}, 499: {},
		http.StatusUnauthorized: {true, false}, http.StatusTooEarly: {true, false}, http.StatusTooManyRequests: {true, false},
		http.StatusRequestTimeout: {true, true}, http.StatusInternalServerError: {true, true}, 599: {true, true},
	} {
		client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(status)
		})
		_, err := client.Do(t.Context(), provider.Call{Method: "POST", Path: "/charge"})
		e := fault(t, err)
		require.Equal(t, want, [2]bool{e.Retryable, e.OutcomeUnknown}, status)
		require.Equal(t, status, provider.Status(err))
		_, err = client.Do(t.Context(), provider.Call{Method: "GET", Path: "/charge"})
		require.Equal(t, [2]bool{want[0], false}, [2]bool{fault(t, err).Retryable, fault(t, err).OutcomeUnknown}, status)
	}
	for _, status := range []int{200, 204, 299} {
		client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		_, err := client.Do(t.Context(), provider.Call{Method: "POST", Path: "/charge"})
		require.NoError(t, err, status)
	}
}

// A provider that asks for patience gets it, unless nobody waits that long.
func TestAPauseBeyondTheDeadlineIsNotMade(t *testing.T) {
	client, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	_, err := client.Do(ctx, provider.Call{Method: "GET", Path: "/x"})
	require.Equal(t, "http_429", fault(t, err).Code)
	require.EqualValues(t, 1, calls.Load())
	require.NoError(t, ctx.Err(), "it did not wait for the end either")
}

// Some providers take their secret in the address.
func TestALostConnectionTellsNoAddress(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	_, err := provider.New(provider.Config{BaseURL: s.URL, Tries: 1}).Do(t.Context(), provider.Call{Method: "GET", Path: "/x", Query: url.Values{"api_secret": {"abc"}}})
	require.NotContains(t, err.Error(), "api_secret")
}

func TestErrorsCarryNoSecrets(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	_, err := client.Do(context.Background(), provider.Call{Method: "GET", Path: "/x/hunter2hunter2"})
	require.NotContains(t, fault(t, err).Message, "hunter2")
}
