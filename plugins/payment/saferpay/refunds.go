package main

import "sync"

// maxRefunded bounds the memory of refunds; the oldest orders leave first.
const maxRefunded = 20000

// refunds remembers what this process gave back, because Saferpay does not list the refunds of a payment. A refund that is
// asked for again counts once.
type refunds struct {
	mu      sync.Mutex
	byOrder map[string]map[string]int64 // minor units by key
	inOrder []string
}

func newRefunds() *refunds { return &refunds{byOrder: map[string]map[string]int64{}} }

func (r *refunds) add(order, key string, minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byOrder[order] == nil {
		r.byOrder[order] = map[string]int64{}
		r.inOrder = append(r.inOrder, order)
	}
	r.byOrder[order][key] = minor
	if len(r.inOrder) > maxRefunded {
		delete(r.byOrder, r.inOrder[0])
		r.inOrder = r.inOrder[1:]
	}
}

func (r *refunds) sum(order string) (minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, refunded := range r.byOrder[order] {
		minor += refunded
	}
	return minor
}
