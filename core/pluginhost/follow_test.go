package pluginhost_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/rollout"
)

// desk is what operators decided, and what the host reports, in place of the database.
type desk struct {
	mu      sync.Mutex
	desired rollout.Desired
	report  rollout.Report
}

func (d *desk) Desired(context.Context) (rollout.Desired, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.desired, nil
}

func (d *desk) Report(_ context.Context, r rollout.Report) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.report = r
	return nil
}

func (d *desk) Leave(context.Context, string) error { return nil }

// decides changes what is asked for.
func (d *desk) decides(change func(*rollout.Desired)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change(&d.desired)
}

// rolls puts a rollout of the fake to work, with the attempts under way by version.
func (d *desk) rolls(r rollout.Rollout, open map[string]int) {
	r.Plugin = "fake"
	d.decides(func(desired *rollout.Desired) {
		desired.Rollouts = []rollout.Rollout{r}
		desired.UnderWay = map[string]map[string]int{"fake": open}
	})
}

// following is a host that follows a desk. Both versions of the fake are installed.
func following(t *testing.T, entries ...pluginhost.Entry) (*pluginhost.Host, *desk) {
	t.Helper()
	folder, d := t.TempDir(), &desk{}
	for _, program := range []string{fakeV1, fakeV2} {
		release, err := pluginhost.Install(t.Context(), program, folder, pins{}.pin)
		require.NoError(t, err)
		require.Equal(t, sum(t, program), release.SHA256)
		require.Equal(t, []string{"payment", "shipping", "tracking"}, release.Kinds)
		d.desired.Releases = append(d.desired.Releases, release)
	}
	h, _ := startWith(t, pluginhost.Options{
		Rollouts: d, Installed: folder, DrainGrace: 10 * time.Millisecond, Process: "test",
	}, entries...)
	return h, d
}

// versions gives the versions of the fake with their shares, and the process of each.
func versions(h *pluginhost.Host) (text string, pids map[string]int) {
	pids = map[string]int{}
	var list []string
	for _, s := range h.Status() {
		if s.Name == "fake" {
			list = append(list, fmt.Sprintf("%s %s %d", s.Version, s.State, s.Share))
			pids[s.Version] = s.PID
		}
	}
	return strings.Join(list, ", "), pids
}

func awaitVersions(t *testing.T, h *pluginhost.Host, want string) map[string]int {
	t.Helper()
	got := ""
	require.Eventually(t, func() bool { got, _ = versions(h); return got == want }, 15*time.Second, 10*time.Millisecond,
		"waits for %s", want)
	_, pids := versions(h)
	return pids
}

// begins starts a redirect payment with a version. The fake remembers it in its process, so no other can finish it.
func begins(t *testing.T, h *pluginhost.Host, version string) checkout.PaymentRef {
	t.Helper()
	r := request("redirect")
	r.Plugin = "fake@" + version
	result, err := h.Payments().Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeRedirect, result.Outcome)
	of := ref(r, result.Reference)
	of.Plugin = r.Plugin
	return of
}

func finishes(t *testing.T, h *pluginhost.Host, of checkout.PaymentRef) {
	t.Helper()
	r, err := h.Payments().Complete(t.Context(), of, map[string]string{"result": "paid"})
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeAuthorized, r.Outcome, "finished by the process that began it")
}

// The whole way: the program of plugins.yaml, a canary beside it, the upgrade, the rollback; and each attempt is
// finished by the process that began it.
func TestUpgradeAndRollBackWhileAttemptsAreOpen(t *testing.T) {
	h, d := following(t, entry("fake", fakeV1))
	first := awaitVersions(t, h, "1.0.0 running 100")["1.0.0"]
	require.Equal(t, "1.0.0", h.Payments().Version("fakelater", "cart"))
	before := begins(t, h, "1.0.0")

	d.rolls(rollout.Rollout{Stable: "1.0.0", Canary: "2.0.0"}, map[string]int{"1.0.0": 1})
	pids := awaitVersions(t, h, "1.0.0 running 100, 2.0.0 running 0")
	require.Equal(t, first, pids["1.0.0"], "the program that ran is the release: it runs on")
	require.Equal(t, "1.0.0", h.Payments().Version("fakelater", "cart"))

	d.rolls(rollout.Rollout{Stable: "2.0.0", Previous: "1.0.0"}, map[string]int{"1.0.0": 1})
	awaitVersions(t, h, "2.0.0 running 100, 1.0.0 running 0")
	require.Equal(t, "2.0.0", h.Payments().Version("fakelater", "cart"))
	between := begins(t, h, "2.0.0")
	finishes(t, h, before)

	d.rolls(rollout.Rollout{Stable: "1.0.0"}, map[string]int{"2.0.0": 1})
	pids = awaitVersions(t, h, "1.0.0 running 100, 2.0.0 running 0")
	require.Equal(t, first, pids["1.0.0"])
	finishes(t, h, between)

	d.rolls(rollout.Rollout{Stable: "1.0.0"}, nil)
	awaitVersions(t, h, "1.0.0 running 100")
	eventually(t, "the drained process ends", func() bool { return !alive(pids["2.0.0"]) })
	require.True(t, alive(first))

	// An attempt that names the drained version after all has it started again, pinned as it was installed.
	d.rolls(rollout.Rollout{Stable: "1.0.0"}, map[string]int{"2.0.0": 1})
	finishes(t, h, begins(t, h, "2.0.0"))
	awaitVersions(t, h, "1.0.0 running 100, 2.0.0 running 0")
	finishes(t, h, begins(t, h, "0.0.9")) // a version that nobody has is served by the one for new attempts
}

func TestReleaseRunsFromTheStart(t *testing.T) {
	d := &desk{}
	folder := t.TempDir()
	release, err := pluginhost.Install(t.Context(), fakeV2, folder, pins{}.pin)
	require.NoError(t, err)
	d.desired.Releases = []rollout.Release{release}
	d.rolls(rollout.Rollout{Stable: "2.0.0"}, nil)
	h, log := startWith(t, pluginhost.Options{Rollouts: d, Installed: folder}, entry("fake", fakeV1))
	got, _ := versions(h)
	require.Equal(t, "2.0.0 running 100", got)
	require.NotContains(t, log.String(), "version=1.0.0", "the program of plugins.yaml is not started")
}

func TestCanaryGetsItsShare(t *testing.T) {
	h, d := following(t, entry("fake", fakeV1))
	d.rolls(rollout.Rollout{Stable: "1.0.0", Canary: "2.0.0", Share: 25}, nil)
	awaitVersions(t, h, "1.0.0 running 75, 2.0.0 running 25")
	got := map[string]int{}
	for n := range 2000 {
		cart := fmt.Sprintf("cart-%d", n)
		version := h.Payments().Version("fakelater", cart)
		require.Equal(t, version, h.Payments().Version("fakelater", cart), "a customer stays with a version")
		got[version]++
	}
	require.InDelta(t, 500, got["2.0.0"], 100)
	require.Equal(t, 2000, got["1.0.0"]+got["2.0.0"])
}

// A canary that cannot work takes no attempts from the version that can.
func TestIllCanaryGetsNothing(t *testing.T) {
	h, d := following(t, entry("fake", fakeV1))
	d.rolls(rollout.Rollout{Stable: "1.0.0", Canary: "2.0.0", Share: 99}, nil)
	pids := awaitVersions(t, h, "1.0.0 running 1, 2.0.0 running 99")
	d.decides(func(desired *rollout.Desired) { desired.Releases[1].SHA256 = strings.Repeat("0", 64) })
	require.Equal(t, "2.0.0", h.Payments().Version("fakelater", "cart-1"))
	kill(t, pids["2.0.0"])
	eventually(t, "it is gone", func() bool { return h.Payments().Version("fakelater", "cart-1") == "1.0.0" })
}

// A plugin that plugins.yaml does not name comes from the plugins folder, settings included.
func TestPluginOfTheFolder(t *testing.T) {
	h, d, release := folderOfOther(t, entry("fake", fakeV1))
	require.Len(t, h.Status(), 1)
	d.decides(func(desired *rollout.Desired) {
		desired.Releases = []rollout.Release{release}
		desired.Rollouts = []rollout.Rollout{{Plugin: "other", Stable: "1.0.0"}}
	})
	eventually(t, "it is taken up", func() bool {
		s := h.Status()
		return len(s) == 2 && s[1].Name == "other" && s[1].State == pluginhost.StateRunning
	})
}

// folderOfOther is a host whose plugins folder has another plugin.
func folderOfOther(t *testing.T, entries ...pluginhost.Entry) (*pluginhost.Host, *desk, rollout.Release) {
	t.Helper()
	folder, d := t.TempDir(), &desk{}
	release, err := pluginhost.Install(t.Context(), otherV1, folder, pins{}.pin)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "other", "plugin.yaml"), []byte(`
name: other
config: {countries: [DE]}
secrets: {api_key: {value: some-key-for-this}, webhook_secret: {value: some-secret-for-this}}
`), 0o600))
	h, _ := startWith(t, pluginhost.Options{Rollouts: d, Installed: folder}, entries...)
	return h, d, release
}

// A plugin that is taken out is offered no more, finishes what it began, and is gone in the end.
func TestAPluginThatIsTakenOut(t *testing.T) {
	h, d, release := folderOfOther(t)
	d.decides(func(desired *rollout.Desired) {
		desired.Releases = []rollout.Release{release}
		desired.Rollouts = []rollout.Rollout{{Plugin: "other", Stable: "1.0.0"}}
	})
	offered := func() (methods, options, services int) {
		m, err := h.Payments().Methods(t.Context())
		require.NoError(t, err)
		o, err := h.Shipping().Options(t.Context(), checkout.ShippingRequest{})
		require.NoError(t, err)
		return len(m), len(o), len(h.Services())
	}
	eventually(t, "it is offered", func() bool { m, o, s := offered(); return m > 0 && o > 0 && s > 0 })
	r := request("redirect")
	r.Plugin = "other@1.0.0"
	result, err := h.Payments().Authorize(t.Context(), r)
	require.NoError(t, err)
	of := ref(r, result.Reference)
	of.Plugin = r.Plugin

	d.decides(func(desired *rollout.Desired) { desired.Rollouts[0].Leaving = true })
	eventually(t, "it is offered no more", func() bool { m, o, s := offered(); return m+o+s == 0 })
	finishes(t, h, of)
	pid := status(t, h, "other").PID
	require.True(t, alive(pid))
	d.decides(func(desired *rollout.Desired) { desired.Rollouts = nil })
	eventually(t, "it is gone", func() bool { return len(h.Status()) == 0 && !alive(pid) })
}

func TestRetiredMethodKeepsItsTitle(t *testing.T) {
	h, d := following(t, entry("fake", fakeV1))
	d.decides(func(desired *rollout.Desired) {
		desired.Retired = []rollout.Retirement{
			{Code: "fakenow", Reason: "Too many chargebacks."}, {Code: "paydirekt", Reason: "Shut down.", TitleDE: "paydirekt", TitleEN: "paydirekt"},
		}
	})
	eventually(t, "it is retired", func() bool {
		for _, m := range status(t, h, "fake").Methods {
			if m.Code == "fakenow" && m.Retired == "Too many chargebacks." {
				return true
			}
		}
		return false
	})
	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	got := map[string]string{}
	for _, m := range methods {
		got[m.Code] = fmt.Sprint(m.Title.DE, " ", m.Retired)
	}
	require.Equal(t, map[string]string{
		"fakelater": "Fake (später) false", "fakenow": "Fake (sofort) true", "fakegone": "Fake (früher) true", "paydirekt": "paydirekt true",
	}, got)
}

func TestHostReports(t *testing.T) {
	h, d := following(t, entry("fake", fakeV1))
	d.rolls(rollout.Rollout{Stable: "1.0.0", Canary: "2.0.0"}, map[string]int{"1.0.0": 3})
	awaitVersions(t, h, "1.0.0 running 100, 2.0.0 running 0")
	eventually(t, "it says so", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		p := d.report.Plugins
		return d.report.Process == "test" && len(p) == 2 && p[0].Open == 3 && p[1].State == pluginhost.StateRunning
	})
}

func TestAProgramDescribesItself(t *testing.T) {
	dir := t.TempDir()
	d, err := pluginhost.Describe(t.Context(), fakeV2, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"fake", "2.0.0"}, []string{d.Name, d.Version})
	require.Equal(t, []string{"payment", "shipping", "tracking"}, d.Kinds)
	require.Contains(t, d.Settings, pluginhost.Setting{
		Key: "api_key", Type: "text", Secret: true, Required: true, Help: "Any text; it must never be seen again.",
	})
	require.Contains(t, d.Settings, pluginhost.Setting{Key: "shipping_fee", Type: "number", Default: "499", Help: "Fee of the standard option in cents."})
	_, err = pluginhost.Describe(t.Context(), "/bin/true", dir)
	require.Equal(t, "plugin_program_invalid", fault.ReasonOf(err))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestInstallRefuses(t *testing.T) {
	folder := t.TempDir()
	invalid := fault.New(fault.Invalid, "plugin_program_invalid")
	_, err := pluginhost.Install(t.Context(), "/bin/true", folder, pins{}.pin)
	require.ErrorIs(t, err, invalid)
	_, err = pluginhost.Install(t.Context(), folder, folder, pins{}.pin)
	require.ErrorIs(t, err, invalid)
	noVersion := build(t.TempDir(), "fake", "latest")
	_, err = pluginhost.Install(t.Context(), noVersion, folder, pins{}.pin)
	require.ErrorIs(t, err, invalid)
	require.ErrorContains(t, err, "semantic version")
	_, err = pluginhost.Install(t.Context(), build(t.TempDir(), "../../etc", "1.0.0"), folder, pins{}.pin)
	require.ErrorIs(t, err, invalid)

	shop := pins{}
	for range 2 {
		_, err = pluginhost.Install(t.Context(), fakeV1, folder, shop.pin)
		require.NoError(t, err)
	}
	kept := filepath.Join(folder, "fake", "1.0.0", "fake")
	info, err := os.Stat(kept)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o755), info.Mode().Perm(), "also for a shop that runs as another user")
	changed := filepath.Join(t.TempDir(), "fake")
	install(t, fakeV1, changed)
	file, err := os.OpenFile(changed, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("more")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = pluginhost.Install(t.Context(), changed, folder, shop.pin)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_version_taken"))
	require.Equal(t, sum(t, fakeV1), sum(t, kept))

	// On another machine the wrong program comes first. The right one can be installed all the same.
	folder = t.TempDir()
	_, err = pluginhost.Install(t.Context(), changed, folder, shop.pin)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_version_taken"))
	_, err = pluginhost.Install(t.Context(), fakeV1, folder, shop.pin)
	require.NoError(t, err)
	require.Equal(t, sum(t, fakeV1), sum(t, filepath.Join(folder, "fake", "1.0.0", "fake")))
	left, err := filepath.Glob(filepath.Join(folder, ".incoming-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// pins keeps checksums by version, as a shop does.
type pins map[string]string

func (p pins) pin(_ context.Context, r rollout.Release) error {
	if is, there := p[r.Plugin+r.Version]; there && is != r.SHA256 {
		return fault.New(fault.Conflict, "plugin_version_taken")
	}
	p[r.Plugin+r.Version] = r.SHA256
	return nil
}
