package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/search"
)

// Whatever mails, is read by an operator, or tells whether an address has an account, has the limit of forms.
func TestFormsHaveALimit(t *testing.T) {
	s := New(Deps{Limits: Limits{Form: 1}, BarrierDesk: "shop@example.org", ReviewDesk: "shop@example.org", Reviews: &review.Service{}})
	require.NoError(t, s.limiter.allow(limitForm, "192.0.2.1"))
	for path, body := range map[string]string{
		"/api/restock/ask":          `{"productId": 1, "email": "kim@example.org"}`,
		"/api/restock/confirm":      `{"token": "x"}`,
		"/api/restock/cancel":       `{"token": "x"}`,
		"/api/review/add":           `{"productId": 1, "author": "Kim", "stars": 5, "title": "Gut", "text": "Leise und hell und schnell."}`,
		"/api/review/comment":       `{"reviewId": 1, "author": "Kim", "text": "Danke"}`,
		"/api/review/notice":        `{"key": "x", "reviewId": 1, "text": "x", "goodFaith": true}`,
		"/api/accessibility/report": `{"key": "x", "text": "x"}`,
		"/auth/register":            `{"email": "kim@example.org", "firstName": "Kim", "lastName": "Muster", "password": "Zug7Berg"}`,
		"/account/convert":          `{"password": "Zug7Berg"}`,
	} {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, http.StatusTooManyRequests, w.Code, path)
	}
}

// Events are kept for each service, for days: who sends large ones sends fewer.
func TestALargeEventCountsAsSeveral(t *testing.T) {
	s := New(Deps{Limits: Limits{Tracking: 5}})
	r := httptest.NewRequest(http.MethodPost, "/api/tracking/add", strings.NewReader(`{"eventType": "`+strings.Repeat("x", 5*usualFields)+`"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	require.Equal(t, http.StatusTooManyRequests, w.Code)
}

// Only what is almost gone is counted before everybody.
func TestStockIsToldWhenItIsFew(t *testing.T) {
	for left, want := range map[int]Availability{
		-1: {State: "none"}, 0: {State: "none"}, 1: {State: "few", Quantity: 1}, 5: {State: "few", Quantity: 5}, 6: {State: "available"},
	} {
		a := availability(&catalog.Product{Stock: []catalog.Stock{{Available: left}}}, time.Date(2026, 6, 15, 10, 0, 0, 0, time.UTC))
		require.Equal(t, left > 0, a.DeliveryFrom != "" && a.DeliveryTo != "")
		a.DeliveryFrom, a.DeliveryTo = "", ""
		require.Equal(t, want, a, left)
	}
}

func TestAFindingLeadsToItsPageOrToTheSearch(t *testing.T) {
	tree := newTree([]catalog.Category{{ID: 7, Slug: "ssds", Name: catalog.Text{DE: "SSDs"}}})
	in := &Link{ID: 7, Name: "SSDs", URL: "/kategorie/ssds"}
	require.Equal(t, Finding{Text: "2 tb/ä?&#", FoundIn: in, URL: searchPath + "2%20tb%2F%C3%A4%3F&%23?categories-stat=7"},
		findingOf(search.Finding{Text: "2 tb/ä?&#", CategoryID: 7, CategoryName: "SSDs"}, tree))
	require.Equal(t, Finding{Text: "x", URL: searchPath + "x"}, findingOf(search.Finding{Text: "x"}, tree))
	card := search.Card{Slug: "tv-1", Image: "tv", Prices: catalog.Prices{Price: money.Euro(100)}, EnergyClass: "D", EnergyScale: "A-G"}
	require.Equal(t, Finding{Text: "TV", FoundIn: in, URL: productPath + "tv-1", Image: "tv", Price: money.Euro(100), EnergyClass: "D", EnergyScale: "A-G"},
		findingOf(search.Finding{Text: "TV", CategoryID: 7, CategoryName: "SSDs", Product: &card}, tree))
}

func TestAnOrdersSumIsToldInLines(t *testing.T) {
	totals := pricing.Totals{
		Subtotal: money.Euro(123_456), Shipping: money.Euro(0), Total: money.Euro(120_000), Fee: money.Euro(200), NoRisk: money.Euro(499),
		Discounts: []pricing.Applied{{Code: "HALLO", Amount: money.Euro(1000)}, {Amount: money.Euro(2000), Promotion: true}},
		Taxes:     []pricing.Tax{{Rate: 1900, Amount: money.Euro(19)}, {Rate: 550, Amount: money.Euro(5)}, {Rate: 705, Amount: money.Euro(7)}},
	}
	d := orderDetails(&totals)
	require.Equal(t, []string{"1.234,56", "0,00", "1.200,00", "2,00", "4,99"},
		[]string{d.OTSubtotal.Price, d.OTShipping.Price, d.OTTotal.Price, d.OTPayment.Price, d.OTNoRisk.Price})
	require.Equal(t, []OrderLine{{Code: "ot_coupon", Title: "HALLO", Price: "-10,00"}}, d.OTCoupons)
	require.Equal(t, []OrderLine{{Code: "ot_coupon_bar", Price: "-20,00"}}, d.OTCouponsBar)
	require.Equal(t, []OrderTax{{"19", "0,19"}, {"5,5", "0,05"}, {"7,05", "0,07"}}, d.OTTax)
	d = orderDetails(&pricing.Totals{})
	require.Nil(t, d.OTNoRisk)
	require.Empty(t, d.OTPayment.Price)
}

func TestWhoNeedsAVATID(t *testing.T) {
	business := &customer.Customer{Business: &customer.Business{Form: customer.Partnership}}
	austria, germany := &customer.Address{}, &customer.Address{}
	austria.CountryID, germany.CountryID = 14, address.Germany
	for _, c := range []struct {
		customer *customer.Customer
		billing  *customer.Address
		required bool
	}{{business, austria, true}, {business, germany, false}, {business, nil, false}, {&customer.Customer{}, austria, false}} {
		var d CustomerData
		d.fill(c.customer, c.billing)
		require.Equal(t, c.required, d.VATRequired)
		require.Equal(t, c.customer == business, d.OwnerRequired)
	}
	var light CustomerData
	light.fill(&customer.Customer{ID: 7, Light: true}, nil)
	require.Equal(t, []int64{7, 7, 0}, []int64{light.ID, light.LightAccountID, light.CustomerID})
}

// Categories may mean different things by one key.
func TestARowOfAComparisonIsAKeyAndALabel(t *testing.T) {
	rows := comparisonRows([][]ProductAttribute{
		{{Key: "size", Label: "Größe", Value: "27", Unit: "Zoll"}},
		{{Key: "size", Label: "Länge", Value: "27", Unit: "Zoll"}, {Key: "farbe", Label: "Farbe", Value: "Rot", Hex: "#f00"}},
		{{Key: "size", Label: "Größe", Value: "27", Unit: "Zoll"}},
	})
	value := ComparisonValue{Text: "27\u00a0Zoll"}
	require.Equal(t, []ComparisonRow{
		{Key: "size", Label: "Größe", Differs: true, Values: []ComparisonValue{value, {}, value}},
		{Key: "size", Label: "Länge", Differs: true, Values: []ComparisonValue{{}, value, {}}},
		{Key: "farbe", Label: "Farbe", Differs: true, Values: []ComparisonValue{{}, {Text: "Rot", Hex: "#f00"}, {}}},
	}, rows)
	same := [][]ProductAttribute{{{Key: "a", Value: "1"}}, {{Key: "a", Value: "1"}}}
	require.False(t, comparisonRows(same)[0].Differs)
}
