package rollout

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

// memory keeps rollouts and answers for two processes, which do at once what is decided; broken is a version that one
// of them cannot run.
type memory struct {
	Store
	mu       sync.Mutex
	releases []Release
	rollout  Rollout
	kept     []Rollout // every rollout that was saved
	broken   string
	silent   bool // a process does not say anything about a new version
	disabled bool
	using    []int64 // orders that need the plugin
}

func (m *memory) RemoveRollout(_ context.Context, r Rollout) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r != m.rollout {
		return fault.New(fault.Conflict, "plugin_rollout_changed")
	}
	m.rollout = Rollout{}
	return nil
}

func (m *memory) Using(context.Context, string, int) ([]int64, error) { return m.using, nil }

func (m *memory) Desired(context.Context) (Desired, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := Desired{Releases: m.releases}
	if m.rollout.Revision > 0 {
		d.Rollouts = []Rollout{m.rollout}
	}
	return d, nil
}

func (m *memory) SaveRollout(_ context.Context, r Rollout) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.Revision != m.rollout.Revision {
		return fault.New(fault.Conflict, "plugin_rollout_changed")
	}
	r.Revision++
	m.rollout, m.kept = r, append(m.kept, r)
	return nil
}

func (m *memory) Reports(context.Context) ([]Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var reports []Report
	for _, process := range []string{"kontor serve", "kontor worker"} {
		r := Report{Process: process, Machine: "one", PID: 7}
		for _, v := range []string{m.rollout.Stable, m.rollout.Canary} {
			s := Status{Name: "paypal", Version: v, State: StateRunning}
			if v == m.rollout.Stable {
				s.Share = 100 - m.rollout.Share
				if m.rollout.Leaving {
					s.Share = 0
				}
			}
			switch {
			case m.disabled:
				s = Status{Name: "paypal", State: StateDisabled}
			case v == "" || (m.silent && v == m.rollout.Canary):
				continue
			case v == m.broken && process == "kontor worker":
				s.State, s.Problem = StateRefused, "the program's checksum is not the pinned one"
			}
			r.Plugins = append(r.Plugins, s)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

func newMemory() (*memory, *Service) {
	payment := []string{"payment"}
	m := &memory{
		releases: []Release{{Plugin: "paypal", Version: "1", Kinds: payment}, {Plugin: "paypal", Version: "2", Kinds: payment}},
		rollout:  Rollout{Plugin: "paypal", Stable: "1", Revision: 1},
	}
	return m, &Service{store: m, every: time.Millisecond}
}

func TestUpgradeRunsBesideFirst(t *testing.T) {
	m, s := newMemory()
	r, err := s.Upgrade(t.Context(), "paypal", "2", 10)
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1", Canary: "2", Share: 10, Revision: 3}, r)
	require.Zero(t, m.kept[0].Share, "it ran beside the stable one without attempts")
	r, err = s.Upgrade(t.Context(), "paypal", "2", 100)
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "2", Previous: "1", Revision: 4}, r)
	r, err = s.Rollback(t.Context(), "paypal")
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1", Revision: 6}, r)
	require.Equal(t, "1", m.kept[3].Canary, "the version before is started before it takes attempts")
	_, err = s.Rollback(t.Context(), "paypal")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_nothing_to_roll_back"))
}

// An upgrade that goes on, be it one whose operator's terminal died before the version was seen to run, gives nothing to a version
// that a process cannot run.
func TestUpgradeThatGoesOnMeetsNoBrokenVersion(t *testing.T) {
	for _, share := range []int{0, 10} {
		m, s := newMemory()
		stands := Rollout{Plugin: "paypal", Stable: "1", Canary: "2", Share: share, Revision: 2}
		m.rollout, m.broken = stands, "2"
		r, err := s.Upgrade(t.Context(), "paypal", "2", 100)
		require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_upgrade_refused"))
		require.Equal(t, stands, r)
		require.Equal(t, stands, m.rollout)
		m.broken = ""
		r, err = s.Upgrade(t.Context(), "paypal", "2", 100)
		require.NoError(t, err)
		require.Equal(t, "2", r.Stable)
	}
}

func TestUpgradeThatAProcessRefusesIsUndone(t *testing.T) {
	refused := fault.New(fault.Unavailable, "plugin_upgrade_refused")
	m, s := newMemory()
	m.broken = "2"
	_, err := s.Upgrade(t.Context(), "paypal", "2", 100)
	require.ErrorIs(t, err, refused)
	require.ErrorContains(t, err, "kontor worker on one (process 7): the program's checksum")
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1", Revision: 3}, m.rollout)

	m, s = newMemory()
	m.silent = true
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = s.Upgrade(ctx, "paypal", "2", 100)
	require.ErrorIs(t, err, refused)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, m.rollout.Canary, "undone although the operator's time was over")

	m, s = newMemory()
	m.disabled = true
	_, err = s.Upgrade(t.Context(), "paypal", "2", 100)
	require.ErrorContains(t, err, "disabled")
	require.Empty(t, m.rollout.Canary)
}

func TestUpgradeOfWhatCannotBe(t *testing.T) {
	m, s := newMemory()
	for _, c := range []struct {
		version string
		share   int
		want    *fault.Error
	}{
		{"3", 100, fault.New(fault.NotFound, "plugin_version_not_installed")},
		{"1", 100, fault.New(fault.Conflict, "plugin_version_current")},
		{"2", 0, fault.New(fault.Invalid, "plugin_share_invalid")},
		{"2", 101, fault.New(fault.Invalid, "plugin_share_invalid")},
	} {
		_, err := s.Upgrade(t.Context(), "paypal", c.version, c.share)
		require.ErrorIs(t, err, c.want)
	}
	m.releases[1].Kinds = []string{"shipping"}
	_, err := s.Upgrade(t.Context(), "paypal", "2", 10)
	require.ErrorIs(t, err, fault.New(fault.Invalid, "plugin_canary_needs_payment"))
	require.Empty(t, m.kept)
	r, err := s.Upgrade(t.Context(), "paypal", "2", 100)
	require.NoError(t, err, "all or nothing needs no payment")
	require.Equal(t, "2", r.Stable)
	_, err = s.Rollback(t.Context(), "dhl")
	require.True(t, errors.Is(err, fault.New(fault.NotFound, "plugin_not_upgraded")))
}

func TestFirstVersionOfAPlugin(t *testing.T) {
	m, s := newMemory()
	m.rollout = Rollout{}
	_, err := s.Upgrade(t.Context(), "paypal", "1", 10)
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_canary_alone"), "who asks for a tenth does not get the whole")
	require.Empty(t, m.kept)
	r, err := s.Upgrade(t.Context(), "paypal", "1", 100)
	require.NoError(t, err)
	require.Equal(t, Rollout{Plugin: "paypal", Stable: "1", Revision: 1}, r)

	m, s = newMemory()
	m.rollout, m.broken = Rollout{}, "1"
	_, err = s.Upgrade(t.Context(), "paypal", "1", 100)
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "plugin_first_refused"))
	require.Equal(t, "1", m.rollout.Stable, "there is nothing to return to")
}

// A plugin that is taken out is offered no more at once, and gone when no order needs it.
func TestRemove(t *testing.T) {
	m := &memory{rollout: Rollout{Plugin: "paypal", Stable: "1.0.0", Revision: 1}, using: []int64{7},
		releases: []Release{{Plugin: "paypal", Version: "1.0.0"}, {Plugin: "paypal", Version: "2.0.0"}}}
	s := NewService(m)
	_, err := s.Remove(t.Context(), "dhl")
	require.ErrorIs(t, err, fault.New(fault.NotFound, "plugin_not_upgraded"))
	for range 2 {
		using, err := s.Remove(t.Context(), "paypal")
		require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_in_use"))
		require.Equal(t, []int64{7}, using)
		require.True(t, m.rollout.Leaving)
		require.EqualValues(t, 2, m.rollout.Revision)
	}
	leaving := fault.New(fault.Conflict, "plugin_leaving")
	_, err = s.Upgrade(t.Context(), "paypal", "2.0.0", 100)
	require.ErrorIs(t, err, leaving)
	_, err = s.Rollback(t.Context(), "paypal")
	require.ErrorIs(t, err, leaving)

	r, err := s.Stay(t.Context(), "paypal")
	require.NoError(t, err)
	require.False(t, r.Leaving)
	_, err = s.Stay(t.Context(), "paypal")
	require.ErrorIs(t, err, fault.New(fault.Conflict, "plugin_not_leaving"))

	m.using = nil
	using, err := s.Remove(t.Context(), "paypal")
	require.NoError(t, err)
	require.Empty(t, using)
	require.Zero(t, m.rollout)
}
