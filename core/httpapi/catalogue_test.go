package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pdf/pdftest"
	"kontor.dev/kontor/core/search/searchtest"
)

// roots gives the navigation's first level.
func (s *shop) roots() []httpapi.Link {
	var nav httpapi.Navigation
	s.get("/api/navigation_data", &nav)
	require.NotEmpty(s, nav.Categories)
	return nav.Categories
}

func (s *shop) listing(path string) httpapi.Listing {
	s.Helper()
	var l httpapi.Listing
	s.get(path, &l)
	return l
}

func TestNavigationLeadsDownAndBack(t *testing.T) {
	s := newShop(t)
	for _, root := range s.roots() {
		if !root.HasChildren {
			continue
		}
		var level httpapi.Flyout
		s.get(fmt.Sprintf("/api/navigation/category/%d", root.ID), &level)
		require.Equal(t, root.ID, level.Parent.ID)
		require.NotEmpty(t, level.Children)
		var written struct {
			Children []map[string]any `json:"children"`
		}
		s.get(fmt.Sprintf("/api/navigation/category/%d", root.ID), &written)
		for _, child := range written.Children {
			require.Contains(t, child, "hasChildren", "also where there are none")
		}
		var deeper httpapi.Flyout
		s.get(fmt.Sprintf("/api/navigation/category/%d", level.Children[0].ID), &deeper)
		require.Equal(t, []httpapi.Crumb{{Name: root.Name, URL: root.URL}, {Name: level.Children[0].Name, URL: level.Children[0].URL}}, deeper.Breadcrumb)
	}
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/navigation/category/987654", "", nil).Code)
}

func TestListingFollowsItsAddress(t *testing.T) {
	s := newShop(t)
	root := s.roots()[0]
	path := "/api/category/" + strings.TrimPrefix(root.URL, "/kategorie/")
	all := s.listing(path)
	require.Equal(t, root.ID, all.Category.ID)
	require.NotEmpty(t, all.Cards)
	require.Zero(t, all.SelectedCount)
	maker := all.Cards[0].Manufacturer
	some := s.listing(path + "?sortListing=price_asc&hersteller[]=" + maker)
	require.Less(t, some.Total, all.Total)
	require.Equal(t, 1, some.SelectedCount)
	for i, c := range some.Cards {
		require.Equal(t, maker, c.Manufacturer)
		if i > 0 {
			require.GreaterOrEqual(t, c.Prices.Price.Minor, some.Cards[i-1].Prices.Price.Minor)
		}
	}
	var panel httpapi.FilterAnswer
	s.post("/category/filters/get", fmt.Sprintf(`{"categoryId":%d,"selectedFilter":"{\"hersteller[]\":[\"%s\"]}"}`, root.ID, maker), &panel)
	require.Equal(t, some.Total, panel.Total)
	require.Equal(t, some.Filters, panel.Filters)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/category/nothing", "", nil).Code)

	found := s.listing(fmt.Sprintf("/api/search?query=%s&categories-stat=%d", url.QueryEscape(maker), root.ID))
	s.post("/search/filters/get", fmt.Sprintf(`{"query":%q,"filter":"{\"categories-stat\":\"%d\"}"}`, maker, root.ID), &panel)
	require.Equal(t, found.Total, panel.Total, "a search in a category counts there")
	require.Equal(t, found.Filters, panel.Filters)
}

func TestAMalformedSelectionIsToldByItsField(t *testing.T) {
	s := newShop(t)
	for path, in := range map[string]string{
		"/category/filters/get": fmt.Sprintf(`{"categoryId":%d,"selectedFilter":"["}`, s.roots()[0].ID),
		"/search/filters/get":   `{"query":"notebook","filter":"["}`,
	} {
		var named struct {
			Error struct{ Fields []struct{ Field string } }
		}
		require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodPost, path, in, &named).Code, path)
		require.Len(t, named.Error.Fields, 1, path)
		require.Contains(t, in, `"`+named.Error.Fields[0].Field+`":"["`)
	}
}

// The page of a search for nothing leads home; whatever else asks is not given the whole shop.
func TestASearchForNothingFindsNothing(t *testing.T) {
	s := newShop(t)
	root := s.roots()[0]
	for _, text := range []string{"", " ", "\u00ad", "-"} {
		for _, narrowed := range []string{"", fmt.Sprintf("&categories-stat=%d", root.ID)} {
			found := s.listing("/api/search?query=" + url.QueryEscape(text) + narrowed)
			require.Zero(t, found.Total, "%q %s", text, narrowed)
			require.Empty(t, found.Cards)
		}
		var panel httpapi.FilterAnswer
		s.post("/search/filters/get", fmt.Sprintf(`{"query":%q}`, text), &panel)
		require.Zero(t, panel.Total, "%q", text)
	}
	require.NotZero(t, s.listing("/api/category/"+strings.TrimPrefix(root.URL, "/kategorie/")).Total)
}

func TestListingIsKeptUntilAProductChanges(t *testing.T) {
	s := newShop(t)
	root := s.roots()[0]
	path := "/api/category/" + strings.TrimPrefix(root.URL, "/kategorie/")
	card := s.listing(path).Cards[0]
	_, err := s.pool.Exec(t.Context(), `update product set price_minor = 1 where id = $1`, card.ID)
	require.NoError(t, err)
	require.Equal(t, card, s.listing(path).Cards[0], "kept")
	s.change(card.ID, 424242)
	require.Equal(t, money.Euro(424242), s.listing(path).Cards[0].Prices.Price)
	var page httpapi.Product
	s.get("/api/product/"+card.Slug, &page)
	require.Equal(t, money.Euro(424242), page.Prices.Price)
	s.change(card.ID, 434343)
	s.get("/api/product/"+card.Slug, &page)
	require.Equal(t, money.Euro(434343), page.Prices.Price, "a product page follows as well")
}

// Whether an answer was made, found by what it says or found by its address, it is the same.
func TestKeptAnswersAreWholeAnswers(t *testing.T) {
	s := newShop(t)
	for _, path := range []string{"/api/category/notebooks?ram[]=16", "/api/product/" + s.available(1)[0].Slug} {
		for _, zip := range []string{"gzip", ""} {
			ask := func(path string) (http.Header, string) {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", zip)
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				require.Equal(t, http.StatusOK, w.Code)
				require.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
				require.NotEmpty(t, w.Header().Get("X-Request-Id"))
				w.Header().Del("X-Request-Id")
				return w.Header(), w.Body.String()
			}
			header, text := ask(path)
			for _, again := range []string{path, path, strings.Replace(path, "?", "?page=1&", 1)} {
				h, b := ask(again)
				require.Equal(t, header, h)
				require.Equal(t, text, b)
			}
		}
	}
}

// Search engines show it beside the price: what a carrier says today, and whether the law or the shop gives a right to withdraw.
func TestAProductTellsHowItComesAndGoesBack(t *testing.T) {
	s := newShop(t)
	of := func(path string) (page httpapi.Product) {
		s.get("/api/product/"+s.listing(path).Cards[0].Slug, &page)
		return page
	}
	notebook := of("/api/category/notebooks")
	require.Equal(t, &httpapi.ProductShipping{Fee: money.Euro(499), HandlingDays: 1, MinDays: 1, MaxDays: 2}, notebook.Shipping)
	require.True(t, notebook.Withdrawal)
	require.False(t, of("/api/category/grafikkarten").Withdrawal)
}

func TestProductPageSpeaksBothLanguages(t *testing.T) {
	s := newShop(t)
	p := s.available(1)[0]
	var german, english httpapi.Product
	s.get("/api/product/outdated-name-"+fmt.Sprint(p.ID), &german)
	require.Equal(t, p.Slug, german.Slug)
	require.Equal(t, p.Prices.Price, german.Prices.Price)
	require.NotEmpty(t, german.Attributes)
	require.NotEmpty(t, german.Breadcrumb)
	for _, c := range german.Similar {
		require.NotEqual(t, p.ID, c.ID)
	}
	s.cookies["lang"] = &http.Cookie{Name: "lang", Value: "en"}
	s.get("/api/product/"+p.Slug, &english)
	require.NotEqual(t, german.Attributes, english.Attributes)
	for _, slug := range []string{"x-987654", "no-id", "-", "x-99999999999999999999"} {
		require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/product/"+slug, "", nil).Code, slug)
	}
}

func TestSuggestionsAlsoComeAsAScript(t *testing.T) {
	s := newShop(t)
	word := strings.Fields(s.available(1)[0].Name)[0]
	var plain httpapi.Suggestions
	s.get("/api/suggest?query="+word, &plain)
	require.NotEmpty(t, plain.Result.Findings.Finding)
	require.LessOrEqual(t, len(plain.Result.Findings.Finding), 5)
	var fewer httpapi.Suggestions
	s.get("/api/suggest?tenant=kontor&format=json&limit=1&query="+word, &fewer)
	require.Equal(t, plain.Result.Findings.Finding[:1], fewer.Result.Findings.Finding)
	script := s.do(http.MethodGet, "/api/suggest?query="+word+"&callback=jQuery1.cb_2", "", nil)
	require.Equal(t, "text/javascript; charset=utf-8", script.Header().Get("Content-Type"))
	body := strings.TrimSuffix(strings.TrimPrefix(script.Body.String(), "/**/jQuery1.cb_2("), ");\n")
	var called httpapi.Suggestions
	require.NoError(t, json.Unmarshal([]byte(body), &called))
	require.Equal(t, plain.Result.Findings, called.Result.Findings)
	for _, hostile := range []string{"alert(1)//", "a..b", "a.", ".a", "a.1", "a[0]", "%3Cscript%3E", "a%0Ab", "ä"} {
		require.Equal(t, 422, s.do(http.MethodGet, "/api/suggest?query="+word+"&callback="+hostile, "", nil).Code, hostile)
	}
	var none httpapi.Suggestions
	s.get("/api/suggest?query=ab", &none)
	require.Empty(t, none.Result.Findings.Finding)
}

func TestAPriceIsSuggestedWithThatOfAUnit(t *testing.T) {
	s := newShop(t)
	sold := s.available(1)[0]
	_, err := s.pool.Exec(t.Context(), `update product set details = details || '{"measure": {"unit": "kg", "micro": 500000}}' where id = $1`, sold.ID)
	require.NoError(t, err)
	require.NoError(t, s.indexer.Rebuild(t.Context()))
	var found httpapi.Suggestions
	s.get("/api/suggest?query="+sold.ArticleNumber, &found)
	first := found.Result.Findings.Finding[0]
	require.Equal(t, &catalog.BasePrice{Price: money.Euro(2 * sold.Prices.Price.Minor), Unit: catalog.Kilogram}, first.Base)
}

func TestHomeShowsSlidesAndRealReductions(t *testing.T) {
	s := newShop(t)
	var home httpapi.Home
	s.get("/api/home", &home)
	require.Equal(t, "Neu", home.Slides[0].Title)
	require.NotEmpty(t, home.TopProducts)
	for _, c := range home.Deals {
		require.True(t, c.Available)
		require.True(t, c.Prices.Lowest30.Minor > c.Prices.Price.Minor || c.Prices.UVP.Minor > c.Prices.Price.Minor)
	}
	require.NotEmpty(t, home.Categories)
	for _, c := range home.Categories {
		var listing httpapi.Listing
		s.get("/api"+strings.Replace(c.URL, "kategorie", "category", 1), &listing)
		require.Equal(t, listing.Cards[0].Image, c.Image, "%s: the picture is of what its page begins with", c.Name)
	}
}

func TestImagesAreKeptForEverAndCannotRunScripts(t *testing.T) {
	s := newShop(t)
	w := s.do(http.MethodGet, "/images/600/notebook~a", "", nil)
	require.Equal(t, "image/svg+xml", w.Header().Get("Content-Type"))
	require.Contains(t, w.Header().Get("Cache-Control"), "immutable")
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/images/601/notebook~a", "", nil).Code)
	none := s.do(http.MethodGet, "/images/600/", "", nil)
	require.Equal(t, "image/svg+xml", none.Header().Get("Content-Type"), "a product without a picture has an empty frame")
}

func TestAnEnergyLabelWithoutAPictureShowsNone(t *testing.T) {
	s := newShop(t)
	id := s.available(1)[0].ID
	for stored, image := range map[string]string{`{"class": "B"}`: "", `{"class": "B", "labelKey": "energy-B"}`: "/images/600/energy-B"} {
		_, err := s.pool.Exec(t.Context(), `update product set details = details || jsonb_build_object('energy', $2::jsonb) where id = $1`, id, stored)
		require.NoError(t, err)
		var label httpapi.EnergyLabel
		s.get(fmt.Sprintf("/product/fetch/eef/%d", id), &label)
		require.Equal(t, image, label.EEFImage)
	}
}

func TestDataSheetIsThatOfTheArticle(t *testing.T) {
	s := newShop(t)
	p := s.available(1)[0]
	w := s.do(http.MethodGet, "/datasheets/"+p.ArticleNumber+".pdf", "", nil)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/pdf", w.Header().Get("Content-Type"))
	require.True(t, strings.HasPrefix(w.Body.String(), "%PDF-"))
	for _, path := range []string{"/datasheets/NO-1.pdf", "/datasheets/" + p.ArticleNumber} {
		require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, path, "", nil).Code, path)
	}
}

func TestCampusTermsArePrintedFromTheirPage(t *testing.T) {
	s := newShop(t)
	const path = "/documents/campus-terms.pdf"
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, path, "", nil).Code, "nobody wrote them")
	text := func(words string) []content.Span { return []content.Span{{Text: words}} }
	page := func(lang catalog.Lang, title string) content.Item {
		const key = "infocenter/section/campus"
		return content.Item{Name: content.PageName(key, lang), Kind: content.PageKind, Page: &content.Page{Key: key, Lang: lang, Title: title, Blocks: []content.Block{
			{Kind: "heading", Level: 2, Spans: text("Wer")}, {Kind: "paragraph", Spans: text("Alle, die lernen.")},
			{Kind: "list", Items: [][]content.Span{text("per Link"), text("per Nachweis")}}, {Kind: "ordered", Items: [][]content.Span{text("zuerst")}},
		}}}
	}
	_, err := s.contents.Import(t.Context(), []content.Item{page(catalog.German, "Bedingungen"), page(catalog.English, "Terms")}, false, false)
	require.NoError(t, err)
	w := s.do(http.MethodGet, path, "", nil)
	require.Equal(t, "application/pdf", w.Header().Get("Content-Type"))
	printed := func(w *httptest.ResponseRecorder) string { return string(pdftest.Unpacked(t, w.Body.Bytes())) }
	for _, words := range []string{"%PDF-", "(Bedingungen)", "(Wer)", "(Alle, die lernen.)", "(\x95 per Link)", "(\x95 per Nachweis)", "(1. zuerst)"} {
		require.Contains(t, printed(w), words)
	}
	require.Contains(t, printed(s.do(http.MethodGet, "/documents/campus-terms.en.pdf", "", nil)), "(Terms)")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/documents/terms.pdf", "", nil).Code)

	const address = "/api/pineberry/infocenter_section_campus"
	require.Equal(t, http.StatusOK, s.do(http.MethodGet, address, "", nil).Code)
	s.host = partnersHost
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, address, "", nil).Code, "a partner has no students")
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, path, "", nil).Code)
	require.NotContains(t, s.do(http.MethodGet, "/sitemap.xml", "", nil).Body.String(), "/campus")
}

func TestTrackingEventsWaitInTheOutbox(t *testing.T) {
	s := newShop(t)
	s.post("/api/tracking/add", `{"eventType":"addToCart","tid":"t1","url":"https://shop.example/","productIds":[7],"eventTime":"1999-01-01T00:00:00Z"}`, nil)
	var payload struct {
		Type   string `json:"eventType"`
		Time   string `json:"eventTime"`
		Fields struct {
			ProductIDs []int `json:"productIds"`
		} `json:"fields"`
	}
	require.NoError(t, s.pool.QueryRow(t.Context(), `select payload from outbox where topic = 'tracking.event'`).Scan(&payload))
	require.Equal(t, "addToCart", payload.Type)
	require.Equal(t, []int{7}, payload.Fields.ProductIDs)
	require.NotContains(t, payload.Time, "1999", "a time that cannot be is not believed")
}

func TestCountriesAndRulesComeFromTheDomain(t *testing.T) {
	s := newShop(t)
	var list httpapi.Countries
	s.get("/api/checkout/countries?list=business-delivery", &list)
	require.Len(t, list.Countries, 27)
	require.Equal(t, 81, list.Countries[0].ID)
	require.Equal(t, http.StatusUnprocessableEntity, s.do(http.MethodGet, "/api/checkout/countries?list=other", "", nil).Code)
	var rules httpapi.Rules
	s.get("/api/rules", &rules)
	require.Contains(t, rules.Keywords, "GmbH")

	// The storefront's test reads its rules from this file: it holds the rules that the form is given.
	rules.VATIDs = nil
	kept, err := os.ReadFile("../address/testdata/rules.json")
	require.NoError(t, err)
	given, err := json.Marshal(rules)
	require.NoError(t, err)
	require.JSONEq(t, string(given), string(kept))
}

func TestAListingFollowsTheCategoriesAtOnce(t *testing.T) {
	s := newShop(t)
	path := "/api/category/netzteile"
	require.NotEmpty(t, s.listing(path).Filters)
	tree := searchtest.Batch(1).Categories
	for i := range tree {
		for j := range tree[i].Attributes {
			tree[i].Attributes[j].Label.DE = "Neu: " + tree[i].Attributes[j].Label.DE
		}
	}
	tree = append(tree, catalog.Category{Slug: "kabel", Name: catalog.Text{DE: "Kabel"}})
	_, err := s.catalog.Apply(t.Context(), catalog.Batch{Categories: tree})
	require.NoError(t, err)
	require.NoError(t, s.indexer.Rebuild(t.Context()))
	s.CatalogChanged()
	names := make([]string, 0, 20)
	for _, f := range s.listing(path).Filters {
		names = append(names, f.Name)
	}
	require.Contains(t, names, "Neu: Leistung")
	require.Equal(t, "Kabel", s.listing("/api/category/kabel").Category.Name)
}

// Where a line of goods has ended, menus, listings and the sitemap lead no longer; its page stays at its address.
func TestNobodyIsLedToACategoryThatHasNothingToSell(t *testing.T) {
	s := newShop(t)
	whole := searchtest.Batch(products)
	whole.Categories = append(whole.Categories, catalog.Category{Slug: "kabel", ParentSlug: "pc-komponenten", Name: catalog.Text{DE: "Kabel"}})
	_, err := s.catalog.Apply(t.Context(), catalog.Batch{Categories: whole.Categories})
	require.NoError(t, err)
	s.CatalogChanged()
	led := func(slug string) (from []string) {
		address := "/kategorie/" + slug
		parent := s.listing("/api/category/pc-komponenten")
		var level httpapi.Flyout
		s.get(fmt.Sprintf("/api/navigation/category/%d", parent.Category.ID), &level)
		for place, links := range map[string][]httpapi.Link{"listing": parent.Subcategories, "menu": level.Children} {
			for _, link := range links {
				if link.URL == address {
					from = append(from, place)
				}
			}
		}
		if strings.Contains(s.do(http.MethodGet, "/sitemap.xml", "", nil).Body.String(), address+"<") {
			from = append(from, "sitemap")
		}
		return from
	}
	require.Len(t, led("grafikkarten"), 3)
	require.Empty(t, led("kabel"), "nothing has been put into it yet")
	require.Equal(t, "Kabel", s.listing("/api/category/kabel").Category.Name)

	ended := 0
	for _, p := range whole.Products {
		if p.CategorySlug == "grafikkarten" {
			p.Active = false
			ended++
		}
	}
	require.NotZero(t, ended)
	_, err = s.catalog.Apply(t.Context(), whole)
	require.NoError(t, err)
	require.NoError(t, s.indexer.Rebuild(t.Context()))
	s.CatalogChanged()
	require.Eventually(t, func() bool { return len(led("grafikkarten")) == 0 }, 10*time.Second, 10*time.Millisecond)
	require.Zero(t, s.listing("/api/category/grafikkarten").Total)
}
