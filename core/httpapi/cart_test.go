package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/session"
)

func TestEmptyCartIsAPieceOfHTML(t *testing.T) {
	s := newShop(t)
	w := s.do(http.MethodGet, "/cart/get-empty-cart-template/", "", nil)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
	require.Contains(t, w.Body.String(), "Zur Zeit befinden sich keine Produkte im Warenkorb.")
	require.Contains(t, w.Body.String(), `href="/"`)
	s.cookies["lang"] = &http.Cookie{Name: "lang", Value: "en"}
	require.Contains(t, s.do(http.MethodGet, "/cart/get-empty-cart-template/", "", nil).Body.String(), `href="/en"`)
}

func TestBundleIsShownWhereItsProductIs(t *testing.T) {
	s := newShop(t)
	p := s.available(1)[0]
	_, err := s.pool.Exec(t.Context(), `update product set has_bundle = true,
		details = details || '{"bundle": [{"quantity": 1, "title": {"de": "Tasche", "en": "Sleeve"}}]}' where id = $1`, p.ID)
	require.NoError(t, err)
	var page httpapi.Product
	s.get("/api/product/"+p.Slug, &page)
	require.Equal(t, []httpapi.BundlePart{{Quantity: 1, Title: "Tasche"}}, page.Bundle)
	var answer httpapi.CartResponse
	s.post("/cart/add/", fmt.Sprintf("id=%d", p.ID), &answer)
	require.True(t, answer.Products[0].HasBundle)
	require.Equal(t, page.Bundle, answer.Products[0].Bundle)
}

func TestCartFromFirstVisitToEmpty(t *testing.T) {
	s := newShop(t)
	var view httpapi.CartView
	s.get("/api/cart", &view)
	require.Empty(t, view.Products)
	require.Equal(t, money.Euro(0), view.Summary.FullTotal)
	require.Empty(t, s.cookies, "looking begins no session")
	require.Equal(t, []httpapi.PaymentLogo{{Code: "moneyorder", Title: "Vorkasse", Logo: "/plugins/logo/moneyorder"}}, view.PaymentMethods, "no retired one")

	goods := s.available(2)
	var answer httpapi.CartResponse
	s.post("/cart/add/", fmt.Sprintf("id=%d&quantity=2", goods[0].ID), &answer)
	s.post("/cart/add/", fmt.Sprintf(`{"id":%d}`, goods[1].ID), &answer)
	require.Equal(t, 3, answer.CartCount)
	require.Len(t, answer.Products, 2)
	require.Equal(t, goods[1].ID, answer.ProductInfo[0].ID)
	sum := goods[0].Prices.Price.Times(2).Add(goods[1].Prices.Price)
	require.Equal(t, httpapi.CartSummary{Total: sum, Shipping: money.Euro(599), FullTotal: sum.Add(money.Euro(599))}, answer.CartSummary)

	var header httpapi.HeaderData
	s.get("/api/header_data", &header)
	require.Equal(t, 3, header.CartAmount)
	require.Equal(t, []httpapi.HeaderCartLine{{ID: goods[0].ID, Quantity: 2}, {ID: goods[1].ID, Quantity: 1}}, header.CartContent)

	s.post("/cart/quantity/", fmt.Sprintf("id=%d&quantity=9999", goods[0].ID), &answer)
	require.Equal(t, min(goods[0].Available(), 999), answer.MaxQuantity)
	require.Equal(t, answer.MaxQuantity, answer.ProductInfo[0].Quantity)

	var popup httpapi.CartPopup
	s.post("/cart/quantity/", fmt.Sprintf("id=%d&quantity=3", goods[0].ID), nil)
	s.post("/cart/remove/", fmt.Sprintf("id=%d&quantity=2", goods[0].ID), &answer)
	require.Equal(t, []int{2, 1}, []int{answer.CartCount, answer.ProductInfo[0].Quantity}, "some pieces of it")
	s.post("/api/cart/remove/1", fmt.Sprintf("id=%d", goods[1].ID), &popup)
	require.Len(t, popup.Products, 1)
	s.post("/cart/remove/", fmt.Sprintf("id=%d", goods[0].ID), &answer)
	require.Zero(t, answer.CartCount)
	require.Equal(t, money.Euro(0), answer.CartSummary.FullTotal, "an empty cart ships nothing")
}

func TestTheCheckoutsCartSaysWhatGoesToSomeCountriesOnly(t *testing.T) {
	s := newShop(t)
	goods := s.available(2)
	_, err := s.pool.Exec(t.Context(), `update product set delivery_countries = case when id = $1 then '{81,14}'::int[] else '{}' end where id in ($1, $2)`,
		goods[0].ID, goods[1].ID)
	require.NoError(t, err)
	for _, p := range goods {
		s.post("/cart/add/", fmt.Sprintf("id=%d", p.ID), nil)
	}
	for method, path := range map[string]string{http.MethodPost: "/cart", http.MethodGet: "/cart"} {
		var view httpapi.CartView
		require.Equal(t, http.StatusOK, s.do(method, path, "", &view).Code)
		require.Len(t, view.Products, 2)
		require.Equal(t, 2, view.ProductsCount)
		require.Equal(t, goods[0].Prices.Price.Add(goods[1].Prices.Price), view.Summary.Total)
		require.Equal(t, []httpapi.DeliveryRestriction{{ProductID: goods[0].ID, Countries: []int{81, 14}}}, view.DeliveryRestrictions)
	}
}

func TestSessionCookieIsOutOfReachOfScripts(t *testing.T) {
	s := newShop(t)
	s.post("/cart/add/", fmt.Sprintf("id=%d&quantity=1", s.available(1)[0].ID), nil)
	c := s.cookies[session.CookieName]
	require.NotNil(t, c)
	require.True(t, c.HttpOnly)
	require.True(t, c.Secure)
	require.Equal(t, http.SameSiteLaxMode, c.SameSite)
	var stored int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from session where digest = $1`, []byte(c.Value)).Scan(&stored))
	require.Zero(t, stored, "the token itself is not stored")
}

func TestCartsOfTwoVisitorsAreApart(t *testing.T) {
	s := newShop(t)
	id := s.available(1)[0].ID
	s.post("/cart/add/", fmt.Sprintf("id=%d&quantity=1", id), nil)
	clear(s.cookies)
	var answer httpapi.CartResponse
	s.post("/cart/add/", fmt.Sprintf("id=%d&quantity=1", id), &answer)
	require.Equal(t, 1, answer.CartCount)
}

func TestCartRefusesInOneShape(t *testing.T) {
	s := newShop(t)
	var problem httpapi.Problem
	w := s.do(http.MethodPost, "/cart/add/", "id=1&quantity=1", &problem)
	require.Equal(t, http.StatusNotFound, w.Code)
	require.Equal(t, "product_not_found", problem.Err.Reason)
	w = s.do(http.MethodPost, "/cart/add/", "id=1&quantity=-3", &problem)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Equal(t, "quantity", problem.Err.Fields[0].Field)
	clear(s.cookies)
	w = s.do(http.MethodPost, "/cart/remove/", "id=1", &problem)
	require.Equal(t, http.StatusUnauthorized, w.Code)
	require.Equal(t, "session_missing", problem.Err.Reason)
}

// Names are cut in the cart, also where they say that a product was used.
func TestCartTellsTheStateOfItsProducts(t *testing.T) {
	s := newShop(t)
	goods := s.available(2)
	_, err := s.pool.Exec(t.Context(), `update product set condition = 'refurbished' where id = $1`, goods[1].ID)
	require.NoError(t, err)
	var answer httpapi.CartResponse
	for _, p := range goods {
		s.post("/cart/add/", fmt.Sprintf("id=%d&quantity=1", p.ID), &answer)
	}
	states := map[int64]string{}
	for _, p := range answer.Products {
		states[p.ID] = p.Condition
	}
	require.Equal(t, map[int64]string{goods[0].ID: string(goods[0].Condition), goods[1].ID: "refurbished"}, states)
}

// What the shop stops selling while it is in a cart does not vanish without a word.
func TestACartTellsWhatIsNoLongerSold(t *testing.T) {
	s := newShop(t)
	goods := s.available(2)
	var answer httpapi.CartResponse
	for _, p := range goods {
		s.post("/cart/add/", fmt.Sprintf("id=%d", p.ID), &answer)
	}
	var view httpapi.CartView
	s.get("/api/cart", &view)
	require.Empty(t, view.ProductsGone)
	_, err := s.pool.Exec(t.Context(), `update product set active = false where id = $1`, goods[0].ID)
	require.NoError(t, err)
	s.get("/api/cart", &view)
	require.Equal(t, []httpapi.ProductGone{{ID: goods[0].ID, Name: goods[0].Name}}, view.ProductsGone)
	require.Len(t, view.Products, 1)
	s.post("/cart/remove/", fmt.Sprintf("id=%d", goods[0].ID), &answer)
	var after httpapi.CartView
	s.get("/api/cart", &after)
	require.Empty(t, after.ProductsGone, "it was read")
	require.Len(t, after.Products, 1)
}

// The checkout says it, too, on whichever step it is then, and orders the rest.
func TestACheckoutTellsWhatIsNoLongerSold(t *testing.T) {
	s := newCheckout(t)
	goods := s.available(2)
	for _, p := range goods {
		s.post("/cart/add/", fmt.Sprintf("id=%d", p.ID), nil)
	}
	var v checkout.View
	s.post("/api/checkout/init", `{}`, &v)
	require.Empty(t, v.ProductsGone)
	_, err := s.pool.Exec(t.Context(), `update product set active = false where id = $1`, goods[0].ID)
	require.NoError(t, err)
	for range 2 {
		s.post("/api/checkout/init", `{}`, &v)
		require.Equal(t, []checkout.ProductGone{{ID: goods[0].ID, Name: goods[0].Name}}, v.ProductsGone)
		require.Len(t, v.Products, 1)
	}
	s.post("/cart/remove/", fmt.Sprintf("id=%d", goods[0].ID), nil)
	var after checkout.View
	s.post("/api/checkout/init", `{}`, &after)
	require.Empty(t, after.ProductsGone, "it was read")
	require.Len(t, after.Products, 1)
}
