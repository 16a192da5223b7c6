package payment

import "sync"

// maxRefunded bounds the memory of Refunds; the oldest payments leave first.
const maxRefunded = 20000

// Refunds remembers what this process gave back, for providers that do not list the refunds of a payment. A refund that is
// asked for again counts once. The zero value is ready; it is safe for concurrent use.
type Refunds struct {
	mu        sync.Mutex
	byPayment map[string]map[string]int64 // minor units by the refund's key
	inOrder   []string
}

// Add notes a refund of a payment, in minor units.
func (r *Refunds) Add(payment, key string, minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byPayment == nil {
		r.byPayment = map[string]map[string]int64{}
	}
	if r.byPayment[payment] == nil {
		r.byPayment[payment] = map[string]int64{}
		r.inOrder = append(r.inOrder, payment)
	}
	r.byPayment[payment][key] = minor
	if len(r.inOrder) > maxRefunded {
		delete(r.byPayment, r.inOrder[0])
		r.inOrder = r.inOrder[1:]
	}
}

// Sum is what of a payment was given back, in minor units.
func (r *Refunds) Sum(payment string) (minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.byPayment[payment] {
		minor += m
	}
	return minor
}
