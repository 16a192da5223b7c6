package pluginhost

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// gate is a payment provider whose notifications and captures end as it is told.
type gate struct {
	payment.Provider
	events []payment.Event
	err    error
	asked  int
}

func (g *gate) HandleWebhook(context.Context, base.WebhookRequest) (payment.WebhookAnswer, error) {
	g.asked++
	return payment.WebhookAnswer{Events: g.events}, g.err
}

func (g *gate) Capture(context.Context, payment.CaptureRequest) (payment.Receipt, error) {
	return payment.Receipt{}, g.err
}

// Which version began a payment is not known before its notification is read: one that it was not made for takes it for forged.
func TestANotificationFindsItsVersion(t *testing.T) {
	down := base.ProviderFault("down", errors.New("down"))
	down.Retryable = true
	told := []payment.Event{{ID: "1", Kind: payment.EventPending, Reference: "r"}}
	for name, c := range map[string]struct {
		newest error
		oldest error
		events int
		asked  int
		want   fault.Code
	}{
		"the newest's":            {nil, nil, 1, 0, ""},
		"the oldest's":            {base.Forged("no"), nil, 1, 1, ""},
		"nobody's":                {base.Forged("no"), base.Forged("no"), 0, 1, fault.Forbidden},
		"while the first is down": {down, nil, 0, 0, fault.Unavailable},
	} {
		newest, oldest := &gate{events: told, err: c.newest}, &gate{events: told, err: c.oldest}
		h := hosting(t, sdk.Plugin{Payment: newest})
		second := newSupervised(h, Entry{Name: "fake"})
		second.put(&instance{plugin: sdk.Plugin{Payment: oldest}}, StateRunning, "")
		h.list()[0].versions = append(h.list()[0].versions, second)
		events, _, err := h.Payments().Webhook(t.Context(), "fake", checkout.WebhookCall{})
		require.Equal(t, c.want, fault.CodeOf(err), name)
		require.Len(t, events, c.events, name)
		require.Equal(t, c.asked, oldest.asked, name)
	}
}

// A method belongs to the first plugin that has it, also while that is down: payments by it go there.
func TestARivalDoesNotTakeAMethodOver(t *testing.T) {
	methods := []payment.Method{{Code: "m", Title: titled}}
	h := New([]Entry{{Name: "first"}, {Name: "rival"}}, Options{Dir: t.TempDir()})
	first, rival := h.list()[0].current(), h.list()[1].current()
	rival.put(&instance{plugin: sdk.Plugin{Payment: &gate{}}, methods: methods, offers: offersIn(methods)}, StateRunning, "")
	plugins := func() (names []string) {
		for _, m := range (payments{h}).list() {
			names = append(names, m.Plugin)
		}
		return names
	}
	require.Equal(t, []string{"rival"}, plugins())
	first.put(&instance{plugin: sdk.Plugin{Payment: &gate{}}, methods: methods, offers: offersIn(methods)}, StateRunning, "")
	require.Equal(t, []string{"first"}, plugins())
	first.put(nil, StateCrashed, "gone")
	require.Empty(t, plugins())
	require.Equal(t, "first", h.owner("m").name)
}

// What an operator takes out of the shop, and a process that is another, is seen at once, not when a list has grown old.
func TestTheListOfMethodsIsOfNow(t *testing.T) {
	methods := []payment.Method{{Code: "m", Title: titled}, {Code: "n", Title: titled}}
	h := hosting(t, sdk.Plugin{Payment: &gate{}})
	running := func(m []payment.Method) {
		h.list()[0].current().put(&instance{plugin: sdk.Plugin{Payment: &gate{}}, methods: m, offers: offersIn(m)}, StateRunning, "")
	}
	running(methods)
	listed := func() []checkout.Method {
		list, err := h.Payments().Methods(t.Context())
		require.NoError(t, err)
		return list
	}
	require.Len(t, listed(), 2)
	h.desired.Store(&rollout.Desired{Retired: []rollout.Retirement{{Code: "m"}}})
	require.True(t, listed()[0].Retired)
	require.False(t, listed()[1].Retired)
	running(methods[:1])
	require.Len(t, listed(), 1)
	list := listed()
	list[0].Code = "changed"
	require.Equal(t, "m", listed()[0].Code, "what was kept is nobody's to change")
}

// An operator is told of a plugin that fails, and not of strangers or of callers who leave.
func TestWhoseFailuresAreTold(t *testing.T) {
	down := base.ProviderFault("down", errors.New("down"))
	h := hosting(t, sdk.Plugin{Payment: &gate{err: down}})
	_, _, err := h.Payments().Webhook(t.Context(), "fake", checkout.WebhookCall{})
	require.Error(t, err)
	i := h.list()[0].current().instance()
	require.Zero(t, i.ailments.of("webhook").count)

	ask := func(ctx context.Context, leave func()) {
		_, err := askCarrier(ctx, h.list()[0], "track", func(context.Context, shipping.Provider) (int, error) { leave(); return 0, down })
		require.Error(t, err)
	}
	i.plugin.Shipping = &courier{}
	ctx, cancel := context.WithCancel(t.Context())
	ask(ctx, cancel)
	require.Zero(t, i.ailments.of("track").count)
	ask(t.Context(), func() {})
	require.Equal(t, 1, i.ailments.of("track").count)
}

// A call that never left for the plugin moved nothing, whatever it ended with.
func TestWhatWasNeverSentIsNotInDoubt(t *testing.T) {
	lost := base.PluginFault("lost", errors.New("lost"))
	lost.OutcomeUnknown = true
	h := hosting(t, sdk.Plugin{Payment: &gate{err: lost}})
	_, err := h.Payments().Capture(t.Context(), checkout.PaymentRef{Plugin: "fake"}, checkout.Capture{Key: "k", Amount: money.Euro(1)})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err), "%v", err)
}

func TestTheEntryOfAPluginInTheFolder(t *testing.T) {
	folder := t.TempDir()
	e, err := folderEntry(folder, "fake")
	require.NoError(t, err)
	require.Equal(t, Entry{Name: "fake"}, e, "without a file it has no settings")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "fake"), 0o755))
	write := func(text string) {
		require.NoError(t, os.WriteFile(entryFile(folder, "fake"), []byte(text), 0o600))
	}
	write("name: fake\nsecrets: {a: {file: key.txt}, b: {file: /run/key}, c: {env: C}}\n")
	e, err = folderEntry(folder, "fake")
	require.NoError(t, err)
	require.Equal(t, map[string]Source{"a": {File: filepath.Join(folder, "fake", "key.txt")}, "b": {File: "/run/key"}, "c": {Env: "C"}}, e.Secrets)
	for what, text := range map[string]string{
		"another name": "name: paypal\n", "a path": "name: fake\npath: /bin/sh\n", "a checksum": "name: fake\nsha256: abc\n",
		"an unknown field": "name: fake\ncolour: red\n", "no YAML": "name: [",
	} {
		write(text)
		_, err := folderEntry(folder, "fake")
		require.ErrorContains(t, err, "plugin.yaml", what)
	}
}
