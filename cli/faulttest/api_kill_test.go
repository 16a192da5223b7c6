package faulttest

import (
	"net"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// mute is a server at Temporal's address that takes connections and says nothing.
func (s *shop) mute() (address string) {
	s.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(s, err)
	s.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
		}
	}()
	return listener.Addr().String()
}

// The API has the order, its goods and its cart written down, and dies before it has told Temporal, or while it asks a method that
// answers at once. Some customers press the button again; others are gone, and a worker takes their orders up.
func TestAPIKilledBetweenTheOrderAndItsWorkflow(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	living := shop.api.env
	shop.api.env = append(slices.Clone(living), "KONTOR_TEMPORAL_ADDRESS="+shop.mute())
	shop.api.start()
	patient, paying, gone := shop.guest(), shop.guest(), shop.guest()
	methods := map[*guest]string{patient: "moneyorder", paying: "paypal", gone: "moneyorder"}
	for g, method := range methods {
		g.add()
		g.choose(method)
	}
	shop.api.freezePlugin("offline")
	var over []<-chan struct{}
	for g := range methods {
		over = append(over, beside(func() { _, _ = g.process() }))
	}
	eventually(t, "the orders are written down", func() bool { return shop.attempts() == len(methods) })
	require.Equal(t, []int{0, stock - len(methods)}, []int{shop.orders(), shop.available()})
	shop.api.kill()
	for _, done := range over {
		<-done
	}
	shop.api.env = living
	shop.aMinuteLater()
	shop.api.start()
	shop.worker.start()
	require.Equal(t, "order", patient.submit().Result)
	require.Equal(t, "redirect", paying.submit().Result)
	paying.returns(paying.approve())
	eventually(t, "the order of who is gone stands", func() bool { return shop.orders() == len(methods) })
	require.Equal(t, "order", gone.submit().Result, "who comes back after all sees it")
	for g, method := range methods {
		g.ordered(map[string]string{"moneyorder": "pending", "paypal": "confirmed"}[method])
	}
	shop.settles()
	require.Equal(t, []int{len(methods), stock - len(methods)}, []int{shop.attempts(), shop.available()})
	require.Equal(t, []int{1, 1}, []int{shop.provider.count("create"), shop.provider.count("charge")})
	for g := range methods {
		require.Len(t, shop.mailsTo(g.email), 1)
	}
}

// The API has answered, and dies before the browser has the answer: to the submit, to the way back from the provider, and to the
// submit of an order that stands.
func TestAPIKilledBetweenItsAnswerAndTheBrowser(t *testing.T) {
	t.Parallel()
	shop := start(t)
	prepaying, paying := shop.guest(), shop.guest()
	for g, method := range map[*guest]string{prepaying: "moneyorder", paying: "paypal"} {
		g.add()
		g.choose(method)
		_, err := g.process() // whose answer nobody has
		require.NoError(t, err)
	}
	shop.api.kill()
	shop.api.start()
	require.Equal(t, "order", prepaying.submit().Result)
	require.Equal(t, "redirect", paying.submit().Result)
	back := paying.approve()
	_, err := paying.open(back)
	require.NoError(t, err)
	shop.api.kill()
	shop.api.start()
	paying.returns(back)
	require.Equal(t, "order", paying.submit().Result)
	prepaying.ordered("pending")
	paying.ordered("confirmed")
	shop.settles()
	require.Equal(t, []int{2, 2, stock - 2}, []int{shop.orders(), shop.attempts(), shop.available()})
	require.Equal(t, []int{1, 1}, []int{shop.provider.count("create"), shop.provider.count("charge")})
	for _, g := range []*guest{prepaying, paying} {
		require.Len(t, shop.mailsTo(g.email), 1)
	}
}
