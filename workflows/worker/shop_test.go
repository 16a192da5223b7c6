package worker_test

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/vat"
	processes "kontor.dev/kontor/workflows/client"
	"kontor.dev/kontor/workflows/worker"
)

const laptop = 900001

// shop is the checkout with a real database and a real Temporal server; only the providers are played.
type shop struct {
	testing.TB
	ctx      context.Context
	pool     *pgxpool.Pool
	temporal client.Client
	payloads converter.DataConverter // that it has
	provider *provider
	service  *checkout.Service
	hooks    *checkout.Webhooks
	attempts *postgres.Attempt
	orders   *postgres.Order
	process  *processes.Checkout
	operator *processes.Order
	carrier  *carrier
	clock    *clock.Fixed // fulfilment's
	parcels  *postgres.Fulfilment
	begun    *processes.Fulfilment
	deps     worker.Deps
	stop     func() // the worker; nil when none runs
	crowd    bool   // each guest has an address of their own
}

func newShop(t testing.TB, policy checkout.Policy) *shop {
	t.Helper()
	address := os.Getenv("KONTOR_TEST_TEMPORAL")
	if address == "" {
		t.Fatal("KONTOR_TEST_TEMPORAL is not set: run the tests with `make test`, or these alone with `kontor testenv -- go test ./...`")
	}
	pool := pgtest.New(t)
	options := client.Options{HostPort: address, Namespace: "kontor", Identity: "shop", Logger: quiet{}}
	options.DataConverter = converter.GetDefaultDataConverter() // what is recorded must be readable without this database
	if os.Getenv("KONTOR_RECORD_HISTORIES") == "" {
		options.DataConverter = processes.Secret(processes.NewKeys(postgres.NewHistoryKeys(pool)))
	}
	temporal, err := client.Dial(options)
	require.NoError(t, err)
	t.Cleanup(temporal.Close)
	s := &shop{TB: t, ctx: context.Background(), pool: pool, temporal: temporal, payloads: options.DataConverter, provider: newProvider(), carrier: newCarrier(), clock: clock.NewFixed(time.Now().UTC())}
	s.parcels = postgres.NewFulfilment(pool)
	s.attempts, s.orders = postgres.NewAttempt(pool), postgres.NewOrder(pool)
	events := postgres.NewWebhook(pool)
	queue := "test-" + ident.New()
	s.process = processes.NewCheckout(temporal, queue, s.attempts)
	s.begun = processes.NewFulfilment(temporal, queue)
	s.operator = processes.NewOrder(s.process, s.begun, s.orders)
	s.hooks = checkout.NewWebhooks(s.provider, events, s.process, s.carrier, s.parcels)
	s.service = checkout.NewService(checkout.Parts{
		Store: postgres.NewCheckout(pool), Attempts: s.attempts, Payments: s.provider, Shipping: s.carrier,
		Vouchers: postgres.NewVouchers(pool), Carts: postgres.NewCarts(pool), Process: s.process, Clock: clock.System{},
	})
	payer := checkout.NewPayer(s.attempts, events, s.provider, clock.System{}, policy, checkout.URLs{
		Return:  func(id, _ string) string { return "https://shop.example/kasse/zahlung/" + id },
		Webhook: func(plugin string) string { return "https://shop.example/webhooks/" + plugin },
	})
	s.deps = worker.Deps{Temporal: temporal, Queue: queue, Payer: payer, Attempts: s.attempts, Process: s.process}
	s.deps.Newsletter = newsletter.NewService(postgres.NewNewsletters(pool), clock.System{})
	s.deps.Retention = postgres.NewRetention(pool)
	s.deps.Fulfiller = order.NewFulfiller(s.parcels, s.attempts, s.provider, s.carrier, s.carrier, s.clock, order.DefaultPolicy)
	seal, err := customer.NewSeal(make([]byte, customer.SealKeyBytes), nil)
	require.NoError(t, err)
	s.deps.Privacy = privacy.NewService(postgres.NewPrivacy(pool), seal, s.clock)
	s.deps.Campus = campus.NewService(postgres.NewCampus(pool), []campus.University{{ID: 1, Name: "TU", Domains: []string{"tu.example"}}}, nil, clock.System{})
	s.deps.Fulfiller.Hold(s.deps.Campus.Held)
	s.deps.Orders = s.operator
	s.deps.Conversions = customer.NewConversions(postgres.NewCustomers(pool), s.clock)
	s.deps.VAT = vat.NewService(postgres.NewVATEvidence(pool), nil, s.clock) // nobody asks it here
	s.work()
	t.Cleanup(s.rest)
	s.exec(`insert into category (slug, name_de, digest) values ('things', 'Dinge', '')`)
	s.exec(`
		insert into product (id, article_number, slug, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at)
		select 900001, 'NB-1', 'laptop-900001', 'Laptop', 'Maker', id, 129900, '{}', '', now(), now() from category`)
	s.exec(`insert into stock values (900001, 'main', 100, 100)`)
	return s
}

// work starts a worker; rest stops it.
func (s *shop) work() {
	ctx, cancel := context.WithCancel(s.ctx)
	done := make(chan error, 1)
	go func() { done <- worker.New(s.deps).Run(ctx) }()
	s.stop = func() { cancel(); require.NoError(s, <-done) }
}

func (s *shop) rest() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

func (s *shop) exec(sql string, args ...any) {
	s.Helper()
	_, err := s.pool.Exec(s.ctx, sql, args...)
	require.NoError(s, err)
}

func (s *shop) count(sql string, args ...any) (n int) {
	s.Helper()
	require.NoError(s, s.pool.QueryRow(s.ctx, sql, args...).Scan(&n))
	return n
}

func (s *shop) available() int { return s.count(`select sum(available) from stock`) }
func (s *shop) mails(template string) int {
	return s.count(`select count(*) from outbox where topic = 'mail.requested' and payload->>'template' = $1`, template)
}

var berlin = address.Address{
	FirstName: "Erika", LastName: "Muster", StreetName: "Weg", StreetNumber: "1", ZipCode: "10115", CityName: "Berlin",
	CountryID: address.Germany, Kind: address.Invoice,
}

// guest walks to the last step with one laptop in the cart and gives the cart and the total.
func (s *shop) guest(payment string) (cart string, total money.Amount) {
	s.Helper()
	return s.guestOf(payment, "dhl_standard", 1)
}

// guestOf is guest with some laptops, sent as the option says.
func (s *shop) guestOf(payment, option string, quantity int) (cart string, total money.Amount) {
	cart = ident.New()
	return cart, s.fill(cart, payment, option, quantity)
}

// fill puts laptops into a new cart and walks to the last step with it.
func (s *shop) fill(cart, payment, option string, quantity int) money.Amount {
	s.Helper()
	s.exec(`insert into cart (id, products, quantities, warranties) values ($1, array[$2::bigint], array[$3::integer], '{0}')`, cart, laptop, quantity)
	_, err := s.service.Init(s.ctx, cart, catalog.German)
	require.NoError(s, err)
	email := "erika@example.org"
	if s.crowd {
		email = cart + "@example.org"
	}
	_, err = s.service.SetGuest(s.ctx, cart, catalog.German, checkout.GuestData{Email: email, Phone: "030", Invoice: berlin})
	require.NoError(s, err)
	v, err := s.service.SetChoices(s.ctx, cart, catalog.German, payment, []string{option})
	require.NoError(s, err)
	require.Equal(s, checkout.StepConfirmation, v.NextStep)
	return v.Totals.Total
}

func (s *shop) submit(cart string, total money.Amount) *checkout.Attempt {
	s.Helper()
	answer, err := s.service.Submit(s.ctx, cart, catalog.German, checkout.Shown{Total: total}, nil, checkout.Browser{})
	require.NoError(s, err)
	return answer.Attempt
}

// buy is guest and submit.
func (s *shop) buy(payment string) *checkout.Attempt {
	s.Helper()
	return s.submit(s.guest(payment))
}

// reaches waits until the attempt is in the state.
func (s *shop) reaches(id string, state checkout.State) *checkout.Attempt {
	s.Helper()
	var a *checkout.Attempt
	require.Eventually(s, func() (ok bool) {
		var err error
		a, err = s.attempts.Attempt(s.ctx, id)
		return err == nil && a.State == state
	}, 20*time.Second, 20*time.Millisecond, "state %s", state)
	return a
}

func (s *shop) order(id int64) *order.Order {
	s.Helper()
	o, err := s.orders.Order(s.ctx, id)
	require.NoError(s, err)
	return o
}

// hook lets the provider report an event, stores it, and delivers what was stored as the relay would.
func (s *shop) hook(e checkout.WebhookEvent) {
	s.Helper()
	s.provider.next(e)
	_, err := s.hooks.Receive(s.ctx, "fakepal", checkout.WebhookCall{})
	require.NoError(s, err)
	id := s.count(`select id from webhook_event where event_id = $1`, e.ID)
	require.NoError(s, s.hooks.Deliver(s.ctx, int64(id)))
}

// provider plays the payment plugins: moneyorder and invoice answer at once, fakecard holds the money until it is
// captured, fakepal is a wallet with a page of its own that takes it at once. It keeps
// what a real provider would: one payment per idempotency key, with what was taken and given back.
type provider struct {
	mu       sync.Mutex
	payments map[string]*payment // by idempotency key
	events   []checkout.WebhookEvent
	// What happens next; each is asked before the provider acts.
	authorize func(p *payment) error
	complete  func(p *payment) error
	reply     func(p *payment) error // after the provider acted, before the shop hears
	move      func(p *payment) error // the same for capture, void and refund
	ends      time.Time              // until when authorizations can be captured; zero: for good
	refuse    string                 // why captures are refused; empty: they are not
	keeps     string                 // why money is not given back; empty: it is
	slow      bool                   // money goes back, some time
}

type payment struct {
	reference                        string
	amount                           money.Amount
	state                            checkout.Outcome // redirect, approved, authorized, declined, refunded
	authorizations, captures, refund int

	taken, given []movement
	voided       []string // keys
}

// movement is money that moved once under its key.
type movement struct {
	key, of string
	cents   int64
}

func (p *payment) move(list *[]movement, key, of string, amount money.Amount) {
	if !slices.ContainsFunc(*list, func(m movement) bool { return m.key == key }) {
		*list = append(*list, movement{key, of, amount.Minor})
	}
}

func newProvider() *provider { return &provider{payments: map[string]*payment{}} }

// Version implements checkout.Payments: it has none.
func (p *provider) Version(string, string) string { return "" }

func (p *provider) Methods(context.Context) ([]checkout.Method, error) {
	return []checkout.Method{
		{Code: "moneyorder", Plugin: "offline", Flow: checkout.FlowSimple},
		{Code: "invoice", Plugin: "offline", Flow: checkout.FlowSimple},
		{Code: "fakecard", Plugin: "fakecard", Flow: checkout.FlowSimple},
		{Code: "cashec", Plugin: "offline", Flow: checkout.FlowSimple},
		{Code: "fakepal", Plugin: "fakepal", Flow: "redirect"},
	}, nil
}

func (p *provider) Authorize(_ context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[r.IdempotencyKey]
	if pay == nil {
		pay = &payment{reference: "PAY-" + r.IdempotencyKey, amount: r.Amount, state: checkout.OutcomeRedirect}
	}
	if p.authorize != nil {
		if err := p.authorize(pay); err != nil {
			return checkout.Result{}, err
		}
	}
	pay.authorizations++
	p.payments[r.IdempotencyKey] = pay
	switch r.MethodCode {
	case "fakepal":
	case "fakecard":
		pay.state = checkout.OutcomeAuthorized
	default:
		pay.state = checkout.OutcomePending
	}
	if p.reply != nil {
		if err := p.reply(pay); err != nil {
			return checkout.Result{}, err
		}
	}
	return p.result(r.MethodCode, pay), nil
}

func (p *provider) result(method string, pay *payment) checkout.Result {
	r := checkout.Result{Outcome: pay.state, Reference: pay.reference}
	switch pay.state {
	case checkout.OutcomeRedirect:
		r.URL = "https://pay.example/" + pay.reference
	case checkout.OutcomeAuthorized:
		r.Captured, r.Amount, r.ExpiresAt = method != "fakecard", pay.amount, p.ends
	case checkout.OutcomePending:
		r.Accepted = method != "moneyorder"
		r.Instructions = map[string]string{"iban": "DE02120300000000202051"}
	case checkout.OutcomeDeclined:
		r.Reason = checkout.ReasonCancelled
	}
	return r
}

func (p *provider) Complete(_ context.Context, ref checkout.PaymentRef, query map[string]string) (checkout.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[ref.IdempotencyKey]
	if p.complete != nil {
		if err := p.complete(pay); err != nil {
			return checkout.Result{}, err
		}
	}
	switch {
	case query["cancelled"] == "1" && pay.state != checkout.OutcomeAuthorized:
		pay.state = checkout.OutcomeDeclined
	case pay.state == checkout.OutcomeApproved:
		pay.state = checkout.OutcomeAuthorized
		pay.captures++
	}
	if p.reply != nil {
		if err := p.reply(pay); err != nil {
			return checkout.Result{}, err
		}
	}
	return p.result(ref.MethodCode, pay), nil
}

func (p *provider) Status(_ context.Context, ref checkout.PaymentRef) (checkout.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[ref.IdempotencyKey]
	if pay == nil {
		return checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonNotFound}, nil
	}
	return p.result(ref.MethodCode, pay), nil
}

func (p *provider) Void(_ context.Context, ref checkout.PaymentRef, v checkout.Void) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[ref.IdempotencyKey]
	if p.move != nil {
		if err := p.move(pay); err != nil {
			return err
		}
	}
	pay.state = checkout.OutcomeRefunded
	pay.refund++
	pay.voided = append(pay.voided, v.Key)
	return nil
}

func (p *provider) Capture(_ context.Context, ref checkout.PaymentRef, c checkout.Capture) (checkout.Receipt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[ref.IdempotencyKey]
	if p.refuse != "" {
		return checkout.Receipt{Reason: p.refuse}, nil
	}
	pay.move(&pay.taken, c.Key, "", c.Amount)
	if p.move != nil {
		if err := p.move(pay); err != nil {
			return checkout.Receipt{}, err
		}
	}
	return checkout.Receipt{Done: true, Reference: "CAP-" + c.Key, Amount: c.Amount}, nil
}

func (p *provider) Refund(_ context.Context, ref checkout.PaymentRef, r checkout.Refund) (checkout.Receipt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ref.MethodCode == "moneyorder" || ref.MethodCode == "invoice" || ref.MethodCode == "cashec" {
		return checkout.Receipt{}, fault.New(fault.Invalid, checkout.ReasonNotSupported)
	}
	if p.keeps != "" {
		return checkout.Receipt{Reason: p.keeps}, nil
	}
	pay := p.payments[ref.IdempotencyKey]
	if p.slow {
		pay.refund++
		return checkout.Receipt{Reference: "REF-" + r.Key}, nil
	}
	pay.state = checkout.OutcomeRefunded
	pay.refund++
	pay.move(&pay.given, r.Key, r.CaptureReference, r.Amount)
	if p.move != nil {
		if err := p.move(pay); err != nil {
			return checkout.Receipt{}, err
		}
	}
	return checkout.Receipt{Done: true, Reference: "REF-" + r.Key, Amount: r.Amount}, nil
}

func (p *provider) Start(context.Context, checkout.SessionRequest) (checkout.PaymentSession, error) {
	return checkout.PaymentSession{}, fault.New(fault.Unavailable, "payment_method_unavailable")
}

func (p *provider) Webhook(_ context.Context, plugin string, _ checkout.WebhookCall) ([]checkout.WebhookEvent, checkout.WebhookReply, error) {
	if plugin == "dhl" {
		return nil, checkout.WebhookReply{}, fault.New(fault.Invalid, checkout.ReasonNotSupported)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.events
	p.events = nil
	return events, checkout.WebhookReply{}, nil
}

func (p *provider) next(e checkout.WebhookEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, e)
}

// approve is the customer agreeing on the provider's page.
func (p *provider) approve(a *checkout.Attempt) *payment {
	return p.become(a, checkout.OutcomeApproved)
}

func (p *provider) become(a *checkout.Attempt, state checkout.Outcome) *payment {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay := p.payments[a.Key()]
	pay.state = state
	return pay
}

func (p *provider) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

type quiet struct{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (quiet) Warn(string, ...any)  {}
func (quiet) Error(string, ...any) {}
