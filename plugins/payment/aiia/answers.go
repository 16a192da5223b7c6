package main

import (
	"context"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/payment"
)

// keepAnswers is how long an answer is remembered; no customer is still on the way after that.
const keepAnswers = 24 * time.Hour

// answers remembers what was answered to an idempotency key, because every call to Aiia would make another payment. A
// restarted plugin has forgotten it, which costs nobody anything: a payment whose address nobody was given cannot be paid.
type answers struct {
	mu    sync.Mutex
	byKey map[string]*answer
	byID  map[string]*answer // the payment's
	swept time.Time
}

type answer struct {
	lock     chan struct{} // held while Aiia is asked
	redirect *payment.Redirect
	at       time.Time
}

func newAnswers() *answers {
	return &answers{byKey: map[string]*answer{}, byID: map[string]*answer{}, swept: time.Now()}
}

// once gives the answer to a key, and asks for it when there is none. A failure is not remembered.
func (a *answers) once(ctx context.Context, key string, ask func() (payment.Redirect, error)) (payment.Redirect, error) {
	kept := a.of(key)
	select {
	case kept.lock <- struct{}{}:
		defer func() { <-kept.lock }()
	case <-ctx.Done():
		return payment.Redirect{}, ctx.Err()
	}
	if kept.redirect != nil {
		return *kept.redirect, nil
	}
	r, err := ask()
	if err != nil {
		return payment.Redirect{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	kept.redirect, a.byID[r.Reference] = &r, kept
	return r, nil
}

// page gives the answer that sent a customer to a payment, nil when this process does not know it.
func (a *answers) page(id string) *payment.Redirect {
	a.mu.Lock()
	defer a.mu.Unlock()
	if kept := a.byID[id]; kept != nil {
		return kept.redirect
	}
	return nil
}

func (a *answers) of(key string) *answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if now.Sub(a.swept) > time.Hour {
		a.swept = now
		for key, kept := range a.byKey {
			if now.Sub(kept.at) > keepAnswers {
				delete(a.byKey, key)
				if kept.redirect != nil {
					delete(a.byID, kept.redirect.Reference)
				}
			}
		}
	}
	if a.byKey[key] == nil {
		a.byKey[key] = &answer{lock: make(chan struct{}, 1), at: now}
	}
	return a.byKey[key]
}
