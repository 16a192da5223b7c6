package worker_test

import (
	"sync/atomic"
	"testing"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

const atOnce = 4 // times GOMAXPROCS: 8 on two cores

// A whole guest order, from the filled cart to the answer of submit, in orders a second. `kontor bench` does
// the same through HTTP and beside it a bare workflow.
func BenchmarkGuestOrder(b *testing.B) {
	s := newShop(b, checkout.DefaultPolicy)
	s.crowd = true
	s.exec(`update stock set available = 1000000`)
	b.SetParallelism(atOnce)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if a := s.buy("moneyorder"); a.State != checkout.Pending {
				b.Errorf("state %s", a.State)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
}

// Submit alone: the carts are ready.
func BenchmarkSubmit(b *testing.B) {
	s := newShop(b, checkout.DefaultPolicy)
	s.crowd = true
	s.exec(`update stock set available = 1000000`)
	carts := make([]string, b.N)
	var total money.Amount
	for i := range carts {
		carts[i], total = s.guest("moneyorder")
	}
	var next atomic.Int64
	b.SetParallelism(atOnce)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			s.submit(carts[next.Add(1)-1], total)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
}
