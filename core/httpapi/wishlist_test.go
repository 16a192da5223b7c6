package httpapi_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/httpapi"
)

func (s *shop) wishlist() []httpapi.WishlistItem {
	s.Helper()
	var w httpapi.Wishlist
	s.get("/wishlist", &w)
	return w.Wishlist
}

func (s *shop) wish(id int64) httpapi.WishlistResponse {
	s.Helper()
	var r httpapi.WishlistResponse
	s.post("/wishlist/add", fmt.Sprintf("productId=%d", id), &r)
	return r
}

func TestWishlistFromFirstHeartToCart(t *testing.T) {
	s := newShop(t)
	require.Empty(t, s.wishlist())
	require.Empty(t, s.cookies, "looking begins no session")
	goods := s.available(2)
	require.Equal(t, httpapi.WishlistResponse{Successful: true, ItemCount: 1}, s.wish(goods[0].ID))
	require.Equal(t, httpapi.WishlistResponse{Successful: true, ItemCount: 2}, s.wish(goods[1].ID))

	h := s.header()
	require.Equal(t, 2, h.WishlistItemCount)
	require.Equal(t, []int64{goods[1].ID, goods[0].ID}, h.Wishlist)
	list := s.wishlist()
	require.Equal(t, goods[1].ID, list[0].ID)
	require.Equal(t, "/produkt/"+goods[1].Slug, list[0].URL)
	require.Equal(t, goods[1].Prices.Price, list[0].Price)
	require.Equal(t, goods[1].Energy != nil, list[0].EnergyEfficiency != nil)

	var r httpapi.WishlistResponse
	s.post("/wishlist/delete", fmt.Sprintf(`{"productId": %d}`, goods[1].ID), &r)
	require.Equal(t, httpapi.WishlistResponse{Successful: true, ItemCount: 1}, r)
	s.wish(goods[1].ID)

	var m httpapi.WishlistMoved
	s.post("/wishlist/move-all-to-cart", "", &m)
	require.Equal(t, httpapi.WishlistMoved{Successful: true, Left: []int64{}, CartCount: 2}, m)
	require.Empty(t, s.wishlist())
	require.Equal(t, 2, s.header().CartAmount)
}

func TestWishlistMoveTellsWhatIsLeft(t *testing.T) {
	s := newShop(t)
	goods := s.available(2)
	s.wish(goods[0].ID)
	s.wish(goods[1].ID)
	_, err := s.pool.Exec(t.Context(), `update stock set available = 0 where product_id = $1`, goods[1].ID)
	require.NoError(t, err)
	var m httpapi.WishlistMoved
	s.post("/wishlist/move-all-to-cart", "", &m)
	require.Equal(t, httpapi.WishlistMoved{ItemCount: 1, Left: []int64{goods[1].ID}, CartCount: 1}, m)
}

func TestWishlistMoveTellsThatTheCartIsFull(t *testing.T) {
	s := newShop(t)
	_, err := s.pool.Exec(t.Context(), `insert into stock (product_id, warehouse, available, imported) select id, 'test', 1, 1 from product`)
	require.NoError(t, err)
	rows, err := s.pool.Query(t.Context(), `select id from product where active order by id limit $1`, cart.MaxLines+1)
	require.NoError(t, err)
	goods, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	require.NoError(t, err)
	for _, id := range goods {
		s.wish(id)
	}
	var m httpapi.WishlistMoved
	s.post("/wishlist/move-all-to-cart", "", &m)
	left := goods[cart.MaxLines:]
	require.Equal(t, httpapi.WishlistMoved{ItemCount: 1, Left: left, CartFull: true, CartCount: cart.MaxLines}, m)
}

func TestWishlistRefuses(t *testing.T) {
	s := newShop(t)
	var p httpapi.Problem
	require.Equal(t, http.StatusNotFound, s.do("POST", "/wishlist/add", "productId=1", &p).Code)
	require.Equal(t, "product_not_found", p.Err.Reason)
	require.Equal(t, http.StatusUnprocessableEntity, s.do("POST", "/wishlist/add", "productId=x", &p).Code)
	require.Equal(t, "productId", p.Err.Fields[0].Field)
	s.anew()
	for _, path := range []string{"/wishlist/delete", "/wishlist/move-all-to-cart"} {
		require.Equal(t, http.StatusUnauthorized, s.do("POST", path, `{"productId": 1}`, &p).Code)
		require.Equal(t, "session_missing", p.Err.Reason)
	}
}

func TestGuestsWishesComeAlongAtTheLogin(t *testing.T) {
	s := newCheckout(t)
	goods := s.available(3)
	s.wish(goods[0].ID)
	s.registered("erika@example.org")
	s.wish(goods[1].ID)
	require.Len(t, s.wishlist(), 2, "registering keeps the list")
	s.soften()
	s.wish(goods[0].ID)
	var r httpapi.WishlistResponse
	s.post("/wishlist/delete", fmt.Sprintf("productId=%d", goods[0].ID), &r)
	require.Equal(t, 1, r.ItemCount, "a soft login is enough")

	s.anew()
	s.wish(goods[1].ID)
	s.wish(goods[2].ID)
	var l httpapi.LoginResponse
	s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &l)
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+s.mailed("account_code", "code")+`"}`, &l)
	require.True(t, l.Successful)
	require.Equal(t, []int64{goods[2].ID, goods[1].ID}, s.header().Wishlist)
	require.Equal(t, 2, l.NotepadCount, "of both lists")

	var o httpapi.Outcome
	s.post("/auth/logout-and-transfer", `{}`, &o)
	require.Empty(t, s.wishlist(), "the list stays the customer's")
}

func TestTheAccountKnowsTheWishlistAndWhatIsLookedAt(t *testing.T) {
	s := newCheckout(t)
	goods := s.available(2)
	s.wish(goods[0].ID)
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{1, []int64{}}, []any{c.NotepadCount, c.TopProducts}, "before the login")
	s.registered("erika@example.org")
	s.remember("kontor_seen", goods[1].ID, goods[0].ID)
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, 1, c.NotepadCount)
	require.Equal(t, []int64{goods[1].ID, goods[0].ID}, c.LastSeen)
	require.NotEmpty(t, c.TopProducts)
	top, err := s.pages.TopProducts(t.Context())
	require.NoError(t, err)
	require.Equal(t, top[0].ID, c.TopProducts[0])

	var r httpapi.ConvertResponse
	s.post("/api/account/convert-light-to-full-user", fmt.Sprintf(`{"userId": %d, "invoiceData": {"firstName": "Erika", "lastName": "Muster",
		"streetName": "Hauptstraße", "streetNumber": "12a", "zipCode": "10115", "cityName": "Berlin"}}`, c.UserID), &r)
	require.Equal(t, []any{true, 1, 0}, []any{r.Successful, r.NotepadCount, r.CartCount})
}

func (s *shop) remember(name string, ids ...int64) {
	value := strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ".")
	s.cookies[name] = &http.Cookie{Name: name, Value: value}
}

func TestLastSeenProductsAreHTMLCards(t *testing.T) {
	s := newShop(t)
	var cards []string
	s.get("/api/last-seen-products", &cards)
	require.Equal(t, []string{}, cards)
	goods := s.available(2)
	_, err := s.pool.Exec(t.Context(), `
		update product set name = 'A <b>"bold"</b> name', price_minor = 123456, uvp_minor = 246912, lowest30_minor = 0 where id = $1`, goods[1].ID)
	require.NoError(t, err)
	s.remember("kontor_seen", goods[1].ID, 1, goods[0].ID, goods[1].ID)
	s.get("/api/last-seen-products", &cards)
	require.Len(t, cards, 2, "what is not sold is left out, and nothing comes twice")
	for _, want := range []string{
		fmt.Sprintf(`data-product-id="%d"`, goods[1].ID), `data-price="123456"`, `data-article-number="` + goods[1].ArticleNumber,
		`href="/produkt/` + goods[1].Slug, "A &lt;b&gt;", "1.234,56\u00a0€", "UVP", "2.469,12\u00a0€</s>", "−50 %", `data-slot="actions"`,
	} {
		require.Contains(t, cards[0], want)
	}
	require.NotContains(t, cards[0], "<b>")
	s.cookies["lang"] = &http.Cookie{Name: "lang", Value: "en"}
	s.get("/api/last-seen-products", &cards)
	require.Contains(t, cards[0], `href="/en/produkt/`)
	require.Contains(t, cards[0], "€1,234.56")
	require.Contains(t, cards[0], ">−50%<")
	s.remember("kontor_seen")
	s.cookies["kontor_seen"].Value = "x..-3.99999999999999999999"
	s.get("/api/last-seen-products", &cards)
	require.Empty(t, cards, "whatever a browser sends")
}

// Whoever buys from such a card must know what they buy, as on the cards of a listing.
func TestLastSeenCardsTellStateAndAvailability(t *testing.T) {
	s := newShop(t)
	goods := s.available(3)
	for i, condition := range []catalog.Condition{catalog.New, catalog.Refurbished, catalog.Used} {
		_, err := s.pool.Exec(t.Context(), `update product set condition = $2 where id = $1`, goods[i].ID, condition)
		require.NoError(t, err)
	}
	_, err := s.pool.Exec(t.Context(), `delete from stock where product_id = $1`, goods[2].ID)
	require.NoError(t, err)
	s.remember("kontor_seen", goods[0].ID, goods[1].ID, goods[2].ID)
	for lang, wanted := range map[string][3][]string{
		"de": {{"Sofort lieferbar"}, {"Generalüberholt", "Sofort lieferbar"}, {"Gebraucht", "Derzeit nicht lieferbar"}},
		"en": {{"In stock"}, {"Refurbished", "In stock"}, {"Used", "Currently not available"}},
	} {
		s.cookies["lang"] = &http.Cookie{Name: "lang", Value: lang}
		var cards []string
		s.get("/api/last-seen-products", &cards)
		require.Len(t, cards, 3)
		said := regexp.MustCompile(`>(Sofort lieferbar|Derzeit nicht lieferbar|In stock|Currently not available|` +
			`Generalüberholt|Gebraucht|Refurbished|Used|Neu|New)<`)
		for i, card := range cards {
			var words []string
			for _, word := range said.FindAllStringSubmatch(card, -1) {
				words = append(words, word[1])
			}
			require.Equal(t, wanted[i], words, lang)
		}
	}
}

func TestComparisonPutsAttributesBesideEachOther(t *testing.T) {
	s := newShop(t)
	var c httpapi.Comparison
	s.get("/api/comparison", &c)
	require.Empty(t, c.Products)
	goods := s.available(5)
	s.remember("kontor_compare", goods[4].ID, goods[3].ID, goods[2].ID, goods[1].ID, goods[0].ID)
	require.Len(t, s.header().Comparison, httpapi.MaxCompared)
	s.get("/api/comparison", &c)
	require.Len(t, c.Products, httpapi.MaxCompared)
	require.Equal(t, goods[1].ID, c.Products[0].ID, "in the order of adding; the oldest beyond the bound is out")
	require.NotEmpty(t, c.Rows)
	for i, p := range c.Products {
		var page httpapi.Product
		s.get("/api/product/"+p.Slug, &page)
		values := map[string]string{}
		for _, r := range c.Rows {
			require.Len(t, r.Values, len(c.Products))
			values[r.Key+r.Label] += r.Values[i].Text
		}
		for _, a := range page.Attributes {
			require.Contains(t, values[a.Key+a.Label], a.Value)
		}
	}
	for _, r := range c.Rows {
		different := false
		for _, v := range r.Values {
			different = different || v.Text != r.Values[0].Text
		}
		require.Equal(t, different, r.Differs, r.Label)
	}
}
