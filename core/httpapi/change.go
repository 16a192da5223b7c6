package httpapi

import (
	"sync"
	"time"
)

// CatalogChanged forgets what was kept of the catalogue: listings at once, the category tree and the rendered pages at
// most once a second, because every order changes some stock and pages are dear to render. Call it when the index has
// the change already.
func (s *Server) CatalogChanged() {
	s.answers.drop()
	s.slowDrop.do(func() {
		s.trees.drop()
		if s.deps.Search != nil {
			s.deps.Search.Forget()
		}
		s.answers.drop() // some may have been made of the old tree since
		s.pages.drop()
	})
}

const dropEvery = time.Second

// throttle runs an action for each call, or once for all calls within dropEvery after the last run.
type throttle struct {
	mu      sync.Mutex
	last    time.Time
	waiting bool
}

func (t *throttle) do(action func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting {
		return
	}
	if since := time.Since(t.last); since < dropEvery {
		t.waiting = true
		time.AfterFunc(dropEvery-since, func() { t.run(action) })
		return
	}
	t.last = time.Now()
	action()
}

func (t *throttle) run(action func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting, t.last = false, time.Now()
	action()
}
