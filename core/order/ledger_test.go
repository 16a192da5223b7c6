package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// ledger is a provider's own books. It does under a key what it did before, and nothing twice.
type ledger struct {
	total           int64
	taken, refunded int64
	done            map[string]string // reference by key
	told            []checkout.Result // what it has notified of
	wrong           string
}

// unable reports whether it refuses an operation: so much was not taken, or went back already in its own back office.
func (l *ledger) unable(o *Order, p *Operation) bool {
	_, again := l.done[p.key(o)]
	return !again && p.Kind == RefundMoney && l.refunded+p.Amount.Minor > l.taken
}

// amount is what of a refund it notified of.
func (l *ledger) amount(reference string) (sum money.Amount) {
	for _, r := range l.told {
		if r.Operation == reference {
			sum = r.Amount
		}
	}
	return sum
}

// do moves the money of an operation, and gives what it calls that.
func (l *ledger) do(o *Order, p *Operation) string {
	key := p.key(o)
	if reference, again := l.done[key]; again {
		return reference
	}
	reference := fmt.Sprint(strings.ToUpper(string(p.Kind)), "-", len(l.done)+1)
	l.done[key] = reference
	switch p.Kind {
	case CaptureMoney:
		l.taken += p.Amount.Minor
	case RefundMoney:
		l.refunded += p.Amount.Minor
	}
	if l.taken > l.total || l.refunded > l.taken {
		l.wrong = fmt.Sprintf("it was asked to take %d of %d, and to give back %d", l.taken, l.total, l.refunded)
	}
	return reference
}

// notice is what the provider notifies of an operation.
func (l *ledger) notice(kind OperationKind, reference string, amount money.Amount) (r checkout.Result) {
	r = checkout.Result{Reference: "PAY-1", Operation: reference, Amount: amount, Outcome: checkout.OutcomeRefunded}
	switch kind {
	case CaptureMoney:
		r.Outcome, r.Captured = checkout.OutcomeAuthorized, true
	case VoidMoney:
		r.Outcome, r.Amount = checkout.OutcomeVoided, money.Amount{}
	}
	l.told = append(l.told, r)
	return r
}

// asks has the provider do an operation and books its answer, which may come late, twice, only as a notice, or not at all.
func (o *Order) asks(f *Fulfiller, l *ledger, p *Operation, how string) {
	number, kind, amount := p.Number, p.Kind, p.Amount
	switch {
	case how == "not reached": // as nobody learns: what was told of other operations is no answer to this one
		if r, err := p.known(checkout.Receipt{}, fault.New(fault.Unknown, "plugin_outcome_unknown")); err == nil {
			o.hears(f.book(o, number, r))
		}
	case how == "refuses", l.unable(o, p):
		if _, done := l.done[p.key(o)]; !done {
			o.hears(f.book(o, number, checkout.Receipt{Reason: checkout.ReasonDeclined}))
		}
	case how == "lost":
		l.do(o, p)
	case how == "told first":
		o.comesOf(l.notice(kind, l.do(o, p), amount))
		r, err := o.payment(number).known(checkout.Receipt{}, fault.New(fault.Unknown, "plugin_outcome_unknown"))
		if err == nil {
			o.hears(f.book(o, number, r))
		}
	case how == "works on it":
		reference := l.do(o, p)
		o.hears(f.book(o, number, checkout.Receipt{Reference: reference}))
		o.comesOf(l.notice(kind, reference, amount))
	case how == "gives up on it": // and says so twice
		if _, done := l.done[p.key(o)]; !done {
			reference := fmt.Sprint("TRIED-", number)
			o.hears(f.book(o, number, checkout.Receipt{Reference: reference}))
			r := checkout.Result{Outcome: checkout.OutcomeDeclined, Reference: "PAY-1", Operation: reference}
			o.hears(o.Undone(r, noon))
			o.hears(o.Undone(r, noon))
		}
	default:
		r := checkout.Receipt{Done: true, Reference: l.do(o, p), Amount: amount}
		o.hears(f.book(o, number, r))
		o.hears(f.book(o, number, r))
		o.hears(f.book(o, number, checkout.Receipt{Reason: checkout.ReasonDeclined})) // as a try says that was overtaken
		if how == "and tells" {
			o.comesOf(l.notice(kind, r.Reference, amount))
		}
	}
}

// hears keeps what operators are told.
func (o *Order) hears(e Effects) { o.Notices = append(o.Notices, e.Notices...) }

func (o *Order) comesOf(r checkout.Result) {
	_, e := o.Came(r, noon)
	o.hears(e)
}

// Whatever is captured, given back and let go in parts, whatever of the answers is lost, late or told twice, and whatever is refunded in
// the provider's back office besides: it moves no more than it has, and once all is answered, and an operator has booked what there is
// told of, its books and the shop's say the same.
func TestBooksAgreeWithTheProviders(t *testing.T) {
	f := &Fulfiller{clock: clock.NewFixed(noon)}
	rapid.Check(t, func(t *rapid.T) {
		o, log := drawn(t), ""
		o.Attempt.Payment = checkout.Payment{Code: "fakecard", Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1"}
		o.Deliveries = nil
		o.plan()
		l := &ledger{total: o.Attempt.Totals.Total.Minor, done: map[string]string{}}
		answers := []string{"not reached", "lost", "told first", "works on it", "gives up on it", "refuses", "does it", "and tells"}
		answer := func(p *Operation, of []string) {
			how := rapid.SampledFrom(of).Draw(t, "answer")
			log += fmt.Sprintf(" [%s %d %s]", p.Kind, p.Number, how)
			o.asks(f, l, p, how)
		}
		send := func(p Pick) {
			number, err := o.pick(p)
			if err != nil || number == 0 {
				return
			}
			// Whether it was taken is waited for.
			for c := o.captureOf(number); c != nil && c.State == Wanted; c = o.captureOf(number) {
				answer(c, answers[1:])
			}
			if d := o.delivery(number); d.Charge && d.Amount.Minor > 0 && o.captureOf(number) == nil {
				o.unpick(number)
				return
			}
			o.dispatched(number, noon, noon, "")
		}
		steps := []string{"send", "send one", "cancel", "return", "expire", "refund", "again", "office", "answer"}
		for n := range rapid.IntRange(1, 16).Draw(t, "steps") {
			d := &o.Deliveries[rapid.IntRange(0, len(o.Deliveries)-1).Draw(t, "delivery")]
			step := rapid.SampledFrom(steps).Draw(t, "step")
			log += fmt.Sprint(" ", step, " ", d.Number)
			switch step {
			case "send":
				send(Pick{Delivery: d.Number})
			case "send one":
				send(Pick{Delivery: d.Number, Items: []Item{{d.Items[0].Line, 1}}})
			case "cancel":
				_, _ = o.cancel(ReasonCancelled, noon)
			case "return":
				for range rapid.IntRange(1, 2).Draw(t, "times") {
					_, _ = o.returned(d.Number, false, noon)
				}
			case "expire":
				o.expire(d.Number, noon.Add(30*24*time.Hour))
			case "refund":
				_ = o.refund(fmt.Sprint("goodwill-", n%3), money.Euro(rapid.Int64Range(0, 3000).Draw(t, "goodwill")))
			case "again":
				if len(l.told) > 0 {
					o.comesOf(rapid.SampledFrom(l.told).Draw(t, "notice"))
				}
			case "office":
				left := l.taken - l.refunded
				if left <= 0 {
					break
				}
				made := Outside{Reference: fmt.Sprint("OFFICE-", n), Amount: money.Euro(rapid.Int64Range(1, left).Draw(t, "back"))}
				if owed := o.owed(); len(owed) > 0 && rapid.Bool().Draw(t, "as much as is asked for") {
					made.Amount = money.Euro(min(left, max(1, o.payment(owed[0]).Amount.Minor)))
				}
				l.refunded += made.Amount.Minor
				o.comesOf(l.notice(RefundMoney, made.Reference, made.Amount))
				if rapid.Bool().Draw(t, "booked at once") {
					e, _ := o.BookOutside(made, noon)
					o.hears(e)
				}
			case "answer":
				for _, number := range o.owed() {
					answer(o.payment(number), answers)
				}
			}
			if l.wrong != "" {
				t.Fatalf("%s: %s\n%+v", log, l.wrong, o.Payments)
			}
		}
		for _, number := range o.owed() {
			answer(o.payment(number), []string{"does it"})
		}
		for _, p := range slices.Clone(o.Payments) { // notifications come in the end
			if reference, done := l.done[p.key(o)]; done {
				o.comesOf(l.notice(p.Kind, reference, p.Amount))
			}
		}
		for _, refund := range o.Unbooked() {
			reference, _, _ := strings.Cut(refund, " ")
			if _, err := o.BookOutside(Outside{Reference: reference, Amount: l.amount(reference)}, noon); err != nil {
				t.Fatalf("%s: %s is not booked: %v\n%+v", log, refund, err, o.Payments)
			}
		}
		if has, gave := o.Captured().Minor, o.Refunded().Minor; has != l.taken || gave != l.refunded || l.wrong != "" {
			t.Fatalf("%s: the provider took %d and gave back %d, the books have %d and %d; %s\n%+v", log, l.taken, l.refunded, has, gave, l.wrong, o.Payments)
		}
	})
}
