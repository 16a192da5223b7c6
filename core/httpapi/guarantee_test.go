package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/site"
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

// In which state it is sold is the first thing to know of what is not new, before the order and after it.
func TestTheStateOfWhatIsBoughtIsSaidAndKept(t *testing.T) {
	for condition, said := range map[string]string{"new": "", "refurbished": "Generalüberholt", "used": "Gebraucht"} {
		s := newCheckout(t)
		total := s.guest("moneyorder")
		var view httpapi.CartView
		s.get("/api/cart", &view)
		id := view.Products[0].ID
		_, err := s.pool.Exec(t.Context(), `update product set condition = $2 where id = $1`, id, condition)
		require.NoError(t, err)
		var facts httpapi.FactList
		s.get(fmt.Sprintf("/api/product-facts?ids=%d", id), &facts)
		require.Equal(t, said != "", facts.Products[0].Highlights[0] == said, condition)
		var bought httpapi.ProcessResponse
		require.Equal(t, http.StatusOK, s.process(total, &bought))
		var kept []byte
		require.NoError(t, s.pool.QueryRow(t.Context(), `select lines -> 0 from checkout_attempt where id = $1`, bought.AttemptID).Scan(&kept))
		var line checkout.Line
		require.NoError(t, json.Unmarshal(kept, &line))
		require.Equal(t, said != "", string(line.Condition) == condition)
	}
}

// What the operator switched off is not in the answer, and pages are told what to leave out.
func TestWhatIsHiddenIsNotServed(t *testing.T) {
	s := newShop(t)
	hiding := httpapi.New(httpapi.Deps{Catalog: s.catalog, Hides: []site.Notice{site.OrderFacts, site.Disposal}})
	ask := func(h http.Handler, path string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, http.StatusOK, w.Code, w.Body.String())
		return w.Body.String()
	}
	facts := fmt.Sprintf("/api/product-facts?ids=%d", s.available(1)[0].ID)
	require.NotContains(t, ask(s, facts), `"highlights":[]`)
	require.Contains(t, ask(hiding, facts), `"highlights":[]`)
	require.NotContains(t, ask(s, "/api/site"), "hides")
	require.Contains(t, ask(hiding, "/api/site"), `"hides":["order-facts","disposal"]`)
}
