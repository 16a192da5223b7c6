package worker_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/worker"
)

// While a call asks a method that answers at once, whoever comes waits for that answer: the provider is not asked a second time
// meanwhile, which knows nothing yet of what it is working on. A submit hears of it though Temporal is away.
func TestWhoComesWhileACallAsksWaitsForItsAnswer(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.work()
	var asked atomic.Int32
	begun := make(chan struct{}, 10)
	s.provider.set(func() {
		s.provider.authorize = func(*payment) error { // the provider takes its time, and others call it
			asked.Add(1)
			begun <- struct{}{}
			s.provider.mu.Unlock()
			defer s.provider.mu.Lock()
			time.Sleep(2 * time.Second)
			return nil
		}
	})
	for name, comes := range map[string]func(cart string, shown checkout.Shown, id string) (checkout.State, error){
		"a second tab, while Temporal is away": func(cart string, shown checkout.Shown, _ string) (checkout.State, error) {
			answer, err := s.service.Submit(s.ctx, cart, catalog.German, shown, nil, checkout.Browser{})
			if err != nil {
				return "", err
			}
			return answer.Attempt.State, nil
		},
		"a customer who leaves": func(_ string, _ checkout.Shown, id string) (checkout.State, error) {
			return s.process.Supersede(s.ctx, id)
		},
	} {
		s.sellBy(away{s.process})
		cart, total := s.guest("fakecard")
		shown := checkout.Shown{Total: total}
		asked.Store(0)
		var wg sync.WaitGroup
		wg.Go(func() {
			answer, err := s.service.Submit(s.ctx, cart, catalog.German, shown, nil, checkout.Browser{})
			if assert.NoError(t, err, name) {
				assert.Equal(t, checkout.Confirmed, answer.Attempt.State, name)
			}
		})
		<-begun
		var id string
		require.NoError(t, s.pool.QueryRow(s.ctx, `select id from checkout_attempt where cart_id = $1`, cart).Scan(&id))
		state, err := comes(cart, shown, id)
		assert.NoError(t, err, name)
		assert.Equal(t, checkout.Confirmed, state, name)
		wg.Wait()
		assert.EqualValues(t, 1, asked.Load(), name)
	}
}

// A sweep waits for no workflow: those that are stuck would keep it from others.
func TestASweepWaitsForNobody(t *testing.T) {
	s := direct(t, checkout.DefaultPolicy)
	s.sellBy(away{s.process})
	var ids []string
	for range 2 {
		ids = append(ids, s.left("fakepal"))
	}
	s.exec(`update checkout_attempt set created_at = now() - interval '1 minute'`)
	began := time.Now()
	worker.New(s.deps).Sweep(s.ctx)
	require.Less(t, time.Since(began), 10*time.Second)
	s.work()
	for _, id := range ids {
		s.reaches(id, checkout.Redirected)
	}
}

// left is an attempt whose workflow could not begin.
func (s *shop) left(method string) (id string) {
	s.Helper()
	cart, total := s.guest(method)
	_, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.Equal(s, fault.Unavailable, fault.CodeOf(err))
	require.NoError(s, s.pool.QueryRow(s.ctx, `select id from checkout_attempt where cart_id = $1`, cart).Scan(&id))
	return id
}
