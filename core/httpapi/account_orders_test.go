package httpapi_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
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

func TestTenOrdersAreAPage(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	_, err := s.pool.Exec(t.Context(), `update customer set email_proven = true`)
	require.NoError(t, err)
	for range 11 {
		s.bought()
	}
	_, err = s.pool.Exec(t.Context(), `update shop_order set created_at = now() - interval '179 days' where id = (select min(id) from shop_order)`)
	require.NoError(t, err)
	list := s.orders(`{}`)
	require.Equal(t, []int{11, 10}, []int{list.OrdersCount, len(list.OrderOverview)}, "half a year back is the first span")
	require.Len(t, s.orders(`{"pageNumber": 2}`).OrderOverview, 1)
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
	require.Contains(t, scanned(t, one.GiroCode), "\nDE02120300000000202051\n")
	_, err = s.pool.Exec(t.Context(), `update checkout_attempt set state = 'confirmed' where order_id = $1`, second)
	require.NoError(t, err)
	var paid httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &paid)
	require.Empty(t, paid.Instructions)
	require.Empty(t, paid.GiroCode)
	for change, shown := range map[string]bool{"paid_at = null": true, "paid_at = now()": false} {
		_, err = s.pool.Exec(t.Context(), `update shop_order set status = 'placed', `+change+` where id = $1`, second)
		require.NoError(t, err)
		var account httpapi.OrderGroup
		s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &account)
		require.Equal(t, shown, account.Instructions["iban"] != "", "on account, %s", change)
	}
	_, err = s.pool.Exec(t.Context(), `
		update shop_order set paid_at = null, placed_at = '2026-11-24T12:00:00Z' where id = $1`, second)
	require.NoError(t, err)
	_, err = s.pool.Exec(t.Context(), `
		update checkout_attempt set payment = payment || '{"dueAt": "2026-12-08T22:59:59Z", "instructions": {"iban": "DE02", "due_date": "08.12.2026"}}'
		where order_id = $1`, second)
	require.NoError(t, err)
	_, err = s.pool.Exec(t.Context(), `
		insert into order_payment (order_id, number, kind, state, amount_minor, request) values ($1, 1, 'capture', 'done', 1000, 'part')`, second)
	require.NoError(t, err)
	var account httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &account)
	require.Equal(t, "14 Tage nach dem Versand", account.Instructions["due_date"], "which nobody knows yet")
	var open int64
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select (totals->'total'->>'minor')::bigint - 1000 from checkout_attempt where order_id = $1`, second).Scan(&open))
	require.Equal(t, catalog.German.Money(money.Euro(open)), account.Instructions["amount"], "a part came")
	_, err = s.pool.Exec(t.Context(), `
		insert into order_payment (order_id, number, kind, state, amount_minor, request, reason)
		select $1, 2, 'refund', 'refused', (totals->'total'->>'minor')::bigint - 1000, 'withdrawal-1-refund-rest', 'withdrawal_not_paid'
		from checkout_attempt where order_id = $1`, second)
	require.NoError(t, err)
	var back httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, second), &back)
	require.Empty(t, back.Instructions, "the rest was written off with a withdrawal")
	_, err = s.pool.Exec(t.Context(), `delete from order_payment where order_id = $1`, second)
	require.NoError(t, err)
	require.Equal(t, []string{"1"}, one.SubOrders)
	sent := one.Orders["1"]
	require.Len(t, sent.Products, 1)
	require.NotEmpty(t, sent.Products[0].ArticleNumber)
	require.Equal(t, sent.Products[0].Price, sent.Products[0].UnitPrice, "one piece")
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

// What was ordered comes into the cart as often, on top of what lies there; what is short is named with its reason.
func TestOrderingAgain(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	goods := s.available(4)
	for i, p := range goods {
		s.post("/cart/add/", fmt.Sprintf(`{"id": %d, "quantity": %d}`, p.ID, i+1), nil)
	}
	id := s.bought() // with one more of the first
	for i, sql := range []string{
		`update product set active = false where id = $1`, `update stock set available = 0 where product_id = $1`,
		`update product set max_quantity = 4 where id = $1`,
	} {
		_, err := s.pool.Exec(t.Context(), sql, goods[i+1].ID)
		require.NoError(t, err)
	}
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d, "quantity": 2}`, goods[3].ID), nil)
	var again httpapi.Reordered
	s.post("/account/reorder", fmt.Sprintf(`{"ordersId": %d}`, id), &again)
	quantities := map[int64]int{}
	rows, err := s.pool.Query(t.Context(), `select product, quantity from cart, unnest(products, quantities) as l (product, quantity)`)
	require.NoError(t, err)
	var product int64
	var quantity int
	_, err = pgx.ForEachRow(rows, []any{&product, &quantity}, func() error { quantities[product] = quantity; return nil })
	require.NoError(t, err)
	require.Equal(t, map[int64]int{goods[0].ID: 2, goods[3].ID: 4}, quantities)
	require.Equal(t, []int{4, 6}, []int{again.Added, again.CartCount})
	require.ElementsMatch(t, []httpapi.ReorderedLess{
		{ProductName: goods[1].Name, Missing: 2, Reason: "product_not_found"}, {ProductName: goods[2].Name, Missing: 3, Reason: "product_sold_out"},
		{ProductName: goods[3].Name, Missing: 2, Reason: "product_short"},
	}, again.Left)
}
