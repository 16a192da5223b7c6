package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/workflows/worker"
)

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
