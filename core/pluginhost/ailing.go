package pluginhost

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/plugins/sdk/base"
)

// ailingAfter is how many failures of a call in a row are no chance, and an operator is told of.
const ailingAfter = 5

// ailments are the calls of a process that fail again and again while the process itself is well: its provider has moved, its
// permission is gone, its answers make no sense.
type ailments struct {
	mu   sync.Mutex
	rows map[string]row // by call
}

// row is the failures of a call without a success between.
type row struct {
	count       int
	fault, code string // of the last
	since, last time.Time
}

// tells reports whether the failures of a call are worth an operator's time: a row of them, or one that the next will not be without.
func (r row) tells(call string) bool {
	return r.count >= ailingAfter || call == callDeliver && misdirected(r.code)
}

func (r row) begun() string { return r.since.In(clock.Germany).Format("2006-01-02 15:04") }

// note takes the outcome of a call, nil for a success. It reports whether there is news for an operator.
func (a *ailments) note(call string, failure *base.Error, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.rows[call]
	if failure == nil {
		delete(a.rows, call)
		return r.tells(call)
	}
	told := r.tells(call)
	if r.count == 0 {
		r.since = now
	}
	r.count, r.fault, r.code, r.last = r.count+1, failure.Fault.String(), failure.Code, now
	if a.rows == nil {
		a.rows = map[string]row{}
	}
	a.rows[call] = r
	return r.tells(call) && !told
}

// of gives the failures of a call; none are the zero value.
func (a *ailments) of(call string) row {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rows[call]
}

// problem says which call fails most of those that are worth telling, "" when none is.
func (a *ailments) problem() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	worst := ""
	for _, call := range slices.Sorted(maps.Keys(a.rows)) {
		if a.rows[call].tells(call) && a.rows[call].count > a.rows[worst].count {
			worst = call
		}
	}
	r := a.rows[worst]
	switch {
	case worst == "":
		return ""
	case worst == callDeliver && misdirected(r.code):
		return fmt.Sprintf("its provider turns away what is delivered since %s (%s): the address or the permission is wrong; events wait, three days at most",
			r.begun(), r.code)
	}
	return fmt.Sprintf("its last %d calls of %s failed, since %s: %s (fault of the %s)", r.count, worst, r.begun(), r.code, r.fault)
}
