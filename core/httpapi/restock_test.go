package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

// restockAsked is the answer to asking for a product with an address.
func (s *shop) restockAsked(product int64, email string) (taken httpapi.RestockTaken) {
	s.Helper()
	s.post("/api/restock/ask", fmt.Sprintf(`{"productId": %d, "email": %q}`, product, email), &taken)
	return taken
}

func TestAskingForGoodsThatAreSoldOut(t *testing.T) {
	s := newCheckout(t)
	p := s.available(1)[0]
	ask := func(email string) string { return fmt.Sprintf(`{"productId": %d, "email": %q}`, p.ID, email) }
	w := s.do(http.MethodPost, "/api/restock/ask", ask("kim@example.org"), nil)
	require.Equal(t, http.StatusConflict, w.Code)
	require.Contains(t, w.Body.String(), "restock_available")
	_, err := s.pool.Exec(t.Context(), `update stock set available = 0`)
	require.NoError(t, err)

	w = s.do(http.MethodPost, "/api/restock/ask", ask("kim"), nil)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Contains(t, w.Body.String(), "email_no_at")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/restock/ask", `{"productId": 987654321, "email": "kim@example.org"}`, nil).Code)
	require.True(t, s.restockAsked(p.ID, "kim@example.org").Confirm)
	require.True(t, s.restockAsked(p.ID, "kim@example.org").Confirm, "the answer tells nothing")

	token := fmt.Sprintf(`{"token": %q}`, s.mailed("restock_confirm", "path")[len("/benachrichtigung?token="):])
	var product httpapi.RestockProduct
	s.post("/api/restock/confirm", token, &product)
	require.Equal(t, httpapi.RestockProduct{Name: p.Name, URL: "/produkt/" + p.Slug}, product)
	s.post("/api/restock/cancel", token, nil)
	w = s.do(http.MethodPost, "/api/restock/confirm", token, nil)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Contains(t, w.Body.String(), "wrong_link")

	s.registered("erika@example.org")
	require.True(t, s.restockAsked(p.ID, "erika@example.org").Confirm, "anybody can register with it")
	_, err = s.pool.Exec(t.Context(), `update customer set email_proven = true`)
	require.NoError(t, err)
	require.True(t, s.restockAsked(p.ID, "kim@example.org").Confirm, "an address of somebody else")
	require.False(t, s.restockAsked(p.ID, " Erika@example.org").Confirm, "the account's own")
	require.NotEmpty(t, s.mailed("restock_waiting", "path"))
	s.soften()
	require.True(t, s.restockAsked(p.ID, "erika@example.org").Confirm, "anybody may sit there")
}

// A partner's visitors would get mails of a shop that they do not know.
func TestPartnersVisitorsAreNotToldOfGoods(t *testing.T) {
	s := newShop(t)
	s.host = partnersHost
	w := s.do(http.MethodPost, "/api/restock/ask", fmt.Sprintf(`{"productId": %d, "email": "kim@example.org"}`, s.available(1)[0].ID), nil)
	require.Equal(t, http.StatusForbidden, w.Code)
}
