package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestAmountsAreExact(t *testing.T) {
	for minor, text := range map[int64]string{0: "0.00", 5: "0.05", 1234: "12.34", 123456789012: "1234567890.12"} {
		require.Equal(t, amount{"EUR", text}, toAmount(eur(minor)))
		back, err := amount{"EUR", text}.money()
		require.NoError(t, err)
		require.Equal(t, eur(minor), back)
	}
	require.Equal(t, amount{"EUR", "-3.07"}, toAmount(eur(-307)), "a discount; what PayPal tells of a payment is never below zero")
	for text, minor := range map[string]int64{"5": 500, "5.1": 510} {
		m, err := amount{"EUR", text}.money()
		require.NoError(t, err)
		require.Equal(t, minor, m.Minor)
	}
	for _, text := range []string{"", ".5", "1,00", "1e2", "1.234", "-1", "--1", "+1", "99999999999999999999"} {
		_, err := amount{"EUR", text}.money()
		require.Error(t, err, text)
	}
}

func TestLinesBecomeItemsThatAddUp(t *testing.T) {
	line := func(kind payment.LineKind, quantity int, unit, total int64) payment.Line {
		return payment.Line{Kind: kind, Name: "Ding", SKU: "S", Quantity: quantity, UnitPrice: eur(unit), Total: eur(total)}
	}
	items, sums, ok := itemize(payment.Purchase{Amount: eur(2199), Lines: []payment.Line{
		line(payment.LinePhysical, 2, 500, 1000), line(payment.LineDigital, 3, 333, 1000),
		line(payment.LineShipping, 1, 499, 499), line(payment.LineFee, 1, 200, 200), line(payment.LineDiscount, 1, -500, -500)}})
	require.True(t, ok)
	require.Equal(t, "2", items[0].Quantity)
	require.Equal(t, item{Name: "3 x Ding", Quantity: "1", UnitAmount: amount{"EUR", "10.00"}, SKU: "S", Category: "DIGITAL_GOODS"}, items[1],
		"a line that does not divide is one piece")
	require.Equal(t, "20.00", sums.ItemTotal.Value)
	require.Equal(t, "4.99", sums.Shipping.Value)
	require.Equal(t, "2.00", sums.Handling.Value)
	require.Equal(t, "5.00", sums.Discount.Value)

	_, _, ok = itemize(payment.Purchase{Amount: eur(999), Lines: []payment.Line{line(payment.LinePhysical, 1, 1000, 1000)}})
	require.False(t, ok, "figures that do not add up are left out")
}

func TestAddresses(t *testing.T) {
	packstation := &base.Address{Kind: base.AddressPackstation, FirstName: "Kim", LastName: "K", StreetNumber: "145", PostNumber: "12345678",
		PostalCode: "10115", City: "Berlin", Country: "DE"}
	to := shipTo(payment.Purchase{Delivery: packstation, DeliveryKind: base.DeliveryPackstation})
	require.Equal(t, address{Line1: "Packstation 145", Line2: "12345678", City: "Berlin", PostalCode: "10115", Country: "DE"}, to.Address)
	require.Nil(t, shipTo(payment.Purchase{Delivery: packstation, DeliveryKind: base.DeliveryPickup}))
	require.Nil(t, shipTo(payment.Purchase{Delivery: &base.Address{Country: "DE"}}), "PayPal refuses half an address")
}

func TestRequestIDsFitPayPal(t *testing.T) {
	require.Equal(t, "create-4711-1", requestID("create", "4711-1"))
	long := requestID("capture", strings.Repeat("x", 200))
	require.LessOrEqual(t, len(long), 108)
	require.NotEqual(t, long, requestID("capture", strings.Repeat("x", 201)))
	require.NotContains(t, requestID("refund", "ü\n"), "\n")
}
