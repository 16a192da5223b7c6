package provider_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// issuer is a provider that gives tokens "1", "2" and so on and takes calls with the newest.
type issuer struct {
	mu             sync.Mutex
	life           string // as JSON
	locked         bool   // the credentials are refused
	granted, calls int
	valid          string
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case r.URL.Path == "/token" && i.locked:
		w.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/token":
		i.granted++
		i.valid = fmt.Sprint(i.granted)
		_, _ = fmt.Fprintf(w, `{"access_token": "%s", "expires_in": %s}`, i.valid, i.life)
	default:
		i.calls++
		if r.Header.Get("Authorization") != "Bearer "+i.valid || r.Header.Get("X-Shop") != "kontor" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}
}

func (i *issuer) set(change func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change()
}

func (i *issuer) client(t *testing.T) *provider.Bearer {
	t.Helper()
	s := httptest.NewServer(i)
	t.Cleanup(s.Close)
	config := provider.Config{BaseURL: s.URL}
	login := provider.New(config)
	config.Authorize = func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Shop", "kontor")
		return nil
	}
	return provider.NewBearer(config, provider.OAuth(login, "/token", url.Values{"grant_type": {"client_credentials"}}))
}

var charge = provider.Call{Method: http.MethodPost, Path: "/charge", JSON: 1}

func TestOneTokenServesAllCalls(t *testing.T) {
	i := &issuer{life: `"3600"`}
	client := i.client(t)
	var all sync.WaitGroup
	failures := make(chan error, 20)
	for range cap(failures) {
		all.Go(func() {
			_, err := client.Do(t.Context(), charge)
			failures <- err
		})
	}
	all.Wait()
	for range cap(failures) {
		require.NoError(t, <-failures)
	}
	require.Equal(t, 1, i.granted)
}

func TestATokenIsRenewedAMinuteBeforeItsEnd(t *testing.T) {
	i := &issuer{life: "59"}
	client := i.client(t)
	for want := 1; want <= 2; want++ {
		_, err := client.Do(t.Context(), charge)
		require.NoError(t, err)
		require.Equal(t, want, i.granted)
	}
}

func TestATokenTakenBackIsRenewedOnce(t *testing.T) {
	i := &issuer{life: "3600"}
	client := i.client(t)
	_, err := client.Do(t.Context(), charge)
	require.NoError(t, err)
	i.set(func() { i.valid = "" })
	_, err = client.Do(t.Context(), charge)
	require.NoError(t, err)
	require.Equal(t, 2, i.granted)
	require.Equal(t, 3, i.calls, "the call with the old token, and once more")
	require.False(t, client.Refused())
}

func TestWithoutATokenNothingIsSent(t *testing.T) {
	i := &issuer{life: "3600", locked: true}
	client := i.client(t)
	_, err := client.Do(t.Context(), charge)
	require.Equal(t, "http_401", fault(t, err).Code)
	require.False(t, fault(t, err).OutcomeUnknown)
	require.True(t, client.Refused())
	require.Zero(t, i.calls)

	i.set(func() { i.locked = false })
	_, err = client.Do(t.Context(), charge)
	require.NoError(t, err)
	require.False(t, client.Refused())
}

func TestATokenWithoutAnEndIsABadAnswer(t *testing.T) {
	i := &issuer{life: `""`}
	_, err := i.client(t).Do(t.Context(), charge)
	require.Equal(t, base.CodeBadAnswer, fault(t, err).Code)
	require.Zero(t, i.calls)
}

func TestWhoWaitsForATokenLeavesWithItsContext(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(s.Close)
	client := provider.NewBearer(provider.Config{BaseURL: s.URL}, func(context.Context) (provider.Token, error) {
		close(asked)
		<-answer
		return provider.Token{}, base.ProviderFault("closed", nil)
	})
	var all sync.WaitGroup
	all.Go(func() { _, _ = client.Do(t.Context(), charge) })
	<-asked
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := client.Do(ended, charge)
	require.Equal(t, base.CodeTimeout, fault(t, err).Code)
	close(answer)
	all.Wait()
}
