package faulttest

import (
	"slices"
	"sync"

	"github.com/stretchr/testify/require"
)

// sold waits until all guests see their order, lets everything settle, and counts: one order, one mail and one notebook
// each, and nothing besides.
func (s *shop) sold(state string, guests ...*guest) {
	s.Helper()
	for _, g := range guests {
		g.ordered(state)
	}
	s.settles()
	require.Equal(s, len(guests), s.orders(), "orders")
	require.Equal(s, len(guests), s.attempts(), "attempts")
	require.Equal(s, stock-len(guests), s.available(), "goods in stock")
	for _, g := range guests {
		mails := s.mailsTo(g.email)
		if s.worker.runs > 1 {
			// One who dies between sending and noting it has the mail sent again, under the same Message-ID.
			mails = slices.Compact(slices.Sorted(slices.Values(mails)))
		}
		require.Len(s, mails, 1, "mails to %s", g.email)
	}
}

// beside runs f beside the test; the channel closes when it is over.
func beside(f func()) <-chan struct{} {
	over := make(chan struct{})
	go func() { defer close(over); f() }()
	return over
}

// together runs f(0) to f(n-1) at once, none before all are ready, and waits for them.
func together(n int, f func(i int)) {
	var ready, over sync.WaitGroup
	ready.Add(n)
	for i := range n {
		over.Go(func() {
			ready.Done()
			ready.Wait()
			f(i)
		})
	}
	over.Wait()
}
