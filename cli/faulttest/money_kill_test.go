package faulttest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
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
	not  string               // a provider of which it is not asked
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

// moves are made one after the other. Cards and loans are taken only as a whole, with the first goods that leave, PayPal took its
// money as the order was placed, and Consors gives back a loan as a whole.
var moves = []move{
	{"capture of a part", []string{"ship"}, []string{"--item", notebook + "=1"}, map[string]op{
		"mondu": {"invoice", "charge", 0}, "saferpay": {"capture", "charge", 0}, "consors": {"deliver", "charge", 0}, "santander": {"deliver", "charge", 0},
	}, [2]func(int64) int64{nil, none}, "paypal"},
	{"capture of the rest", []string{"ship"}, nil, map[string]op{"mondu": {"invoice", "charge", 0}}, [2]func(int64) int64{all, none}, "paypal"},
	{"refund of a part", []string{"refund"}, []string{"--amount", "10.00", "--key", "a", "--yes"}, map[string]op{
		"mondu": {"credit_note", "refunded", 0}, "saferpay": {"refund", "refunded", 0}, "santander": {"refund", "refunded", 0}, "paypal": {"refund", "refunded", 0},
	}, [2]func(int64) int64{all, some}, "consors"},
	{"refund of the rest", []string{"refund"}, []string{"--key", "b", "--yes"}, map[string]op{
		"mondu": {"credit_note", "refunded", 1}, "saferpay": {"refund", "refunded", 0}, "santander": {"refund", "refunded", 0},
		"consors": {"revoke", "refunded", 0}, "paypal": {"refund", "refunded", 0},
	}, [2]func(int64) int64{all, all}, ""},
	{"release", []string{"cancel"}, []string{"--yes"}, map[string]op{
		"mondu": {"cancel", "", 0}, "saferpay": {"cancel", "cancelled", 0}, "consors": {"revoke", "", 0}, "santander": {"revoke", "", 0},
	}, [2]func(int64) int64{none, none}, ""},
}

// moving is an order whose money is moved.
type moving struct {
	creditor
	name  string
	order int64
	total int64
}

// moved is what a provider and the shop's books have of an order before a move.
type moved struct{ counted int }

// Between what the shop asks of a provider and what it writes down of the answer, a process dies: the plugin before its call leaves, or
// before the answer is here, or the worker before it is written down. All of it is done once, both sides' books agree, and nobody is called.
func TestKilledAroundEveryCallThatMovesMoney(t *testing.T) {
	t.Parallel()
	for name, around := range map[string]func(*shop, []*moving, move){
		"plugin, before its call": (*shop).killedBefore, "plugin, before the answer": (*shop).killedAfter,
		"worker, before the answer is written": (*shop).killedUnwritten,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, creditors := lending(t)
			var kept, released []*moving
			for _, name := range []string{"mondu", "saferpay", "consors", "santander", "paypal"} {
				c, known := creditors[name]
				if !known {
					c = creditor{provider: shop.provider, method: "paypal"}
				}
				kept = append(kept, shop.moving(name, c))
				if name != "paypal" {
					released = append(released, shop.moving(name, c))
				}
			}
			for _, m := range moves {
				orders := kept
				if m.name == "release" {
					orders = released
				}
				shop.moves(orders, m, around)
			}
		})
	}
}

// moving gives a placed order of two notebooks.
func (s *shop) moving(name string, c creditor) *moving {
	s.Helper()
	g := s.guest()
	g.company = c.company
	g.add()
	g.add()
	if name == "paypal" {
		g.pay(c.method)
		g.returns(g.approve())
	} else {
		back, done := c.act(g.appliesFor(c), "approve")
		require.True(s, done, name)
		g.returns(back)
	}
	g.ordered("confirmed")
	return &moving{c, name, query[int64](s, `select order_id from checkout_attempt where id = $1`, g.attempt), g.total}
}

// moves makes a move of all orders, around which something is killed.
func (s *shop) moves(orders []*moving, m move, around func(*shop, []*moving, move)) {
	s.Helper()
	before := map[*moving]moved{}
	var of []*moving
	for _, o := range orders {
		if op, moves := m.ops[o.name]; moves {
			of = append(of, o)
			before[o] = moved{o.count(op.counts)}
		}
	}
	around(s, of, m)
	for _, o := range orders {
		if o.name == m.not {
			continue
		}
		if _, moves := m.ops[o.name]; !moves {
			s.tries(o, m) // which moves nothing there
		}
		s.agrees(o, m, before[o])
	}
}

// tries has an operator do it, who gives up when nobody answers.
func (s *shop) tries(o *moving, m move) {
	args := append(append([]string{"order"}, m.args...), strconv.FormatInt(o.order, 10))
	cmd := exec.CommandContext(context.Background(), s.api.command[0], append(args, m.more...)...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), s.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Logf("%s, %s: %s", o.name, m.name, out)
	}
}

// agrees waits until what was asked for is done, and compares the books.
func (s *shop) agrees(o *moving, m move, before moved) {
	s.Helper()
	what := fmt.Sprintf("%s, %s of %d", o.name, m.name, o.order)
	const open = `select count(*)::int from order_payment where order_id = $1 and state in ('wanted', 'working')`
	const leaving = `select count(*)::int from order_delivery where order_id = $1 and state = 'dispatching'`
	eventually(s, what+" is done", func() bool { return query[int](s, open, o.order) == 0 && query[int](s, leaving, o.order) == 0 })
	const sum = `select coalesce(sum(amount_minor), 0)::bigint from order_payment where order_id = $1 and kind = $2 and state in ('done', 'by_hand')`
	for i, kind := range []string{"capture", "refund"} {
		if want := m.is[i]; want != nil {
			require.Equal(s, want(o.total), query[int64](s, sum, o.order, kind), "%s: %s", what, kind)
		}
	}
	if op := m.ops[o.name]; op.counts != "" {
		require.Equal(s, before.counted+1+op.more, o.count(op.counts), "%s: once at the provider", what)
	}
	require.Equal(s, "", query[string](s, `
		select coalesce(string_agg(kind || ' ' || detail, '; '), '') from order_notice where order_id = $1 and kind <> 'refund_by_hand'`, o.order), what)
}

// killedBefore freezes the plugins, so that they send nothing, has them asked, and kills them.
func (s *shop) killedBefore(orders []*moving, m move) {
	s.Helper()
	var over []<-chan struct{}
	for _, o := range orders {
		pids := s.worker.plugins(o.name)
		require.NoError(s, syscall.Kill(pids[len(pids)-1], syscall.SIGSTOP))
		over = append(over, beside(func() { s.tries(o, m) }))
	}
	for _, o := range orders {
		eventually(s, o.name+" is to be asked", func() bool {
			return query[int](s, `select count(*)::int from order_payment where order_id = $1 and state = 'wanted'`, o.order) > 0
		})
	}
	s.kills(orders, over)
}

// killedAfter has the providers do it and not answer, and kills the plugins that wait.
func (s *shop) killedAfter(orders []*moving, m move) {
	s.Helper()
	var over []<-chan struct{}
	for _, o := range orders {
		n := o.count(m.ops[o.name].name)
		o.silence(m.ops[o.name].name)
		over = append(over, beside(func() { s.tries(o, m) }))
		o.called(m.ops[o.name].name, n+1)
	}
	s.kills(orders, over)
}

func (s *shop) kills(orders []*moving, over []<-chan struct{}) {
	s.Helper()
	for _, o := range orders {
		s.worker.killPlugin(o.name)
	}
	for _, done := range over {
		<-done
	}
}

// killedUnwritten locks the orders while the providers take their time, so that the worker has the answers and cannot write them down as
// it dies.
func (s *shop) killedUnwritten(orders []*moving, m move) {
	s.Helper()
	var over []<-chan struct{}
	var ids []int64
	for _, o := range orders {
		n := o.count(m.ops[o.name].name)
		o.rules(rule{Op: m.ops[o.name].name, Effect: "delay", Delay: 1500})
		over = append(over, beside(func() { s.tries(o, m) }))
		o.called(m.ops[o.name].name, n+1)
		ids = append(ids, o.order)
	}
	tx, err := s.pool.Begin(context.Background())
	require.NoError(s, err)
	_, err = tx.Exec(context.Background(), `select from shop_order where id = any($1) for update`, ids)
	require.NoError(s, err)
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
