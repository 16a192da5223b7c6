package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

func TestWhatIsBoughtIsDescribedAndLabelled(t *testing.T) {
	s := newCheckout(t)
	var id, other int64
	require.NoError(t, s.pool.QueryRow(t.Context(), `select min(id), max(id) from product where active`).Scan(&id, &other))
	_, err := s.pool.Exec(t.Context(), `
		update product set details = details || '{"guarantee": {"years": 10, "brand": "Acme", "model": "X"}}' where id = $1`, id)
	require.NoError(t, err)
	var facts httpapi.FactList
	require.Equal(t, http.StatusOK, s.do("GET", fmt.Sprintf("/api/product-facts?ids=%d&ids=%d&ids=%d&ids=999999999", other, id, id), "", &facts).Code)
	require.Len(t, facts.Products, 2, "each that is sold, once")
	for _, p := range facts.Products {
		require.NotEmpty(t, p.Highlights)
		require.Equal(t, p.ID == id, p.Guarantee != nil)
	}
	require.Equal(t, http.StatusUnprocessableEntity, s.do("GET", "/api/product-facts", "", nil).Code)

	label := s.do("GET", fmt.Sprintf("/images/guarantee/%d", id), "", nil)
	require.Equal(t, []any{http.StatusOK, "image/test", "Acme 10"}, []any{label.Code, label.Header().Get("Content-Type"), label.Body.String()})
	notice := s.do("GET", "/images/notice/en", "", nil)
	require.Equal(t, []any{http.StatusOK, "notice en"}, []any{notice.Code, notice.Body.String()})
	for _, path := range []string{fmt.Sprintf("/images/guarantee/%d", other), "/images/guarantee/x", "/images/guarantee/999999999", "/images/notice/fr"} {
		require.Equal(t, http.StatusNotFound, s.do("GET", path, "", nil).Code, path)
	}
}
