// Package rollout says which versions of a plugin are at work, and what an operator may do about it. What it decides is
// kept in the database, where every process of the shop reads it; the plugin hosts bring it about.
//
//	(program of plugins.yaml) ─► stable ◄──────────────┐ back
//	                               │ beside            │
//	                               ▼                   │
//	                     stable + canary (0 %) ─► stable + canary (1 to 99 %) ─► promoted: canary is stable
//
// A plugin that plugins.yaml does not name is taken out by leaving: it is offered no more, and goes once nothing of it is open.
//
// An attempt stays with the version that began it. A version that is neither stable nor canary therefore runs on until
// no attempt under way names it; that is derived from the attempts and needs no state of its own.
package rollout

import (
	"time"

	"kontor.dev/kontor/core/fault"
)

// Release is an installed version of a plugin. A version is one program for ever: its checksum never changes.
type Release struct {
	Plugin      string    `json:"plugin"`
	Version     string    `json:"version"` // as the program calls itself
	SHA256      string    `json:"sha256"`  // of the program, in hex
	Kinds       []string  `json:"kinds"`   // payment, shipping, tracking
	InstalledAt time.Time `json:"installedAt,omitzero"`
}

// Rollout is which releases of a plugin are at work. A plugin without one runs the program that plugins.yaml names.
type Rollout struct {
	Plugin   string `json:"plugin"`
	Stable   string `json:"stable"`             // the version that takes new attempts
	Canary   string `json:"canary,omitempty"`   // takes Share percent of them; "" for none
	Share    int    `json:"share"`              // 0 to 99
	Previous string `json:"previous,omitempty"` // what Back returns to
	Revision int64  `json:"revision"`           // of the row; 0 when it is not stored yet
	Leaving  bool   `json:"leaving,omitempty"`  // it is offered no more, and goes once nothing of it is open
}

// Beside lets a version run beside the stable one without giving it attempts. Faults, all Conflict:
// "plugin_version_current" when it is the stable one, "plugin_canary_runs" when another one runs beside already.
func (r Rollout) Beside(version string) (Rollout, error) {
	switch {
	case version == r.Stable:
		return r, fault.New(fault.Conflict, "plugin_version_current")
	case r.Canary == version:
		return r, nil
	case r.Canary != "":
		return r, fault.New(fault.Conflict, "plugin_canary_runs")
	}
	r.Canary, r.Share = version, 0
	return r, nil
}

// Give gives the canary that share of new attempts, in percent; 100 makes it the stable version. Fault Invalid
// ("plugin_share_invalid") for a share below 1 or above 100.
func (r Rollout) Give(percent int) (Rollout, error) {
	switch {
	case percent < 1 || percent > 100:
		return r, fault.New(fault.Invalid, "plugin_share_invalid")
	case percent < 100:
		r.Share = percent
	default:
		r.Previous, r.Stable = r.Stable, r.Canary
		r.Canary, r.Share = "", 0
	}
	return r, nil
}

// Back takes the canary out of work, or, when there is none, puts the version before the stable one to work again.
// Fault Conflict ("plugin_nothing_to_roll_back") when there is neither: a second Back never goes forward again.
func (r Rollout) Back() (Rollout, error) {
	switch {
	case r.Canary != "":
		r.Canary, r.Share = "", 0
	case r.Previous != "":
		r.Stable, r.Previous = r.Previous, ""
	default:
		return r, fault.New(fault.Conflict, "plugin_nothing_to_roll_back")
	}
	return r, nil
}

// Retirement is an operator's decision not to offer a payment method any more. Titles are kept for old orders.
type Retirement struct {
	Code    string    `json:"code"`
	Reason  string    `json:"reason"` // for operators
	TitleDE string    `json:"titleDe,omitempty"`
	TitleEN string    `json:"titleEn,omitempty"`
	At      time.Time `json:"at,omitzero"`
}

// Counted is up to where attempts under way are counted: hosts ask every second, and have to know whether there are any.
const Counted = 1000

// Desired is everything that plugin hosts follow, read at one time.
type Desired struct {
	Rollouts []Rollout
	Releases []Release
	UnderWay map[string]map[string]int // attempts under way by plugin and version, at most Counted of each
	Retired  []Retirement
}

// Of gives the rollout of a plugin, false when it has none.
func (d Desired) Of(plugin string) (Rollout, bool) {
	for _, r := range d.Rollouts {
		if r.Plugin == plugin {
			return r, true
		}
	}
	return Rollout{}, false
}

// Release gives an installed version, false when it is not installed.
func (d Desired) Release(plugin, version string) (Release, bool) {
	for _, r := range d.Releases {
		if r.Plugin == plugin && r.Version == version {
			return r, true
		}
	}
	return Release{}, false
}

// Wanted gives the releases of a plugin with a rollout that have to run: the stable one, the canary, and those that
// attempts under way were begun with.
func (d Desired) Wanted(plugin string) []Release {
	r, ok := d.Of(plugin)
	if !ok {
		return nil
	}
	var out []Release
	for _, release := range d.Releases {
		v := release.Version
		if release.Plugin == plugin && (v == r.Stable || v == r.Canary || d.UnderWay[plugin][v] > 0) {
			out = append(out, release)
		}
	}
	return out
}
