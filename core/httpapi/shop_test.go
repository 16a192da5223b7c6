package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

// shop is the API over a real database and the in-process engine.
type shop struct {
	testing.TB
	*httpapi.Server
	pool     *pgxpool.Pool
	catalog  *postgres.Catalog
	indexer  *search.Indexer
	cookies  map[string]*http.Cookie
	contents *postgres.Contents
	pages    *content.Service
	reach    address.Reach // of the checkout and the address book
	sites    *site.Sites   // nil: the shop's own alone
	host     string        // under which it is called; "" for any
	links    *order.Links  // of a shop that sells
}

type flatRate struct{}

func (flatRate) Standard(context.Context, []pricing.Item) money.Amount { return money.Euro(599) }

const products = 120

// partnersHost is where the partner's shop is, which sells graphics cards.
const partnersHost = "grafik.example"

func newShop(t testing.TB) *shop {
	t.Helper()
	pool := pgtest.New(t)
	store := postgres.NewCatalog(pool, clock.System{})
	_, err := store.Apply(t.Context(), searchtest.Batch(products))
	require.NoError(t, err)
	engine := search.NewResilient(bleve.New(), postgres.NewSearchFallback(store))
	s := &shop{TB: t, pool: pool, catalog: store, indexer: search.NewIndexer(store, engine), cookies: map[string]*http.Cookie{}}
	require.NoError(t, s.indexer.Rebuild(t.Context()))
	s.contents = postgres.NewContents(pool)
	_, err = s.contents.Import(t.Context(), []content.Item{{
		Name: "slides", Kind: content.SlideKind, Slides: []content.Slide{{ID: 1, Title: catalog.Text{DE: "Neu", EN: "New"}}},
	}}, false, false)
	require.NoError(t, err)
	s.pages = content.NewService(s.contents, engine, clock.System{})
	partner, err := site.New(site.Settings{Name: "Grafikwerk", Hosts: partnersHost, Category: "grafikkarten", Accent: "#0b6e4f"})
	require.NoError(t, err)
	public := &url.URL{Scheme: "https", Host: "shop.example"}
	s.Server = httpapi.New(httpapi.Deps{
		Sessions: session.NewService(postgres.NewSessions(pool), clock.System{}), Catalog: store,
		Cart: cart.NewService(postgres.NewCarts(pool), flatRate{}), Wishlist: postgres.NewWishlists(pool),
		Content:    s.pages,
		Newsletter: newsletter.NewService(postgres.NewNewsletters(pool), clock.System{}),
		Restock:    restock.NewService(postgres.NewRestockAlerts(pool), store, clock.System{}),
		Reviews:    review.NewService(postgres.NewReviews(pool), clock.System{}),
		ConsentServices: func() []httpapi.ConsentService {
			return []httpapi.ConsentService{
				{Name: "event-analytics", TemplateID: "t-1", Title: catalog.Text{DE: "Messung", EN: "Measurement"}},
				{Name: "ads", Title: catalog.Text{DE: "Werbung"}}, {Name: "ads", Title: catalog.Text{DE: "Werbung"}},
			}
		},
		Search: search.NewService(engine, store.Categories), Engine: engine, Outbox: postgres.NewOutbox(pool), BarrierDesk: "shop@example.org", ReviewDesk: "shop@example.org",
		PaymentMethods: func(context.Context) ([]checkout.Method, error) {
			return []checkout.Method{{Code: "moneyorder", Title: catalog.Text{DE: "Vorkasse"}, LogoURL: "/plugins/logo/moneyorder"}, {Code: "giropay", Retired: true}}, nil
		},
		Image: func(key string, _ int) (string, []byte, error) {
			if key == "missing" {
				return "", nil, errors.New("no such key")
			}
			return "image/svg+xml", []byte("<svg/>"), nil
		},
		Guarantee: func(g catalog.Guarantee) (string, []byte) { return "image/test", []byte(g.Brand) },
		PublicURL: public, Sites: partner, Standard: checkout.NewStandard(parcels{}), Withdrawal: withdrawal.Policy{Excluded: []string{"grafikkarten"}},
	})
	return s
}

// do sends a request as the same browser would and decodes the answer.
func (s *shop) do(method, path, body string, out any) *httptest.ResponseRecorder {
	s.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	if s.host != "" {
		r.Host = s.host
	}
	for _, c := range s.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		s.cookies[c.Name] = c
	}
	if out != nil {
		require.NoError(s, json.Unmarshal(w.Body.Bytes(), out), w.Body.String())
	}
	return w
}

func (s *shop) get(path string, out any) {
	s.Helper()
	w := s.do(http.MethodGet, path, "", out)
	require.Equal(s, http.StatusOK, w.Code, w.Body.String())
}

func (s *shop) post(path, body string, out any) {
	s.Helper()
	w := s.do(http.MethodPost, path, body, out)
	require.Equal(s, http.StatusOK, w.Code, w.Body.String())
}

// available gives products that can be bought, most popular first.
func (s *shop) available(n int) []*catalog.Product {
	s.Helper()
	var list []*catalog.Product
	require.NoError(s, s.catalog.Each(s.Context(), func(p *catalog.Product) error {
		if p.Available() >= 10 && p.MaxQuantity == 0 && len(list) < n {
			list = append(list, p)
		}
		return nil
	}))
	require.Len(s, list, n)
	return list
}

// change writes a product's price and tells the shop, as the outbox would.
func (s *shop) change(id int64, cents int64) {
	s.Helper()
	_, err := s.pool.Exec(s.Context(), `update product set price_minor = $2, lowest30_minor = 0 where id = $1`, id, cents)
	require.NoError(s, err)
	require.NoError(s, s.indexer.Rebuild(s.Context()))
	s.CatalogChanged()
}
