package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi"
)

// sessions plays a wallet with an express button and a method with a widget.
type sessions struct {
	wallet
	buyer   *checkout.Buyer // nil until the customer agreed
	gone    bool            // the provider has forgotten all sessions
	changed bool            // an open session was for another purchase until now
	started []checkout.SessionRequest
	paid    []checkout.AuthorizeRequest
}

func (p *sessions) Methods(context.Context) ([]checkout.Method, error) {
	return []checkout.Method{
		{Code: "moneyorder", Plugin: "offline", Flow: checkout.FlowSimple, Title: catalog.Text{DE: "Vorkasse"}},
		{Code: "paypal", Plugin: "paypal", Flow: "redirect", Express: true, Title: catalog.Text{DE: "PayPal"}},
		{Code: "amazonpay", Plugin: "amazonpay", Flow: "wallet", Browser: true, Title: catalog.Text{DE: "Amazon Pay"}},
		{Code: "applepay", Plugin: "applepay", Flow: "wallet", Needs: []checkout.Need{checkout.NeedApplePay}, Title: catalog.Text{DE: "Apple Pay"}},
		{Code: "klarnapaylater", Plugin: "klarna", Flow: "widget", Needs: []checkout.Need{checkout.NeedSession}, Title: catalog.Text{DE: "Rechnung"}},
	}, nil
}

func (p *sessions) Start(_ context.Context, r checkout.SessionRequest) (checkout.PaymentSession, error) {
	if p.gone && r.SessionID != "" {
		return checkout.PaymentSession{}, fault.New(fault.Invalid, checkout.ReasonSessionGone)
	}
	p.started = append(p.started, r)
	made := checkout.PaymentSession{ID: r.SessionID, Token: "token"}
	if p.changed && r.SessionID != "" {
		made.Client = map[string]string{"category": "pay_later", "changed": "true"}
	}
	if r.MethodCode == "applepay" {
		made.Client = map[string]string{"api_version": "3", "script_url": "https://wallet.example/sheet.js", "payment_request": `{"countryCode":"DE"}`}
		if url := r.Client["validation_url"]; url != "" {
			made.Client["merchant_session"] = `{"for":"` + url + `"}`
		}
		return made, nil
	}
	if made.ID == "" && r.MethodCode != "amazonpay" { // its button names the session itself
		made.ID = fmt.Sprintf("%s-%d", r.MethodCode, len(p.started))
	}
	if r.Express {
		made.URL, made.Buyer = "https://wallet.example/"+made.ID, p.buyer
	}
	return made, nil
}

func (p *sessions) Authorize(_ context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	p.paid = append(p.paid, r)
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: r.IdempotencyKey, Amount: r.Amount}, nil
}

func buyer(zipCode string) *checkout.Buyer {
	return &checkout.Buyer{Email: "erika@example.org", Delivery: &address.Address{
		FirstName: "Erika", LastName: "Muster", StreetName: "Hauptstraße", StreetNumber: "12a", ZipCode: zipCode,
		CityName: "Berlin", CountryID: address.Germany, Kind: address.Delivery,
	}}
}

func TestExpressFromTheCartToTheOrder(t *testing.T) {
	provider := &sessions{}
	s := newCheckoutPaidBy(t, provider)
	require.Equal(t, http.StatusConflict, s.do("POST", "/kasse/paypal/init", `{}`, nil).Code, "an empty cart")
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	var list httpapi.ExpressPayments
	s.post("/cart/express-payments", `{}`, &list)
	require.Equal(t, []httpapi.ExpressPayment{{Type: "express", Code: "paypal", Title: "PayPal"}}, list.ExpressPaymentsList)

	var begun httpapi.ExpressInit
	s.post("/kasse/paypal/init", `{}`, &begun)
	require.Equal(t, "https://wallet.example/paypal-1", begun.RedirectURL)
	require.Equal(t, "/kasse/express/paypal", provider.started[0].ReturnURL)
	require.Positive(t, provider.started[0].Amount.Minor)
	back := s.do("GET", "/kasse/express/paypal", "", nil)
	require.Equal(t, "/warenkorb?express_error=express_not_approved", back.Header().Get("Location"), "not agreed yet")

	provider.buyer = buyer("99")
	var details httpapi.ExpressDetails
	s.post("/api/paypal/checkout-details", `{}`, &details)
	require.Equal(t, []any{false, true, "express_address_invalid"}, []any{details.Successful, details.HasValidationErrors, details.Error})
	require.NotEmpty(t, details.Errors)

	back = s.do("GET", "/kasse/express/paypal", "", nil)
	require.Equal(t, "/warenkorb?express_error=express_address_paypal&wrong=invoice.zipCode%3Ainvalid_zip&wrong=delivery.zipCode%3Ainvalid_zip", back.Header().Get("Location"))

	provider.buyer = buyer("10115")
	for range 2 { // the page may be opened again
		back = s.do("GET", "/kasse/express/paypal", "", nil)
		require.Equal(t, "/kasse#/shipping", back.Header().Get("Location"))
	}
	var v httpapi.CheckoutView
	s.get("/api/checkout/view", &v)
	require.Equal(t, []any{checkout.ExpressPayPal, "erika@example.org", "paypal"}, []any{v.CheckoutType, v.CustomerEmail, v.Payment.Selected})
	require.Nil(t, v.Delivery, "the provider's only address is both")

	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	require.Equal(t, "order", p.Result)
	require.Equal(t, "paypal-1", provider.paid[0].SessionID)
}

// Who knows the name of another's session at the provider learns nothing of them, and buys nothing with their money.
func TestAnotherVisitorsSessionIsNotTakenOver(t *testing.T) {
	provider := &sessions{buyer: buyer("10115")}
	s := newCheckoutPaidBy(t, provider)
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	s.post("/kasse/paypal/init", `{}`, nil)
	asked := len(provider.started)
	var refused httpapi.Problem
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/paypal/checkout-details", `{"amazonCheckoutSessionId": "paypal-of-another"}`, &refused).Code)
	require.Equal(t, "express_not_approved", refused.Err.Reason)
	back := s.do("GET", "/kasse/express/paypal?amazonCheckoutSessionId=paypal-of-another", "", nil)
	require.Equal(t, "/warenkorb?express_error=express_not_approved", back.Header().Get("Location"))
	require.Len(t, provider.started, asked, "the provider is not asked for it")
	back = s.do("GET", "/kasse/express/paypal?amazonCheckoutSessionId=paypal-1", "", nil)
	require.Equal(t, "/kasse#/shipping", back.Header().Get("Location"), "one's own")
}

func TestAnotherWayToPayEndsAnExpressCheckout(t *testing.T) {
	provider := &sessions{buyer: buyer("10115")}
	s := newCheckoutPaidBy(t, provider)
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	s.post("/kasse/paypal/init", `{}`, nil)
	s.do("GET", "/kasse/express/paypal", "", nil)
	var v httpapi.CheckoutView
	s.post("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`, &v)
	require.Equal(t, []any{checkout.Guest, "moneyorder"}, []any{v.CheckoutType, v.Payment.Selected})
	s.post("/api/checkout/payment-session", `{"paymentCode": "paypal"}`, nil)
	require.Empty(t, provider.started[len(provider.started)-1].SessionID, "the express session is given up")
}

func TestWidgetSessionFollowsTheCheckout(t *testing.T) {
	provider := &sessions{}
	s := newCheckoutPaidBy(t, provider)
	total := s.guest("klarnapaylater")
	var first, again httpapi.SessionResponse
	s.post("/api/checkout/payment-session", `{"paymentCode": "klarnapaylater"}`, &first)
	require.Equal(t, []any{true, "klarnapaylater-1", "token"}, []any{first.Successful, first.ID, first.Token})
	s.post("/api/checkout/payment-session", `{"paymentCode": "klarnapaylater"}`, &again)
	require.Len(t, provider.started, 1, "nothing has changed, so nobody is asked")
	var v httpapi.CheckoutView
	s.get("/api/checkout/view", &v)
	require.Equal(t, "klarnapaylater-1", v.Paylater.ID)
	require.Nil(t, v.Paynow)

	s.post("/api/checkout/data", `{"customerEmail": "max@example.org"}`, nil)
	s.post("/api/checkout/update-klarna-session", `{"paymentMethod": "pay_later"}`, nil)
	require.Equal(t, []string{"klarnapaylater-1", "max@example.org"}, []string{provider.started[1].SessionID, provider.started[1].Email})

	provider.gone = true
	s.post("/api/checkout/data", `{"customerEmail": "erika@example.org"}`, nil)
	s.post("/api/checkout/payment-session", `{"paymentCode": "klarnapaylater"}`, &again)
	require.Equal(t, "klarnapaylater-3", again.ID, "opened anew")

	refused := s.do("POST", "/checkout/process-klarna", fmt.Sprintf(`{"authorizationToken": "a", "paymentMethod": "pay_now", "total": %d}`, total), nil)
	require.Equal(t, http.StatusConflict, refused.Code, "the other of the two is chosen")
	var p httpapi.ProcessResponse
	s.post("/checkout/process-klarna", fmt.Sprintf(`{"authorizationToken": "auth", "paymentMethod": "pay_later", "total": %d}`, total), &p)
	require.Equal(t, "order", p.Result)
	require.Equal(t, []string{"klarnapaylater-3", "auth"}, []string{provider.paid[0].SessionID, provider.paid[0].Client["authorization_token"]})
	require.Zero(t, provider.paid[0].Browser, "the method does not ask for it")
	refused = s.do("POST", "/api/checkout/payment-session", `{"paymentCode": "nothing"}`, nil)
	require.Equal(t, http.StatusNotFound, refused.Code, "the checkout is over")
}

// Who has agreed to something else agrees once more, and then buys: that it has changed is not told again of the new agreement.
func TestThatAPurchaseChangedIsToldOnce(t *testing.T) {
	provider := &sessions{changed: true}
	s := newCheckoutPaidBy(t, provider)
	s.guest("klarnapaylater")
	open := func() (r httpapi.SessionResponse) {
		s.post("/api/checkout/payment-session", `{"paymentCode": "klarnapaylater"}`, &r)
		return r
	}
	open()
	s.post("/api/checkout/data", `{"customerEmail": "max@example.org"}`, nil)
	require.Equal(t, map[string]string{"category": "pay_later", "changed": "true"}, open().Client)
	require.Equal(t, map[string]string{"category": "pay_later"}, open().Client)
	require.Len(t, provider.started, 2)
}

// PayPal's page stays open in another tab while the customer orders in another way: who agrees there after that sees the order.
func TestExpressThatIsAgreedToAfterTheOrder(t *testing.T) {
	provider := &sessions{}
	s := newCheckoutPaidBy(t, provider)
	total := s.guest("moneyorder")
	s.post("/kasse/paypal/init", `{}`, nil)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	require.Equal(t, "order", p.Result)
	provider.buyer = buyer("10115")
	back := s.do("GET", "/kasse/express/paypal", "", nil)
	require.Equal(t, "/kasse/erfolgreich?order="+p.AttemptID+"&late=1", back.Header().Get("Location"))
	require.Len(t, provider.paid, 1, "the order itself")
	s.fill()
	back = s.do("GET", "/kasse/express/paypal", "", nil)
	require.Equal(t, "/warenkorb?express_error=checkout_not_found", back.Header().Get("Location"), "the cart has other goods by now")
}

func TestWalletButtonBuysWhenTheCustomerComesBack(t *testing.T) {
	provider := &sessions{}
	s := newCheckoutPaidBy(t, provider)
	total := s.guest("amazonpay")
	back := s.do("GET", "/kasse/express/amazonpay?amazonCheckoutSessionId=abc", "", nil)
	require.Equal(t, "/warenkorb?express_error=express_not_approved", back.Header().Get("Location"), "no button was shown")
	s.post("/api/checkout/get-amazon-additional-payment-button-payload", `{}`, nil)
	require.Equal(t, total, provider.started[0].Amount.Minor)
	var first string
	for range 2 { // the address may be opened again
		back = s.do("GET", "/kasse/express/amazonpay?amazonCheckoutSessionId=abc", "", nil)
		require.Contains(t, back.Header().Get("Location"), "/kasse/erfolgreich?order="+first)
		first = strings.TrimPrefix(back.Header().Get("Location"), "/kasse/erfolgreich?order=")
	}
	require.Len(t, provider.paid, 1)
	require.Equal(t, "abc", provider.paid[0].Client["amazonCheckoutSessionId"])
	require.NotEmpty(t, provider.paid[0].CheckoutID)
	require.Equal(t, provider.started[0].CheckoutID, provider.paid[0].CheckoutID, "the plugin tells by it whose session it is")
	require.NotEmpty(t, provider.paid[0].Browser.IP, "the method asks for it")
}

// A call that is for one way to pay orders by no other, whatever is chosen meanwhile.
func TestACallForAnotherWayToPayOrdersNothing(t *testing.T) {
	s := newCheckoutPaidBy(t, &sessions{})
	total := s.guest("amazonpay")
	was := s.opened().Revision
	s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	for path, more := range map[string]string{
		"/api/checkout/init-consors-finance":     "",
		"/api/checkout/get-payment-redirect-url": "",
		"/checkout/process-amazon-pay-express":   "",
		"/checkout/process-klarna":               `, "authorizationToken": "x", "paymentMethod": "pay_now"`,
		"/kasse/applepay/process":                `, "payment": {}`,
	} {
		var p httpapi.Problem
		require.Equal(t, http.StatusConflict, s.do("POST", path, fmt.Sprintf(`{"total": %d%s}`, total, more), &p).Code, path)
		require.Equal(t, "payment_method_not_available", p.Err.Reason, path)
		var changed httpapi.ProcessConflict
		require.Equal(t, http.StatusConflict, s.do("POST", path, fmt.Sprintf(`{"total": %d, "revision": %q%s}`, total, was, more), &changed).Code, path)
		require.Equal(t, "checkout_changed", changed.Err.Reason, "%s: another tab chose otherwise", path)
		require.Equal(t, "moneyorder", changed.Checkout.Payment.Selected, path)
	}
	var orders int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from shop_order`).Scan(&orders))
	require.Zero(t, orders)
}

func TestWalletButtonForSomethingElseBuysNothing(t *testing.T) {
	for reason, change := range map[string]func(s *shop){
		"checkout_total_changed": func(s *shop) { s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil) },
		"checkout_changed":       func(s *shop) { s.view("/api/checkout/data", `{"telephoneNumber": "030 7654321"}`) },
	} {
		t.Run(reason, func(t *testing.T) {
			provider := &sessions{}
			s := newCheckoutPaidBy(t, provider)
			s.guest("amazonpay")
			s.post("/api/checkout/get-amazon-additional-payment-button-payload", `{}`, nil)
			change(s)
			back := s.do("GET", "/kasse/express/amazonpay?amazonCheckoutSessionId=abc", "", nil)
			require.Equal(t, "/kasse?error="+reason+"#/confirmation", back.Header().Get("Location"))
			require.Empty(t, provider.paid)
		})
	}
}

func TestWhoTurnsBackAtAProviderIsToldWhereTheyCameFrom(t *testing.T) {
	s := newCheckoutPaidBy(t, &sessions{})
	cancelled := func(method string) string {
		return s.do("GET", "/kasse/express/"+method+"?cancelled=1", "", nil).Header().Get("Location")
	}
	require.Equal(t, "/warenkorb?express_error=checkout_not_found", cancelled("paypal"), "nobody knows them any more")
	s.guest("amazonpay")
	s.post("/kasse/paypal/init", `{}`, nil)
	require.Equal(t, "/warenkorb?express_error=customer_cancelled", cancelled("paypal"), "from the cart")
	s.post("/api/checkout/get-amazon-additional-payment-button-payload", `{}`, nil)
	require.Equal(t, "/kasse?error=customer_cancelled#/payment", cancelled("amazonpay"), "from the last step")
	s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	require.Equal(t, "/warenkorb?express_error=customer_cancelled", cancelled("amazonpay"), "another way to pay is chosen since")
}

// A provider's page knows nothing of the page that was left, and the browser may ask for another language than that of the
// shop's pages.
func TestAProviderLeadsBackInTheLanguageThatTheCustomerShopsIn(t *testing.T) {
	s := newCheckoutPaidBy(t, &sessions{})
	s.guest("amazonpay")
	s.cookies["lang"] = &http.Cookie{Name: "lang", Value: "en"} // as the pages say with each of their calls
	s.view("/api/checkout/init", `{}`)
	s.post("/api/checkout/get-amazon-additional-payment-button-payload", `{}`, nil)
	delete(s.cookies, "lang")
	back := s.do("GET", "/kasse/express/amazonpay?cancelled=1", "", nil)
	require.Equal(t, "/en/kasse?error=customer_cancelled#/payment", back.Header().Get("Location"))
	back = s.do("GET", "/kasse/express/amazonpay?amazonCheckoutSessionId=abc", "", nil)
	require.Contains(t, back.Header().Get("Location"), "/en/kasse/erfolgreich?order=")

	s = newCheckout(t)
	total := s.guest("wallet")
	s.cookies["lang"] = &http.Cookie{Name: "lang", Value: "en"}
	s.view("/api/checkout/init", `{}`)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	delete(s.cookies, "lang")
	back = s.do("GET", "/kasse/zahlung/"+p.AttemptID+"?cancelled=1", "", nil)
	require.Equal(t, "/en/kasse#/payment", back.Header().Get("Location"))
}

func TestApplePaySheet(t *testing.T) {
	provider := &sessions{}
	s := newCheckoutPaidBy(t, provider)
	total := s.guest("applepay")
	var sheet httpapi.ApplePayInit
	s.get("/kasse/applepay/init", &sheet)
	require.JSONEq(t, `{"countryCode":"DE"}`, string(sheet.ApplePaySession))
	require.Empty(t, sheet.ApplePayMerchantSession)
	require.Equal(t, "https://wallet.example/sheet.js", sheet.ScriptURL)
	s.get("/kasse/applepay/init?validationUrl=https%3A%2F%2Fapple.example", &sheet)
	require.JSONEq(t, `{"for":"https://apple.example"}`, string(sheet.ApplePayMerchantSession))

	var p httpapi.ProcessResponse
	s.post("/kasse/applepay/process", fmt.Sprintf(`{"total": %d, "payment": {"token": {"paymentData": {}},
		"billingContact": {"givenName": "Erika", "subLocality": "Mitte", "phoneticGivenName": "E"}}}`, total), &p)
	require.Equal(t, "order", p.Result)
	require.JSONEq(t, `{"token": {"paymentData": {}}, "billingContact": {"givenName": "Erika"}}`, provider.paid[0].Client["payment"])

	var again httpapi.ProcessResponse
	s.post("/kasse/applepay/process", fmt.Sprintf(`{"total": %d, "payment": {}}`, total), &again)
	require.Equal(t, p, again, "whose answer was lost")
	require.Len(t, provider.paid, 1)
}

func TestExpressToAPackstationStillAsksWhomToBill(t *testing.T) {
	packstation := buyer("10115")
	packstation.Delivery.Kind, packstation.Delivery.StreetName, packstation.Delivery.StreetNumber = address.DHLPackstation, "Packstation", "123"
	packstation.Delivery.PostNumber = "12345678"
	s := newCheckoutPaidBy(t, &sessions{buyer: packstation})
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	s.post("/kasse/paypal/init", `{}`, nil)
	back := s.do("GET", "/kasse/express/paypal", "", nil)
	require.Equal(t, "/kasse#/address", back.Header().Get("Location"))
	var v httpapi.CheckoutView
	s.get("/api/checkout/view", &v)
	require.Nil(t, v.InvoiceData)
	require.Equal(t, address.DHLPackstation, v.Delivery.Kind)
}

// A guest who began as a business and pays with a wallet that knows of no company is billed as the person that it tells of: without
// VAT, and as a business, buys only whom the invoice names as one.
func TestAWalletWithoutACompanyMakesAPersonOfAGuest(t *testing.T) {
	for company, business := range map[string]bool{"": false, "Muster OG": true} {
		provider := &sessions{buyer: buyer("1010")}
		provider.buyer.Delivery.CountryID, provider.buyer.Delivery.Company = 14, company
		s := newCheckoutPaidBy(t, provider)
		s.guest("moneyorder")
		s.post("/api/account/registerguest", `{"email": "erika@example.org", "businessCustomer": true, "vatId": "ATU37675002", "invoice":
			{"company": "Muster OG", "firstName": "Erika", "lastName": "Muster", "streetName": "Ring", "zipCode": "1010", "cityName": "Wien", "countryId": 14}}`, nil)
		require.Empty(t, s.opened().TaxValue)
		s.post("/kasse/paypal/init", `{}`, nil)
		s.do("GET", "/kasse/express/paypal", "", nil)
		v := s.opened()
		require.Equal(t, []any{checkout.ExpressPayPal, business, business}, []any{v.CheckoutType, v.BusinessCustomer, v.VATID != ""}, company)
		require.Equal(t, business, len(v.TaxValue) == 0, company)
	}
}

// Who is logged in and goes to the wallet from the cart has no checkout before; what the wallet told stays when the page opens it.
func TestACustomerGoesToTheWalletFromTheCart(t *testing.T) {
	s := newCheckoutPaidBy(t, &sessions{buyer: buyer("10115")})
	s.registered("max@example.org")
	s.post("/account/customer/update", `{"telephoneNumber": "+49301234567"}`, nil)
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	s.post("/kasse/paypal/init", `{}`, nil)
	require.Equal(t, "/kasse#/shipping", s.do("GET", "/kasse/express/paypal", "", nil).Header().Get("Location"))
	v := s.opened()
	require.Equal(t, []any{checkout.ExpressPayPal, "paypal", "10115"}, []any{v.CheckoutType, v.Payment.Selected, v.InvoiceData.ZipCode})
	require.NotZero(t, v.CustomerID)
	require.Equal(t, "+49301234567", v.TelephoneNumber, "which the wallet did not tell")
}

// The invoice names the company whose account buys, and its goods stay in its country.
func TestAWalletSendsAndTheCompanysAccountIsBilled(t *testing.T) {
	provider := &sessions{buyer: buyer("1010")}
	provider.buyer.Delivery.CountryID = 14
	s := newCheckoutPaidBy(t, provider)
	s.post("/auth/registration", `{"email": "b@example.org", "firstName": "Max", "lastName": "Muster", "password": "Zug7Berg", "company": "Muster OG",
		"businessForm": 1, "businessType": "consumer", "ustId": "ATU37675002", "telephoneNumber": "+43123456789", "address":
		{"firstName": "Max", "lastName": "Muster", "streetName": "Ring", "streetNumber": "1", "zipCode": "1020", "cityName": "Wien", "countryId": 14}}`, nil)
	s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, s.available(1)[0].ID), nil)
	s.post("/kasse/paypal/init", `{}`, nil)
	require.Equal(t, "/kasse#/shipping", s.do("GET", "/kasse/express/paypal", "", nil).Header().Get("Location"))
	for range 2 { // the page may be opened again
		v := s.opened()
		require.Equal(t, []any{checkout.ExpressPayPal, "paypal", "b@example.org"}, []any{v.CheckoutType, v.Payment.Selected, v.CustomerEmail})
		require.Equal(t, []string{"Muster OG", "1020", "1010"}, []string{v.InvoiceData.Company, v.InvoiceData.ZipCode, v.Delivery.ZipCode})
		require.Empty(t, v.TaxValue)
	}

	provider.buyer = buyer("10115")
	var details httpapi.ExpressDetails
	s.post("/api/paypal/checkout-details", `{}`, &details)
	require.Equal(t, []httpapi.ProblemField{{Field: "delivery.countryId", Reason: address.OtherCountry}}, details.Errors)
}
