package pluginhost

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

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

// note takes the outcome of a call, nil for a success. It reports whether there is news for an operator.
func (a *ailments) note(call string, failure *base.Error, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.rows[call]
	if failure == nil {
		delete(a.rows, call)
		return r.count >= ailingAfter
	}
	if r.count == 0 {
		r.since = now
	}
	r.count, r.fault, r.code, r.last = r.count+1, failure.Fault.String(), failure.Code, now
	if a.rows == nil {
		a.rows = map[string]row{}
	}
	a.rows[call] = r
	return r.count == ailingAfter
}

// of gives the failures of a call; none are the zero value.
func (a *ailments) of(call string) row {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rows[call]
}

// problem says which call fails most, "" when none does.
func (a *ailments) problem() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(a.rows), func(x, y string) int {
		return cmp.Or(a.rows[y].count-a.rows[x].count, cmp.Compare(x, y))
	})
	if len(names) == 0 || a.rows[names[0]].count < ailingAfter {
		return ""
	}
	r := a.rows[names[0]]
	text := fmt.Sprintf("its last %d calls of %s failed, since %s: %s (fault of the %s)",
		r.count, names[0], r.since.UTC().Format("2006-01-02 15:04"), r.code, r.fault)
	if names[0] == callDeliver && misdirected(r.code) {
		text += "; events wait for an address and a permission that are right, three days at most"
	}
	return text
}
