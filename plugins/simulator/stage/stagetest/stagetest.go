// Package stagetest is what the tests of the shipped plugins stand on: a simulated provider behind an address, a shop that
// takes what the provider sends, and the trouble of the provider's stage.
package stagetest

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// Bench is what stands around a plugin.
type Bench struct {
	T       *testing.T
	URL     string                   // of the provider
	Shop    string                   // takes what the provider sends
	Reply   string                   // the shop's answer to what it takes, with 200
	Notices chan base.WebhookRequest // what the shop took, in the order of its coming

	provider stage.Provider
}

// New serves a shop and the provider that provide makes; the bench has both addresses then. They end with the test, the
// provider's deliveries before them.
func New(t *testing.T, provide func(b *Bench) stage.Provider) *Bench {
	t.Helper()
	b := &Bench{T: t, Notices: make(chan base.WebhookRequest, 50)}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // what is cut off fails in the plugin
		b.Notices <- base.WebhookRequest{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Headers: r.Header, Body: body, ReceivedAt: time.Now()}
		_, _ = io.WriteString(w, b.Reply) // the provider may be gone
	}))
	b.Shop = shop.URL
	srv := httptest.NewUnstartedServer(nil)
	b.URL = "http://" + srv.Listener.Addr().String()
	b.provider = provide(b)
	srv.Config.Handler = b.provider.Handler()
	srv.Start()
	t.Cleanup(func() {
		if sends, ok := b.provider.(interface{ Close() }); ok {
			sends.Close()
		}
		srv.Close()
		shop.Close()
	})
	return b
}

// Act lets a person or time do something at the provider, and gives what comes of it.
func (b *Bench) Act(id, action string) any {
	b.T.Helper()
	answer, err := b.provider.Act(id, action)
	require.NoError(b.T, err)
	return answer
}

// Rule makes the next calls of an operation misbehave.
func (b *Bench) Rule(op string, e stage.Effect, times int) {
	b.T.Helper()
	require.NoError(b.T, b.provider.Stage().Add(stage.Rule{Op: op, Effect: e, Times: times}))
}

// Count says how often something happened at the provider.
func (b *Bench) Count(what string) int { return b.provider.Stage().Counts()[what] }

// Notice waits for what the provider sends next.
func (b *Bench) Notice() base.WebhookRequest {
	b.T.Helper()
	return b.NoticeOf("anything", func(base.WebhookRequest) bool { return true })
}

// NoticeOf waits for the next notice that is one of what is asked for. Others are dropped.
func (b *Bench) NoticeOf(what string, is func(base.WebhookRequest) bool) base.WebhookRequest {
	b.T.Helper()
	timeout := time.After(5 * time.Second)
	for {
		select {
		case n := <-b.Notices:
			if is(n) {
				return n
			}
		case <-timeout:
			require.FailNow(b.T, "the provider did not send "+what)
			return base.WebhookRequest{}
		}
	}
}

// Changed gives settings with changes, in pairs of name and value.
func Changed(values map[string]string, changes ...string) map[string]string {
	values = maps.Clone(values)
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return values
}

// World puts a provider behind a proxy that the checks of sdktest can spoil, and gives the address that the plugin calls.
func World(t *testing.T, provider stage.Provider, wait time.Duration) (w *sdktest.World, url string) {
	t.Helper()
	api, control := "/"+provider.Name(), "/_control/"+provider.Name()
	mux := http.NewServeMux()
	mux.Handle(api+"/", http.StripPrefix(api, provider.Handler()))
	mux.Handle(control+"/", http.StripPrefix(control, stage.Control(provider)))
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	w = sdktest.NewWorld(t, srv.URL)
	w.Control, w.Wait = srv.URL+control, wait
	return w, w.Proxy.URL + api
}
