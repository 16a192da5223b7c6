package checkout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

func attempt(state checkout.State, captured bool) *checkout.Attempt {
	return &checkout.Attempt{
		State: state, Totals: pricing.Totals{Total: money.Euro(1000)}, Payment: checkout.Payment{Captured: captured},
	}
}

func TestNext(t *testing.T) {
	authorized := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(1000)}
	less := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: money.Euro(1)}
	promised := checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(1000)}
	pending := checkout.Result{Outcome: checkout.OutcomePending}
	accepted := checkout.Result{Outcome: checkout.OutcomePending, Accepted: true}
	declined := checkout.Result{Outcome: checkout.OutcomeDeclined}
	refunded := checkout.Result{Outcome: checkout.OutcomeRefunded}
	voided, unknown := checkout.Result{Outcome: checkout.OutcomeVoided}, checkout.Result{Outcome: checkout.OutcomeUnknown}
	for name, c := range map[string]struct {
		from   checkout.State
		result checkout.Result
		want   checkout.Transition
	}{
		"paid":                    {checkout.Redirected, authorized, checkout.Transition{State: checkout.Confirmed, Place: true, Paid: true}},
		"prepayment":              {checkout.Authorizing, pending, checkout.Transition{State: checkout.Pending, Reserve: true}},
		"invoice":                 {checkout.Authorizing, accepted, checkout.Transition{State: checkout.Confirmed, Place: true}},
		"declined":                {checkout.Redirected, declined, checkout.Transition{State: checkout.Failed, Release: true}},
		"another amount":          {checkout.Redirected, less, checkout.Transition{State: checkout.Failed, Release: true, Compensate: true, Notice: checkout.NoticeAmount}},
		"unknown then paid":       {checkout.Unknown, authorized, checkout.Transition{State: checkout.Confirmed, Place: true, Paid: true}},
		"prepaid":                 {checkout.Pending, authorized, checkout.Transition{State: checkout.Confirmed, Place: true, Paid: true}},
		"decided, not yet taken":  {checkout.Pending, promised, checkout.Transition{State: checkout.Confirmed, Place: true}},
		"prepayment missing":      {checkout.Pending, declined, checkout.Transition{State: checkout.Failed, Cancel: true}},
		"decided, on account":     {checkout.Pending, accepted, checkout.Transition{State: checkout.Confirmed, Place: true}},
		"pending again":           {checkout.Pending, pending, checkout.Transition{State: checkout.Pending}},
		"declined after paid":     {checkout.Confirmed, declined, checkout.Transition{State: checkout.Confirmed, Notice: checkout.NoticeUndone}},
		"refund nobody asked for": {checkout.Confirmed, refunded, checkout.Transition{State: checkout.Confirmed, Notice: checkout.NoticeRefunded}},
		"refund that is named":    {checkout.Confirmed, checkout.Result{Outcome: checkout.OutcomeRefunded, Operation: "REF-1"}, checkout.Transition{State: checkout.Confirmed}},
		"less promised, told late": {checkout.Confirmed, checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(999)},
			checkout.Transition{State: checkout.Confirmed, Notice: checkout.NoticeLess, Detail: money.Euro(999).String()}},
		"more promised":           {checkout.Confirmed, checkout.Result{Outcome: checkout.OutcomeAuthorized, Amount: money.Euro(1001)}, checkout.Transition{State: checkout.Confirmed}},
		"invoice paid":            {checkout.Confirmed, authorized, checkout.Transition{State: checkout.Confirmed, Paid: true}},
		"late money":              {checkout.Failed, authorized, checkout.Transition{State: checkout.Failed, Compensate: true, Notice: checkout.NoticeLatePayment}},
		"no amount is believed":   {checkout.Redirected, checkout.Result{Outcome: checkout.OutcomeAuthorized}, checkout.Transition{State: checkout.Confirmed, Place: true}},
		"to a page":               {checkout.Authorizing, checkout.Result{Outcome: checkout.OutcomeRedirect}, checkout.Transition{State: checkout.Redirected}},
		"to a form":               {checkout.Authorizing, checkout.Result{Outcome: checkout.OutcomeFormPost}, checkout.Transition{State: checkout.Redirected}},
		"nobody knows":            {checkout.Redirected, unknown, checkout.Transition{State: checkout.Unknown}},
		"let go":                  {checkout.Redirected, voided, checkout.Transition{State: checkout.Failed, Release: true}},
		"given back":              {checkout.Unknown, refunded, checkout.Transition{State: checkout.Failed, Release: true}},
		"prepaid, another amount": {checkout.Pending, less, checkout.Transition{State: checkout.Failed, Cancel: true, Compensate: true, Notice: checkout.NoticeAmount}},
		"prepayment let go":       {checkout.Pending, voided, checkout.Transition{State: checkout.Failed, Cancel: true}},
		"prepayment given back":   {checkout.Pending, refunded, checkout.Transition{State: checkout.Failed, Cancel: true}},
		"pending, nobody knows":   {checkout.Pending, unknown, checkout.Transition{State: checkout.Pending}},
		"a part of an invoice":    {checkout.Confirmed, less, checkout.Transition{State: checkout.Confirmed}},
		"promised once more":      {checkout.Confirmed, promised, checkout.Transition{State: checkout.Confirmed}},
		"let go after all":        {checkout.Confirmed, voided, checkout.Transition{State: checkout.Confirmed, Notice: checkout.NoticeReleased}},
		"undecided after failed":  {checkout.Failed, pending, checkout.Transition{State: checkout.Failed, Open: true, Compensate: true}},
		"agreed after failed":     {checkout.Failed, checkout.Result{Outcome: checkout.OutcomeApproved}, checkout.Transition{State: checkout.Failed, Open: true, Compensate: true}},
		"given up, undecided":     {checkout.Redirected, checkout.Result{Outcome: checkout.OutcomeDeclined, Open: true}, checkout.Transition{State: checkout.Failed, Release: true, Open: true, Compensate: true}},
		"cancelled, undecided":    {checkout.Pending, checkout.Result{Outcome: checkout.OutcomeDeclined, Open: true}, checkout.Transition{State: checkout.Failed, Cancel: true, Open: true, Compensate: true}},
		"declined after failed":   {checkout.Failed, declined, checkout.Transition{State: checkout.Failed}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, checkout.Next(attempt(c.from, false), c.result))
		})
	}
	require.Equal(t, checkout.Transition{State: checkout.Confirmed}, checkout.Next(attempt(checkout.Confirmed, true), authorized), "paid once")
	over := attempt(checkout.Failed, false)
	over.Payment.Open = true
	require.Equal(t, checkout.Transition{State: checkout.Failed, Open: true}, checkout.Next(over, unknown), "it is still to be withdrawn")
	require.Equal(t, checkout.Transition{State: checkout.Failed}, checkout.Next(over, voided), "that is done")
	over.Payment = checkout.Payment{Flow: checkout.FlowSimple}
	require.Equal(t, checkout.Transition{State: checkout.Failed}, checkout.Next(over, pending), "nobody decides about a transfer but the customer")
}

// Whatever results come, in whatever order: an order is placed once, goods are given back once and never after they
// were sold, and money stays with the shop only for a placed order.
func TestAnyOrderOfResultsKeepsTheBooks(t *testing.T) {
	outcomes := []checkout.Outcome{
		checkout.OutcomeAuthorized, checkout.OutcomePending, checkout.OutcomeRedirect, checkout.OutcomeDeclined,
		checkout.OutcomeVoided, checkout.OutcomeUnknown, checkout.OutcomeApproved,
	}
	rapid.Check(t, func(t *rapid.T) {
		a := attempt(checkout.Authorizing, false)
		var sold, back, unreturned int
		for range rapid.IntRange(1, 12).Draw(t, "results") {
			r := checkout.Result{Outcome: rapid.SampledFrom(outcomes).Draw(t, "outcome"), Accepted: rapid.Bool().Draw(t, "accepted")}
			r.Captured = r.Outcome == checkout.OutcomeAuthorized
			before := a.State
			n := checkout.Next(a, r)
			if before.Open() && (n.Place || n.Reserve) {
				sold++
			}
			if n.Release || n.Cancel {
				back++
			}
			if r.Captured && n.State == checkout.Failed && !n.Compensate {
				unreturned++
			}
			if n.Place && before == checkout.Confirmed {
				t.Fatalf("placed twice")
			}
			a.State = n.State
		}
		if sold > 1 || back > 1 || unreturned > 0 {
			t.Fatalf("sold %d times, given back %d times, %d payments kept without an order", sold, back, unreturned)
		}
		if a.State == checkout.Failed && back != 1 {
			t.Fatalf("failed without giving back")
		}
	})
}

// drawnResult is what a provider, a webhook or an operator may say of an attempt of ten euros.
func drawnResult(t *rapid.T, outcomes ...checkout.Outcome) checkout.Result {
	r := checkout.Result{Outcome: rapid.SampledFrom(outcomes).Draw(t, "outcome")}
	switch r.Outcome {
	case checkout.OutcomeAuthorized:
		r.Captured, r.Amount = rapid.Bool().Draw(t, "captured"), money.Euro(rapid.SampledFrom([]int64{0, 1000}).Draw(t, "amount"))
	case checkout.OutcomePending:
		r.Accepted = rapid.Bool().Draw(t, "accepted")
	case checkout.OutcomeDeclined, checkout.OutcomeVoided:
		r.Broken, r.Open = rapid.Bool().Draw(t, "broken"), rapid.Bool().Draw(t, "open")
	}
	return r
}

// becomes makes a result the attempt's, as the store does.
func becomes(a *checkout.Attempt, r checkout.Result) checkout.Transition {
	n := checkout.Next(a, r)
	if n.State != a.State {
		a.Payment.Outcome = r.Outcome
	}
	a.State, a.Payment.Open = n.State, n.Open
	a.Payment.Captured = a.Payment.Captured || r.Captured && (r.Amount.IsZero() || r.Amount == a.Totals.Total)
	return n
}

var (
	refusals = []checkout.Outcome{checkout.OutcomeDeclined, checkout.OutcomeVoided, checkout.OutcomeRefunded}
	others   = []checkout.Outcome{
		checkout.OutcomeAuthorized, checkout.OutcomePending, checkout.OutcomeRedirect, checkout.OutcomeFormPost, checkout.OutcomeUnknown,
		checkout.OutcomeApproved, checkout.OutcomeDisputed,
	}
)

// A result that comes again does nothing that it has done, and nothing leads out of an end but a promise that is broken.
func TestAResultThatComesAgainDoesNothingAgain(t *testing.T) {
	all := append(append([]checkout.Outcome{}, refusals...), others...)
	rapid.Check(t, func(t *rapid.T) {
		a := attempt(checkout.Authorizing, false)
		for range rapid.IntRange(1, 10).Draw(t, "results") {
			r, before := drawnResult(t, all...), *a
			n := becomes(a, r)
			switch {
			case before.State == checkout.Failed && n.State != checkout.Failed, before.State == checkout.Pending && n.State.Open():
				t.Fatalf("%s led from %s to %s", r.Outcome, before.State, n.State)
			case before.State == checkout.Confirmed && n.State != checkout.Confirmed && (!r.Broken || before.Payment.Captured):
				t.Fatalf("%s ended a placed order", r.Outcome)
			}
			after := a.State
			if again := becomes(a, r); a.State != after || again.Reserve || again.Place || again.Paid || again.Release || again.Cancel {
				t.Fatalf("%+v again: %+v", r, again)
			}
		}
	})
}

// As long as nobody refuses, it is all the same in what order results come: the attempt ends alike, and is paid once.
func TestWhatIsNotRefusedMayComeInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) checkout.Result { return drawnResult(t, others...) }), 1, 6).Draw(t, "results")
		end := func(results []checkout.Result) (state checkout.State, placed, paid int) {
			a := attempt(checkout.Authorizing, false)
			for _, r := range results {
				before := a.State
				n := becomes(a, r)
				if before.Open() && (n.Place || n.Reserve) {
					placed++
				}
				if n.Paid {
					paid++
				}
			}
			if a.State.Open() {
				return checkout.Created, placed, paid
			}
			return a.State, placed, paid
		}
		state, placed, paid := end(results)
		state2, placed2, paid2 := end(rapid.Permutation(results).Draw(t, "in another order"))
		if state != state2 || placed != placed2 || paid != paid2 || placed > 1 || paid > 1 {
			t.Fatalf("%s, placed %d times, paid %d times; else %s, %d and %d", state, placed, paid, state2, placed2, paid2)
		}
	})
}
