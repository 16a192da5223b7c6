package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/withdrawal"
)

// role is who calls.
type role string

const (
	anonymous role = "anonymous" // no session
	guest     role = "guest"     // has a cart, and an e-mail address in the checkout
	light     role = "light"     // no billing address yet
	private   role = "private"   // the owner of what the calls name
	business  role = "business"
	member    role = "member"  // a member of the campus programme
	soft      role = "soft"    // the full login is over
	foreign   role = "foreign" // a private customer who names what is the owner's
)

var roles = []role{anonymous, guest, light, private, business, member, soft, foreign}

// person is somebody in a role, with what the calls may name.
type person struct {
	cookies       map[string]*http.Cookie
	id            int64
	email         string
	session, cart string
	billing, book int64 // entries of the address book
	card          string
}

// office is a shop in which people of every role call.
type office struct {
	*shop
	customers *postgres.Customers
	sessions  *session.Service // not the server's: that one must not know what was before
	cards     *customer.Cards
	hash      string // of the password
	product   int64
	order     int64
	attempt   string
}

// ownersName is in the data of the owner alone.
const ownersName = "Eigentümerin"

func newOffice(t *testing.T) *office {
	s := newCheckout(t)
	engine := search.NewResilient(bleve.New(), postgres.NewSearchFallback(s.catalog))
	require.NoError(t, search.NewIndexer(s.catalog, engine).Rebuild(t.Context()))
	seal, err := customer.NewSeal(make([]byte, customer.SealKeyBytes), nil)
	require.NoError(t, err)
	o := &office{
		shop: s, customers: postgres.NewCustomers(s.pool), sessions: session.NewService(postgres.NewSessions(s.pool), clock.System{}),
		cards: customer.NewCards(postgres.NewCards(s.pool), seal, clock.System{}),
	}
	sessions := session.NewService(postgres.NewSessions(s.pool), clock.System{})
	attempts, events, orders := postgres.NewAttempt(s.pool), postgres.NewWebhook(s.pool), postgres.NewOrder(s.pool)
	urls := checkout.URLs{
		Return: func(id, _ string) string { return "/kasse/zahlung/" + id }, Webhook: func(p string) string { return "/webhooks/" + p },
		Express: func(method, _ string) string { return "/kasse/express/" + method },
	}
	charged := []map[string]string{}
	payments := cards{charged: &charged}
	drive := &direct{checkout.NewPayer(attempts, events, payments, clock.System{}, checkout.DefaultPolicy, urls)}
	o.Server = httpapi.New(httpapi.Deps{
		Sessions: sessions, Catalog: s.catalog, Customers: customer.NewService(o.customers, sessions, clock.System{}, address.BilledCountry),
		Cart: cart.NewService(postgres.NewCarts(s.pool), flatRate{}), Wishlist: postgres.NewWishlists(s.pool), Orders: orders,
		Privacy: privacy.NewService(postgres.NewPrivacy(s.pool), seal, clock.System{}), Campus: s.programme(), Cards: o.cards, CardForm: func(context.Context) (map[string]string, error) { return cardForm, nil },
		Content: content.NewService(s.contents, engine, clock.System{}), Search: search.NewService(engine, s.catalog.Categories), Engine: engine,
		Newsletter: newsletter.NewService(postgres.NewNewsletters(s.pool), clock.System{}), Outbox: postgres.NewOutbox(s.pool),
		Restock:     restock.NewService(postgres.NewRestockAlerts(s.pool), s.catalog, clock.System{}),
		BarrierDesk: "shop@example.org", ReviewDesk: "shop@example.org", Invoices: postgres.NewInvoices(s.pool),
		Reviews:         review.NewService(postgres.NewReviews(s.pool), clock.System{}),
		Withdrawals:     withdrawal.NewService(postgres.NewWithdrawals(s.pool), orders, withdrawal.Policy{Days: 14}, clock.System{}),
		ConsentServices: func() []httpapi.ConsentService { return nil }, PaymentMethods: payments.Methods,
		Checkout: checkout.NewService(checkout.Parts{
			Store: postgres.NewCheckout(s.pool), Attempts: attempts, Payments: payments, Shipping: parcels{},
			Vouchers: postgres.NewVouchers(s.pool), Carts: postgres.NewCarts(s.pool), Process: drive, Clock: clock.System{},
			URLs: urls, Extras: checkout.DefaultExtras,
		}),
		PublicURL: &url.URL{Scheme: "https", Host: "shop.example"},
	})
	o.seed()
	return o
}

// seed makes an order, and learns what a password's hash looks like.
func (o *office) seed() {
	o.Helper()
	o.registered("seed@example.org")
	require.NoError(o, o.pool.QueryRow(o.Context(), `select password_hash from customer`).Scan(&o.hash))
	o.anew()
	total := o.guest("moneyorder")
	var made httpapi.ProcessResponse
	require.Equal(o, http.StatusOK, o.process(total, &made))
	o.order, o.attempt = made.OrderID, made.AttemptID
	require.NoError(o, o.pool.QueryRow(o.Context(), `select (lines -> 0 ->> 'productId')::bigint from checkout_attempt`).Scan(&o.product))
}

// person makes somebody new in a role.
func (o *office) person(r role) *person {
	o.Helper()
	p := &person{cookies: map[string]*http.Cookie{}}
	if r == anonymous {
		return p
	}
	token, made, err := o.sessions.Start(o.Context(), catalog.German)
	require.NoError(o, err)
	if r != guest {
		o.account(r, p, made)
		token, made, err = o.sessions.Login(o.Context(), token, p.id, made.CartID)
		require.NoError(o, err)
	}
	if r == soft {
		_, err := o.pool.Exec(o.Context(), `update session set full_until = now() - interval '1 second' where customer_id = $1`, p.id)
		require.NoError(o, err)
	}
	p.session, p.cart = made.ID, made.CartID
	p.cookies[session.CookieName] = &http.Cookie{Name: session.CookieName, Value: token}
	o.cookies = p.cookies
	require.Equal(o, http.StatusOK, o.do("POST", "/cart/add/", fmt.Sprintf(`{"id": %d}`, o.product), nil).Code)
	require.Equal(o, http.StatusOK, o.do("POST", "/wishlist/add", fmt.Sprintf(`{"productId": %d}`, o.product), nil).Code)
	o.do("POST", "/api/checkout/init", `{}`, nil)
	if r == guest {
		o.do("POST", "/api/account/registerguest", fmt.Sprintf(guestForm, "10115"), nil)
	}
	return p
}

// account makes a customer in a role.
func (o *office) account(r role, p *person, made *session.Session) {
	o.Helper()
	p.email = string(r) + "-" + ident.New() + "@example.org"
	c := &customer.Customer{
		Light: r == light, Email: p.email, PasswordHash: o.hash, FirstName: "Erika", LastName: "Muster", Lang: catalog.German,
		TwoFactor: true, CartID: made.CartID, CreatedAt: time.Now(),
	}
	home := address.Address{
		FirstName: "Erika", LastName: "Muster", StreetName: "Hauptstraße", StreetNumber: "1", ZipCode: "10115", CityName: "Berlin",
		CountryID: address.Germany, TelephoneNumber: "+49301234567", Kind: address.Invoice,
	}
	if r == private {
		c.LastName, home.LastName = ownersName, ownersName
	}
	billing := &customer.Address{Address: home, Billing: true}
	switch r {
	case light:
		billing = nil
	case business:
		c.Business = &customer.Business{Form: customer.Partnership, Type: customer.Consumer, Company: "Muster KG", OwnerFirstName: "Erika", OwnerLastName: "Muster"}
		billing.Company = "Muster KG"
	}
	require.NoError(o, o.customers.Create(o.Context(), c, billing, customer.Effects{}))
	p.id = c.ID
	if r == member {
		_, err := o.pool.Exec(o.Context(), `
			insert into campus_membership (customer_id, kind, university_id, email, valid_until, noticed, ended, deactivated, reason)
			values ($1, 'manual', 0, '', now() + interval '200 days', false, false, false, '')`, p.id)
		require.NoError(o, err)
	}
	if r == light {
		return
	}
	home.Kind = address.Delivery
	var err error
	p.book, err = o.customers.SaveAddress(o.Context(), p.id, func(*customer.Customer, []customer.Address) (customer.Address, customer.Event, error) {
		return customer.Address{Address: home}, customer.Event{}, nil
	})
	require.NoError(o, err)
	require.NoError(o, o.pool.QueryRow(o.Context(), `select id from customer_address where customer_id = $1 and billing`, p.id).Scan(&p.billing))
	p.card, err = o.cards.Save(o.Context(), p.id, customer.Card{Alias: alias, Type: "V", Masked: "411111XXXXXX1111", Expiry: "4912", Holder: "Kim Muster"})
	require.NoError(o, err)
}

// give makes the seeded order somebody's.
func (o *office) give(p *person) {
	o.Helper()
	_, err := o.pool.Exec(o.Context(), `update shop_order set customer_id = $2, email = $3, invoice = invoice || jsonb_build_object('lastName', $4::text) where id = $1`,
		o.order, p.id, p.email, ownersName)
	require.NoError(o, err)
	_, err = o.pool.Exec(o.Context(), `update checkout_attempt set cart_id = $2 where id = $1`, o.attempt, p.cart)
	require.NoError(o, err)
}

// belongings is a digest of all that is somebody's.
func (o *office) belongings(p *person) (digest string) {
	o.Helper()
	require.NoError(o, o.pool.QueryRow(o.Context(), `
		select md5(coalesce(string_agg(t, '' order by t), '')) from (
		  select c::text t from customer c where id = $1
		  union all select a::text from customer_address a where customer_id = $1
		  union all select c::text from customer_card c where customer_id = $1
		  union all select o::text from shop_order o where customer_id = $1
		  union all select concat(c.id, c.products, c.quantities, c.warranties) from cart c where id = $2
		  union all select w::text from wishlist_item w where cart_id = $2
		  union all select c::text from checkout c where cart_id = $2
		  union all select m::text from campus_membership m where customer_id = $1
		  union all select s::text from session s where customer_id = $1) everything`, p.id, p.cart).Scan(&digest))
	return digest
}

// call does one call of the table as somebody and says what came of it: the status, and the reason.
func (o *office) call(t *testing.T, method string, c right, actor, named *person) (string, string) {
	t.Helper()
	fill := strings.NewReplacer("{book}", strconv.FormatInt(named.book, 10), "{billing}", strconv.FormatInt(named.billing, 10),
		"{card}", named.card, "{order}", strconv.FormatInt(o.order, 10), "{attempt}", o.attempt, "{session}", named.session,
		"{user}", strconv.FormatInt(named.id, 10), "{product}", strconv.FormatInt(o.product, 10), "{new}", ident.New(),
		"{email}", named.email, "{self}", actor.email)
	o.cookies = maps.Clone(actor.cookies)
	if c.upload {
		var answer map[string]any
		w := o.upload(fill.Replace(c.path), student(nil), scan(t), &answer)
		return outcome(w.Code, answer), w.Body.String()
	}
	body := c.body
	if method == http.MethodPost && body == "" {
		body = "{}"
	}
	w := o.do(method, fill.Replace(c.path), fill.Replace(body), nil)
	var answer map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return outcome(w.Code, answer), w.Body.String()
}

// outcome names an answer in a word or two: 200, "200 reason" of what the form got wrong, "401 reason".
func outcome(status int, answer map[string]any) string {
	text := strconv.Itoa(status)
	switch e := answer["error"].(type) {
	case string:
		return strings.TrimSpace(text + " " + e)
	case map[string]any:
		return text + " " + fmt.Sprint(e["reason"])
	}
	return text
}

// The table of rights: every call of the API, by everybody. What is in it is the specification's (section 6), and what
// is the owner's stays unseen and unchanged whoever else calls, whatever the call names.
func TestRights(t *testing.T) {
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	raw, err := httpapi.Document()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &document))
	told := listen(t)
	o := newOffice(t)
	known := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for method, operation := range document.Paths[path] {
			id := operation.OperationID
			c, listed := rights[id]
			known[id] = true
			if !listed {
				t.Errorf("%s (%s %s) is not in the table of rights", id, method, path)
				continue
			}
			if c.path == "" {
				c.path = path
			}
			t.Run(id, func(t *testing.T) { o.hold(t, strings.ToUpper(method), c) })
		}
	}
	for id := range rights {
		require.True(t, known[id], "%s is in the table and not in the API", id)
	}
	told.anonymous(t, ownersName, "Erika", "Hauptstraße", "301234567")
}

// hold lets everybody do a call and compares.
func (o *office) hold(t *testing.T, method string, c right) {
	for _, r := range roles {
		owner := o.person(private)
		o.give(owner)
		actor, named := owner, owner
		if r != private {
			actor = o.person(r)
		}
		if actor.book != 0 && r != foreign {
			named = actor
		}
		if r == light && strings.Contains(c.body, "{user}") {
			named = actor
		}
		before := o.belongings(owner)
		got, body := o.call(t, method, c, actor, named)
		if want := c.want(r); got != want {
			t.Errorf("%s: %s, want %s: %.300s", r, got, want, body)
		}
		if r != private {
			require.Equal(t, before, o.belongings(owner), "%s changed what is the owner's", r)
			require.NotContains(t, body, ownersName, "%s sees what is the owner's", r)
		}
	}
}
