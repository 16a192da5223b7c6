package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
	"kontor.dev/kontor/core/catalog/photo"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/health"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/observe"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/session"
)

// parts are what a process is made of.
type parts struct {
	cfg       config.Config
	pool      *pgxpool.Pool
	catalog   *postgres.Catalog
	outbox    *postgres.Outbox
	sessions  *session.Service
	engine    *search.Resilient
	indexer   *search.Indexer
	inProcess bool        // the index is this process's own
	indexed   atomic.Bool // it has been built
	serves    bool        // the process is a front door, and so needs an index
	changes   *postgres.Broadcast
	restock   *restock.Service
	plugins   *pluginhost.Host
	mailer    *mailer.Mailer // nil without a mail server
	probe     *health.Probe
	buying
}

// build makes the parts. Nothing runs yet.
func build(ctx context.Context, cfg config.Config, name string) (*parts, error) {
	pool, err := openDatabase(ctx, cfg, name)
	if err != nil {
		return nil, err
	}
	p := &parts{
		cfg: cfg, pool: pool, catalog: postgres.NewCatalog(pool, systemClock).Hide(cfg.Hidden()), outbox: postgres.NewOutbox(pool),
		sessions: session.NewService(postgres.NewSessions(pool), systemClock), changes: postgres.NewBroadcast(pool),
	}
	p.restock = restock.NewService(postgres.NewRestockAlerts(pool), p.catalog, systemClock)
	if err := p.open(ctx, name); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *parts) open(ctx context.Context, name string) error {
	if err := p.openSearch(); err != nil {
		return err
	}
	if err := p.openPlugins(ctx, name); err != nil {
		return err
	}
	if err := p.openCheckout(); err != nil {
		return err
	}
	p.probe = health.NewProbe(p.checks()...)
	return p.openMail()
}

func (p *parts) openPlugins(ctx context.Context, name string) (err error) {
	if p.plugins, err = NewPluginHost(p.cfg, postgres.NewRollouts(p.pool), name, slog.Default()); err != nil {
		return err
	}
	return p.plugins.Start(ctx)
}

func (p *parts) close() {
	if p.temporal != nil {
		p.temporal.Close()
	}
	if p.plugins != nil {
		finish("plugins", func(context.Context) error { return p.plugins.Close() })
	}
	p.pool.Close()
}

// server makes the front door.
func (p *parts) server() (*httpapi.Server, error) {
	public, err := parseURL("http.publicURL", p.cfg.HTTP.PublicURL)
	if err != nil {
		return nil, err
	}
	cards, err := p.cards()
	if err != nil {
		return nil, err
	}
	links, err := p.orderLinks()
	if err != nil {
		return nil, err
	}
	proxies, err := p.cfg.TrustedProxies()
	if err != nil {
		return nil, err
	}
	artwork, err := p.cfg.Artwork()
	if err != nil {
		return nil, fmt.Errorf("market.guaranteeArtwork: %w", err)
	}
	faces, err := facesOf(p.cfg)
	if err != nil {
		return nil, err
	}
	server := httpapi.New(httpapi.Deps{
		Chat: faces.chat, Sites: faces.sites, PayLater: faces.payLater, Ratings: faces.ratings,
		Cards: cards, CardForm: p.cardForm,
		Sessions: p.sessions, Customers: customer.NewService(postgres.NewCustomers(p.pool), p.sessions, systemClock, p.cfg.Reach()), Catalog: p.catalog, Outbox: p.outbox,
		Cart: cart.NewService(postgres.NewCarts(p.pool).Hide(p.cfg.Hidden()), p.standard), Wishlist: postgres.NewWishlists(p.pool),
		Content: content.NewService(postgres.NewContents(p.pool), p.engine, systemClock).Of(p.cfg.Imprint()),
		Search:  search.NewService(p.engine, p.catalog.Categories), Engine: p.engine,
		Checkout: p.service, Standard: p.standard, Webhooks: p.webhooks, Orders: p.orders, OrderLinks: links,
		Newsletter: p.newsletter, Restock: p.restock, Campus: p.campus, Privacy: p.privacy, Withdrawals: p.withdrawals(), Invoices: postgres.NewInvoices(p.pool),
		BarrierDesk: p.cfg.BarrierDesk(), ReviewDesk: p.cfg.ReviewDesk(), Hides: p.cfg.Hides(), Withdrawal: p.cfg.Withdrawals().Policy, Hotline: p.cfg.Trader.Phone,
		Image:          Pictures(p.cfg.Media.Dir),
		Notice:         func(lang catalog.Lang) (string, []byte) { n := artwork.Notice(lang); return n.Type, n.Data },
		Guarantee:      func(g catalog.Guarantee) (string, []byte) { l := artwork.Garan(g); return l.Type, l.Data },
		PaymentMethods: p.plugins.Payments().Methods, Logo: p.logo, ConsentServices: p.consentServices,
		Reviews:        review.NewService(postgres.NewReviews(p.pool), systemClock),
		PublicURL:      public,
		Storefront:     &url.URL{Scheme: "http", Host: p.cfg.Storefront.Addr},
		TrustedProxies: proxies, Health: p.probe, Limits: httpapi.DefaultLimits(), Concurrency: concurrency(p.cfg), Trace: p.cfg.OTel.Endpoint != "",
	})
	p.engine.OnRecovery(server.CatalogChanged)
	return server, nil
}

// background starts what a serving process does besides answering.
func (p *parts) background(ctx context.Context, start func(func() error), server *httpapi.Server) {
	start(func() error { return p.followChanges(ctx, server) })
	start(func() error { return pruneSessions(ctx, p.sessions) })
}

// startWorker starts what only a worker does.
func (p *parts) startWorker(ctx context.Context, start func(func() error)) {
	start(func() error { return p.outbox.Run(ctx, p.handlers()) })
	start(func() error { return p.work(ctx) })
	start(func() error { return p.scheduleRetention(ctx) })
	start(func() error { return p.catchUpRestocks(ctx) })
	start(func() error { return p.callEndpoints(ctx) })
	start(func() error { return p.askPromises(ctx) })
}

// handlers deliver the outbox.
func (p *parts) handlers() map[string]outbox.Handler {
	handlers := map[string]outbox.Handler{
		outbox.ProductChanged: p.productsChanged, outbox.SearchRebuild: p.rebuildAsked, outbox.Tracking: p.deliverTracking,
		outbox.Webhook: p.deliverWebhooks, outbox.AttemptWaits: p.beginCheckouts, outbox.OrderPlaced: p.beginFulfilment, outbox.OrderOwes: p.wakeFulfilment,
		outbox.Scan:              p.deliverScans,
		outbox.NewsletterChanged: p.tellNewsletters, outbox.WithdrawalDeclared: p.beginWithdrawals,
		outbox.CampusChanged: p.tellStudents, outbox.PrivacyRequested: p.beginPrivacy,
		outbox.VATChanged: p.tellAccounts, outbox.AccountConverted: p.tellAccounts,
	}
	if p.mailer != nil {
		handlers[outbox.MailRequested] = p.mailer.Handle
	}
	return observe.Handlers(handlers)
}

// Pictures shows the photographs of a folder, and draws what has none. Fault NotFound ("image_not_found") for any other key.
func Pictures(folder string) func(key string, size int) (mediaType string, data []byte, err error) {
	photos := photo.NewStore(folder)
	return func(key string, size int) (mediaType string, data []byte, err error) {
		if photo.Is(key) {
			data, err = photos.Image(key, size)
			return "image/jpeg", data, err
		}
		data, err = illustration.SVG(key, size)
		return "image/svg+xml", data, err
	}
}
