package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
)

const stamp = "2006-01-02 15:04"

func at(t *testing.T, text string) time.Time {
	t.Helper()
	l, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	when, err := time.ParseInLocation(stamp, text, l)
	require.NoError(t, err)
	return when
}

func TestPickupTimes(t *testing.T) {
	for name, c := range map[string]struct {
		ready, zip    string
		remind, until string
	}{
		"a week without holidays":               {"2026-03-02 10:00", "04109", "2026-03-06 09:00", "2026-03-08 00:00"},
		"Saturday counts, Sunday does not":      {"2026-03-05 18:00", "04109", "2026-03-10 09:00", "2026-03-12 00:00"},
		"late at night is still that day":       {"2026-03-02 23:59", "04109", "2026-03-06 09:00", "2026-03-08 00:00"},
		"over Easter and the change of clocks":  {"2026-03-28 12:00", "20095", "2026-04-02 09:00", "2026-04-05 00:00"},
		"Easter Monday":                         {"2026-04-02 12:00", "20095", "2026-04-09 09:00", "2026-04-11 00:00"},
		"Christmas and New Year":                {"2026-12-23 12:00", "20095", "2026-12-30 09:00", "2027-01-01 00:00"},
		"Epiphany in Munich":                    {"2027-01-04 12:00", "80331", "2027-01-09 09:00", "2027-01-12 00:00"},
		"no Epiphany in Hamburg":                {"2027-01-04 12:00", "20095", "2027-01-08 09:00", "2027-01-10 00:00"},
		"Reformation Day in Leipzig":            {"2025-10-30 12:00", "04109", "2025-11-05 09:00", "2025-11-07 00:00"},
		"All Saints in Cologne, a Saturday":     {"2025-10-30 12:00", "50667", "2025-11-05 09:00", "2025-11-07 00:00"},
		"neither in Berlin":                     {"2025-10-30 12:00", "10115", "2025-11-04 09:00", "2025-11-06 00:00"},
		"repentance in Dresden":                 {"2026-11-16 12:00", "01067", "2026-11-21 09:00", "2026-11-24 00:00"},
		"an unknown place has all holidays":     {"2026-11-16 12:00", "", "2026-11-21 09:00", "2026-11-24 00:00"},
		"Corpus Christi on the border of BW/BY": {"2026-06-01 12:00", "89231", "2026-06-06 09:00", "2026-06-09 00:00"},
	} {
		t.Run(name, func(t *testing.T) {
			remind, until := order.PickupTimes(at(t, c.ready), order.RegionsOf(c.zip)...)
			require.Equal(t, []string{c.remind, c.until}, []string{remind.In(at(t, c.ready).Location()).Format(stamp), until.In(at(t, c.ready).Location()).Format(stamp)})
		})
	}
}

func TestAStoreRemindsOnceAndGivesUpInTheEnd(t *testing.T) {
	now := clock.NewFixed(at(t, "2026-03-06 08:59"))
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	ready := order.Delivery{Number: 1, State: order.Ready, Shipping: checkout.ShippingOption{Pickup: true}, RemindAt: at(t, "2026-03-06 09:00"), DueAt: at(t, "2026-03-08 00:00")}
	s.order.Deliveries = []order.Delivery{ready, {Number: 2, State: order.Planned}}
	f := order.NewFulfiller(s, nil, nil, nil, nil, now, order.DefaultPolicy)
	for _, c := range []struct {
		at    string
		next  time.Time
		state order.DeliveryState
	}{
		{"2026-03-06 08:59", ready.RemindAt, order.Ready},
		{"2026-03-06 09:00", ready.DueAt, order.Ready},
		{"2026-03-07 23:59", ready.DueAt, order.Ready},
		{"2026-03-08 00:00", time.Time{}, order.Expired},
	} {
		now.Advance(at(t, c.at).Sub(now.Now()))
		p, err := f.Due(t.Context(), 7)
		require.NoError(t, err)
		require.Equal(t, []any{c.state, true}, []any{s.order.Deliveries[0].State, c.next.Equal(p.DueAt)}, "%s: %s", c.at, p.DueAt)
	}
}

func TestHolidays(t *testing.T) {
	days := func(year int, in order.Region) (out []string) {
		for d := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() == year; d = d.AddDate(0, 0, 1) {
			if order.Holiday(d, in) {
				out = append(out, d.Format("01-02"))
			}
		}
		return out
	}
	require.Equal(t, []string{"01-01", "03-08", "04-03", "04-06", "05-01", "05-14", "05-25", "10-03", "12-25", "12-26"}, days(2026, order.Berlin))
	require.Equal(t, []string{"01-01", "01-06", "04-18", "04-21", "05-01", "05-29", "06-09", "06-19", "08-15", "10-03", "11-01", "12-25", "12-26"}, days(2025, order.Bavaria))
	require.Equal(t, []string{"01-01", "03-29", "04-01", "05-01", "05-09", "05-20", "10-03", "10-31", "11-20", "12-25", "12-26"}, days(2024, order.Saxony))
	require.Len(t, days(2026, order.Thuringia), 11)
}
