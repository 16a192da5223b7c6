package faulttest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// move is something that an operator has done with an order's money.
type move struct {
	name string
	args []string             // of `kontor order`, before the order's number
	more []string             // and after it
	ops  map[string]op        // what it is at each provider; none where it moves nothing there
	is   [2]func(int64) int64 // of the order's total: what is taken then, and given back
	not  []string             // providers of which it is not asked
}

// op is a call of a provider's.
type op struct {
	name   string // as the simulator counts it
	counts string // what it counts when money, or a hold of it, was moved
	more   int    // how often besides: what was captured twice is given back of each
}

var (
	none = func(int64) int64 { return 0 }
	all  = func(total int64) int64 { return total }
	some = func(int64) int64 { return 1000 }
)

const release = "release"

// paid are providers that took their money as the order was placed.
var paid = []string{"paypal", "aiia"}

// moves are made one after the other. Cards and loans are taken only as a whole, with the first goods that leave, Consors gives back a
// loan as a whole, and Apple Pay's processor takes a refund in two calls, of which either is the last. Aiia gives nothing back, and what
// became of a refund of PAYONE's whose answer is lost an operator says: see its README.
var moves = []move{
	{"capture of a part", []string{"ship"}, []string{"--item", notebook + "=1"}, map[string]op{
		"mondu": {"invoice", "charge", 0}, "saferpay": {"capture", "charge", 0}, "consors": {"deliver", "charge", 0}, "santander": {"deliver", "charge", 0},
		"klarna": {"capture", "charge", 0}, "amazonpay": {"capture", "charge", 0}, "applepay": {"capture", "charge", 0}, "payone": {"capture", "charge", 0},
	}, [2]func(int64) int64{nil, none}, paid},
	{"capture of the rest", []string{"ship"}, nil, map[string]op{
		"mondu": {"invoice", "charge", 0}, "klarna": {"capture", "charge", 0}, "amazonpay": {"create_charge", "charge", 0}, "payone": {"capture", "charge", 0},
	}, [2]func(int64) int64{all, none}, paid},
	{"refund of a part", []string{"refund"}, []string{"--amount", "10.00", "--key", "a", "--yes"}, map[string]op{
		"mondu": {"credit_note", "refunded", 0}, "saferpay": {"refund", "refunded", 0}, "santander": {"refund", "refunded", 0}, "paypal": {"refund", "refunded", 0},
		"klarna": {"refund", "refunded", 0}, "amazonpay": {"refund", "refunded", 0}, "applepay": {"refund", "refunded", 0},
	}, [2]func(int64) int64{all, some}, []string{"consors", "payone"}},
	{"refund of the rest", []string{"refund"}, []string{"--key", "b", "--yes"}, map[string]op{
		"mondu": {"credit_note", "refunded", 1}, "saferpay": {"refund", "refunded", 0}, "santander": {"refund", "refunded", 0},
		"consors": {"revoke", "refunded", 0}, "paypal": {"refund", "refunded", 0},
		"klarna": {"refund", "refunded", 1}, "amazonpay": {"refund", "refunded", 1}, "applepay": {"capture", "refunded", 0},
	}, [2]func(int64) int64{all, all}, []string{"payone"}},
	{release, []string{"cancel"}, []string{"--yes"}, map[string]op{
		"mondu": {"cancel", "", 0}, "saferpay": {"cancel", "cancelled", 0}, "consors": {"revoke", "", 0}, "santander": {"revoke", "", 0},
		"klarna": {"cancel", "", 0}, "amazonpay": {"cancel", "", 0}, "applepay": {"cancel", "", 0}, "payone": {"capture", "cancelled", 0},
	}, [2]func(int64) int64{none, none}, nil},
}

// moving is an order whose money is moved.
type moving struct {
	creditor
	name  string
	order int64
	total int64
}

// asked is a move of an order.
type asked struct {
	*moving
	move
}

// of gives what it is at the order's provider.
func (a asked) of() op { return a.ops[a.moving.name] }

// lenders are the providers whose plugins the gate's run compiles, wallets those that the long run adds: see envFull.
var (
	lenders = []string{"mondu", "saferpay", "consors", "santander", "paypal"}
	wallets = []string{"klarna", "amazonpay", "applepay", "payone", "aiia"}
)

// Around what the shop asks of a provider, a process dies: the plugin or the worker before the provider has the call, the plugin
// before the answer is here, or the worker before it is written down. All of it is done once, both sides' books agree, and nobody is called.
func TestKilledAroundEveryCallThatMovesMoney(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		around func(*shop, []asked)
		names  []string
	}{
		"plugin, before the call arrives":      {(*shop).pluginBefore, []string{"saferpay", "paypal"}},
		"worker, before the call arrives":      {(*shop).workerBefore, []string{"saferpay", "paypal"}},
		"plugin, before the answer":            {(*shop).pluginAfter, lenders},
		"worker, before the answer is written": {(*shop).workerAfter, lenders},
	} {
		if full() {
			tt.names = slices.Concat(lenders, wallets)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, by := lending(t)
			kept, released := shop.movings(by, tt.names...)
			for _, m := range moves {
				shop.moves(kept, released, m, tt.around)
			}
		})
	}
}

// movings gives an order of each provider, and another of each that can be released.
func (s *shop) movings(by map[string]creditor, names ...string) (kept, released []*moving) {
	by["paypal"] = creditor{provider: s.provider, method: "paypal"}
	for _, name := range names {
		kept = append(kept, s.moving(name, by[name]))
		if !slices.Contains(paid, name) {
			released = append(released, s.moving(name, by[name]))
		}
	}
	return kept, released
}

// moving gives a placed order of two notebooks.
func (s *shop) moving(name string, c creditor) *moving {
	s.Helper()
	g := s.guest()
	g.company = c.company
	g.add()
	g.add()
	switch {
	case name == "paypal":
		g.pay(c.method)
		g.returns(g.approve())
	case c.agreed != nil:
		g.agrees(c)
	default:
		back, done := c.act(g.appliesFor(c), "approve")
		require.True(s, done, name)
		g.returns(back)
	}
	g.ordered("confirmed")
	return &moving{c, name, query[int64](s, `select order_id from checkout_attempt where id = $1`, g.attempt), g.total}
}

// moves makes a move of all orders, around which something is killed.
func (s *shop) moves(kept, released []*moving, m move, around func(*shop, []asked)) {
	s.Helper()
	orders := kept
	if m.name == release {
		orders = released
	}
	var moved, others []asked
	for _, o := range orders {
		if m.ops[o.name].name != "" {
			moved = append(moved, asked{o, m})
		} else if !slices.Contains(m.not, o.name) {
			others = append(others, asked{o, m})
		}
	}
	before := s.before(moved)
	if len(moved) > 0 {
		around(s, moved)
	}
	for _, a := range others {
		s.tries(a) // which moves nothing there
	}
	for _, a := range append(moved, others...) {
		s.agrees(a)
	}
	s.counted(moved, before)
}

// before gives what the providers have counted.
func (s *shop) before(list []asked) map[string]int {
	n := map[string]int{}
	for _, a := range list {
		n[a.moving.name+" "+a.of().counts] = a.count(a.of().counts)
	}
	return n
}

// counted compares what the providers have counted since with what was asked.
func (s *shop) counted(list []asked, before map[string]int) {
	s.Helper()
	for _, a := range list {
		before[a.moving.name+" "+a.of().counts] += 1 + a.of().more
	}
	for _, a := range list {
		if what := a.of().counts; what != "" {
			require.Equal(s, before[a.moving.name+" "+what], a.count(what), "%s, %s: once at the provider", a.moving.name, a.move.name)
		}
	}
}

// tries has an operator do it, who gives up when nobody answers.
func (s *shop) tries(a asked) {
	args := append(append([]string{"order"}, a.args...), strconv.FormatInt(a.order, 10))
	cmd := exec.CommandContext(context.Background(), s.api.command[0], append(args, a.more...)...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), s.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Logf("%s, %s: %s", a.moving.name, a.move.name, out)
	}
}

func (s *shop) triesAll(orders []asked) {
	for _, o := range orders {
		s.tries(o)
	}
}

// agrees waits until what was asked for is done, and compares the books.
func (s *shop) agrees(o asked) {
	s.Helper()
	what := fmt.Sprintf("%s, %s of %d", o.moving.name, o.move.name, o.order)
	const open = `select count(*)::int from order_payment where order_id = $1 and state in ('wanted', 'working')`
	const leaving = `select count(*)::int from order_delivery where order_id = $1 and state = 'dispatching'`
	eventually(s, what+" is done", func() bool { return query[int](s, open, o.order) == 0 && query[int](s, leaving, o.order) == 0 })
	const sum = `select coalesce(sum(amount_minor), 0)::bigint from order_payment where order_id = $1 and kind = $2 and state in ('done', 'by_hand')`
	for i, kind := range []string{"capture", "refund"} {
		if want := o.is[i]; want != nil {
			require.Equal(s, want(o.total), query[int64](s, sum, o.order, kind), "%s: %s", what, kind)
		}
	}
	require.Equal(s, "", query[string](s, `
		select coalesce(string_agg(kind || ' ' || detail, '; '), '') from order_notice where order_id = $1 and kind <> 'refund_by_hand'`, o.order), what)
}

// unanswered has operators ask for the moves of orders, of which the providers take the call that the effect is for and say nothing.
func (s *shop) unanswered(orders []asked, effect string) (over []<-chan struct{}) {
	s.Helper()
	for _, o := range orders {
		n := o.count(o.of().name)
		o.rules(rule{Op: o.of().name, Effect: effect})
		over = append(over, beside(func() { s.tries(o) }))
		o.called(o.of().name, n+1)
	}
	return over
}

// pluginBefore has the calls get lost on their way to the providers, and kills the plugins that wait.
func (s *shop) pluginBefore(orders []asked) { s.killPlugins(orders, s.unanswered(orders, "lose")) }

// pluginAfter has the providers do it and not answer, and kills the plugins that wait.
func (s *shop) pluginAfter(orders []asked) { s.killPlugins(orders, s.unanswered(orders, "hang")) }

// workerBefore has the calls get lost on their way to the providers, and kills the worker that waits.
func (s *shop) workerBefore(orders []asked) {
	s.Helper()
	over := s.unanswered(orders, "lose")
	s.killWorker()
	for _, done := range over {
		<-done
	}
}

func (s *shop) killPlugins(orders []asked, over []<-chan struct{}) {
	s.Helper()
	for _, o := range orders {
		s.worker.killPlugin(o.moving.name)
	}
	for _, done := range over {
		<-done
	}
}

// workerAfter locks the orders while the providers take their time, so that the worker has the answers and cannot write them down as
// it dies.
func (s *shop) workerAfter(orders []asked) {
	s.Helper()
	var over []<-chan struct{}
	tx, err := s.pool.Begin(context.Background())
	require.NoError(s, err)
	for _, o := range orders {
		n := o.count(o.of().name)
		o.rules(rule{Op: o.of().name, Effect: "delay", Delay: 3000})
		over = append(over, beside(func() { s.tries(o) }))
		o.called(o.of().name, n+1)
		_, err = tx.Exec(context.Background(), `select from shop_order where id = $1 for update`, o.order)
		require.NoError(s, err)
	}
	eventually(s, "the worker has the answers", func() bool {
		return query[int](s, `
			select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) >= len(orders)
	})
	s.worker.kill()
	require.NoError(s, tx.Rollback(context.Background()))
	s.aMinuteLater()
	s.worker.start()
	for _, done := range over {
		<-done
	}
}
