package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/example/tracking/sim"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// target is the plugin with a simulated Muster behind a proxy that the checks can spoil.
func target(t *testing.T) sdktest.Target {
	t.Helper()
	srv := httptest.NewUnstartedServer(nil)
	address := "http://" + srv.Listener.Addr().String()
	world := sdktest.NewWorld(t, address)
	world.Control, world.Wait = address+"/_control/muster", 2*time.Second
	s := sim.New(sim.Config{APIKey: "key-of-the-api"})
	mux := http.NewServeMux()
	mux.Handle("/muster/", http.StripPrefix("/muster", s.Handler()))
	mux.Handle("/_control/muster/", http.StripPrefix("/_control/muster", stage.Control(s)))
	srv.Config.Handler = mux
	srv.Start()
	t.Cleanup(srv.Close)
	return sdktest.Target{
		New: newPlugin, World: world, Tracking: &sdktest.Tracking{},
		Config: base.Config{
			Values:  map[string]string{"api_url": world.Proxy.URL + "/muster", "timeout": "2s"},
			Secrets: map[string]base.Secret{"api_key": "key-of-the-api"},
		},
	}
}

func TestConformance(t *testing.T) { sdktest.Run(t, target(t)) }

func TestNothingIsSentForNothing(t *testing.T) {
	target := target(t)
	target.World.Proxy.Spoil(sdktest.FaultDown, 0)
	r, err := target.Start(t).Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: []tracking.Event{{ID: "1", Data: []byte("{")}}})
	require.NoError(t, err, "Muster is not asked")
	require.Equal(t, []tracking.Rejection{{EventID: "1", Code: "invalid_data"}}, r.Rejected)
}

// What a browser sends is rejected or passed on, whatever it is.
func FuzzData(f *testing.F) {
	f.Add([]byte(`{"total": 12345}`))
	f.Add([]byte(`{`))
	p := newPlugin()
	require.NoError(f, p.Base.Configure(f.Context(), base.Config{
		Values:  map[string]string{"api_url": "http://127.0.0.1:1", "timeout": "2s"},
		Secrets: map[string]base.Secret{"api_key": "key-of-the-api"},
	}))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // it shall not ask anybody
		r, err := p.Tracking.Deliver(ctx, tracking.Batch{ID: "b", Events: []tracking.Event{{ID: "1", Data: data}}})
		if len(data) == 0 || json.Valid(data) {
			require.Error(t, err, "it was to be sent")
			return
		}
		require.NoError(t, err)
		require.Equal(t, []tracking.Rejection{{EventID: "1", Code: "invalid_data"}}, r.Rejected)
	})
}
