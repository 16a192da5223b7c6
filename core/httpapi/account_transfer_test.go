package httpapi_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

// Becoming a guest keeps the goods though its answer never came: by the call done again, or by a page that is loaded anew.
func TestGoodsAreKeptThoughTheAnswerToTheTransferIsLost(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.fill()
	customer := maps.Clone(s.cookies)
	var o httpapi.Outcome
	s.post("/auth/logout-and-transfer", `{}`, &o)
	guest := s.token()

	s.cookies = maps.Clone(customer)
	s.post("/auth/logout-and-transfer", `{}`, &o)
	require.True(t, o.Successful)
	require.Equal(t, guest, s.token())

	s.cookies = maps.Clone(customer)
	h := s.header()
	require.Equal(t, []any{1, false, false}, []any{h.CartAmount, h.IsLoggedIn, h.IsLoggedInSoft})
	require.Equal(t, guest, s.token())
	s.cookies = maps.Clone(customer)
	s.fill()
	require.Equal(t, 2, s.header().CartAmount, "and goes on where it was")

	s.post("/auth/logout", `{}`, &o)
	s.cookies = customer
	require.Zero(t, s.header().CartAmount, "what is over does not come back")
}
