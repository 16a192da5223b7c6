package httpapi_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

// bought gives the order that the customer of the session buys.
func (s *shop) bought() int64 {
	s.Helper()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	v := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`)
	var p httpapi.ProcessResponse
	require.Equal(s, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	require.Equal(s, "order", p.Result)
	return p.OrderID
}

func (s *shop) orders(body string) httpapi.OrdersResponse {
	s.Helper()
	var answer httpapi.OrdersResponse
	s.post("/account/get-orders", body, &answer)
	return answer
}

func TestOrdersOfACustomer(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	require.Zero(t, s.orders(`{}`).OrdersCount)
	first, second, old := s.bought(), s.bought(), s.bought()
	lastYear := time.Now().AddDate(-1, 0, 0)
	_, err := s.pool.Exec(t.Context(), `update shop_order set created_at = $2 where id = $1`, old, lastYear)
	require.NoError(t, err)
	_, err = s.pool.Exec(t.Context(), `update shop_order set status = 'abandoned', placed_at = null where id = $1`, first)
	require.NoError(t, err)

	list := s.orders(`{}`)
	require.Equal(t, 1, list.OrdersCount, "not the old one, and not the one that never became an order")
	require.Equal(t, second, list.OrderOverview[0].PrimaryOrderID)
	require.Equal(t, map[string]string{
		"30": "last_30_days", "180": "last_180_days", strconv.Itoa(time.Now().Year()): strconv.Itoa(time.Now().Year()),
		strconv.Itoa(lastYear.Year()): strconv.Itoa(lastYear.Year()),
	}, list.OrderFilter)
	past := s.orders(fmt.Sprintf(`{"yearOfOrders": "%d", "pageNumber": 1, "pageElements": 1}`, lastYear.Year()))
	require.Equal(t, 1, past.OrdersCount)
	require.Equal(t, old, past.OrderOverview[0].PrimaryOrderID)
	require.Empty(t, s.orders(`{"pageNumber": 2}`).OrderOverview)
	require.Equal(t, http.StatusUnprocessableEntity, s.do("POST", "/account/get-orders", `{"yearOfOrders": "31"}`, nil).Code)

	var one httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &one)
	require.Equal(t, list.OrderOverview[0], one)
	require.Equal(t, []any{"reserved", 1, "Berlin", "Deutschland"}, []any{one.Status, one.ArticleCount, one.BillingAddress.CityName, one.DeliveryAddress.CountryName})
	require.NotEmpty(t, one.Instructions["iban"], "where to transfer the money that is awaited")
	_, err = s.pool.Exec(t.Context(), `update checkout_attempt set state = 'confirmed' where order_id = $1`, second)
	require.NoError(t, err)
	var paid httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &paid)
	require.Empty(t, paid.Instructions)
	for change, shown := range map[string]bool{"paid_at = null": true, "paid_at = now()": false} {
		_, err = s.pool.Exec(t.Context(), `update shop_order set status = 'placed', `+change+` where id = $1`, second)
		require.NoError(t, err)
		var account httpapi.OrderGroup
		s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &account)
		require.Equal(t, shown, account.Instructions["iban"] != "", "on account, %s", change)
	}
	require.Equal(t, []string{"1"}, one.SubOrders)
	sent := one.Orders["1"]
	require.Len(t, sent.Products, 1)
	require.NotEmpty(t, sent.Products[0].ArticleNumber)
	d := sent.OrderDetails
	require.Equal(t, []string{"4,99", one.Total, "Vorkasse"}, []string{d.OTShipping.Price, d.OTTotal.Price, d.OTPayment.Title})
	require.Equal(t, []string{"ot_subtotal", "ot_shipping", "ot_total"}, []string{d.OTSubtotal.Code, d.OTShipping.Code, d.OTTotal.Code})
	require.Len(t, d.OTTax, 1)
	require.Equal(t, "19", d.OTTax[0].Title)

	for _, id := range []int64{first, 999999} {
		require.Equal(t, http.StatusNotFound, s.do("POST", "/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, id), nil).Code)
	}
	s.anew()
	s.registered("fremd@example.org")
	require.Equal(t, http.StatusNotFound, s.do("POST", "/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), nil).Code)
	require.Zero(t, s.orders(`{}`).OrdersCount)
}
