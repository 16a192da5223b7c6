package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

func TestInvoicesOfACustomer(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	id := s.bought()
	ask := fmt.Sprintf(`{"ordersId": %d}`, id)
	var answer httpapi.InvoicesResponse
	s.post("/account/get-invoices", ask, &answer)
	require.Empty(t, answer.Invoices, "nothing has left")

	s.dispatched(id)
	s.post("/account/get-invoices", ask, &answer)
	require.Len(t, answer.Invoices, 1)
	url := answer.Invoices[0].URL
	var group httpapi.OrderGroup
	s.post("/account/get-order", fmt.Sprintf(`{"ordersId": %d}`, id), &group)
	require.Equal(t, []string{"reserved", "shipped"}, []string{group.Status, group.Orders["1"].Status}, "a delivery says itself where it is")
	paper := s.do(http.MethodGet, url, "", nil)
	require.Equal(t, []any{http.StatusOK, "application/pdf"}, []any{paper.Code, paper.Header().Get("Content-Type")})
	require.Equal(t, "%PDF", paper.Body.String()[:4])
	require.Equal(t, "private, no-store", paper.Header().Get("Cache-Control"), "nobody on the way keeps it")
	require.Contains(t, paper.Header().Get("Content-Disposition"), "Rechnung-"+answer.Invoices[0].Number+".pdf")
	for _, path := range []string{"/account/invoice/2020-000001.pdf", "/account/invoice/" + answer.Invoices[0].Number} {
		require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, path, "", nil).Code)
	}

	s.anew()
	require.Equal(t, http.StatusUnauthorized, s.do(http.MethodGet, url, "", nil).Code, "nobody")
	s.registered("fremd@example.org")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, url, "", nil).Code, "somebody else")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/account/get-invoices", ask, nil).Code)
}
