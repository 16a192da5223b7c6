package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/httpapi"
)

// one gives a product of a category.
func (s *shop) one(category string) httpapi.Card {
	s.Helper()
	cards := s.listing("/api/category/" + category).Cards
	require.NotEmpty(s, cards)
	return cards[0]
}

// Whatever is asked of a partner's shop, it answers with what the partner sells, also when the shop's own was asked before.
func TestAPartnerShowsWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	notebooks := s.listing("/api/category/notebooks").Category.ID
	cards := sold.CategoryID
	require.NotZero(t, s.listing("/api/search?query=notebook").Total)
	var page httpapi.Product
	s.get("/api/product/"+other.Slug, &page)
	s.get("/api/product/"+sold.Slug, &page)
	require.Len(t, page.Breadcrumb, 2)
	s.host = partnersHost

	var nav httpapi.Navigation
	s.get("/api/navigation_data", &nav)
	require.Len(t, nav.Categories, 1)
	require.Equal(t, "/kategorie/grafikkarten", nav.Categories[0].URL)
	var home httpapi.Home
	s.get("/api/home", &home)
	require.Equal(t, httpapi.Home{Slides: []httpapi.Slide{}, Deals: []httpapi.Card{}, TopProducts: []httpapi.Card{}, Categories: home.Categories}, home)
	require.Len(t, home.Categories, 1)
	require.Equal(t, "/kategorie/grafikkarten", home.Categories[0].URL)
	var level httpapi.Flyout
	s.get(fmt.Sprintf("/api/navigation/category/%d", cards), &level)
	require.Len(t, level.Breadcrumb, 1, "the way begins at what the partner sells")
	for _, path := range []string{
		"/api/category/notebooks", "/api/product/" + other.Slug, fmt.Sprintf("/api/navigation/category/%d", notebooks),
		"/api/category/pc-komponenten",
	} {
		require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, path, "", nil).Code, path)
	}
	s.get("/api/product/"+sold.Slug, &page)
	require.Len(t, page.Breadcrumb, 1)
	require.NotEmpty(t, page.Attributes)
	for _, c := range page.Similar {
		require.Equal(t, cards, c.CategoryID)
	}

	require.Equal(t, sold.ID, s.listing("/api/category/grafikkarten").Cards[0].ID)
	require.Zero(t, s.listing("/api/search?query="+url.QueryEscape(other.Name)).Total)
	require.NotZero(t, s.listing("/api/search?query="+url.QueryEscape(sold.Name)).Total)
	for _, narrowed := range []string{"", "&categories-stat=notebooks", fmt.Sprintf("&kategorie=%d", notebooks)} {
		for _, c := range s.listing("/api/search?query=" + url.QueryEscape(sold.Manufacturer) + narrowed).Cards {
			require.Equal(t, cards, c.CategoryID, narrowed)
		}
	}
	var panel httpapi.FilterAnswer
	s.post("/search/filters/get", fmt.Sprintf(`{"query":%q,"filter":"{\"categories-stat\":\"notebooks\"}"}`, other.Name), &panel)
	require.Zero(t, panel.Total)
	w := s.do(http.MethodPost, "/category/filters/get", fmt.Sprintf(`{"categoryId":%d}`, notebooks), nil)
	require.Equal(t, http.StatusNotFound, w.Code)
	var found httpapi.Suggestions
	s.get("/api/suggest?query=notebook", &found)
	require.Empty(t, found.Result.Findings.Finding)
	s.get("/api/suggest?query=grafikk", &found)
	require.NotEmpty(t, found.Result.Findings.Finding)
}

func TestAPartnerRemembersWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	both := fmt.Sprintf("%d.%d", other.ID, sold.ID)
	s.cookies["kontor_seen"] = &http.Cookie{Name: "kontor_seen", Value: both}
	s.cookies["kontor_compare"] = &http.Cookie{Name: "kontor_compare", Value: both}
	for host, count := range map[string]int{"shop.example": 2, partnersHost: 1} {
		s.host = host
		var seen []string
		s.get("/api/last-seen-products", &seen)
		require.Len(t, seen, count)
		require.Contains(t, seen[count-1], sold.Slug)
		var compared httpapi.Comparison
		s.get("/api/comparison", &compared)
		require.Len(t, compared.Products, count)
	}
}

// What is wished for comes into the cart with all that is, so it is refused like what is put there.
func TestAPartnersVisitorsWishForWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	s.host = partnersHost
	for id, status := range map[int64]int{other.ID: http.StatusNotFound, sold.ID: http.StatusOK} {
		for path, name := range map[string]string{"/wishlist/add": "productId", "/cart/add/": "id"} {
			require.Equal(t, status, s.do(http.MethodPost, path, fmt.Sprintf(`{%q: %d}`, name, id), nil).Code, path)
		}
	}
	require.Len(t, s.wishlist(), 1)
}

func TestAPartnersSitemapNamesThePartnersPages(t *testing.T) {
	s := newShop(t)
	whole := s.do(http.MethodGet, "/sitemap.xml", "", nil).Body.String()
	require.Contains(t, whole, "https://shop.example/kategorie/notebooks<")
	s.host = partnersHost
	part := s.do(http.MethodGet, "/sitemap.xml", "", nil).Body.String()
	require.Contains(t, part, "https://grafik.example/kategorie/grafikkarten<")
	require.NotContains(t, part, "shop.example")
	require.NotContains(t, part, "/notebooks")
	require.NotContains(t, part, "/studentenprogramm")
	for _, piece := range strings.Split(part, "/produkt/")[1:] {
		slug, _, _ := strings.Cut(piece, "<")
		require.Equal(t, http.StatusOK, s.do(http.MethodGet, "/api/product/"+slug, "", nil).Code)
	}
	require.Contains(t, s.do(http.MethodGet, "/robots.txt", "", nil).Body.String(), "Sitemap: https://grafik.example/sitemap.xml")
}

func TestAPartnersAdsLeadToWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	both := catalog.Text{DE: "A", EN: "A"}
	_, err := s.contents.Import(t.Context(), []content.Item{{Name: "ads", Kind: content.AdKind, Ads: []content.Ad{
		{ID: "a", Target: "top", Title: both, CTA: both, URL: "/kategorie/notebooks"},
		{ID: "b", Target: "top", Title: both, CTA: both, URL: "/kategorie/grafikkarten?sortListing=newest"},
	}}}, false, false)
	require.NoError(t, err)
	var ads httpapi.Ads
	s.get("/api/banana-handler/get-multiple?targets=top", &ads)
	require.True(t, ads.RotationIsActive)
	s.host = partnersHost
	s.get("/api/banana-handler/get-multiple?targets=top", &ads)
	require.Equal(t, "b", ads.Templates["top"].ID)
	require.False(t, ads.RotationIsActive)
}

func TestAPartnersCustomersReviewWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	s.host = partnersHost
	const review = `{"productId": %d, "author": "Kim", "stars": 5, "title": "Sehr gut", "text": "Leise, hell und schnell genug für alles."}`
	for id, status := range map[int64]int{other.ID: http.StatusNotFound, sold.ID: http.StatusOK} {
		require.Equal(t, status, s.do(http.MethodPost, "/api/review/add", fmt.Sprintf(review, id), nil).Code, id)
	}
}

func TestAPartnersCustomersCommentOnReviewsOfWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	const published = `insert into product_review (product_id, author, stars, title, body, lang, state, written_at, decided_at) values ($1, 'Kim', 5, 'Gut', 'Leise und hell', 'de', 'published', now(), now()) returning id`
	for product, status := range map[int64]int{s.one("notebooks").ID: http.StatusNotFound, s.one("grafikkarten").ID: http.StatusOK} {
		var id int64
		require.NoError(t, s.pool.QueryRow(t.Context(), published, product).Scan(&id))
		s.host = partnersHost
		w := s.do(http.MethodPost, "/api/review/comment", fmt.Sprintf(`{"reviewId": %d, "author": "Robin", "text": "Danke!"}`, id), nil)
		require.Equal(t, status, w.Code, w.Body.String())
		s.host = ""
	}
}

// What is asked of a product beside its page is as absent as the page is.
func TestAPartnerTellsNothingOfWhatThePartnerDoesNotSell(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	facts := fmt.Sprintf("/api/product-facts?ids=%d&ids=%d", other.ID, sold.ID)
	var list httpapi.FactList
	s.get(facts, &list)
	require.Len(t, list.Products, 2)
	s.host = partnersHost
	s.get(facts, &list)
	require.Len(t, list.Products, 1)
	require.Equal(t, sold.ID, list.Products[0].ID)
	_, err := s.pool.Exec(t.Context(), `update product set details = details || '{"guarantee": {"years": 10, "brand": "Acme", "model": "X"}}'`)
	require.NoError(t, err)
	for _, path := range []string{"/api/reviews/%d", "/product/fetch/eef/%d", "/images/guarantee/%d"} {
		w := s.do(http.MethodGet, fmt.Sprintf(path, other.ID), "", nil)
		require.Equal(t, http.StatusNotFound, w.Code, path)
		require.Contains(t, w.Body.String(), "product_not_found", path)
	}
	for _, path := range []string{"/api/reviews/%d", "/images/guarantee/%d"} {
		require.Equal(t, http.StatusOK, s.do(http.MethodGet, fmt.Sprintf(path, sold.ID), "", nil).Code, path)
	}
}

func TestAPartnersCartTakesWhatThePartnerSells(t *testing.T) {
	s := newShop(t)
	other, sold := s.one("notebooks"), s.one("grafikkarten")
	s.host = partnersHost
	for id, status := range map[int64]int{other.ID: http.StatusNotFound, sold.ID: http.StatusOK, 1 << 40: http.StatusNotFound} {
		require.Equal(t, status, s.do(http.MethodPost, "/cart/add/", fmt.Sprintf(`{"id":%d}`, id), nil).Code, id)
	}
}
