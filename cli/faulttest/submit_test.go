package faulttest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTwoHundredGuestsWantTheLastTen(t *testing.T) {
	t.Parallel()
	shop := start(t)
	shop.stocked(10)
	guests := make([]*guest, 200)
	for i := range guests {
		guests[i] = shop.guest()
		guests[i].add()
		guests[i].choose("moneyorder")
	}
	answers := make([]answer, len(guests))
	together(len(guests), func(i int) {
		var err error
		answers[i], err = guests[i].patiently()
		assert.NoError(t, err)
	})
	attempts := map[string]bool{}
	for i, a := range answers {
		if a.Status == http.StatusOK {
			guests[i].attempt = a.AttemptID
			guests[i].ordered("pending")
			attempts[a.AttemptID] = true
			continue
		}
		require.Equal(t, []any{http.StatusConflict, "product_sold_out"}, []any{a.Status, a.Error.Reason})
	}
	require.Len(t, attempts, 10)
	require.Equal(t, []int{10, 10, 0}, []int{shop.orders(), shop.attempts(), shop.available()})
}

func TestPriceChangedSinceItWasShown(t *testing.T) {
	t.Parallel()
	shop := start(t)
	guest := shop.guest()
	guest.add()
	guest.choose("moneyorder")
	shown := guest.total
	shop.reprice(169900)

	a, err := guest.process()
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusConflict, "checkout_total_changed"}, []any{a.Status, a.Error.Reason})
	guest.total = a.Checkout.Totals.Total.Minor
	require.Equal(t, shown+169900-159900, guest.total, "the answer shows the new total")
	require.Zero(t, shop.attempts())
	require.Equal(t, stock, shop.available())

	require.Equal(t, "order", guest.submit().Result)
	shop.sold("pending", guest)
}

func TestSubmittedManyTimesAtOnce(t *testing.T) {
	t.Parallel()
	shop := start(t)
	for _, method := range []string{"moneyorder", "paypal"} {
		guest := shop.guest()
		guest.add()
		guest.choose(method)
		answers := make([]answer, 8)
		together(len(answers), func(i int) {
			var err error
			answers[i], err = guest.process()
			assert.NoError(t, err)
		})
		for _, a := range answers {
			require.Equal(t, http.StatusOK, a.Status, a.Error.Reason)
			require.Equal(t, answers[0], a, "every answer shows the one order")
		}
	}
	require.Equal(t, []int{2, stock - 2}, []int{shop.attempts(), shop.available()})
	require.Equal(t, 1, shop.provider.count("create"))
}
