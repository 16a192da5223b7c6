package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// desk decides on a declaration, as its workflow does.
func (s *shop) desk(number int64) {
	s.Helper()
	steps := withdrawal.NewSteps(withdrawal.Parts{
		Store: postgres.NewWithdrawals(s.pool), Clock: clock.System{}, Handling: withdrawal.Handling{Policy: withdrawal.Policy{Days: 14}},
	})
	_, err := steps.Decide(s.Context(), number)
	require.NoError(s, err)
}

func (s *shop) declared(id int64, email, items string) int64 {
	s.Helper()
	var r httpapi.WithdrawalReceipt
	s.post("/api/withdrawal", fmt.Sprintf(`{"key": %q, "name": "Erika Muster", "orderNumber": "%d", "email": %q, "items": [%s]}`,
		ident.New(), id, email, items), &r)
	return r.Number
}

func TestAnOrderTellsOfItsWithdrawals(t *testing.T) {
	s := newCheckout(t)
	id := s.placedByGuest().OrderID
	s.dispatched(id)
	s.anew()
	ask := fmt.Sprintf(`{"ordersId": %d, "token": %q}`, id, s.links.Token(id))
	told := func() httpapi.OrderWithdrawal {
		var status httpapi.OrderStatus
		s.post("/api/order/status", ask, &status)
		return status.Withdrawal
	}
	require.Equal(t, httpapi.OrderWithdrawal{Open: true, Declared: []httpapi.DeclaredWithdrawal{}}, told())

	s.declared(id, "fremd@example.org", "")
	require.Empty(t, told().Declared, "anybody can guess a number")
	first := s.declared(id, "Erika@example.org", `{"articleNumber": "unknown", "quantity": 1}`)
	require.Equal(t, "declared", told().Declared[0].Status, "before anybody has decided")
	s.desk(first)
	require.Equal(t, []string{"review", ""}, []string{told().Declared[0].Status, told().Declared[0].Reason})
	require.True(t, told().Open)

	second := s.declared(id, "erika@example.org", "")
	s.desk(second)
	after := told()
	require.Len(t, after.Declared, 2)
	require.Equal(t, []any{second, "accepted", []httpapi.WithdrawalItem{}},
		[]any{after.Declared[1].Number, after.Declared[1].Status, after.Declared[1].Items})
	require.False(t, after.Open, "nothing is left of it")
	third := s.declared(id, "erika@example.org", "")
	s.desk(third)
	require.Equal(t, []string{"refused", withdrawal.ReasonAlready}, []string{told().Declared[2].Status, told().Declared[2].Reason})
}

func TestAPageForWithdrawingKnowsTheOrderOfItsLink(t *testing.T) {
	s := newCheckout(t)
	id, other := s.placedByGuest().OrderID, s.placedByGuest().OrderID
	s.anew()
	var form httpapi.WithdrawalForm
	s.get(fmt.Sprintf("/api/withdrawal?order=%d&token=%s", id, s.links.Token(id)), &form)
	require.Equal(t, []string{"Erika Muster", "erika@example.org"}, []string{form.Name, form.Email})
	require.Len(t, form.Orders, 1)
	require.Equal(t, []any{id, ""}, []any{form.Orders[0].OrderID, form.Orders[0].Reason})
	require.NotEmpty(t, form.Orders[0].Lines)

	for _, token := range []string{"", "guessed", s.links.Token(other)} {
		form = httpapi.WithdrawalForm{}
		s.get(fmt.Sprintf("/api/withdrawal?order=%d&token=%s", id, token), &form)
		require.Equal(t, httpapi.WithdrawalForm{Offered: true, Days: 14, Orders: []httpapi.WithdrawalOrder{}}, form)
	}
	require.Equal(t, http.StatusOK, s.do(http.MethodGet, "/api/withdrawal", "", nil).Code)
}

// Who has the link may have the receipt sent wherever they like.
func TestTheLinkProvesWhoseOrderItIs(t *testing.T) {
	s := newCheckout(t)
	id, other := s.placedByGuest().OrderID, s.placedByGuest().OrderID
	s.dispatched(id)
	s.anew()
	for _, c := range []struct{ token, status string }{{s.links.Token(other), "review"}, {"guessed", "review"}, {s.links.Token(id), "accepted"}} {
		var r httpapi.WithdrawalReceipt
		s.post("/api/withdrawal", fmt.Sprintf(`{"key": %q, "name": "Erika Muster", "orderNumber": "%d", "email": "anders@example.org", "token": %q}`,
			ident.New(), id, c.token), &r)
		require.Equal(t, "anders@example.org", r.Email)
		s.desk(r.Number)
		w, err := postgres.NewWithdrawals(s.pool).Withdrawal(t.Context(), r.Number)
		require.NoError(t, err)
		require.Equal(t, c.status, string(w.Status))
	}
}

func TestOnesOwnOrderAloneTellsOfItsWithdrawals(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	id := s.bought()
	ask := fmt.Sprintf(`{"ordersId": %d}`, id)
	var told httpapi.OrderWithdrawal
	s.post("/account/get-withdrawal", ask, &told)
	require.Equal(t, httpapi.OrderWithdrawal{Open: true, Declared: []httpapi.DeclaredWithdrawal{}}, told)

	now := time.Now()
	_, err := s.pool.Exec(t.Context(), `update shop_order set delivered_at = $2 where id = $1`, id, now)
	require.NoError(t, err)
	last := withdrawal.Deadline(now, 14, order.RegionsOf("10115")...).Add(-time.Second).In(clock.Germany).Format(time.DateOnly)
	s.post("/account/get-withdrawal", ask, &told)
	require.Equal(t, last, told.LastDay)
	var form httpapi.WithdrawalForm
	s.get("/api/withdrawal", &form)
	require.Equal(t, last, form.Orders[0].LastDay)

	s.declared(id, "anders@example.org", "")
	s.post("/account/get-withdrawal", ask, &told)
	require.Len(t, told.Declared, 1, "logged in, the address does not matter")

	s.anew()
	require.Equal(t, http.StatusUnauthorized, s.do(http.MethodPost, "/account/get-withdrawal", ask, nil).Code)
	s.registered("fremd@example.org")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/account/get-withdrawal", ask, nil).Code)
}
