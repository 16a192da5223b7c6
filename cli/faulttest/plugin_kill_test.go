package faulttest

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// envFull makes TestPluginKilledWhileOthersAreUsed kill a hundred times during a thousand orders and hold the times against each
// other, which takes about ten minutes and wants the machine for itself, and TestKilledAroundEveryCallThatMovesMoney kill around the
// calls of every provider.
const envFull = "KONTOR_FAULTTEST_FULL"

func full() bool { return os.Getenv(envFull) != "" }

// calm is how long a process of a plugin lives before its host starts the next one without delay.
const calm = 5200 * time.Millisecond

// buyers order on and on, as guests do who pay in advance.
type buyers struct {
	shop *shop
	over sync.WaitGroup
	stop atomic.Bool

	mu   sync.Mutex
	took []time.Duration // of each submit
	errs []error
}

// buy lets n guests at once order one after the other until they are stopped.
func (s *shop) buy(n int) *buyers {
	b := &buyers{shop: s}
	for range n {
		b.over.Go(func() {
			for !b.stop.Load() {
				took, err := b.one()
				b.mu.Lock()
				if err != nil {
					b.errs = append(b.errs, err)
				} else {
					b.took = append(b.took, took)
				}
				b.mu.Unlock()
			}
		})
	}
	return b
}

func (b *buyers) next() *guest {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.shop.guest()
}

// one is a whole checkout; it gives the time of the submit.
func (b *buyers) one() (time.Duration, error) {
	g := b.next()
	if err := g.tryToChoose("moneyorder"); err != nil {
		return 0, err
	}
	begun := time.Now()
	a, err := g.patiently()
	took := time.Since(begun)
	if err == nil && (a.Status != http.StatusOK || !slices.Contains([]string{"order", "pending"}, a.Result)) {
		err = fmt.Errorf("submit: %d %s %s", a.Status, a.Result, a.Error.Reason)
	}
	return took, err
}

// tryToChoose is choose with an error, for guests beside the test's goroutine.
func (g *guest) tryToChoose(method string) error {
	var registered struct {
		Checkout checkoutView `json:"checkout"`
	}
	var chosen checkoutView
	for _, step := range []struct {
		path    string
		in, out any
	}{
		{"/cart/add/", map[string]any{"id": g.shop.product, "quantity": 1}, nil},
		{"/api/checkout/init", map[string]any{}, nil},
		{"/api/account/registerguest", g.details(), &registered},
	} {
		if status, err := g.call(http.MethodPost, step.path, step.in, step.out); err != nil || status != http.StatusOK {
			return fmt.Errorf("%s: %d %w", step.path, status, errors.Join(err, errNotOK))
		}
	}
	if len(registered.Checkout.Modules[0].Options) == 0 {
		return errors.New("no way to deliver is offered")
	}
	status, err := g.call(http.MethodPost, "/api/checkout/payment-shipping", map[string]any{
		"paymentCode": method, "shippingCodes": []string{registered.Checkout.Modules[0].Options[0].ID},
	}, &chosen)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("payment-shipping: %d %w", status, errors.Join(err, errNotOK))
	}
	g.total = chosen.Totals.Total.Minor
	return nil
}

var errNotOK = errors.New("not OK")

// bought gives how many orders were made so far.
func (b *buyers) bought() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.took)
}

// end waits for what is under way and gives the times of all submits.
func (b *buyers) end() []time.Duration {
	b.shop.Helper()
	b.stop.Store(true)
	b.over.Wait()
	require.Empty(b.shop, b.errs, "every order goes through")
	return b.took
}

func percent(sorted []time.Duration, p int) time.Duration { return sorted[len(sorted)*p/100] }

// While customers order by other methods, PayPal's plugin is killed again and again, in the API's process and in the
// worker's. Not one order fails, none is lost or doubled, and nobody waits for it.
func TestPluginKilledWhileOthersAreUsed(t *testing.T) {
	orders, rounds, turns := 30, 1, 2
	if full() {
		orders, rounds, turns = 100, 5, 10
	} else {
		t.Parallel()
	}
	shop := start(t)
	shop.stocked(1_000_000)
	var quiet, loud []time.Duration
	// In turns, so that what else the machine does weighs on both alike.
	for range turns {
		before := shop.buy(2)
		eventually(t, "orders without a kill", func() bool { return before.bought() >= orders })
		quiet = append(quiet, before.end()...)
		during := shop.buy(2)
		shop.killsPayPal(rounds)
		eventually(t, "orders meanwhile", func() bool { return during.bought() >= orders })
		loud = append(loud, during.end()...)
	}
	slices.Sort(quiet)
	slices.Sort(loud)
	shop.settles()
	n := len(quiet) + len(loud)
	require.Equal(t, []int{n, n, 1_000_000 - n}, []int{shop.orders(), shop.attempts(), shop.available()})
	t.Logf("submit, without and with %d kills: median %v and %v, p99 %v and %v; %d and %d orders", 2*rounds*turns,
		percent(quiet, 50), percent(loud, 50), percent(quiet, 99), percent(loud, 99), len(quiet), len(loud))
	if full() {
		require.Less(t, percent(loud, 99), 2*percent(quiet, 99), "nobody waits for a plugin that is not theirs")
	}
}

// killsPayPal kills PayPal's plugin in both processes, each as soon as it has lived calmly.
func (s *shop) killsPayPal(rounds int) {
	s.Helper()
	for range rounds {
		for _, p := range []*program{s.api, s.worker} {
			p.calmed("paypal")
			p.killPlugin("paypal")
		}
	}
}

// calmed waits until a plugin's process has lived so long that its death counts for itself.
func (p *program) calmed(name string) {
	p.t.Helper()
	at := p.began(name)
	require.NotZero(p.t, at, "%s runs no plugin %s", p.name, name)
	eventually(p.t, name+" runs calmly", func() bool { return time.Since(at) > calm })
}
