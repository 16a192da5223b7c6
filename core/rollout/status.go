package rollout

import "time"

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
	Retired string `json:"retired,omitempty"` // why it is not offered any more; "" when it is offered
}

// Status describes one version of a plugin in one process.
type Status struct {
	Name      string    `json:"name"`
	Version   string    `json:"version,omitempty"`
	Share     int       `json:"share"` // percent of new attempts
	Open      int       `json:"open"`  // attempts under way that this version began, in the whole shop
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
