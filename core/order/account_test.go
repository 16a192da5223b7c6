package order

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
)

// onAccount is an order of 100 euro in two deliveries, with 30 days to pay from the day of the order on.
func onAccount() *Order {
	o := inTwo(false, Planned)
	o.Attempt.Lines = []checkout.Line{{Quantity: 2, Unit: money.Euro(3000)}, {Quantity: 1, Unit: money.Euro(4000)}}
	o.Deliveries[0].State, o.Deliveries[0].Items, o.Deliveries[1].Items = Planned, []Item{{0, 2}}, []Item{{1, 1}}
	o.PlacedAt = noon
	o.Attempt.Payment.Code, o.Attempt.Payment.DueAt = "invoice", time.Date(2026, 12, 24, 22, 59, 59, 0, time.UTC)
	return o
}

func (o *Order) sends(number int, at time.Time) {
	o.delivery(number).State = Dispatching
	o.dispatched(number, at, at, "")
}

func TestAnInvoiceIsRemindedOfOnce(t *testing.T) {
	o := onAccount()
	require.Zero(t, o.Progress().DueAt, "nothing is to be paid of what has not left")
	o.sends(1, noon)
	require.Equal(t, o.Attempt.Payment.DueAt, o.Deliveries[0].PayBy)
	o.sends(2, noon.AddDate(0, 0, 4))
	require.Equal(t, "2026-12-28T22:59:59Z", o.Deliveries[1].PayBy.Format(time.RFC3339), "as many days from its own day on")
	require.Equal(t, o.Deliveries[0].PayBy, o.PayBy())
	o.Deliveries[0].end(Delivered, noon)
	o.Deliveries[1].end(Delivered, noon)

	p := o.Progress()
	require.Equal(t, []any{true, "2026-12-27T08:00:00Z"}, []any{p.Open, p.DueAt.UTC().Format(time.RFC3339)}, "three days later, in the morning")
	require.Empty(t, o.remind(p.DueAt.Add(-time.Second)))
	e := o.remind(p.DueAt)
	require.Equal(t, []Mail{{mail.PaymentReminder, 1, ""}}, e.Mails)
	require.Equal(t, []string{NoticeOverdue, "60,00\u00a0€ since 2026-12-24"}, []string{e.Notices[0].Kind, e.Notices[0].Detail})
	require.Empty(t, o.remind(p.DueAt), "once")
	open, since := o.Overdue(p.DueAt)
	require.Equal(t, []any{int64(6000), o.Deliveries[0].PayBy}, []any{open.Minor, since})

	e = o.remind(o.Progress().DueAt)
	require.Equal(t, []Mail{{mail.PaymentReminder, 2, ""}}, e.Mails)
	require.Equal(t, "100,00\u00a0€ since 2026-12-24", e.Notices[0].Detail)
	require.False(t, o.Progress().Open, "nothing is waited for any more")
}

// The deliveries leave in any order.
func TestTheInvoiceThatIsDueFirstIsRemindedOfFirst(t *testing.T) {
	o := onAccount()
	require.Equal(t, money.Euro(0), o.Invoiced())
	o.sends(2, noon)
	require.Equal(t, money.Euro(4000), o.Invoiced(), "the other is still to leave")
	o.sends(1, noon.AddDate(0, 0, 4))
	require.Equal(t, o.Deliveries[1].PayBy, o.PayBy())
	require.Equal(t, money.Euro(10000), o.Invoiced(), "though no day is over")
	o.Deliveries[0].end(Delivered, noon)
	o.Deliveries[1].end(Delivered, noon)
	first := o.Progress().DueAt
	require.Equal(t, "2026-12-27T08:00:00Z", first.UTC().Format(time.RFC3339))
	require.Equal(t, []Mail{{mail.PaymentReminder, 2, ""}}, o.remind(first).Mails)
	then := o.Progress().DueAt
	open, since := o.Overdue(then)
	require.Equal(t, []any{int64(10000), o.Deliveries[1].PayBy}, []any{open.Minor, since})
	require.Equal(t, []Mail{{mail.PaymentReminder, 1, ""}}, o.remind(then).Mails)
}

func TestNobodyIsRemindedOfWhatIsNotOwed(t *testing.T) {
	late := noon.AddDate(0, 0, 60)
	for name, c := range map[string]struct {
		change func(o *Order)
		open   int64
		mails  int
	}{
		"nothing was paid": {func(*Order) {}, 10000, 1},
		"paid":             {func(o *Order) { o.comes(0) }, 0, 0},
		"paid for one":     {func(o *Order) { o.Deliveries[1].State = Planned; o.comes(0); o.Deliveries[1].State = Shipped }, 4000, 1},
		"one came back":    {func(o *Order) { _, _ = o.returned(1, false, noon) }, 4000, 1},
		"both came back":   {func(o *Order) { _, _ = o.returned(1, false, noon); _, _ = o.returned(2, false, noon) }, 0, 0},
		"a withdrawal is written off": {func(o *Order) {
			o.Claims = []Claim{{7, []Item{{0, 1}}}}
			o.WriteOff(7, money.Euro(3000), noon)
		}, 7000, 1},
		"all of it was written off":      {func(o *Order) { o.WriteOff(7, money.Euro(10000), noon) }, 0, 0},
		"what came back was written off": {func(o *Order) { o.WriteOff(7, money.Euro(6000), noon); _, _ = o.returned(1, false, noon) }, 4000, 1},
		"a withdrawal is open":           {func(o *Order) { o.Claims = []Claim{{7, []Item{{0, 1}}}} }, 10000, 0},
		"a part came, for who knows what": {func(o *Order) {
			_, e := o.Came(event("TX-1", 2500), noon)
			o.Notices = append(o.Notices, e.Notices...)
		}, 10000, 0},
		"an operator saw it too": {func(o *Order) {
			o.Notices = append(o.Notices, Notice{Kind: NoticePaidPart, At: noon.Add(-time.Hour)})
			o.Came(saw(2500), noon)
		}, 7500, 1},
		"a part came after another that was booked": {func(o *Order) {
			o.Came(saw(2500), noon.Add(-time.Hour))
			o.Notices = append(o.Notices, Notice{Kind: NoticePaidPart, At: noon})
		}, 7500, 0},
		"a part was written off, and the other is still to leave": {func(o *Order) {
			o.Deliveries[1].State, o.Deliveries[1].PayBy = Planned, time.Time{}
			o.Claims = []Claim{{7, []Item{{0, 1}}}}
			o.WriteOff(7, money.Euro(3000), noon)
		}, 3000, 1},
		"an operator saw a part": {func(o *Order) { o.Came(saw(2500), noon) }, 7500, 1},
		"the store still has it": {func(o *Order) { o.Deliveries[0].State = Ready }, 10000, 1},
		"cancelled":              {func(o *Order) { o.Status = Cancelled }, 0, 0},
		"no term":                {func(o *Order) { o.Deliveries[0].PayBy, o.Deliveries[1].PayBy = time.Time{}, time.Time{} }, 0, 0},
	} {
		o := onAccount()
		o.sends(1, noon)
		o.sends(2, noon)
		c.change(o)
		open, since := o.Overdue(late)
		require.Equal(t, c.open, open.Minor, name)
		require.Equal(t, c.open == 0, since.IsZero(), name)
		e := o.remind(late)
		require.Len(t, e.Mails, c.mails, name)
		require.Equal(t, c.open > 0, len(e.Notices) > 0, name)
		require.True(t, o.reminding().IsZero(), "%s: it is not asked again and again", name)
	}
}

func TestDaysToPayAreDaysInGermany(t *testing.T) {
	o := onAccount()
	o.PlacedAt = time.Date(2026, 3, 20, 23, 30, 0, 0, time.UTC)                                                               // the 21st
	o.Attempt.Payment.DueAt = time.Date(2026, 4, 4, 23, 59, 59, 0, clock.Germany)                                             // summer time has begun
	require.Equal(t, o.Attempt.Payment.DueAt.UTC(), o.payBy(o.PlacedAt.Add(20*time.Hour)))                                    // the evening of the 21st
	require.Equal(t, o.Attempt.Payment.DueAt.AddDate(0, 0, 9).UTC(), o.payBy(time.Date(2026, 3, 29, 22, 30, 0, 0, time.UTC))) // the 30th
	for name, change := range map[string]func(o *Order){
		"paid":                  func(o *Order) { o.PaidAt = noon },
		"paid with the order":   func(o *Order) { o.Attempt.Payment.Captured = true },
		"not paid on account":   func(o *Order) { o.Attempt.Payment.DueAt = time.Time{} },
		"due with the ordering": func(o *Order) { o.Attempt.Payment.DueAt = o.PlacedAt },
	} {
		o := onAccount()
		change(o)
		require.Zero(t, o.payBy(noon), name)
	}
}
