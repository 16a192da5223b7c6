package checkout

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Every way in which an attempt may be stuck: what is told of it, what it waits for, and which commands are named.
func TestStoryOfEveryTrouble(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	running, none := &Run{Status: RunRunning}, &Run{Status: RunNone}
	terminated := &Run{Status: "terminated"}
	failing := &Run{Status: RunRunning, Steps: []RunStep{{Name: "checkout.compensate", Tries: 3, Failure: "provider_down", NextAt: now.Add(90 * time.Second)}}}
	for name, c := range map[string]struct {
		a       Attempt
		owed    bool
		refused string
		byHand  bool
		going   time.Duration // for so long
		events  int
		run     *Run
		trouble Trouble
		wrong   string
		waits   string
		advice  []string
	}{
		"not begun": {
			a: Attempt{State: Created}, run: none, trouble: TroubleNotBegun, wrong: "nobody took it up",
			waits: "for a worker to go on", advice: []string{"checkout retry 7", "kontor status"},
		},
		"no answer": {
			a: Attempt{State: Authorizing}, run: running, trouble: TroubleAuthorizing, wrong: "paypal takes longer to answer",
			waits: "for a worker to go on", advice: []string{"checkout reconcile 7", "checkout compensate 7", "plugin logs paypal"},
		},
		"no answer, and nobody who asks": {
			a: Attempt{State: Authorizing}, run: none, trouble: TroubleAuthorizing, wrong: "paypal takes longer to answer",
			waits: "it has no workflow, so that nothing goes on by itself", advice: []string{"checkout retry 7", "checkout reconcile 7", "checkout compensate 7", "plugin logs paypal"},
		},
		"unknown": {
			a: Attempt{State: Unknown}, run: running, trouble: TroubleUnknown, wrong: "paypal does not say",
			waits: "for the provider to say", advice: []string{"checkout reconcile 7", "checkout compensate 7", "checkout unpaid 7", "checkout hold 7", "plugin logs paypal"},
		},
		"overdue": {
			a: Attempt{State: Redirected, DueAt: now.Add(-90 * time.Minute)}, run: running, trouble: TroubleOverdue, wrong: "its time is over",
			waits: "for which the time was over 1 h 30 min ago", advice: []string{"checkout reconcile 7", "checkout compensate 7", "checkout hold 7", "kontor status"},
		},
		"overdue without a workflow": {
			a: Attempt{State: Pending, DueAt: now.Add(-50 * time.Hour), Payment: Payment{Flow: FlowSimple}}, run: terminated, trouble: TroubleOverdue, wrong: "its time is over",
			waits: "its workflow is terminated, so that no time ends it", advice: []string{"checkout retry 7", "order paid 7", "order cancel 7", "checkout hold 7", "kontor status"},
		},
		"transfer waits": {
			a:   Attempt{State: Pending, CreatedAt: now.Add(-time.Hour), DueAt: now.Add(119 * time.Hour), Payment: Payment{Instructions: map[string]string{"iban": "DE"}}},
			run: running, waits: "then the order is cancelled, and the customer is reminded 2 days 0 h before", advice: []string{"order paid 7", "order cancel 7", "checkout hold 7"},
		},
		"the bank decides": {
			a:   Attempt{State: Pending, DueAt: now.Add(time.Hour), Payment: Payment{Flow: "form_post"}},
			run: running, waits: "for the provider's decision until", advice: []string{"checkout reconcile 7", "order cancel 7", "checkout hold 7"},
		},
		"what the bank decides is not withdrawn yet": {
			a: Attempt{State: Failed, Payment: Payment{Open: true}}, run: failing, trouble: TroubleOpen, wrong: "paypal may still decide about it",
			waits: "for the provider to be told that nothing comes of it, try 3", advice: []string{"checkout retry 7", "checkout compensate 7", "checkout hold 7", "plugin logs paypal"},
		},
		"nobody withdraws it": {
			a: Attempt{State: Failed, Payment: Payment{Open: true}}, run: none, trouble: TroubleOpen, wrong: "has not been told",
			waits: "it has no workflow", advice: []string{"checkout retry 7", "checkout compensate 7", "checkout hold 7", "plugin logs paypal"},
		},
		"event waits": {
			a: Attempt{State: Confirmed}, events: 1, run: running, trouble: TroubleEvents, wrong: "the provider told something",
			waits: "for a stored webhook event to be applied", advice: []string{"checkout reconcile 7", "checkout hold 7", "outbox list"},
		},
		"held": {
			a: Attempt{State: Redirected, Held: true, DueAt: now.Add(time.Hour)}, run: running, trouble: TroubleHeld, wrong: "an operator keeps it still",
			waits: "for an operator: it is held", advice: []string{"checkout release 7"},
		},
		"money owed": {
			a: Attempt{State: Failed}, owed: true, run: failing, trouble: TroubleOwed, wrong: "has to go back to the customer",
			waits: "give the money back, try 3, after the last one failed: provider_down; the next try is in 1 min 30 s", advice: []string{"checkout retry 7", "checkout compensate 7", "checkout hold 7", "plugin logs paypal"},
		},
		"money owed, and nobody who gives it back": {
			a: Attempt{State: Failed}, owed: true, run: &Run{Status: "completed"}, trouble: TroubleOwed, wrong: "has to go back to the customer",
			waits: "its workflow is completed, so that nothing goes on by itself", advice: []string{"checkout retry 7", "checkout compensate 7", "checkout hold 7"},
		},
		"money owed, and the provider refuses": {
			a: Attempt{State: Failed}, owed: true, refused: "refund_window_over", run: running, trouble: TroubleOwed, wrong: "paypal refuses to give back the money that came for it (refund_window_over)",
			waits: "for an operator to settle it with the provider", advice: []string{"checkout compensate 7", "checkout repaid 7", "checkout hold 7", "plugin logs paypal"},
		},
		"money going back": {
			a: Attempt{State: Failed}, owed: true, going: time.Hour, run: running,
			waits: "for the provider to finish giving the money back, which it began 1 h 0 min ago",
		},
		"money going back for too long": {
			a: Attempt{State: Failed}, owed: true, going: 80 * time.Hour, run: running, trouble: TroubleOwed, wrong: "paypal has long been working on giving back",
			waits: "which it began 3 days 8 h ago", advice: []string{"checkout repaid 7", "checkout hold 7", "plugin logs paypal"},
		},
		"money owed that has to be transferred": {
			a: Attempt{State: Failed, Payment: Payment{Code: "moneyorder"}}, owed: true, byHand: true, run: &Run{Status: "completed"}, trouble: TroubleOwed, wrong: "moneyorder cannot give any back",
			waits: "for an operator to transfer the money back", advice: []string{"checkout repaid 7", "checkout hold 7"},
		},
		"money owed, and Temporal away": {
			a: Attempt{State: Failed}, owed: true, trouble: TroubleOwed, wrong: "has to go back to the customer",
			waits: "for the provider to take the money back", advice: []string{"checkout compensate 7", "checkout hold 7", "kontor status"},
		},
		"nothing": {a: Attempt{State: Confirmed}, run: &Run{Status: "completed"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.a.OrderID, c.a.Payment.Plugin, c.a.Totals = 7, "paypal", pricing.Totals{Total: money.Euro(100000)}
			of := &Case{Attempt: c.a, Owed: c.owed, Refused: c.refused, ByHand: c.byHand, Events: c.events, EventAt: now.Add(-time.Hour), UpdatedAt: now.Add(-time.Hour)}
			if c.going > 0 {
				of.GoingBackAt = now.Add(-c.going)
			}
			of.Trouble = of.Judge(now)
			require.Equal(t, c.trouble, of.Trouble)
			s := tell(of, &Record{}, c.run, nil, now)
			require.Contains(t, s.Wrong, c.wrong)
			require.Equal(t, c.wrong == "", s.Wrong == "")
			require.Contains(t, s.WaitsFor, c.waits)
			require.Equal(t, c.waits == "", s.WaitsFor == "")
			require.Len(t, s.Advice, len(c.advice), strings.Join(s.Advice, "\n"))
			for i, command := range c.advice {
				require.Contains(t, s.Advice[i], command+": ")
			}
		})
	}
}

func TestTroubleIsWhatTakesLongerThanItMay(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for trouble, c := range map[Trouble]struct {
		may time.Duration
		of  func(time.Duration) *Case
	}{
		TroubleNotBegun:    {time.Minute, func(d time.Duration) *Case { return &Case{Attempt: Attempt{State: Created}, UpdatedAt: ago(d)} }},
		TroubleAuthorizing: {2 * time.Minute, func(d time.Duration) *Case { return &Case{Attempt: Attempt{State: Authorizing}, UpdatedAt: ago(d)} }},
		TroubleUnknown:     {2 * time.Minute, func(d time.Duration) *Case { return &Case{Attempt: Attempt{State: Unknown}, UpdatedAt: ago(d)} }},
		TroubleEvents: {2 * time.Minute, func(d time.Duration) *Case {
			return &Case{Attempt: Attempt{State: Confirmed}, Events: 1, EventAt: ago(d)}
		}},
		TroubleOverdue: {5 * time.Minute, func(d time.Duration) *Case { return &Case{Attempt: Attempt{State: Redirected, DueAt: ago(d)}} }},
		TroubleOwed: {2 * time.Minute, func(d time.Duration) *Case {
			return &Case{Attempt: Attempt{State: Failed}, Owed: true, UpdatedAt: ago(d)}
		}},
	} {
		require.Equal(t, []Trouble{"", trouble}, []Trouble{c.of(c.may).Judge(now), c.of(c.may + 1).Judge(now)}, trouble)
	}
	going := func(d time.Duration) *Case {
		return &Case{Attempt: Attempt{State: Failed}, Owed: true, GoingBackAt: ago(d)}
	}
	require.Equal(t, []Trouble{"", TroubleOwed}, []Trouble{going(WorksFor).Judge(now), going(WorksFor + 1).Judge(now)})
	require.Empty(t, (&Case{Attempt: Attempt{State: Pending}}).Judge(now), "no time was set")
}

func TestStoryTellsWhyAnAttemptFailed(t *testing.T) {
	for reason, want := range map[string]string{
		"":                                    "The attempt failed: it is no order",
		ReasonCancelled:                       "because the customer turned back at the provider (customer_cancelled): it is no order",
		ReasonLapsed:                          "because it lapsed at the provider before the customer paid (payment_declined_expired): it is no order",
		"payment_declined_insufficient_funds": "because the provider declined it with \"insufficient funds\" (payment_declined_insufficient_funds): it is no order",
		"order_cancelled_by_shop":             "The attempt failed (order_cancelled_by_shop): it is no order",
	} {
		require.Contains(t, stands(&Case{Attempt: Attempt{State: Failed, Payment: Payment{Reason: reason}}}, nil), want)
	}
}

func TestStoryTellsHowAnOrderIsPaid(t *testing.T) {
	promised, account := Payment{Plugin: "paypal", Outcome: OutcomeAuthorized}, Payment{Code: "invoice", Outcome: OutcomePending}
	for want, c := range map[string]Case{
		"placed and its 1.000,00 € are taken":                      {Taken: money.Euro(100000)},
		"pays its 1.000,00 € later, by invoice":                    {Attempt: Attempt{Payment: account}},
		"pays 600,00 € of its 1.000,00 € later, by invoice":        {Attempt: Attempt{Payment: account}, Unsold: money.Euro(40000)},
		"who has nothing of its 1.000,00 € to pay":                 {Attempt: Attempt{Payment: account}, Unsold: money.Euro(100000)},
		"1.000,00 € are promised by paypal":                        {Attempt: Attempt{Payment: promised}},
		"are promised by paypal, 600,00 € are taken later":         {Attempt: Attempt{Payment: promised}, Unsold: money.Euro(40000)},
		"400,00 € of its 1.000,00 € are taken.":                    {Attempt: Attempt{Payment: promised}, Taken: money.Euro(40000)},
		"are taken. 100,00 € of them went back":                    {Attempt: Attempt{Payment: promised}, Taken: money.Euro(100000), GivenBack: money.Euro(10000)},
		"cancelled since; no money was taken.":                     {Attempt: Attempt{Payment: promised}, Status: "cancelled"},
		"cancelled since; 1.000,00 € were taken. 1.000,00 € of th": {Taken: money.Euro(100000), Status: "cancelled", GivenBack: money.Euro(100000)},
	} {
		c.State, c.Totals = Confirmed, pricing.Totals{Total: money.Euro(100000)}
		require.Contains(t, strings.ReplaceAll(stands(&c, nil), "\u00a0", " "), want)
	}
}

// Who came back waits for the provider, like the shop: nobody waits for them.
func TestWhoIsBackIsNotWaitedFor(t *testing.T) {
	c := &Case{Attempt: Attempt{State: Redirected}}
	completing := &Run{Status: RunRunning, Steps: []RunStep{{Name: "checkout.complete", Tries: 6}}}
	for run, want := range map[*Run]string{completing: "has been there; whether it is paid nobody has said yet", {Status: RunRunning}: "is not back yet"} {
		require.Contains(t, stands(c, run), want)
	}
}
