package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
)

func TestSpans(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	half, err := order.SpanOf("", now)
	require.NoError(t, err)
	require.Equal(t, order.Span{Since: now.AddDate(0, 0, -180)}, half)
	month, err := order.SpanOf(order.LastMonth, now)
	require.NoError(t, err)
	require.Equal(t, order.Span{Since: now.AddDate(0, 0, -30)}, month)
	year, err := order.SpanOf("2025", now)
	require.NoError(t, err)
	require.Equal(t, "2024-12-31T23:00:00Z", year.Since.UTC().Format(time.RFC3339), "a year begins in Germany")
	require.Equal(t, "2025-12-31T23:00:00Z", year.Until.UTC().Format(time.RFC3339))
	for _, right := range []string{"2000", "2026"} {
		_, err := order.SpanOf(right, now)
		require.NoError(t, err, right)
	}
	for _, wrong := range []string{"31", "2027", "1999", "x", "-180", "02025", " 180", "+180"} {
		_, err := order.SpanOf(wrong, now)
		require.Equal(t, "order_span_invalid", fault.ReasonOf(err), wrong)
	}
}

func TestOnlyPlacedOrdersAreTheirCustomers(t *testing.T) {
	o := &order.Order{CustomerID: 7}
	require.False(t, o.OfCustomer(7), "not placed yet")
	o.PlacedAt = time.Unix(1, 0)
	require.True(t, o.OfCustomer(7))
	require.False(t, o.OfCustomer(8))
	o.CustomerID = 0
	require.False(t, o.OfCustomer(0), "a guest's order is nobody's")
}
