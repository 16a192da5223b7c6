package httpapi_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/session"
)

// A call that was sent before the answer to the log-in came must not put a visitor's session in the place of the customer's.
func TestCallUnderWayDuringALoginKeepsTheLogin(t *testing.T) {
	s := newCheckout(t)
	goods := s.available(1)[0]
	s.wish(goods.ID)
	before := maps.Clone(s.cookies)
	s.registered("erika@example.org")
	customer := s.token()

	inside := maps.Clone(s.cookies)
	for path, body := range map[string]string{
		"/cart/add/": `{"id": 1, "quantity": 1}`, "/cart/quantity/": `{"id": 1, "quantity": 1}`, "/wishlist/add": `{"productId": 1}`,
		"/wishlist/delete": `{"productId": 1}`, "/api/account/get-addresses": `{}`,
	} {
		var p httpapi.Problem
		s.cookies = maps.Clone(before)
		w := s.do(http.MethodPost, path, body, &p)
		require.Equal(t, []any{http.StatusUnauthorized, "session_renewed"}, []any{w.Code, p.Err.Reason}, path)
		require.Empty(t, w.Result().Cookies(), path)
	}
	s.cookies = inside
	require.Equal(t, customer, s.token())
	require.True(t, s.header().IsLoggedIn)

	_, err := s.pool.Exec(t.Context(), `update session_successor set made_at = made_at - interval '1 minute'`)
	require.NoError(t, err)
	s.cookies = before
	s.wish(goods.ID) // whose answer was lost begins anew
	require.False(t, s.header().IsLoggedIn)
}

// Whose answer to the first address was lost stays logged in, until the new token has come: then the old one is worth nothing.
func TestLostAnswerToNewRightsKeepsTheLogin(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	before := maps.Clone(s.cookies)
	s.saveAddress()
	full := s.token()
	require.NotEqual(t, before[session.CookieName].Value, full)

	for range 2 { // the answer that has it may be lost as well
		s.cookies = maps.Clone(before)
		s.wish(s.available(1)[0].ID)
		require.Equal(t, full, s.token())
	}
	require.True(t, s.header().IsLoggedIn)

	var p httpapi.Problem
	s.cookies = maps.Clone(before)
	w := s.do(http.MethodPost, "/api/account/get-addresses", `{}`, &p)
	require.Equal(t, []any{http.StatusUnauthorized, "session_renewed"}, []any{w.Code, p.Err.Reason})
	_, err := s.pool.Exec(t.Context(), `update session_successor set made_at = made_at - interval '1 minute'`)
	require.NoError(t, err)
	require.False(t, s.header().IsLoggedIn)
}

// Rights that were given twice, with both answers lost, lead to the last token.
func TestLostAnswersInARow(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	before := maps.Clone(s.cookies)
	s.saveAddress()
	s.cookies = maps.Clone(before)
	var o httpapi.Outcome
	s.post("/api/account/convert-to-business", `{"businessForm": 1, "businessType": "consumer", "company": "Muster AG"}`, &o)
	require.True(t, o.Successful, o.Errors)
	last := s.token()
	s.cookies = before
	s.wish(s.available(1)[0].ID)
	require.Equal(t, last, s.token())
	require.True(t, s.header().IsLoggedIn)
}
