package books

import (
	"sync"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Lazy books are written when no provider has been called for a while, and when they have waited long.
const (
	quiet   = time.Second
	tooLong = 30 * time.Second
)

// Lazily has answers and notices leave before what they tell of is written: a program that is killed forgets its last calls. It
// is called before Restore.
func (b *Books) Lazily() {
	b.lazy = &lazy{books: b, waiting: map[stage.Keeper]bool{}}
}

// lazy is what is not written yet.
type lazy struct {
	books *Books

	mu      sync.Mutex
	waiting map[stage.Keeper]bool
	since   time.Time // when the first of them came
	timer   *time.Timer
}

func (l *lazy) changed(p stage.Keeper) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if len(l.waiting) == 0 {
		l.since = now
	}
	l.waiting[p] = true
	l.wake(min(quiet, l.since.Add(tooLong).Sub(now)))
}

// wake has it written after a pause. The caller holds the lock.
func (l *lazy) wake(pause time.Duration) {
	if l.timer != nil {
		l.timer.Reset(pause)
		return
	}
	l.timer = time.AfterFunc(pause, l.write)
}

// write writes what waits. A provider that cannot be written goes on waiting.
func (l *lazy) write() {
	l.mu.Lock()
	waiting := l.waiting
	l.waiting = map[stage.Keeper]bool{}
	l.mu.Unlock()
	for p := range waiting {
		if err := l.books.Write(p); err != nil {
			p.Stage().Note("books", "", "not written: %v", err)
			l.mu.Lock()
			l.waiting[p], l.since = true, time.Now()
			l.wake(tooLong)
			l.mu.Unlock()
		}
	}
}
