package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/withdrawal"
)

// direct drives attempts in place of the workflows.
type direct struct{ payer *checkout.Payer }

func (d *direct) Submit(ctx context.Context, id string) (checkout.State, error) {
	s, err := d.payer.Begin(ctx, id, false)
	return s.State, err
}

func (d *direct) Return(ctx context.Context, id string, query map[string]string) (checkout.State, error) {
	s, err := d.payer.Complete(ctx, id, query)
	return s.State, err
}

func (d *direct) Supersede(ctx context.Context, id string) (checkout.State, error) {
	s, err := d.payer.Leave(ctx, id, checkout.ReasonLeft)
	return s.State, err
}

func (d *direct) Notify(ctx context.Context, id string, event int64) error {
	_, err := d.payer.Apply(ctx, id, event)
	return err
}

// wallet plays two methods: a bank transfer, and one that sends the customer away and declines those who cancel.
type wallet struct{ checkout.Payments }

func (wallet) Methods(context.Context) ([]checkout.Method, error) {
	return []checkout.Method{
		{Code: "moneyorder", Plugin: "offline", Flow: checkout.FlowSimple, Title: catalog.Text{DE: "Vorkasse"}},
		{Code: "wallet", Plugin: "wallet", Flow: "redirect", Title: catalog.Text{DE: "Wallet"}},
	}, nil
}

func (wallet) Version(string, string) string { return "" }

func (wallet) Authorize(_ context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	if r.MethodCode == "moneyorder" {
		return checkout.Result{Outcome: checkout.OutcomePending, Instructions: map[string]string{
			"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "amount": r.Amount.String(), "purpose": "100042",
		}, Further: []checkout.Instruction{
			{Label: catalog.Text{DE: "Zahlungscode", EN: "Payment code"}, Value: "123 456"},
		}}, nil
	}
	return checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: r.IdempotencyKey, URL: "https://wallet.example/pay"}, nil
}

func (wallet) Complete(_ context.Context, _ checkout.PaymentRef, query map[string]string) (checkout.Result, error) {
	if query["cancelled"] == "1" {
		return checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonCancelled}, nil
	}
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}, nil
}

// Status is of a customer who has not decided yet.
func (wallet) Status(context.Context, checkout.PaymentRef) (checkout.Result, error) {
	return checkout.Result{Outcome: checkout.OutcomePending}, nil
}

func (wallet) Webhook(_ context.Context, plugin string, call checkout.WebhookCall) ([]checkout.WebhookEvent, checkout.WebhookReply, error) {
	if plugin == "courier" {
		return nil, checkout.WebhookReply{}, fault.New(fault.Invalid, checkout.ReasonNotSupported)
	}
	if call.Headers["Signature"] == nil || call.Headers["Cookie"] != nil {
		return nil, checkout.WebhookReply{}, fault.New(fault.Forbidden, "webhook_forged")
	}
	reply := checkout.WebhookReply{Status: 200, ContentType: "text/plain", Body: []byte(call.Path + "?" + call.Query)}
	return []checkout.WebhookEvent{{ID: "evt", Plugin: "wallet", Reference: "x"}}, reply, nil
}

// courier tells of one parcel.
type courier struct{ checkout.Carriers }

func (courier) ShippingWebhook(_ context.Context, plugin string, call checkout.WebhookCall) ([]checkout.Scan, checkout.WebhookReply, error) {
	if call.Headers["Signature"] == nil {
		return nil, checkout.WebhookReply{}, fault.New(fault.Forbidden, "webhook_forged")
	}
	scan := checkout.Scan{ID: "scan-1", Plugin: plugin, TrackingNumber: "JD01", State: checkout.ParcelDelivered}
	return []checkout.Scan{scan}, checkout.WebhookReply{Status: 200}, nil
}

// parcels plays the carriers: parcels up to 31.5 kg, a forwarder for what is heavier, a store for all, and Packstationen.
type parcels struct{ checkout.Shipping }

func (parcels) Options(_ context.Context, r checkout.ShippingRequest) ([]checkout.ShippingOption, error) {
	store := checkout.ShippingOption{ID: "pickup_selfcollector_1", DistributorID: "pickup", Kind: checkout.KindPickup, Pickup: true, Fee: money.Euro(0)}
	heavy := slices.ContainsFunc(r.Parcels, func(p checkout.Parcel) bool { return p.WeightGrams > 31500 })
	if heavy {
		freight := checkout.ShippingOption{ID: "freight", DistributorID: "freight", Kind: checkout.KindFreight, Fee: money.Euro(3990), NeedsPhone: true}
		return []checkout.ShippingOption{freight, store}, nil
	}
	parcel := checkout.ShippingOption{ID: "dhl_standard", Plugin: "dhl", DistributorID: "dhl", Kind: checkout.KindHome, Fee: money.Euro(499), MinDays: 1, MaxDays: 2}
	green := checkout.ShippingOption{ID: "dhl_gogreen", DistributorID: "dhl", Kind: checkout.KindHome, Fee: money.Euro(549)}
	return []checkout.ShippingOption{parcel, green, store}, nil
}

// Validate takes no address with a range of numbers.
func (parcels) Validate(_ context.Context, _ checkout.ShippingOption, to address.Address) (checkout.Verdict, error) {
	return checkout.Verdict{Deliverable: !strings.Contains(to.StreetNumber, "-")}, nil
}

func (parcels) PickupPoints(_ context.Context, r checkout.PickupRequest) ([]checkout.PickupPoint, error) {
	if r.Kind != checkout.KindPackstation || r.Near.ZipCode != "10115" || r.Near.CountryID != address.Germany {
		return nil, nil
	}
	return []checkout.PickupPoint{{ID: "8007-1", Name: "Packstation 101", DistanceMeters: 250}}, nil
}

// newCheckout is a shop that sells.
func newCheckout(t *testing.T) *shop { return newCheckoutPaidBy(t, wallet{}) }

func newCheckoutPaidBy(t *testing.T, payments checkout.Payments) *shop {
	s := newShop(t)
	s.reopen(payments)
	return s
}

// reopen starts the server anew with what the database has.
func (s *shop) reopen(payments checkout.Payments) {
	attempts, events := postgres.NewAttempt(s.pool), postgres.NewWebhook(s.pool)
	public := &url.URL{Scheme: "https", Host: "shop.example"}
	at := func(host, path string) string {
		if s.sites == nil {
			return path
		}
		return s.sites.Address(public, host) + path
	}
	urls := checkout.URLs{
		Return: func(id, host string) string { return at(host, "/kasse/zahlung/"+id) }, Webhook: func(p string) string { return "/webhooks/" + p },
		Express: func(method, host string) string { return at(host, "/kasse/express/"+method) },
	}
	drive := &direct{checkout.NewPayer(attempts, events, payments, clock.System{}, checkout.DefaultPolicy, urls)}
	sessions := session.NewService(postgres.NewSessions(s.pool), clock.System{})
	seal, err := customer.NewSeal(make([]byte, customer.SealKeyBytes), nil)
	require.NoError(s, err)
	s.links, err = order.NewLinks([]byte("links of the tests"), nil, clock.System{})
	require.NoError(s, err)
	s.Server = httpapi.New(httpapi.Deps{
		OrderLinks: s.links, Outbox: postgres.NewOutbox(s.pool),
		Sessions: sessions, Catalog: s.catalog, Customers: customer.NewService(postgres.NewCustomers(s.pool), sessions, clock.System{}, s.reach),
		Cart: cart.NewService(postgres.NewCarts(s.pool), flatRate{}), Wishlist: postgres.NewWishlists(s.pool), Orders: postgres.NewOrder(s.pool), Campus: s.programme(), Content: s.pages,
		Invoices: postgres.NewInvoices(s.pool), Withdrawals: withdrawal.NewService(postgres.NewWithdrawals(s.pool), postgres.NewOrder(s.pool), withdrawal.Policy{Days: 14}, clock.System{}),
		Newsletter: newsletter.NewService(postgres.NewNewsletters(s.pool), clock.System{}),
		Restock:    restock.NewService(postgres.NewRestockAlerts(s.pool), s.catalog, clock.System{}),
		Notice:     func(lang catalog.Lang) (string, []byte) { return "image/test", []byte("notice " + lang) },
		Guarantee: func(g catalog.Guarantee) (string, []byte) {
			return "image/test", fmt.Appendf(nil, "%s %d", g.Brand, g.Years)
		},
		Cards:    customer.NewCards(postgres.NewCards(s.pool), seal, clock.System{}),
		CardForm: func(context.Context) (map[string]string, error) { return cardForm, nil },
		Checkout: checkout.NewService(checkout.Parts{
			Store: postgres.NewCheckout(s.pool), Attempts: attempts, Payments: payments, Shipping: parcels{},
			Vouchers: postgres.NewVouchers(s.pool), Carts: postgres.NewCarts(s.pool), Process: drive, Clock: clock.System{},
			URLs: urls, Extras: checkout.DefaultExtras, Reach: s.reach,
		}),
		Webhooks:       checkout.NewWebhooks(payments, events, drive, courier{}, postgres.NewFulfilment(s.pool)),
		PaymentMethods: payments.Methods,
		PublicURL:      public, Sites: s.sites,
	})
}

const guestForm = `{"email": "erika@example.org", "telephoneNumber": "030 1234567", "invoice": {"firstName": "Erika",
	"lastName": "Muster", "streetName": "Hauptstraße", "streetNumber": "12a", "zipCode": %q, "cityName": "Berlin"}}`

// guest fills the cart and walks to the last step; it gives the total shown there.
func (s *shop) guest(payment string) int64 {
	s.Helper()
	s.fill()
	var v httpapi.CheckoutView
	require.Equal(s, http.StatusOK, s.do("POST", "/api/checkout/init", `{}`, &v).Code)
	require.Equal(s, checkout.StepLogin, v.NextStep)
	var g httpapi.GuestResponse
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(guestForm, "10115"), &g)
	require.True(s, g.Registered, g.Errors)
	require.Equal(s, checkout.StepPayment, g.Checkout.NextStep)
	s.do("POST", "/api/checkout/payment-shipping", `{"paymentCode": "`+payment+`", "shippingCodes": ["dhl_standard"]}`, &v)
	require.Equal(s, checkout.StepConfirmation, v.NextStep)
	return v.Totals.Total.Minor
}

// fill puts something into the cart that is sold at the host and goes everywhere.
func (s *shop) fill() {
	s.Helper()
	var sold string
	if s.sites != nil {
		sold = s.sites.Of(s.host).Category
	}
	var id int64
	require.NoError(s, s.pool.QueryRow(s.Context(), `
		select p.id from product p join stock s on s.product_id = p.id join category c on c.id = p.category_id
		where s.available > 3 and p.delivery_countries = '{}' and p.billing_countries = '{}' and $1 in ('', c.slug)
		order by p.id limit 1`, sold).Scan(&id))
	require.Equal(s, http.StatusOK, s.do("POST", "/cart/add/", fmt.Sprintf(`{"id": %d}`, id), nil).Code)
}

func (s *shop) process(total int64, out any) int {
	s.Helper()
	return s.do("POST", "/api/checkout/process", fmt.Sprintf(`{"total": %d}`, total), out).Code
}

func TestGuestBuysInAdvance(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("moneyorder")
	var refused httpapi.ProcessConflict
	require.Equal(t, http.StatusConflict, s.process(total-1, &refused))
	require.Equal(t, "checkout_total_changed", refused.Err.Reason)
	require.Equal(t, total, refused.Checkout.Totals.Total.Minor)

	var first, again httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &first))
	require.Equal(t, "order", first.Result)
	require.Equal(t, http.StatusOK, s.process(total, &again), "a replayed submit")
	require.Equal(t, first.OrderID, again.OrderID)

	var ok httpapi.Success
	require.Equal(t, http.StatusOK, s.do("GET", "/api/checkout/success?order="+first.AttemptID, "", &ok).Code)
	require.Equal(t, []any{"pending", first.OrderID, "Vorkasse", "DE02 1203 0000 0000 2020 51"}, []any{ok.State, ok.OrderID, ok.PaymentTitle, ok.Instructions["iban"]})
	require.Contains(t, scanned(t, ok.GiroCode), "\nEUR"+money.Euro(total).Decimal(".", "")+"\n")
	require.Equal(t, []httpapi.FurtherInstruction{{Label: "Zahlungscode", Value: "123 456"}}, ok.Further)
	require.False(t, ok.Paid)
	require.Equal(t, "/produkt/"+s.available(1)[0].Slug, ok.Products[0].URL)
	_, err := s.pool.Exec(t.Context(), `update product set active = false where id = $1`, ok.Products[0].ID)
	require.NoError(t, err)
	ok = httpapi.Success{}
	s.get("/api/checkout/success?order="+first.AttemptID, &ok)
	require.Empty(t, ok.Products[0].URL, "it has left the catalogue")
	_, err = s.pool.Exec(t.Context(), `update product set active = true where id = $1`, ok.Products[0].ID)
	require.NoError(t, err)
	s.cookies = map[string]*http.Cookie{} // somebody else with the address
	require.Equal(t, http.StatusUnauthorized, s.do("GET", "/api/checkout/success?order="+first.AttemptID, "", nil).Code)
	s.guest("moneyorder")
	require.Equal(t, http.StatusNotFound, s.do("GET", "/api/checkout/success?order="+first.AttemptID, "", nil).Code)
}

// What is gone by now is named, so that the customer can take it out of the cart and buy the rest.
func TestTheRefusalSaysWhatIsSoldOut(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	s.heavy() // another product, of which there is enough
	v := s.opened()
	gone := v.Products[0].ID
	require.Empty(t, v.SoldOutProductIDs)
	_, err := s.pool.Exec(t.Context(), `update stock set available = 0 where product_id = $1`, gone)
	require.NoError(t, err)
	var refused httpapi.ProcessConflict
	require.Equal(t, http.StatusConflict, s.process(v.Totals.Total.Minor, &refused))
	require.Equal(t, "product_sold_out", refused.Err.Reason)
	require.Equal(t, []int64{gone}, refused.Checkout.SoldOutProductIDs)
}

// What another way to pay or to deliver would cost is told before it is chosen.
func TestAChoiceIsPricedBeforeItIsSaved(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	stored := func() (v httpapi.CheckoutView) {
		s.get("/api/checkout/view", &v)
		return v
	}
	saved := stored()
	for choice, is := range map[string][]string{
		`{"shippingCodes": ["dhl_gogreen"]}`: {"moneyorder", "dhl_gogreen"}, `{"paymentCode": "wallet"}`: {"wallet", "dhl_standard"},
		`{"paymentCode": "gold"}`: {"", "dhl_standard"}, `{}`: {"moneyorder", "dhl_standard"},
	} {
		shown := s.view("/api/checkout/preview", choice)
		require.Equal(t, is, []string{shown.Payment.Selected, shown.Shipping[0].ID}, choice)
		require.Equal(t, saved, stored(), "nothing is saved")
		if is[0] != "" {
			require.Equal(t, shown.Totals, s.view("/api/checkout/payment-shipping", choice).Totals, choice)
			require.Equal(t, saved.Totals, s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`).Totals)
			saved = stored()
		}
	}
}

func TestAChoiceThatIsNotOnOfferIsRefused(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	for choice, reason := range map[string]string{
		`{"paymentCode": "gold"}`:              "payment_method_not_available",
		`{"shippingCodes": ["pigeon"]}`:        "shipping_option_not_available",
		`{"shippingCodes": ["freight"]}`:       "shipping_option_not_available",
		`{"shippingCodes": ["", "dhl_green"]}`: "shipping_option_not_available",
	} {
		var refused httpapi.ProcessConflict
		require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/payment-shipping", choice, &refused).Code, choice)
		require.Equal(t, reason, refused.Err.Reason, choice)
		require.NotEmpty(t, refused.Checkout.Payment.Methods, "the answer shows what there is")
	}
	v := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_gogreen"]}`)
	require.Equal(t, []any{"moneyorder", "dhl_gogreen", checkout.StepConfirmation}, []any{v.Payment.Selected, v.Shipping[0].ID, v.NextStep})
}

func TestGuestPaysElsewhereAndComesBack(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet")
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	require.Equal(t, []any{"redirect", "https://wallet.example/pay"}, []any{p.Result, p.RedirectURL})

	back := s.do("GET", "/kasse/zahlung/"+p.AttemptID+"?cancelled=1", "", nil)
	require.Equal(t, []any{http.StatusSeeOther, "/kasse#/payment"}, []any{back.Code, back.Header().Get("Location")})
	var v httpapi.CheckoutView
	s.do("GET", "/api/checkout/view", "", &v)
	require.Equal(t, []any{checkout.Reinit, checkout.ReasonCancelled}, []any{v.CheckoutType, v.Error})

	require.Equal(t, http.StatusOK, s.process(total, &p))
	for range 3 { // also a day later
		back = s.do("GET", "/kasse/zahlung/"+p.AttemptID+"?token=t", "", nil)
		require.Equal(t, "/kasse/erfolgreich?order="+p.AttemptID, back.Header().Get("Location"))
	}
	var ok httpapi.Success
	s.do("GET", "/api/checkout/success?order="+p.AttemptID, "", &ok)
	require.Equal(t, []any{"confirmed", true}, []any{ok.State, ok.Paid})
	require.Equal(t, http.StatusNotFound, s.do("GET", "/kasse/zahlung/nonsense", "", nil).Code)
}

// A page of the provider stays open in another tab while the customer pays in another way. Coming back from it leads to the order.
func TestWhoComesBackLateLearnsThatTheOrderIsPlaced(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet")
	var left, bought httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &left))
	v := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	back := s.do("GET", "/kasse/zahlung/"+left.AttemptID+"?token=t", "", nil)
	require.Equal(t, "/kasse?late=1#/payment", back.Header().Get("Location"), "nothing is ordered yet")
	back = s.do("GET", "/kasse/zahlung/"+left.AttemptID+"?cancelled=1", "", nil)
	require.Equal(t, "/kasse#/payment", back.Header().Get("Location"), "nothing was paid either")
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &bought))
	require.Equal(t, "order", bought.Result)
	for range 2 {
		back = s.do("GET", "/kasse/zahlung/"+left.AttemptID+"?token=t", "", nil)
		require.Equal(t, "/kasse/erfolgreich?order="+bought.AttemptID+"&late=1", back.Header().Get("Location"))
	}
	back = s.do("GET", "/kasse/zahlung/"+bought.AttemptID, "", nil)
	require.Equal(t, "/kasse/erfolgreich?order="+bought.AttemptID, back.Header().Get("Location"))
}

func TestGuestWithWrongFieldsIsToldWhich(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	var g httpapi.GuestResponse
	require.Equal(t, http.StatusOK, s.do("POST", "/api/account/registerguest", fmt.Sprintf(guestForm, "1"), &g).Code)
	require.False(t, g.Registered)
	require.Equal(t, []any{"address_invalid", []string{"account_postcode"}}, []any{g.Error, g.ErrorFields})
	require.Equal(t, []httpapi.ProblemField{{Field: "invoice.zipCode", Reason: "too_short"}}, g.Errors)
	s.post("/api/account/registerguest", `{"email": "erika@example.org", "telephoneNumber": "x", "businessCustomer": true, "vatId": "1",
		"invoice": {"company": "Muster AG", "firstName": "E", "lastName": "M", "streetName": "R", "streetNumber": "a", "zipCode": "1", "cityName": "B",
			"telephoneNumber": "x"}}`, &g)
	require.ElementsMatch(t, []string{
		"account_firstname", "account_lastname", "account_street_address", "account_street_address_number", "account_postcode",
		"account_city", "account_telephone", "account_ustid",
	}, g.ErrorFields)

	business := func(company, vatID string) []string {
		g = httpapi.GuestResponse{}
		s.post("/api/account/registerguest", fmt.Sprintf(`{"email": "erika@example.org", "businessCustomer": true, "vatId": %q, "invoice": {"company": %q,
			"firstName": "Erika", "lastName": "Muster", "streetName": "Ring", "streetNumber": "3", "zipCode": "1010", "cityName": "Wien", "countryId": 14}}`,
			vatID, company), &g)
		return g.ErrorFields
	}
	require.Equal(t, []string{"account_ustid", "invoice.company"}, business(" ", ""), "a business names itself, and abroad its VAT id")
	require.Equal(t, []string{"invoice.company"}, business("A", "ATU12345675"))
	require.Equal(t, "address_invalid", g.Error)
	require.Equal(t, []string{"account_ustid"}, business("Muster OG", "ATU1"))
	require.Equal(t, "customer_ust_id", g.Error, "nothing else is wrong")
	require.Empty(t, business("Muster OG", "ATU12345675"))
	require.True(t, g.Registered)
	for country, reason := range map[int]string{14: "checkout_delivery_country_not_allow", 7: "checkout_delivery_country_not_found"} {
		s.post("/api/account/registerguest", fmt.Sprintf(`{"email": "erika@example.org",
			"invoice": {"firstName": "Erika", "lastName": "Muster", "streetName": "Ring", "streetNumber": "3", "zipCode": "10115", "cityName": "Berlin", "countryId": %d},
			"delivery": {"firstName": "Erika", "lastName": "Muster", "streetName": "Ring", "streetNumber": "3", "zipCode": "1010", "cityName": "Wien", "countryId": %d}}`,
			map[bool]int{true: address.Germany, false: country}[country == 14], country), &g)
		require.Equal(t, reason, g.Error)
	}
}

func TestVoucherChangesTheTotal(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("moneyorder")
	_, err := s.pool.Exec(t.Context(), `insert into voucher (code, amount_minor, max_redemptions) values ('FROH', 500, 1)`)
	require.NoError(t, err)
	for code, want := range map[string]string{
		"nie": "voucher_unknown", strings.Repeat("Ä", 64): "voucher_unknown", " " + strings.Repeat("Ä", 65): "voucher_too_long",
	} {
		var p httpapi.Problem
		s.do("POST", "/api/checkout/voucher", fmt.Sprintf(`{"voucherCode": %q}`, code), &p)
		require.Equal(t, want, p.Err.Reason, code)
	}
	var v httpapi.CheckoutView
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/voucher", `{"voucherCode": "froh"}`, &v).Code)
	require.Equal(t, total-500, v.Totals.Total.Minor)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total-500, &p))
	var redeemed int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select redeemed from voucher`).Scan(&redeemed))
	require.Equal(t, 1, redeemed)
}

// One voucher at most; one that no longer applies, which nobody sees, does not stand in the way of another.
func TestAVoucherThatIsOverMakesRoom(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("moneyorder")
	_, err := s.pool.Exec(t.Context(), `insert into voucher (code, amount_minor) values ('FROH', 500), ('NEU', 700)`)
	require.NoError(t, err)
	var v httpapi.CheckoutView
	s.post("/api/checkout/voucher", `{"voucherCode": "froh"}`, &v)
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/voucher", `{"voucherCode": "neu"}`, nil).Code)
	_, err = s.pool.Exec(t.Context(), `update voucher set valid_until = now() - interval '1 hour' where code = 'FROH'`)
	require.NoError(t, err)
	s.post("/api/checkout/voucher", `{"voucherCode": "neu"}`, &v)
	require.Len(t, v.Coupons, 1)
	require.Equal(t, []any{"NEU", total - 700}, []any{v.Coupons[0].Code, v.Totals.Total.Minor})
}

func TestWebhooksAreStoredOrRefused(t *testing.T) {
	s := newCheckout(t)
	require.Equal(t, http.StatusForbidden, s.do("POST", "/webhooks/wallet", `{}`, nil).Code)
	signed := httptest.NewRequest(http.MethodPost, "/webhooks/wallet/notify?no=1", strings.NewReader(`{}`))
	signed.Header.Set("Signature", "good")
	signed.AddCookie(&http.Cookie{Name: session.CookieName, Value: "of a visitor who was led here"})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, signed)
	require.Equal(t, http.StatusOK, w.Code, "a plugin sees nobody's session")
	require.Equal(t, "notify?no=1", w.Body.String(), "the provider reads the plugin's answer")
	var stored int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from webhook_event`).Scan(&stored))
	require.Equal(t, 1, stored)
}

func TestScansOfCarriersAreStoredOrRefused(t *testing.T) {
	s := newCheckout(t)
	require.Equal(t, http.StatusForbidden, s.do("POST", "/webhooks/courier", `{}`, nil).Code)
	for range 2 {
		signed := httptest.NewRequest(http.MethodPost, "/webhooks/courier", strings.NewReader(`{}`))
		signed.Header.Set("Signature", "good")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, signed)
		require.Equal(t, http.StatusOK, w.Code)
	}
	var scans, events int
	require.NoError(t, s.pool.QueryRow(t.Context(), `
		select (select count(*) from shipment_scan where tracking_number = 'JD01'), (select count(*) from outbox where topic = 'scan.stored')`).
		Scan(&scans, &events))
	require.Equal(t, []int{1, 1}, []int{scans, events}, "told twice, kept once")
}

func TestNobodyChecksOutNothing(t *testing.T) {
	s := newCheckout(t)
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/init", `{}`, nil).Code)
	require.Equal(t, http.StatusNotFound, s.do("GET", "/api/checkout/view", "", nil).Code)
}
