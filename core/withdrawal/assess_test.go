package withdrawal_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/withdrawal"
)

var policy = withdrawal.Policy{Days: 14, Excluded: []string{"custom-pcs", "SW-1"}}

// bought is a placed order of two laptops, a cable and a custom PC; 10 euro of 2,110 were a voucher's.
func bought() *withdrawal.Contract {
	return &withdrawal.Contract{
		Order: &order.Order{
			ID: 100001, Status: order.Placed, Email: "erika@example.org",
			Attempt: checkout.Attempt{
				Lines: []checkout.Line{
					{ProductID: 1, ArticleNumber: "NB-1", Quantity: 2, Unit: money.Euro(50000)},
					{ProductID: 2, ArticleNumber: "CB-1", Quantity: 1, Unit: money.Euro(10000), Warranty: money.Euro(1000)},
					{ProductID: 3, ArticleNumber: "PC-1", Quantity: 1, Unit: money.Euro(100000)},
				},
				Totals: pricing.Totals{
					Subtotal: money.Euro(211000), Shipping: money.Euro(499), Total: money.Euro(210499),
					Discounts: []pricing.Applied{{Code: "ZEHN", Amount: money.Euro(1000)}},
				},
			},
		},
		Categories: map[int64][]string{3: {"desktops", "custom-pcs"}}, Withdrawn: map[int]int{}, Refunded: money.Euro(0),
	}
}

func declared(items ...withdrawal.Item) *withdrawal.Withdrawal {
	return &withdrawal.Withdrawal{
		Declaration: withdrawal.Declaration{Name: "Erika Muster", Email: "Erika@Example.org", OrderNumber: "100001", Items: items},
		ReceivedAt:  time.Date(2026, 7, 20, 12, 0, 0, 0, time.UTC),
	}
}

func TestWhoMayWithdrawFromWhat(t *testing.T) {
	type result struct {
		Status withdrawal.Status
		Reason string
		Taken  map[string]int
	}
	laptop := withdrawal.Item{ArticleNumber: "nb-1", Quantity: 1}
	for name, c := range map[string]struct {
		w      *withdrawal.Withdrawal
		change func(*withdrawal.Withdrawal, *withdrawal.Contract)
		want   result
	}{
		"everything but the custom PC": {declared(), nil, result{withdrawal.Accepted, "", map[string]int{"NB-1": 2, "CB-1": 1}}},
		"one of two":                   {declared(laptop), nil, result{withdrawal.Accepted, "", map[string]int{"NB-1": 1}}},
		"only the custom PC":           {declared(withdrawal.Item{ArticleNumber: "PC-1", Quantity: 1}), nil, result{withdrawal.Refused, withdrawal.ReasonExcluded, nil}},
		"an article that is not in it": {declared(laptop, withdrawal.Item{ArticleNumber: "XX-9", Quantity: 1}), nil, result{withdrawal.Review, withdrawal.ReasonUnclear, map[string]int{"NB-1": 1}}},
		"more than was bought":         {declared(withdrawal.Item{ArticleNumber: "NB-1", Quantity: 3}), nil, result{withdrawal.Review, withdrawal.ReasonUnclear, map[string]int{"NB-1": 2}}},
		"another e-mail address": {declared(), func(w *withdrawal.Withdrawal, _ *withdrawal.Contract) { w.Email = "max@example.org" },
			result{withdrawal.Review, withdrawal.ReasonUnproven, nil}},
		"another address, by the order's link": {declared(laptop), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			w.Email, w.OrderID = "max@example.org", c.Order.ID
		}, result{withdrawal.Accepted, "", map[string]int{"NB-1": 1}}},
		"another address, but logged in": {declared(laptop), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			w.Email, w.CustomerID, c.Order.CustomerID = "max@example.org", 7, 7
		}, result{withdrawal.Accepted, "", map[string]int{"NB-1": 1}}},
		"a guest's order, somebody logged in": {declared(), func(w *withdrawal.Withdrawal, _ *withdrawal.Contract) { w.Email, w.CustomerID = "max@example.org", 7 },
			result{withdrawal.Review, withdrawal.ReasonUnproven, nil}},
		"a business": {declared(), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) { c.Order.Business = true }, result{withdrawal.Refused, withdrawal.ReasonBusiness, nil}},
		"cancelled":  {declared(), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) { c.Order.Status = order.Cancelled }, result{withdrawal.Refused, withdrawal.ReasonNoContract, nil}},
		"late": {declared(), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			c.DeliveredAt = w.ReceivedAt.AddDate(0, 0, -17)
		}, result{withdrawal.Refused, withdrawal.ReasonLate, nil}},
		"the last day": {declared(laptop), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			c.DeliveredAt = w.ReceivedAt.AddDate(0, 0, -14)
		},
			result{withdrawal.Accepted, "", map[string]int{"NB-1": 1}}},
		"the last moment": {declared(laptop), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			c.DeliveredAt = time.Date(2026, 7, 6, 10, 0, 0, 0, time.UTC)
			w.ReceivedAt = withdrawal.Deadline(c.DeliveredAt, 14).Add(-1)
		}, result{withdrawal.Accepted, "", map[string]int{"NB-1": 1}}},
		"a moment too late": {declared(laptop), func(w *withdrawal.Withdrawal, c *withdrawal.Contract) {
			c.DeliveredAt = time.Date(2026, 7, 6, 10, 0, 0, 0, time.UTC)
			w.ReceivedAt = withdrawal.Deadline(c.DeliveredAt, 14)
		}, result{withdrawal.Refused, withdrawal.ReasonLate, nil}},
		"nothing that is in it": {declared(withdrawal.Item{ArticleNumber: "XX-9", Quantity: 1}), nil, result{withdrawal.Review, withdrawal.ReasonUnclear, nil}},
		"an article without the right": {declared(withdrawal.Item{ArticleNumber: "SW-1", Quantity: 1}), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) {
			c.Order.Attempt.Lines[1].ArticleNumber = "sw-1"
		}, result{withdrawal.Refused, withdrawal.ReasonExcluded, nil}},
		"the same again": {declared(laptop), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) { c.Withdrawn[0] = 2 }, result{withdrawal.Refused, withdrawal.ReasonAlready, nil}},
		"what is left":   {declared(), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) { c.Withdrawn[0] = 1 }, result{withdrawal.Accepted, "", map[string]int{"NB-1": 1, "CB-1": 1}}},
		"a part before paying": {declared(laptop), func(_ *withdrawal.Withdrawal, c *withdrawal.Contract) { c.Order.Status = order.Reserved },
			result{withdrawal.Review, withdrawal.ReasonUnpaidPart, map[string]int{"NB-1": 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			contract := bought()
			if c.change != nil {
				c.change(c.w, contract)
			}
			d := withdrawal.Assess(c.w, contract, policy, false)
			got := result{d.Status, d.Reason, nil}
			for _, l := range d.Lines {
				if got.Taken == nil {
					got.Taken = map[string]int{}
				}
				got.Taken[l.ArticleNumber] += l.Quantity
			}
			require.Empty(t, cmp.Diff(c.want, got))
		})
	}
	require.Equal(t, withdrawal.ReasonUnknownOrder, withdrawal.Assess(declared(), nil, policy, false).Reason)
}

func TestAnOperatorOverrulesSenderAndTimeAndNoMore(t *testing.T) {
	w, c := declared(), bought()
	w.Email, c.DeliveredAt = "max@example.org", w.ReceivedAt.AddDate(-1, 0, 0)
	require.Equal(t, withdrawal.Accepted, withdrawal.Assess(w, c, policy, true).Status)
	c.Order.Business = true
	require.Equal(t, withdrawal.ReasonBusiness, withdrawal.Assess(w, c, policy, true).Reason)
}

// What came back and was paid is no withdrawal's any more, however late the form is filled in.
func TestAReturnThatWasPaidIsNotPaidAgain(t *testing.T) {
	came := func(items ...order.Item) *withdrawal.Contract {
		c := bought()
		c.Order.Attempt.Lines = c.Order.Attempt.Lines[:2]
		c.Order.Attempt.Totals.Total, c.Order.Attempt.Totals.Discounts = money.Euro(111499), nil
		c.Order.Deliveries = []order.Delivery{{Number: 1, State: order.Returned, Repaid: items}, {Number: 2, State: order.Delivered}}
		c.Order.Payments = []order.Operation{{Kind: order.RefundMoney, State: order.Done, Request: "return-1", Amount: money.Euro(50000)}}
		return c
	}
	laptop, cable := withdrawal.Item{ArticleNumber: "NB-1", Quantity: 1}, withdrawal.Item{ArticleNumber: "CB-1", Quantity: 1}
	one := came(order.Item{Line: 0, Quantity: 1})

	d := withdrawal.Assess(declared(), one, policy, false)
	require.Equal(t, map[string]int{"NB-1": 1, "CB-1": 1}, taken(d))
	require.Equal(t, int64(61499), d.Amount.Minor, "the rest of the order, and its delivery")
	require.Equal(t, int64(50000), withdrawal.Assess(declared(laptop), one, policy, false).Amount.Minor, "the other laptop")
	d = withdrawal.Assess(declared(laptop, laptop, cable), one, policy, false)
	require.Equal(t, []any{withdrawal.Accepted, map[string]int{"NB-1": 1, "CB-1": 1}}, []any{d.Status, taken(d)}, "nothing about it is unclear")

	both := came(order.Item{Line: 0, Quantity: 2})
	d = withdrawal.Assess(declared(laptop), both, policy, true)
	require.Equal(t, []any{withdrawal.Refused, withdrawal.ReasonReturned}, []any{d.Status, d.Reason})
	all := came(order.Item{Line: 0, Quantity: 2}, order.Item{Line: 1, Quantity: 1})
	require.Equal(t, withdrawal.ReasonReturned, withdrawal.Assess(declared(), all, policy, true).Reason)
	both.Order.Payments[0].State = order.Refused
	require.Equal(t, withdrawal.Accepted, withdrawal.Assess(declared(laptop), both, policy, true).Status, "its money did not go back")
}

func taken(d withdrawal.Decision) map[string]int {
	m := map[string]int{}
	for _, l := range d.Lines {
		m[l.ArticleNumber] += l.Quantity
	}
	return m
}

// What went back for goodwill is no longer the shop's to give back, of a part as of the whole. What nobody owed is no part of the price.
func TestWhatWentBackForGoodwillDoesNotGoBackAgain(t *testing.T) {
	both := withdrawal.Item{ArticleNumber: "NB-1", Quantity: 2}
	for name, tt := range map[string]struct {
		back   order.Operation
		all    int64 // of two laptops and the cable; the custom PC stays
		laptop int64
	}{
		"what was refused":     {order.Operation{Kind: order.RefundMoney, State: order.Refused, Request: "goodwill", Capture: 1, Amount: money.Euro(20000)}, 110474, 49763},
		"some":                 {order.Operation{Kind: order.RefundMoney, State: order.Done, Request: "goodwill", Capture: 1, Amount: money.Euro(20000)}, 110474, 49763},
		"nearly all":           {order.Operation{Kind: order.RefundMoney, State: order.ByHand, Request: "goodwill", Capture: 1, Amount: money.Euro(200499)}, 10000, 10000},
		"of what nobody owed":  {order.Operation{Kind: order.RefundMoney, State: order.Done, Request: "goodwill", Capture: 2, Amount: money.Euro(200499)}, 110474, 49763},
		"by a delivery's end":  {order.Operation{Kind: order.RefundMoney, State: order.Done, Request: "cancel-1", Capture: 1, Amount: money.Euro(200499)}, 110474, 49763},
		"by other withdrawals": {order.Operation{Kind: order.RefundMoney, State: order.Done, Request: "withdrawal-7-refund", Capture: 1, Amount: money.Euro(200499)}, 110474, 49763},
	} {
		c := bought()
		c.Order.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: c.Order.Attempt.Totals.Total},
			{Number: 2, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(250000), Request: order.Overpaid},
			tt.back,
		}
		c.Order.Payments[2].Number = 3
		all := withdrawal.Assess(declared(both, withdrawal.Item{ArticleNumber: "CB-1", Quantity: 1}), c, policy, false)
		one := withdrawal.Assess(declared(withdrawal.Item{ArticleNumber: "NB-1", Quantity: 1}), c, policy, false)
		require.Equal(t, []int64{tt.all, tt.laptop}, []int64{all.Amount.Minor, one.Amount.Minor}, name)
	}
	c := bought()
	c.Order.Attempt.Lines = c.Order.Attempt.Lines[:1]
	c.Order.Attempt.Totals = pricing.Totals{Subtotal: money.Euro(100000), Total: money.Euro(100000)}
	c.Order.Payments = []order.Operation{
		{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(100000)},
		{Number: 2, Kind: order.RefundMoney, State: order.Done, Request: "goodwill", Capture: 1, Amount: money.Euro(20000)},
	}
	require.Equal(t, int64(80000), withdrawal.Assess(declared(), c, policy, false).Amount.Minor, "the whole order")
}

func TestAnUnpaidOrderEnds(t *testing.T) {
	c := bought()
	c.Order.Status, c.Order.Attempt.Lines = order.Reserved, c.Order.Attempt.Lines[:2]
	d := withdrawal.Assess(declared(), c, policy, false)
	require.True(t, d.CancelsOrder)
	require.Zero(t, d.Amount.Minor)
}

// What was given up before has its money back, or was never paid.
func TestNothingComesBackOfADeliveryThatWasGivenUp(t *testing.T) {
	for state, left := range map[order.DeliveryState]int64{order.DeliveryCancelled: 100499, order.Expired: 100499, order.Delivered: 110499} {
		c := bought()
		c.Order.Attempt.Lines, c.Order.Attempt.Totals.Total = c.Order.Attempt.Lines[:2], money.Euro(110499)
		c.Order.Deliveries = []order.Delivery{
			{Number: 1, State: order.Delivered, Amount: money.Euro(100499)}, {Number: 2, State: state, Amount: money.Euro(10000)},
		}
		require.Equal(t, left, withdrawal.Assess(declared(), c, policy, false).Amount.Minor, state)
	}
}

// Who names what was given up before, or all that was ordered, gets the money of what is left.
func TestNothingThatWasGivenUpIsPricedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		named  withdrawal.Item
		status withdrawal.Status
		reason string
		amount int64
	}{
		"all laptops, one of which was cancelled": {withdrawal.Item{ArticleNumber: "NB-1", Quantity: 2}, withdrawal.Accepted, "", 50000},
		"the other laptop":                        {withdrawal.Item{ArticleNumber: "NB-1", Quantity: 1}, withdrawal.Accepted, "", 50000},
		"the cable, which was not collected":      {withdrawal.Item{ArticleNumber: "CB-1", Quantity: 1}, withdrawal.Refused, withdrawal.ReasonNoContract, 0},
		"more than was bought":                    {withdrawal.Item{ArticleNumber: "NB-1", Quantity: 3}, withdrawal.Review, withdrawal.ReasonUnclear, 0},
	} {
		t.Run(name, func(t *testing.T) {
			contract := bought()
			contract.Order.Attempt.Totals.Discounts = nil
			contract.Order.Deliveries = []order.Delivery{
				{Number: 1, State: order.Delivered, Items: []order.Item{{Line: 0, Quantity: 1}, {Line: 2, Quantity: 1}}},
				{Number: 2, State: order.DeliveryCancelled, Items: []order.Item{{Line: 0, Quantity: 1}}},
				{Number: 3, State: order.Expired, Items: []order.Item{{Line: 1, Quantity: 1}}},
			}
			d := withdrawal.Assess(declared(c.named), contract, policy, false)
			require.Equal(t, []any{c.status, c.reason, c.amount}, []any{d.Status, d.Reason, d.Amount.Minor})
		})
	}
}

func TestAPartComesBackWithoutShipping(t *testing.T) {
	d := withdrawal.Assess(declared(withdrawal.Item{ArticleNumber: "CB-1", Quantity: 1}), bought(), policy, false)
	require.Equal(t, int64(11000-52), d.Amount.Minor, "with its share of the voucher")
}

// However an order is taken back, in however many parts, what comes back is what was paid, to the cent.
func TestPartsAddUpToWhatWasPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := bought()
		c.Categories = nil
		o := c.Order
		o.Attempt.Lines = nil
		total := money.Euro(rapid.Int64Range(0, 900).Draw(t, "shipping"))
		o.Attempt.Totals = pricing.Totals{}
		goods := money.Euro(0)
		for i := range rapid.IntRange(1, 4).Draw(t, "lines") {
			l := checkout.Line{
				ArticleNumber: string(rune('A' + i)), Quantity: rapid.IntRange(1, 4).Draw(t, "quantity"),
				Unit: money.Euro(rapid.Int64Range(1, 99999).Draw(t, "unit")),
			}
			o.Attempt.Lines = append(o.Attempt.Lines, l)
			goods = goods.Add(l.Unit.Times(int64(l.Quantity)))
		}
		off := money.Euro(rapid.Int64Range(0, goods.Minor).Draw(t, "off"))
		o.Attempt.Totals.Discounts = []pricing.Applied{{Amount: off}}
		o.Attempt.Totals.Total = total.Add(goods).Sub(off)
		for left := true; left; {
			left = false
			for i, l := range o.Attempt.Lines {
				n := l.Quantity - c.Withdrawn[i]
				if n == 0 {
					continue
				}
				left = true
				item := withdrawal.Item{ArticleNumber: l.ArticleNumber, Quantity: rapid.IntRange(1, n).Draw(t, "back")}
				d := withdrawal.Assess(declared(item), c, policy, false)
				require.Equal(t, withdrawal.Accepted, d.Status)
				require.GreaterOrEqual(t, d.Amount.Minor, int64(0))
				c.Withdrawn[i] += item.Quantity
				c.Refunded = c.Refunded.Add(d.Amount)
			}
		}
		require.Equal(t, o.Attempt.Totals.Total.Minor, c.Refunded.Minor)
	})
}

func TestTheLastDayIsAWorkingDay(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, test := range []struct {
		delivered, last string
		in              []order.Region
	}{
		{"2026-07-06", "2026-07-20", nil}, // a Monday
		{"2026-07-04", "2026-07-20", nil}, // a Saturday's fortnight ends on a Saturday
		{"2026-03-20", "2026-04-07", nil}, // Good Friday, then Easter Monday
		{"2026-12-11", "2026-12-28", nil}, // Christmas, then the weekend
		{"2026-05-11", "2026-05-26", nil}, // Whit Monday
		{"2026-04-30", "2026-05-15", nil}, // Ascension Day
		{"2025-12-18", "2026-01-02", nil}, // New Year's Day
		{"2026-04-17", "2026-05-04", nil}, // 1 May is a Friday
		{"2026-09-19", "2026-10-05", nil}, // 3 October is a Saturday
		{"2028-10-17", "2028-10-31", nil}, // Reformation Day
		{"2028-10-17", "2028-10-31", []order.Region{order.Bavaria}},
		{"2028-10-17", "2028-11-01", []order.Region{order.Hamburg}},
		{"2028-10-17", "2028-11-02", []order.Region{order.Hamburg, order.Bavaria}}, // and All Saints' Day
	} {
		at, err := time.Parse("2006-01-02 15:04", test.delivered+" 10:00")
		require.NoError(t, err)
		end := withdrawal.Deadline(at, 14, test.in...)
		require.Equal(t, test.last, end.Add(-time.Second).In(berlin).Format("2006-01-02"), "delivered %s %v", test.delivered, test.in)
		require.Equal(t, "00:00", end.In(berlin).Format("15:04"))
	}
}

// The law of the consumer's place says what a holiday is; of two places the later day counts.
func TestTheLastDayKnowsTheConsumersHolidays(t *testing.T) {
	delivered := time.Date(2028, 10, 17, 10, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		invoice, delivery address.Address
		last              string
	}{
		"Hamburg":                 {address.Address{CountryID: address.Germany, ZipCode: "20457"}, address.Address{CountryID: address.Germany, ZipCode: "20457"}, "2028-11-01"},
		"Munich":                  {address.Address{CountryID: address.Germany, ZipCode: "80331"}, address.Address{CountryID: address.Germany, ZipCode: "80331"}, "2028-10-31"},
		"Frankfurt, from Hamburg": {address.Address{CountryID: address.Germany, ZipCode: "60311"}, address.Address{CountryID: address.Germany, ZipCode: "20457"}, "2028-11-01"},
		"Vienna":                  {address.Address{ZipCode: "10100"}, address.Address{ZipCode: "10100"}, "2028-10-31"},
	} {
		c := &withdrawal.Contract{Order: &order.Order{Invoice: test.invoice, Delivery: test.delivery}, DeliveredAt: delivered}
		require.Equal(t, test.last, c.Deadline(withdrawal.Policy{Days: 14}).Add(-time.Second).Format("2006-01-02"), name)
	}
	require.Zero(t, (&withdrawal.Contract{Order: &order.Order{}}).Deadline(withdrawal.Policy{Days: 14}), "no period has begun")
}

func TestRemindersGoOnUntilItIsDone(t *testing.T) {
	w := declared()
	w.DueAt = w.ReceivedAt.Add(withdrawal.RefundWithin)
	var days []int
	for w.Reminders = range 6 {
		days = append(days, int(withdrawal.NextReminder(w).Sub(w.ReceivedAt).Hours()/24))
	}
	require.Equal(t, []int{7, 12, 14, 15, 16, 17}, days)
}

func TestADeclarationSaysWhatTheLawAsksForAndNoMore(t *testing.T) {
	const key = "0190a0b0-0000-7000-8000-000000000001"
	good := withdrawal.Declaration{Key: key, Name: "  Erika   Muster ", Email: " erika@example.org ", OrderNumber: " #100001 "}
	require.NoError(t, withdrawal.Check(&good))
	require.Equal(t, []string{"Erika Muster", "erika@example.org", "100001"}, []string{good.Name, good.Email, good.OrderNumber})

	item := withdrawal.Item{ArticleNumber: " NB-1 ", Quantity: withdrawal.MaxQuantity}
	most := withdrawal.Declaration{
		Key: " " + strings.ToUpper(key) + " ", Name: strings.Repeat("ü", withdrawal.MaxName), OrderNumber: strings.Repeat("1", withdrawal.MaxOrderNumber),
		Email: "erika@example.org", Items: slices.Repeat([]withdrawal.Item{item}, withdrawal.MaxItems),
	}
	require.NoError(t, withdrawal.Check(&most))
	require.Equal(t, []string{key, "NB-1"}, []string{most.Key, most.Items[0].ArticleNumber})
	most.Name, most.OrderNumber, most.Items[3].Quantity = most.Name+"x", most.OrderNumber+"1", withdrawal.MaxQuantity+1
	most.Items = append(most.Items, item)
	require.Equal(t, []fault.Field{
		{Name: "name", Reason: "too_long"}, {Name: "orderNumber", Reason: "too_long"}, {Name: "items", Reason: "too_long"}, {Name: "items.3.quantity", Reason: "quantity_invalid"},
	}, fault.FieldsOf(withdrawal.Check(&most)))
	none := withdrawal.Declaration{Key: key, Email: "erika@example.org", Name: "Erika\x00"}
	require.Equal(t, []fault.Field{{Name: "name", Reason: "invalid"}, {Name: "orderNumber", Reason: "missing"}}, fault.FieldsOf(withdrawal.Check(&none)))

	bad := withdrawal.Declaration{
		Key: "1", Name: "win https://evil.example", OrderNumber: "100 001!", Email: "erika",
		Items: []withdrawal.Item{{ArticleNumber: "<b>", Quantity: 0}},
	}
	var names []string
	for _, f := range fault.FieldsOf(withdrawal.Check(&bad)) {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"key", "name", "orderNumber", "email", "items.0.articleNumber", "items.0.quantity"}, names)
}

// Whoever keeps one article of the largest order names all others.
func TestADeclarationMayNameAsManyArticlesAsAnOrderHas(t *testing.T) {
	require.GreaterOrEqual(t, withdrawal.MaxItems, cart.MaxLines)
}

// The receipt goes to whatever address was typed, with what was typed beside it.
func TestADeclarationIsNoAdvertisement(t *testing.T) {
	for field, d := range map[string]withdrawal.Declaration{
		"name":                  {Name: "Mehr auf WWW.evil.example", OrderNumber: "100001"},
		"orderNumber":           {Name: "Erika", OrderNumber: "www.evil.example/mehr"},
		"items.0.articleNumber": {Name: "Erika", OrderNumber: "100001", Items: []withdrawal.Item{{ArticleNumber: "www.evil.example", Quantity: 1}}},
	} {
		d.Key, d.Email = "7d1f8a3e-0c3b-4f0e-9a53-0d6d0a1c8f11", "erika@example.org"
		fields := fault.FieldsOf(withdrawal.Check(&d))
		require.Len(t, fields, 1, field)
		require.Equal(t, field, fields[0].Name)
	}
}
