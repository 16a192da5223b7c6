package search

import "time"

// NewResilientAt is NewResilient with a clock for tests.
func NewResilientAt(engine Engine, fallback Fallback, now func() time.Time) *Resilient {
	r := NewResilient(engine, fallback)
	r.now = now
	return r
}
