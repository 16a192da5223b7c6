package bench

import (
	"math/rand/v2"
	"slices"
	"sync"
)

// shelf is what visitors look at and buy. Many of them take and put away at once.
type shelf struct {
	mu    sync.RWMutex
	cards []card
}

type card struct {
	ID        int64  `json:"id"`
	Slug      string `json:"slug"`
	Available bool   `json:"available"`
}

// put adds those that are available.
func (s *shelf) put(cards []card) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range cards {
		if c.Available {
			s.cards = append(s.cards, c)
		}
	}
}

// draw gives one of them; the zero card of an empty shelf.
func (s *shelf) draw() card {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.cards) == 0 {
		return card{}
	}
	return s.cards[rand.IntN(len(s.cards))]
}

// remove takes away what was sold out, wherever it was listed.
func (s *shelf) remove(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cards = slices.DeleteFunc(s.cards, func(c card) bool { return c.ID == id })
}

// ids gives the products' ids.
func (s *shelf) ids() []int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ids := make([]int64, len(s.cards))
	for i, c := range s.cards {
		ids[i] = c.ID
	}
	return ids
}
