package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
)

// dispatched is the order's only delivery on its way, with its invoice.
func (s *shop) dispatched(id int64) {
	s.Helper()
	fulfilment := postgres.NewFulfilment(s.pool).Bill(invoice.Seller{Name: "Kontor GmbH", City: "Hamburg", VATID: "DE136695976"})
	_, err := fulfilment.Change(s.Context(), id, func(o *order.Order) (order.Effects, error) {
		o.Deliveries = order.Plan(o)
		o.Deliveries[0].State, o.Deliveries[0].DispatchAt = order.Shipped, time.Now()
		o.Deliveries[0].Parcels = []order.Parcel{{Number: 1, TrackingNumber: "0034", TrackingURL: "https://carrier.example/0034", State: "shipped"}}
		return order.Effects{}, nil
	})
	require.NoError(s, err)
}

func TestALinkShowsAGuestsOrderWithoutAnAccount(t *testing.T) {
	s := newCheckout(t)
	id, other := s.placedByGuest().OrderID, s.placedByGuest().OrderID
	s.dispatched(id)
	s.anew() // a browser that knows nothing of it
	ask := func(id int64, token string) string { return fmt.Sprintf(`{"ordersId": %d, "token": %q}`, id, token) }
	var told httpapi.OrderStatus
	s.post("/api/order/status", ask(id, s.links.Token(id)), &told)
	require.Equal(t, id, told.Order.PrimaryOrderID)
	require.Equal(t, "shipped", told.Order.Orders["1"].Status)
	require.Equal(t, []httpapi.OrderParcel{{TrackingNumber: "0034", TrackingURL: "https://carrier.example/0034"}}, told.Order.Orders["1"].Parcels)
	require.Len(t, told.Invoices, 1)
	paper := s.do(http.MethodGet, told.Invoices[0].URL, "", nil)
	require.Equal(t, []any{http.StatusOK, "%PDF"}, []any{paper.Code, paper.Body.String()[:4]})

	for name, body := range map[string]string{
		"guessed": ask(id, "guessed"), "of another order": ask(id, s.links.Token(other)), "none": ask(id, ""),
		"of no order": ask(999_999, s.links.Token(999_999)),
	} {
		require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/order/status", body, nil).Code, name)
	}
	bare, _, _ := strings.Cut(told.Invoices[0].URL, "?")
	require.Equal(t, http.StatusUnauthorized, s.do(http.MethodGet, bare, "", nil).Code, "the invoice without the link")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, bare+"?token="+s.links.Token(other), "", nil).Code, "by another order's")

	_, err := s.pool.Exec(t.Context(), `update shop_order set status = 'abandoned', placed_at = null where id = $1`, id)
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/order/status", ask(id, s.links.Token(id)), nil).Code, "it never became an order")
}

func TestACancelledOrderTellsWhy(t *testing.T) {
	s := newCheckout(t)
	id := s.placedByGuest().OrderID
	for status, want := range map[order.Status]string{order.Cancelled: "payment_not_received", order.Placed: ""} {
		_, err := s.pool.Exec(t.Context(), `update shop_order set status = $2, cancel_reason = 'payment_not_received' where id = $1`, id, status)
		require.NoError(t, err)
		var told httpapi.OrderStatus
		s.post("/api/order/status", fmt.Sprintf(`{"ordersId": %d, "token": %q}`, id, s.links.Token(id)), &told)
		require.Equal(t, want, told.Order.CancelReason, status)
	}
}

func TestGoodsThatLieReadySayWhereAndUntilWhen(t *testing.T) {
	s := newCheckout(t)
	id := s.placedByGuest().OrderID
	for state, want := range map[order.DeliveryState]string{
		order.Planned: "Abholbereit in 1 bis 2 Werktagen", order.Expired: "", order.Delivered: "",
		order.Ready: "Speicherstraße 12, 20457 Hamburg. Abholen kannst du sie bis einschließlich 31.12.2026.",
	} {
		_, err := postgres.NewFulfilment(s.pool).Change(t.Context(), id, func(o *order.Order) (order.Effects, error) {
			o.Deliveries = order.Plan(o)
			d := &o.Deliveries[0]
			d.State, d.Shipping.Pickup = state, true
			_, d.DueAt = order.PickupTimes(time.Date(2026, 12, 23, 12, 0, 0, 0, time.UTC))
			d.Shipping.DeliveryNote, d.Shipping.Tip = catalog.Text{DE: "Abholbereit in 1 bis 2 Werktagen"}, catalog.Text{DE: "Speicherstraße 12, 20457 Hamburg."}
			return order.Effects{}, nil
		})
		require.NoError(t, err)
		var told httpapi.OrderStatus
		s.post("/api/order/status", fmt.Sprintf(`{"ordersId": %d, "token": %q}`, id, s.links.Token(id)), &told)
		require.Equal(t, want, told.Order.Orders["1"].OrderDetails.Shipping.Description, state)
	}
}

// Who ordered in somebody's name knows the orders' numbers.
func TestLinksToManyOrdersFillNobodysMailbox(t *testing.T) {
	s := newCheckout(t)
	const most = 10 // as limit.go has it
	for range most + 2 {
		_, err := s.pool.Exec(t.Context(), `delete from login_throttle`) // over hours
		require.NoError(t, err)
		s.anew()
		var a httpapi.OrderLinkAnswer
		s.post("/api/order/link", fmt.Sprintf(`{"orderNumber": "%d", "email": "erika@example.org"}`, s.placedByGuest().OrderID), &a)
		require.True(t, a.Taken, "the answer tells nothing")
	}
	var mails int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from outbox where payload ->> 'template' = 'order_link'`).Scan(&mails))
	require.Equal(t, most, mails)
}

func TestALinkIsMailedToTheOrdersAddressAlone(t *testing.T) {
	s := newCheckout(t)
	id := s.placedByGuest().OrderID
	s.anew()
	mails := func() (list []string) {
		rows, err := s.pool.Query(t.Context(), `select payload ->> 'to' from outbox where payload ->> 'template' = 'order_link'`)
		require.NoError(t, err)
		for rows.Next() {
			var to string
			require.NoError(t, rows.Scan(&to))
			list = append(list, to)
		}
		require.NoError(t, rows.Err())
		return list
	}
	ask := func(number, email string) httpapi.OrderLinkAnswer {
		var a httpapi.OrderLinkAnswer
		s.post("/api/order/link", fmt.Sprintf(`{"orderNumber": %q, "email": %q}`, number, email), &a)
		return a
	}
	number := fmt.Sprint(id)
	taken := httpapi.OrderLinkAnswer{Taken: true}
	require.Equal(t, taken, ask(number, "somebody@example.org"), "the answer tells nothing")
	require.Equal(t, taken, ask("999999", "erika@example.org"))
	require.Empty(t, mails())
	for range 3 {
		require.Equal(t, taken, ask(" #"+number+" ", "Erika@Example.org"))
	}
	require.Equal(t, []string{"erika@example.org"}, mails(), "one an hour, to the address as the order has it")

	for body, fields := range map[string][]string{
		`{"orderNumber": "", "email": "nobody"}`:                     {"orderNumber missing", "email email_no_at"},
		`{"orderNumber": "R-1", "email": "erika@example.org"}`:       {"orderNumber order_number_invalid"},
		`{"orderNumber": "-1", "email": "erika@example.org"}`:        {"orderNumber order_number_invalid"},
		`{"orderNumber": "9223372036854775808", "email": "a@b.org"}`: {"orderNumber order_number_invalid"},
	} {
		var p httpapi.Problem
		require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodPost, "/api/order/link", body, &p).Code, body)
		var told []string
		for _, f := range p.Err.Fields {
			told = append(told, f.Field+" "+f.Reason)
		}
		require.Equal(t, fields, told, body)
	}
}

// Only for what is known a mail is asked for, which takes longer than to find nothing: the time of an answer told who had ordered.
func TestTheTimeOfAnAnswerTellsNothing(t *testing.T) {
	s := newCheckout(t)
	for path, body := range map[string]string{
		"/api/order/link":                     `{"orderNumber": "999999", "email": "nobody@example.org"}`,
		"/api/newsletter/unsubscribe/request": `{"email": "nobody@example.org"}`,
		"/auth/reset":                         `{"email": "nobody@example.org"}`,
	} {
		begun := time.Now()
		var answer map[string]any
		s.post(path, body, &answer)
		require.GreaterOrEqual(t, time.Since(begun), 100*time.Millisecond, "%s %v", path, answer)
	}
}
