// Package httpapi is the front door: the shop's HTTP API, its images, and the storefront behind it.
//
// Each resource has one file with its operations and their types. Faults of the domain become answers in one place
// (problem.go); the OpenAPI document is generated from the types and committed as openapi.json.
package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/wishlist"
	"kontor.dev/kontor/core/withdrawal"
)

// Deps is what the API needs. Operations whose part is missing are registered all the same, so that the document is
// complete; only calling them fails.
type Deps struct {
	Sessions   *session.Service
	Customers  *customer.Service
	Cards      *customer.Cards // nil: cards are not saved
	Catalog    catalog.Store
	Cart       *cart.Service
	Wishlist   wishlist.Store
	Content    *content.Service
	Search     *search.Service
	Engine     search.Engine
	Checkout   *checkout.Service
	Standard   *checkout.Standard // nil: product pages do not tell what sending costs
	Webhooks   *checkout.Webhooks
	Orders     order.History
	OrderLinks *order.Links // nil: none opens anything
	Newsletter *newsletter.Service
	Restock    *restock.Service
	Reviews    *review.Service  // nil: the shop has none
	Chat       *chat.Chat       // nil: the shop has none
	Sites      *site.Sites      // nil: the shop's own alone
	PayLater   *site.ThirdParty // nil: there is no such partner
	Ratings    *site.ThirdParty // nil: there is no such partner
	Campus     *campus.Service
	Privacy    *privacy.Service
	Outbox     outbox.Writer

	Hotline     string              // telephone number for customers; "" tells none
	Withdrawal  withdrawal.Policy   // that pages name; the zero value: the legal days, and nothing excluded
	BarrierDesk string              // e-mail address that hears of barriers; "" takes no reports
	ReviewDesk  string              // e-mail address that hears of illegal reviews; "" takes no notices
	Hides       []site.Notice       // what the pages leave out
	Invoices    invoice.Store       // nil: there are none
	Withdrawals *withdrawal.Service // nil: the shop takes none online

	// PaymentMethods gives the payment methods, retired ones included: the cart shows their logos, and pages let their
	// providers in.
	PaymentMethods func(ctx context.Context) ([]checkout.Method, error)
	// CardForm gives the card method's form outside of a checkout, as its plugin says it; nil: cards are saved in the
	// checkout alone.
	CardForm func(ctx context.Context) (map[string]string, error)
	// Image gives the picture of a key in one of catalog.ImageSizes; fault NotFound.
	Image func(key string, size int) (mediaType string, data []byte, err error)
	// Notice and Guarantee give the pictures of the legal guarantee's notice and of a producer's guarantee; nil: none.
	Notice    func(lang catalog.Lang) (mediaType string, data []byte)
	Guarantee func(g catalog.Guarantee) (mediaType string, data []byte)
	// Logo gives a payment method's logo, which comes from its plugin; fault NotFound.
	Logo func(ctx context.Context, code string) (mediaType string, data []byte, err error)

	// ConsentServices gives what visitors are asked to agree to: the services that the tracking plugins need.
	ConsentServices func() []ConsentService

	PublicURL      *url.URL       // origin as browsers see it; nil: http, any host
	Storefront     *url.URL       // server of every path that is not the API's; nil: 404 there
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	Health         *health.Probe  // nil: always ready
	Limits         Limits
	Concurrency    int  // calls that are worked on at once, see overload; 0: no bound
	Trace          bool // make a span of each request
}

// Server answers HTTP requests.
type Server struct {
	deps    Deps
	limiter *limiter
	pages   *pageCache
	trees   treeCache
	answers *answerCache
	calls   map[string]bool // paths that callPrefixes leaves out

	overload *overload // nil: no bound
	outage   outage
	slowDrop throttle
	api      huma.API
	mux      *http.ServeMux
	handler  http.Handler
}

const (
	apiTimeout = 20 * time.Second
	maxBody    = 1 << 20
	readTime   = 30 * time.Second // for all that a request sends
)

// New makes the server with all of its routes.
func New(deps Deps) *Server {
	s := &Server{
		deps: deps, limiter: newLimiter(deps.Limits), pages: newPageCache(), answers: newAnswerCache(), overload: newOverload(deps.Concurrency),
	}
	mux := http.NewServeMux()
	s.mux, s.api = mux, humago.New(mux, apiConfig())
	s.api.UseMiddleware(s.acceptForms)
	for _, register := range s.resources() {
		register(s.api)
	}
	s.routes(mux)
	s.calls = callPaths(s.api)
	s.handler = s.wrap(mux)
	return s
}

// resources lists the registrations, one per resource file, in the order of the document.
func (s *Server) resources() []func(huma.API) {
	return []func(huma.API){
		s.registerNavigation, s.registerHome, s.registerListing, s.registerSuggest, s.registerProduct, s.registerReview, s.registerReviewNotice,
		s.registerSite, s.registerChat, s.registerBrowserError,
		s.registerHeader, s.registerCart, s.registerEmptyCart, s.registerWishlist, s.registerLastSeen, s.registerComparison, s.registerFacts,
		s.registerCountry, s.registerTracking,
		s.registerCheckout, s.registerCheckoutExtra, s.registerCheckoutAddress, s.registerSubmit, s.registerSuccess,
		s.registerPaymentSession,
		s.registerExpress, s.registerApplePay, s.registerAuth, s.registerRegistration, s.registerAccount, s.registerAddress,
		s.registerOrders, s.registerInvoices, s.registerOrderWithdrawal, s.registerOrderStatus, s.registerBarrier, s.registerCreditCards, s.registerCheckoutCard, s.registerConvert,
		s.registerSessions, s.registerPrivacy,
		s.registerNewsletter, s.registerRestock, s.registerContent, s.registerAds, s.registerWithdrawal, s.registerCampus, s.describeEvents, s.describeVisitor,
	}
}

// routes adds what is not JSON.
func (s *Server) routes(mux *http.ServeMux) {
	mux.Handle("GET /openapi.json", compressed(http.HandlerFunc(s.serveDocument)))
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /readyz", s.serveReady)
	mux.HandleFunc("GET /robots.txt", s.serveRobots)
	for path := range icons {
		mux.Handle("GET "+path, compressed(http.HandlerFunc(s.serveIcon)))
	}
	mux.HandleFunc("GET /sitemap.xml", s.serveSitemap)
	mux.Handle("GET /images/{size}/{key}", compressed(http.HandlerFunc(s.serveImage)))
	mux.HandleFunc("GET /images/{size}/{$}", s.serveImage)
	mux.Handle("GET /images/notice/{lang}", compressed(http.HandlerFunc(s.serveNotice)))
	mux.Handle("GET /images/guarantee/{id}", compressed(http.HandlerFunc(s.serveGuarantee)))
	mux.HandleFunc("GET /datasheets/{file}", s.serveDataSheet)
	mux.HandleFunc("GET /documents/{file}", s.serveCampusTerms)
	mux.HandleFunc("GET "+invoicePath+"{file}", s.serveInvoice)
	mux.Handle("GET /plugins/logo/{code}", compressed(http.HandlerFunc(s.serveLogo)))
	mux.HandleFunc("GET "+labelPath+"{token}", s.serveReturnLabel)
	mux.HandleFunc("GET "+oneClickPath, s.serveLeaving)
	mux.HandleFunc("GET /kasse/zahlung/{attempt}", s.serveReturn)
	mux.HandleFunc("POST /kasse/zahlung/{attempt}", s.serveReturn)
	mux.HandleFunc("GET /kasse/express/{method}", s.serveExpressReturn)
	for _, method := range []string{http.MethodGet, http.MethodPost} { // some providers notify by GET
		mux.HandleFunc(method+" /webhooks/{plugin}", s.serveWebhook)
		mux.HandleFunc(method+" /webhooks/{plugin}/{path...}", s.serveWebhook)
	}
	mux.HandleFunc("/api/", s.serveNoOperation)
	mux.Handle("/", s.storefront())
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// HTTPServer makes the net/http server with its time limits.
func (s *Server) HTTPServer(addr string) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       readTime,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    64 << 10,
	}
}
