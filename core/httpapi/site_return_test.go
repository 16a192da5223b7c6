package httpapi_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/site"
)

// away sends everybody away to pay and notes where it was told to lead them back to.
type away struct {
	sessions
	back []string
}

func (p *away) Authorize(ctx context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	p.back = append(p.back, r.ReturnURL, r.CancelURL)
	return wallet{}.Authorize(ctx, r)
}

// twoShops is the shop with a partner's beside it.
func twoShops(t *testing.T, payments checkout.Payments) *shop {
	s := newShop(t)
	var err error
	s.sites, err = site.New(site.Settings{
		Name: "Grafikwerk", Hosts: "grafik.example, www.grafik.example", Category: "grafikkarten", Accent: "#0b6e4f",
	})
	require.NoError(t, err)
	s.reopen(payments)
	return s
}

// open goes to an address as a browser does, which has other cookies for each host.
func (s *shop) open(jars map[string]map[string]*http.Cookie, address string) string {
	s.Helper()
	u, err := url.Parse(address)
	require.NoError(s, err)
	if jars[u.Host] == nil {
		jars[u.Host] = map[string]*http.Cookie{}
	}
	s.host, s.cookies = u.Host, jars[u.Host]
	w := s.do(http.MethodGet, u.RequestURI(), "", nil)
	return w.Header().Get("Location")
}

func TestCustomersComeBackToTheHostWhereTheyBegan(t *testing.T) {
	provider := &away{}
	s := twoShops(t, provider)
	jars := map[string]map[string]*http.Cookie{}
	for begun, home := range map[string]string{
		"grafik.example": "https://grafik.example", "www.grafik.example:443": "https://www.grafik.example",
		"shop.example": "https://shop.example",
	} {
		t.Run(begun, func(t *testing.T) {
			provider.back = nil
			s.host, s.cookies = begun, map[string]*http.Cookie{}
			jars[home[len("https://"):]] = s.cookies
			var p httpapi.ProcessResponse
			require.Equal(t, http.StatusOK, s.process(s.guest("paypal"), &p))
			require.Equal(t, "redirect", p.Result)
			back := home + "/kasse/zahlung/" + p.AttemptID
			require.Equal(t, []string{back, back + "?cancelled=1"}, provider.back)

			kept, err := postgres.NewAttempt(s.pool).Attempt(t.Context(), p.AttemptID)
			require.NoError(t, err)
			require.Equal(t, s.sites.Named(begun), kept.Payment.Host, "a later try leads there as well")

			require.Equal(t, "/kasse/erfolgreich?order="+p.AttemptID, s.open(jars, provider.back[0]))
			var ok httpapi.Success
			s.get("/api/checkout/success?order="+p.AttemptID, &ok)
			require.Equal(t, "confirmed", ok.State)
		})
	}
}

func TestExpressButtonsLeadBackToTheHostOfTheCart(t *testing.T) {
	provider := &away{sessions: sessions{buyer: buyer("10115")}}
	s := twoShops(t, provider)
	jars := map[string]map[string]*http.Cookie{}
	for _, home := range []string{"https://grafik.example", "https://shop.example"} {
		s.open(jars, home)
		s.fill()
		s.post("/kasse/paypal/init", `{}`, nil)
		back := provider.started[len(provider.started)-1].ReturnURL
		require.Equal(t, home+"/kasse/express/paypal", back)
		require.Equal(t, "/kasse#/shipping", s.open(jars, back))
		s.post("/api/checkout/payment-session", `{"paymentCode": "paypal"}`, nil)
		require.Equal(t, back, provider.started[len(provider.started)-1].ReturnURL)
	}
}
