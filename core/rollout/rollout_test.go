package rollout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func TestUpgradeAndBack(t *testing.T) {
	r := Rollout{Plugin: "paypal", Stable: "1.0.0"}
	_, err := r.Beside("1.0.0")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_version_current"))
	_, err = r.Back()
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_nothing_to_roll_back"))

	r, err = r.Beside("2.0.0")
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1.0.0", Canary: "2.0.0"}, r, "no attempts yet")
	_, err = r.Beside("3.0.0")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_canary_runs"))
	for _, share := range []int{0, -1, 101} {
		_, err = r.Give(share)
		require.ErrorIs(t, err, fault.New(fault.Invalid, "plugin_share_invalid"))
	}
	for _, share := range []int{1, 99, 10} {
		given, err := r.Give(share)
		require.NoError(t, err)
		require.Equal(t, Rollout{Plugin: "paypal", Stable: "1.0.0", Canary: "2.0.0", Share: share}, given)
	}
	canary, err := r.Give(10)
	require.NoError(t, err)
	back, err := canary.Back()
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1.0.0"}, back, "the canary is gone")

	r, err = canary.Give(100)
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "2.0.0", Previous: "1.0.0"}, r)
	r, err = r.Back()
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1.0.0"}, r)
	_, err = r.Back()
	require.Error(t, err, "a second rollback does not go forward again")
}

func TestWanted(t *testing.T) {
	d := Desired{
		Rollouts: []Rollout{{Plugin: "paypal", Stable: "3", Canary: "4"}},
		Releases: []Release{
			{Plugin: "paypal", Version: "1"}, {Plugin: "paypal", Version: "2"}, {Plugin: "paypal", Version: "3"},
			{Plugin: "paypal", Version: "4"}, {Plugin: "dhl", Version: "1"},
		},
		UnderWay: map[string]map[string]int{"paypal": {"2": 5, "0": 1}},
	}
	var got []string
	for _, r := range d.Wanted("paypal") {
		got = append(got, r.Version)
	}
	require.Equal(t, []string{"2", "3", "4"}, got, "stable, canary, and what attempts under way need")
	require.Empty(t, d.Wanted("dhl"), "it has no rollout")
}

// Plugins count their versions each for itself, so the same one is several programs.
func TestVersionsAreOfTheirPlugin(t *testing.T) {
	d := Desired{
		Rollouts: []Rollout{{Plugin: "dhl", Stable: "1"}, {Plugin: "paypal", Stable: "1"}},
		Releases: []Release{{Plugin: "dhl", Version: "1", SHA256: "d"}, {Plugin: "paypal", Version: "1", SHA256: "p"}},
	}
	r, ok := d.Of("paypal")
	require.Equal(t, []any{true, "paypal"}, []any{ok, r.Plugin})
	release, ok := d.Release("paypal", "1")
	require.Equal(t, []any{true, "p"}, []any{ok, release.SHA256})
	require.Equal(t, []Release{d.Releases[1]}, d.Wanted("paypal"))
	_, ok = d.Release("ups", "1")
	require.False(t, ok)
}

func TestLinesShowTheWorst(t *testing.T) {
	report := func(process string, s Status) Report { return Report{Process: process, Plugins: []Status{s}} }
	lines := Lines([]Report{
		report("serve", Status{Name: "paypal", Version: "1", Share: 100, State: StateRunning, Restarts: 1, Methods: []Method{{Code: "paypal"}}}),
		report("worker", Status{Name: "paypal", Version: "1", Share: 100, State: StateCrashed, Problem: "the process ended", Restarts: 2}),
		report("worker", Status{Name: "paypal", Version: "2", State: StateRunning}),
	})
	require.Len(t, lines, 2)
	require.Equal(t, StateCrashed, lines[0].State)
	require.Equal(t, "the process ended", lines[0].Problem)
	require.Equal(t, []int{100, 3, 1, 2}, []int{lines[0].Share, lines[0].Restarts, len(lines[0].Methods), len(lines[0].Processes)})
}

func TestWhatAVersionOffersNoMoreIsNamed(t *testing.T) {
	method := func(codes ...string) (list []Method) {
		for _, code := range codes {
			list = append(list, Method{Code: code})
		}
		return list
	}
	lines := []Line{
		{Name: "acme", Version: "1.0.0", Kinds: []string{"payment", "shipping"}, Methods: append(method("pay", "later"), Method{Code: "old", Retired: "gone"})},
		{Name: "acme", Version: "1.1.0", Kinds: []string{"payment"}, Methods: append(method("pay", "new"), Method{Code: "later", Retired: "ended"})},
		{Name: "acme", Version: "2.0.0", Kinds: []string{"payment", "shipping"}, Methods: method("pay", "later")},
		{Name: "other", Version: "1.1.0", Kinds: []string{"shipping"}, Methods: method("later")},
	}
	require.Equal(t, []string{"shipping", "later"}, Lost(lines, "acme", "1.0.0", "1.1.0"))
	require.Empty(t, Lost(lines, "acme", "1.0.0", "2.0.0"))
	require.Empty(t, Lost(lines, "acme", "0.9.0", "1.0.0"))
	require.Empty(t, Lost(lines, "acme", "1.0.0", "3.0.0"), "nobody says what it offers")
}
