package vies_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/vies"
	"kontor.dev/kontor/plugins/simulator/stage"
	sim "kontor.dev/kontor/plugins/simulator/vies"
)

func open(t *testing.T) (*vies.Client, *sim.Sim) {
	authority := sim.New()
	server := httptest.NewServer(authority.Handler())
	t.Cleanup(server.Close)
	return vies.New(server.URL+"/", "DE 136 695 976"), authority
}

func TestAnswers(t *testing.T) {
	client, authority := open(t)
	got, err := client.Ask(t.Context(), "ATU37675002")
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), got.AnsweredAt, time.Minute)
	require.Equal(t, []any{true, "WAPIAAAA00000001", "SIMULATED AT LTD", ""}, []any{got.Valid, got.Reference, got.Name, got.Address})
	require.Equal(t, []sim.Question{{ID: "ATU37675002", Requester: "DE136695976", Valid: true, Reference: got.Reference}}, authority.State())

	_, err = authority.Act("ATU37675002", "unregister")
	require.NoError(t, err)
	got, err = client.Ask(t.Context(), "ATU37675002")
	require.NoError(t, err)
	require.False(t, got.Valid)
	require.NotEmpty(t, got.Reference)
}

// An answer that does not come is none: nobody is called invalid because a server is down.
func TestNoAnswerIsNotNo(t *testing.T) {
	client, authority := open(t)
	for _, number := range []string{"AT300", "AT301", "AT302"} {
		_, err := client.Ask(t.Context(), number)
		require.Equal(t, fault.Unavailable, fault.CodeOf(err), number)
	}
	_, err := client.Ask(t.Context(), "AT201")
	require.Equal(t, fault.Invalid, fault.CodeOf(err))
	for _, effect := range []stage.Effect{stage.Status, stage.Garbage, stage.DropReply} {
		require.NoError(t, authority.Stage().Add(stage.Rule{Op: "check", Effect: effect}))
		_, err := client.Ask(t.Context(), "ATU37675002")
		require.Equal(t, fault.Unavailable, fault.CodeOf(err), effect)
	}
	empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) }))
	t.Cleanup(empty.Close)
	_, err = vies.New(empty.URL, "").Ask(t.Context(), "ATU37675002")
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
}

func TestNobodyElseIsAsked(t *testing.T) {
	asked := false
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked = true
		_, _ = w.Write([]byte(`{"valid": true, "requestDate": "2026-11-21T10:00:00Z"}`))
	}))
	t.Cleanup(other.Close)
	moved := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(moved.Close)
	_, err := vies.New(moved.URL, "").Ask(t.Context(), "ATU37675002")
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	require.False(t, asked)
}
