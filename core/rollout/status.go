package rollout

import (
	"slices"
	"time"
)

// State is where a version of a plugin stands in a process.
type State string

// The states.
const (
	StateStarting  State = "starting"
	StateRunning   State = "running"
	StateUnhealthy State = "unhealthy"  // runs, and says that it cannot work
	StateCrashed   State = "crashed"    // is started again soon
	StateLooping   State = "crash_loop" // died too often in a row: waits for another program or configuration, or long
	StateRefused   State = "refused"    // waits for another program or configuration
	StateDisabled  State = "disabled"
	StateStopped   State = "stopped"
)

// Method is a payment method as the operator sees it.
type Method struct {
	Code    string `json:"code"`
	TitleDE string `json:"titleDe,omitempty"`
	TitleEN string `json:"titleEn,omitempty"`
	Retired string `json:"retired,omitempty"` // why it is not offered any more
	Misfit  string `json:"misfit,omitempty"`  // why the shop can never offer it
}

// Status describes one version of a plugin in one process.
type Status struct {
	Name      string    `json:"name"`
	Version   string    `json:"version,omitempty"`
	Share     int       `json:"share"` // percent of new attempts
	Open      int       `json:"open"`  // attempts under way that this version began, in the whole shop; counted up to Counted
	State     State     `json:"state"`
	Problem   string    `json:"problem,omitempty"` // one English sentence when something is wrong
	Kinds     []string  `json:"kinds,omitempty"`   // payment, shipping, tracking
	Methods   []Method  `json:"methods,omitempty"`
	Path      string    `json:"path"`
	SHA256    string    `json:"sha256,omitempty"`
	Pinned    bool      `json:"pinned"`
	PID       int       `json:"pid,omitempty"`
	Since     time.Time `json:"since"`
	Restarts  int       `json:"restarts"`
	Calls     int64     `json:"calls"`
	Failures  int64     `json:"failures"` // calls that failed by fault of the plugin or its provider
	Rejected  int64     `json:"rejected"` // calls that were not made: down, busy or breaker open
	Suspended bool      `json:"suspended"`
}

// Report is what a process of the shop tells about its plugins.
type Report struct {
	ID      string    `json:"id"`
	Process string    `json:"process"` // "kontor serve"
	Machine string    `json:"machine"`
	PID     int       `json:"pid"`
	At      time.Time `json:"at,omitzero"` // set by the store
	Plugins []Status  `json:"plugins"`
}

// version gives the report's status of a plugin's version.
func (r Report) version(plugin, version string) (Status, bool) {
	for _, s := range r.Plugins {
		if s.Name == plugin && s.Version == version {
			return s, true
		}
	}
	return Status{}, false
}

func (r Report) disabled(plugin string) bool {
	return slices.ContainsFunc(r.Plugins, func(s Status) bool { return s.Name == plugin && s.State == StateDisabled })
}

// follows reports whether the process shares out new attempts as the rollout says.
func (r Report) follows(to Rollout) bool {
	status, ok := r.version(to.Plugin, to.Stable)
	share := 100 - to.Share
	if to.Leaving {
		share = 0
	}
	return r.disabled(to.Plugin) || (ok && status.Share == share)
}

// Line is a version of a plugin in the whole shop.
type Line struct {
	Name      string     `json:"name"`
	Version   string     `json:"version,omitempty"`
	Share     int        `json:"share"`
	Open      int        `json:"open"`
	State     State      `json:"state"` // the worst of the processes
	Problem   string     `json:"problem,omitempty"`
	Restarts  int        `json:"restarts"` // of all processes
	Kinds     []string   `json:"kinds,omitempty"`
	Methods   []Method   `json:"methods,omitempty"`
	Processes []StatusIn `json:"processes"`
}

// StatusIn is a version's status in one process of the shop.
type StatusIn struct {
	Process string `json:"process"`
	Machine string `json:"machine"`
	Status
}

// badness orders states: what an operator should see first is the greatest.
var badness = map[State]int{
	StateRunning: 0, StateDisabled: 1, StateStopped: 2, StateStarting: 3, StateUnhealthy: 4, StateCrashed: 5, StateLooping: 6,
	StateRefused: 7,
}

// Lines merges reports into one line per version, in the order of the reports.
func Lines(reports []Report) []Line {
	var out []Line
	at := map[[2]string]int{}
	for _, r := range reports {
		for _, s := range r.Plugins {
			key := [2]string{s.Name, s.Version}
			n, known := at[key]
			if !known {
				n, at[key] = len(out), len(out)
				out = append(out, Line{Name: s.Name, Version: s.Version, State: s.State, Problem: s.Problem})
			}
			l := &out[n]
			if badness[s.State] > badness[l.State] || l.Problem == "" {
				l.State, l.Problem = worse(l.State, s.State), s.Problem
			}
			l.Share, l.Open, l.Restarts = max(l.Share, s.Share), max(l.Open, s.Open), l.Restarts+s.Restarts
			if len(l.Methods) == 0 {
				l.Methods, l.Kinds = s.Methods, s.Kinds
			}
			l.Processes = append(l.Processes, StatusIn{Process: r.Process, Machine: r.Machine, Status: s})
		}
	}
	return out
}

func worse(a, b State) State {
	if badness[b] > badness[a] {
		return b
	}
	return a
}

// Lost names what one version of a plugin offers and another does not: codes of payment methods, and kinds. A version that
// is not among the lines tells nothing.
func Lost(lines []Line, plugin, from, to string) (lost []string) {
	offered := map[string][]string{}
	for _, l := range lines {
		if l.Name != plugin {
			continue
		}
		offered[l.Version] = slices.Clone(l.Kinds)
		for _, m := range l.Methods {
			if m.Retired == "" && m.Misfit == "" {
				offered[l.Version] = append(offered[l.Version], m.Code)
			}
		}
	}
	if _, known := offered[to]; !known {
		return nil
	}
	return slices.DeleteFunc(offered[from], func(what string) bool { return slices.Contains(offered[to], what) })
}
