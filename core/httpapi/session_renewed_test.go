package httpapi_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
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
