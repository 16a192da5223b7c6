package main

import "sync"

// maxRefunded bounds the memory of refunds; the oldest payments leave first.
const maxRefunded = 20000

// refunds remembers what this process gave back: Saferpay does not list the refunds of a payment.
type refunds struct {
	mu        sync.Mutex
	byPayment map[string]map[string]int64 // minor units by the refund's id
	inOrder   []string
}

func (r *refunds) add(payment, refund string, minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byPayment == nil {
		r.byPayment = map[string]map[string]int64{}
	}
	if r.byPayment[payment] == nil {
		r.byPayment[payment] = map[string]int64{}
		r.inOrder = append(r.inOrder, payment)
	}
	r.byPayment[payment][refund] = minor
	if len(r.inOrder) > maxRefunded {
		delete(r.byPayment, r.inOrder[0])
		r.inOrder = r.inOrder[1:]
	}
}

func (r *refunds) sum(payment string) (minor int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.byPayment[payment] {
		minor += m
	}
	return minor
}
