package pluginhost_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/tracking"
)

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

func TestShippingOptions(t *testing.T) {
	cheap := entry("other", otherV1)
	cheap.Config = map[string]pluginhost.Values{"shipping_fee": "299"}
	h, _ := start(t, entry("fake", fakeV1), cheap)
	r := checkout.ShippingRequest{
		To: address.Address{ZipCode: "04109", CityName: "Leipzig", CountryID: address.Germany}, Parcels: []checkout.Parcel{{WeightGrams: 2500}}, Value: money.Euro(99900),
	}
	options, err := h.Shipping().Options(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, options, 2, "two carriers with the same option: the first, so that no other takes its parcels by naming them cheaper")
	require.Equal(t, "fake_standard", options[0].ID, "the plugin's order, not the fee")
	require.Equal(t, money.Euro(499), options[0].Fee)
	require.Equal(t, "Lieferung in 1-2 Werktagen", options[0].DeliveryNote.DE)
	require.True(t, options[1].Pickup)
	require.Contains(t, options[1].ID, "selfcollector")

	options[0].Fee = money.Euro(1)
	asked := status(t, h, "fake").Calls
	options, err = h.Shipping().Options(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, money.Euro(499), options[0].Fee, "what was kept is nobody's to change")
	require.Equal(t, asked, status(t, h, "fake").Calls, "the same is not asked for again at once")
	other := r
	other.To, other.Value, other.Parcels = address.Address{ZipCode: "20457", CityName: "Hamburg", CountryID: address.Germany}, money.Euro(1), []checkout.Parcel{{WeightGrams: 31_500}}
	options, err = h.Shipping().Options(t.Context(), other)
	require.NoError(t, err)
	require.Len(t, options, 2)
	require.Equal(t, asked, status(t, h, "fake").Calls, "nor what the carrier says is the same")
	other.To.CountryID = 13
	_, err = h.Shipping().Options(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, asked+1, status(t, h, "fake").Calls, "another country is asked for")

	r.Parcels[0].WeightGrams = 40_000
	options, err = h.Shipping().Options(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, options, 1)
	require.NoError(t, h.Close())
	options, err = h.Shipping().Options(t.Context(), r)
	require.NoError(t, err)
	require.Empty(t, options, "no carrier is no fault")
}

// An address is asked for when a carrier is chosen, and again when the customer buys.
func TestAnAddressThatACarrierTakesIsAskedForOnce(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	home := checkout.ShippingOption{ID: "fake_standard", Plugin: "fake"}
	there := address.Address{FirstName: "Kim", LastName: "Muster", StreetName: "Lindenweg", StreetNumber: "12", ZipCode: "04109", CityName: "Leipzig", CountryID: address.Germany}
	calls := func(o checkout.ShippingOption, to address.Address) (int64, bool) {
		t.Helper()
		before := status(t, h, "fake").Calls
		v, err := h.Shipping().Validate(t.Context(), o, to)
		require.NoError(t, err)
		return status(t, h, "fake").Calls - before, v.Deliverable
	}
	for _, c := range []struct {
		why    string
		option string
		number string
		calls  int64
	}{
		{"the first time", home.ID, "12", 1}, {"again", home.ID, "12", 0}, {"another door", home.ID, "13", 1}, {"another option", "fake_express", "12", 1},
	} {
		o, to := home, there
		o.ID, to.StreetNumber = c.option, c.number
		n, taken := calls(o, to)
		require.Equal(t, c.calls, n, c.why)
		require.True(t, taken, c.why)
	}
}

func TestTrackingNeedsTheService(t *testing.T) {
	h, log := start(t, entry("fake", fakeV1))
	require.Len(t, h.Services(), 1)
	require.Equal(t, "event-analytics", h.Services()[0].Name)
	now := time.Now()
	require.NoError(t, h.Tracking().Deliver(t.Context(), []tracking.Event{
		{Type: "addToCart", Time: now, TID: "t", Service: "another-service"},
	}))
	require.Zero(t, status(t, h, "fake").Calls, "without consent nothing is sent")
	require.NoError(t, h.Tracking().Deliver(t.Context(), []tracking.Event{
		{Type: "addToCart", Time: now, TID: "t", Service: "event-analytics", Fields: []byte(`{"productIds":[1]}`)},
		{Type: "scrolling", Time: now, TID: "t", Service: "event-analytics", Fields: []byte(`{broken`)},
	}))
	require.EqualValues(t, 1, status(t, h, "fake").Calls)
	require.Contains(t, log.String(), "events rejected")
}

// A plugin that is down gets its events when it is back, and visitors are asked about it all the time.
func TestTrackingWaitsForAPluginThatIsDown(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	event := tracking.Event{Type: "addToCart", Time: time.Now(), TID: "t", Service: "event-analytics"}
	signal(t, h, "fake", syscall.SIGKILL)
	eventually(t, "its end is known", func() bool { return status(t, h, "fake").Restarts == 1 })
	require.Len(t, h.Services(), 1)
	require.NoError(t, h.Tracking().Deliver(t.Context(), []tracking.Event{event}))
	require.EqualValues(t, 1, status(t, h, "fake").Calls, "the next process has it")
	require.NoError(t, h.Close())
	require.Len(t, h.Services(), 1)
	require.Equal(t, fault.Unavailable, fault.CodeOf(h.Tracking().Deliver(t.Context(), []tracking.Event{event})))
	event.Time = event.Time.Add(-73 * time.Hour)
	require.NoError(t, h.Tracking().Deliver(t.Context(), []tracking.Event{event}), "nobody keeps it for ever")
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		file := filepath.Join(dir, "plugins.yaml")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	entries, err := pluginhost.Load(write(`
plugins:
  - name: paypal
    path: payment/paypal
    sha256: abc
    env: [HTTPS_PROXY]
    config: {client_id: 007, base_url: "${SIM:-https://api.example}/paypal", hosts: [a.example, b.example]}
    secrets:
      client_secret: {env: PAYPAL_SECRET, file: secret.txt}
    limits: {concurrency: 4, timeout: 1500ms}
`), "/plugins")
	require.NoError(t, err)
	require.Equal(t, []pluginhost.Entry{{
		Name: "paypal", Path: "/plugins/payment/paypal", SHA256: "abc", Env: []string{"HTTPS_PROXY"},
		Config: map[string]pluginhost.Values{
			"client_id": "007", "base_url": "${SIM:-https://api.example}/paypal", "hosts": "a.example\nb.example",
		},
		Secrets: map[string]pluginhost.Source{"client_secret": {Env: "PAYPAL_SECRET", File: "/plugins/secret.txt"}},
		Limits:  pluginhost.Limits{Concurrency: 4, Timeout: 1500 * time.Millisecond},
	}}, entries)

	for what, text := range map[string]string{
		"an unknown field": "plugins: [{name: a, path: b, colour: red}]",
		"no path":          "plugins: [{name: a}]",
		"a name twice":     "plugins: [{name: a, path: b}, {name: a, path: c}]",
		"a nested setting": "plugins: [{name: a, path: b, config: {x: {y: 1}}}]",
	} {
		_, err := pluginhost.Load(write(text), dir)
		require.Error(t, err, what)
	}
}

// A secret may come from a file, and a setting from the environment.
func TestSecretFromFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(file, []byte(apiKey+"\n"), 0o600))
	e := entry("fake", fakeV1)
	e.Secrets["api_key"] = pluginhost.Source{File: file}
	e.Config = map[string]pluginhost.Values{"shipping_fee": "${TEST_FEE:-${TEST_OTHER:-1}23}"}
	missing := entry("other", otherV1)
	missing.Secrets["api_key"] = pluginhost.Source{File: file + "-not-there"}
	h, _ := start(t, e, missing)
	options, err := h.Shipping().Options(t.Context(), checkout.ShippingRequest{Value: money.Euro(1)})
	require.NoError(t, err)
	require.Equal(t, money.Euro(123), options[0].Fee)
	_, err = h.Payments().Authorize(t.Context(), request("secret"))
	require.NotContains(t, err.Error(), apiKey)
	require.Equal(t, pluginhost.StateRefused, status(t, h, "other").State)
	require.Contains(t, status(t, h, "other").Problem, "api_key")
}

// A provider with another address or without a permission takes nothing, whatever it is sent: that is mended, and then it takes all.
func TestWhatIsTurnedAwayWaitsAndIsTold(t *testing.T) {
	h, log := start(t, entry("fake", fakeV1))
	forbidden := []tracking.Event{{Type: "forbidden", Time: time.Now(), TID: "t", Service: "event-analytics"}}
	for range 3 {
		require.Equal(t, fault.Unavailable, fault.CodeOf(h.Tracking().Deliver(t.Context(), forbidden)))
	}
	require.EqualValues(t, 1, status(t, h, "fake").Calls, "it is not asked again and again")
	require.NotContains(t, log.String(), "rejected")
	require.Contains(t, status(t, h, "fake").Problem, "turns away what is delivered")
	require.Equal(t, pluginhost.StateRunning, status(t, h, "fake").State)
}

// A plugin that does not answer takes the events of its own service with it, and nobody else's time.
func TestNoTrackingPluginWaitsForAnother(t *testing.T) {
	slow := entry("fake", fakeV1)
	slow.Limits.Timeout = time.Minute
	h, _ := start(t, slow, entry("other", otherV1))
	ctx, cancel := context.WithCancel(t.Context())
	delivered := make(chan error, 1)
	go func() {
		delivered <- h.Tracking().Deliver(ctx, []tracking.Event{{Type: "hang", Time: time.Now(), TID: "t", Service: "event-analytics"}})
	}()
	// Both have the one service, and the event hangs in both: the first has its turn for a minute.
	require.Eventually(t, func() bool { return status(t, h, "fake").Calls == 1 && status(t, h, "other").Calls == 1 }, 20*time.Second, 10*time.Millisecond)
	cancel()
	require.Error(t, <-delivered)
}
