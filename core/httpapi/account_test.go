package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/session"
)

const registration = `{"email": %q, "firstName": "Erika", "lastName": "Muster", "password": "Zug7Berg"}`

func (s *shop) registered(email string) {
	s.Helper()
	var o httpapi.Outcome
	s.post("/auth/register", fmt.Sprintf(registration, email), &o)
	require.True(s, o.Successful, o.Errors)
}

// anew is another browser.
func (s *shop) anew() { s.cookies = map[string]*http.Cookie{} }

func (s *shop) token() string {
	if c := s.cookies[session.CookieName]; c != nil {
		return c.Value
	}
	return ""
}

func (s *shop) header() httpapi.HeaderData {
	s.Helper()
	var h httpapi.HeaderData
	s.get("/api/header_data", &h)
	return h
}

// mailed gives a field of the newest mail of a template.
func (s *shop) mailed(template, field string) string {
	s.Helper()
	var value string
	require.NoError(s, s.pool.QueryRow(s.Context(), `
		select payload -> 'data' ->> $2 from outbox where payload ->> 'template' = $1 order by seq desc limit 1`, template, field).Scan(&value))
	return value
}

// soften lets the full login end.
func (s *shop) soften() {
	s.Helper()
	_, err := s.pool.Exec(s.Context(), `update session set full_until = now() - interval '1 second' where customer_id is not null`)
	require.NoError(s, err)
	s.reopen(wallet{})
}

// Who has had as many codes as there are learns until when the last one holds.
func TestNoMoreCodesAreMailedAndUntilWhenTheLastHolds(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.anew()
	s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, nil)
	for sent := 1; sent <= customer.CodeSends; sent++ {
		var r httpapi.ResendResponse
		s.post("/api/auth/resend-two-fa-code", "", &r)
		more := sent < customer.CodeSends
		require.Equal(t, []any{more, !more}, []any{r.Success, r.SentUntil > time.Now().Unix()}, sent)
		require.Equal(t, !more, r.Error == "two_factor_sent_out", sent)
	}
}

func TestLoginWithTheMailedCodeAndLogout(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	h := s.header()
	require.Equal(t, []any{true, false, "Erika"}, []any{h.IsLoggedIn, h.IsLoggedInSoft, h.FirstName})
	require.Positive(t, h.FullLoginExpiryTimestamp)

	s.anew()
	var l httpapi.LoginResponse
	s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &l)
	require.Equal(t, []any{true, true, int64(0)}, []any{l.Successful, l.Needs2FaAuthentication, l.UserID})
	require.False(t, s.header().IsLoggedIn, "not before the code")
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{false, true, ""}, []any{c.LoggedIn, c.Needs2FaAuthentication, c.Email})

	before, code := s.token(), s.mailed("account_code", "code")
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+code[1:]+`"}`, &l)
	require.Equal(t, []any{false, "two_factor_wrong"}, []any{l.Successful, l.Error})
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
	require.True(t, l.Successful)
	require.Positive(t, l.UserID)
	require.Zero(t, l.CustomerID, "light")
	require.NotEqual(t, before, s.token(), "a login has a token of its own")
	inside := maps.Clone(s.cookies)
	s.cookies[session.CookieName] = &http.Cookie{Name: session.CookieName, Value: before}
	require.False(t, s.header().IsLoggedIn, "the token from before the login knows nothing")
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
	require.False(t, l.Successful, "a code is good once")

	s.cookies = maps.Clone(inside)
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{true, "erika@example.org", "private"}, []any{c.LoggedIn, c.Email, c.CustomerType})
	s.post("/auth/logout", "", nil)
	require.Empty(t, s.token())
	s.cookies = inside
	require.Equal(t, http.StatusUnauthorized, s.do("POST", "/api/account/get-addresses", `{}`, nil).Code, "the session is over, not only the cookie")
}

func TestAnswersDoNotTellWhoHasAnAccount(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	same := func(path, body string) {
		t.Helper()
		var answers []string
		for _, email := range []string{"erika@example.org", "nobody@example.org"} {
			s.anew()
			for range 6 {
				w := s.do("POST", path, strings.ReplaceAll(body, "EMAIL", email), nil)
				header := w.Header().Clone()
				header.Del("Set-Cookie")
				header.Del("X-Request-Id")
				answers = append(answers, fmt.Sprint(w.Code, header, blockless(t, w.Body.Bytes())))
			}
		}
		require.Equal(t, answers[:6], answers[6:])
	}
	same("/auth/reset", `{"email": "EMAIL"}`)
	same("/auth/login", `{"email": "EMAIL", "password": "Falsch1x"}`)
}

// blockless is an answer without the second at which a block ends.
func blockless(t *testing.T, body []byte) any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal(body, &v))
	if _, ok := v["loginBlockedUntil"]; ok {
		v["loginBlockedUntil"] = "later"
	}
	delete(v, "$schema")
	return v
}

func TestLoginIsBlockedWithItsEnd(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.anew()
	var l httpapi.LoginResponse
	for range 4 {
		s.post("/auth/login", `{"email": "erika@example.org", "password": "Falsch1x"}`, &l)
		require.Equal(t, []any{false, "login_wrong_credentials"}, []any{l.Successful, l.Error})
	}
	var b httpapi.LoginBlocked
	require.Equal(t, http.StatusForbidden, s.do("POST", "/auth/login", `{"email": "erika@example.org", "password": "Falsch1x"}`, &b).Code)
	require.Equal(t, "login_blocked", b.Err.Reason)
	var end time.Time
	require.NoError(t, s.pool.QueryRow(t.Context(), `select max(blocked_until) from login_throttle`).Scan(&end))
	told := time.Unix(b.LoginBlockedUntil, 0)
	require.False(t, told.Before(end), "%s is still blocked", told)
	require.Less(t, told.Sub(end), time.Second)
	s.reopen(wallet{})
	require.Equal(t, http.StatusForbidden, s.do("POST", "/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &b).Code)
}

func TestPasswordForgotten(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	inside := maps.Clone(s.cookies)
	s.anew()
	var r httpapi.ResetResponse
	s.post("/auth/reset", `{"email": "erika@example.org"}`, &r)
	require.Equal(t, "success", r.Status)
	s.post("/auth/reset", `{"email": "erika"}`, &r)
	require.Equal(t, []string{"error", "email_no_at"}, []string{r.Status, r.Error})
	token := strings.TrimPrefix(s.mailed("account_reset", "path"), customer.ResetPath)
	var o httpapi.Outcome
	s.post("/process-password-forgotten", `{"token": "`+token+`", "newPassword": "Neu7Haus"}`, &o)
	require.True(t, o.Successful)
	s.post("/process-password-forgotten", `{"token": "`+token+`", "newPassword": "Neu7Haus"}`, &o)
	require.Equal(t, []any{false, "wrong_link"}, []any{o.Successful, o.Error})
	s.cookies = inside
	require.Equal(t, http.StatusUnauthorized, s.do("POST", "/api/account/get-addresses", `{}`, nil).Code)
}

func TestChangesGiveANewToken(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	before := s.token()
	var o httpapi.Outcome
	s.post("/account/password/change", `{"currentPassword": "Falsch1x", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`, &o)
	require.Equal(t, "old_password_incorrect", o.Error)
	s.post("/account/password/change", `{"currentPassword": "Zug7Berg", "newPassword": "Neu7Haus", "confirmationPassword": "Anders7x"}`, &o)
	require.Equal(t, "password_change_failed", o.Error)
	s.post("/account/password/change", `{"currentPassword": "Zug7Berg", "newPassword": "Password1", "confirmationPassword": "Password1"}`, &o)
	require.Equal(t, "password_change_failed", o.Error, "the current password is right, the new one is a known one")
	require.Equal(t, "newPassword", o.Errors[0].Field)
	require.Equal(t, before, s.token())
	s.post("/account/password/change", `{"currentPassword": "Zug7Berg", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`, &o)
	require.True(t, o.Successful, o.Error)
	require.NotEqual(t, before, s.token())
	s.post("/account/names/change", `{"firstName": "Eva", "lastName": "Muster", "confirmationPassword": "Neu7Haus"}`, &o)
	require.True(t, o.Successful, o.Error)
	require.Equal(t, "Eva", s.header().FirstName)
	s.post("/account/customer/update", `{"telephoneNumber": "030 1234567"}`, &o)
	require.True(t, o.Successful, o.Error)
	s.post("/account/customer/update", `{"telephoneNumber": "030 1234567", "email": "new@example.org"}`, &o)
	require.Equal(t, "account_password_invalid", o.Error, "an e-mail address takes the password")
	s.post("/account/email/change", `{"email": "new@example.org", "confirmationPassword": "Neu7Haus"}`, &o)
	require.True(t, o.Successful, o.Error)
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []string{"new@example.org", "+49301234567"}, []string{c.Email, c.TelephoneNumber})
	s.post("/api/account/vat-id/change", `{"vatId": "DE136695976"}`, &o)
	require.Equal(t, "action_not_allowed", o.Error, "private")
}

// A field that is left empty is said to be missing; it is no try of a password.
func TestChangesSayWhatIsMissing(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	for path, body := range map[string]string{
		"/account/password/change": `{"currentPassword": "", "newPassword": "Neu8Wort", "confirmationPassword": "Neu8Wort"}`,
		"/account/names/change":    `{"firstName": "Erika", "lastName": "Muster", "confirmationPassword": ""}`,
		"/account/email/change":    `{"email": "neu@example.org", "confirmationPassword": ""}`,
		"/api/account/delete":      `{"confirmationPassword": ""}`,

		"/account/password/change?":          `{}`,
		"/account/names/change?":             `{"firstName": "Erika", "lastName": "Muster"}`,
		"/account/email/change?":             `{"email": "neu@example.org"}`,
		"/api/account/names/change-owner?":   `{"ownerFirstName": "Erika"}`,
		"/api/account/names/change-company?": `{}`,
		"/api/account/delete?":               `{}`,
	} {
		for range 6 {
			var o httpapi.Outcome
			s.post(path, body, &o)
			require.Equal(t, "missing_param", o.Error, path)
		}
	}
	for path, c := range map[string]struct{ body, field string }{
		"/account/password/change": {`{"currentPassword": "Zug7Berg", "newPassword": "", "confirmationPassword": ""}`, "newPassword"},
		"/account/names/change":    {`{"firstName": "Erika", "lastName": " ", "confirmationPassword": "Zug7Berg"}`, "lastName"},
		"/account/email/change":    {`{"email": " ", "confirmationPassword": "Zug7Berg"}`, "email"},
	} {
		var o httpapi.Outcome
		s.post(path, c.body, &o)
		require.Equal(t, "missing_param", o.Error, path)
		require.Equal(t, []httpapi.ProblemField{{Field: c.field, Reason: "missing"}}, o.Errors, path)
	}
	var o httpapi.Outcome
	s.post("/account/names/change", `{"firstName": "", "lastName": "Muster GmbH", "confirmationPassword": "Zug7Berg"}`, &o)
	require.Equal(t, []any{"account_change_invalid", []string{"firstName", "lastName"}}, []any{o.Error, o.ErrorFields}, "more than missing")
}

func TestBusinessRegistration(t *testing.T) {
	s := newCheckout(t)
	const form = `{"email": "b@example.org", "firstName": "Erika", "lastName": "Muster", "password": "Zug7Berg", "company": "Muster GmbH",
		"businessForm": %d, "businessType": "consumer", "address": {"firstName": "Erika", "lastName": "Muster", "streetName": "Weg", "zipCode": "10115", "cityName": "Berlin"}}`
	var r httpapi.RegistrationResponse
	s.post("/auth/registration", fmt.Sprintf(form, 2), &r)
	require.False(t, r.Registered)
	require.Equal(t, []string{"ownerFirstName", "ownerLastName"}, r.ErrorFields)
	s.post("/auth/registration", fmt.Sprintf(form, 1), &r)
	require.True(t, r.Registered, r.Errors)
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{"business", "Muster GmbH", true}, []any{c.CustomerType, c.CompanyName, c.CustomerID > 0})
	s.anew()
	s.post("/auth/registration", fmt.Sprintf(form, 1), &r)
	require.Equal(t, []any{false, "email_in_use"}, []any{r.Registered, r.Error})
}

const savedForm = `"firstName": "Erika", "lastName": "Muster", "streetName": "Hauptstraße", "streetNumber": "12a", "zipCode": "10115", "cityName": "Berlin"`

func (s *shop) saveAddress() int64 {
	s.Helper()
	var added httpapi.AddressAdded
	s.post("/api/account/add-address", `{`+savedForm+`}`, &added)
	require.True(s, added.AddressAdded, added.Errors)
	return added.AddressBookID
}

// Every call of the account, as each kind of visitor who may not make it.
func TestAccountIsForItsOwnerAlone(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	own := s.saveAddress()
	calls := map[string]string{
		"/account/customer/update":                `{"telephoneNumber": ""}`,
		"/account/password/change":                `{"currentPassword": "a", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`,
		"/account/names/change":                   `{"firstName": "Eva", "lastName": "Muster", "confirmationPassword": "a"}`,
		"/account/email/change":                   `{"email": "x@example.org", "confirmationPassword": "a"}`,
		"/api/account/names/change-owner":         `{"ownerFirstName": "Eva", "ownerLastName": "Muster"}`,
		"/api/account/names/change-company":       `{"companyName": "Muster"}`,
		"/api/account/vat-id/change":              `{"vatId": ""}`,
		"/api/account/get-address":                fmt.Sprintf(`{"addressId": %d}`, own),
		"/api/account/get-addresses":              `{}`,
		"/api/account/add-address":                `{` + savedForm + `}`,
		"/api/account/update-address":             fmt.Sprintf(`{"id": %d, `+savedForm+`}`, own),
		"/api/account/delete-address":             fmt.Sprintf(`{"addressId": %d}`, own),
		"/api/account/convert-light-to-full-user": `{"userId": 1, "invoiceData": {` + savedForm + `}}`,
		"/account/get-orders":                     `{}`,
		"/account/get-order":                      `{"ordersId": 1}`,
		"/api/account/creditcards/get":            `{}`,
		"/api/account/creditcards/get-form-data":  `{}`,
		"/api/account/creditcards/save":           `{` + token + `}`,
		"/api/account/creditcards/remove":         `{"creditCardIds": ["x"]}`,
		"/api/account/convert-to-business":        `{"businessForm": 1, "businessType": "consumer", "company": "Muster"}`,
		"/api/checkout/get-credit-card-fields":    `{}`,
		"/api/checkout/save-credit-card":          `{` + token + `, "save": 1}`,
		"/api/checkout/select-credit-card":        `{"alias": "x"}`,
		"/api/checkout/change-delivery-address":   `{"deliveryAddressId": 0}`,
		"/api/checkout/change-invoice-address":    fmt.Sprintf(`{"invoiceAddressId": %d}`, own),
	}
	refused := func(who, reason string) {
		for path, body := range calls {
			var p httpapi.Problem
			w := s.do("POST", path, body, &p)
			if who == "nobody" && strings.HasPrefix(path, "/api/checkout/") {
				require.Equal(t, http.StatusNotFound, w.Code, path) // who has no session has no checkout
				continue
			}
			require.Equal(t, []any{http.StatusUnauthorized, reason}, []any{w.Code, p.Err.Reason}, who+" "+path)
		}
	}
	s.soften()
	refused("soft", "full_login_required")
	h := s.header()
	require.Equal(t, []any{false, true, "Erika"}, []any{h.IsLoggedIn, h.IsLoggedInSoft, h.FirstName})
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{false, ""}, []any{c.LoggedIn, c.Email})
	s.anew()
	refused("nobody", "login_required")

	s.registered("stranger@example.org")
	for _, path := range []string{"/api/account/get-address", "/api/account/update-address", "/api/account/delete-address", "/api/checkout/change-invoice-address"} {
		require.Equal(t, http.StatusNotFound, s.do("POST", path, calls[path], nil).Code, path)
	}
}

// view gives the checkout that a call answers with.
func (s *shop) view(path, body string) *httpapi.CheckoutView {
	s.Helper()
	v := &httpapi.CheckoutView{}
	s.post(path, body, v)
	return v
}

func TestCustomerChecksOutWithSavedAddresses(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder") // a guest's checkout is open when the customer appears
	s.registered("kundin@example.org")
	require.Equal(t, http.StatusNotFound, s.do("GET", "/api/checkout/view", "", nil).Code)
	v := s.view("/api/checkout/init", `{}`)
	require.Equal(t, []any{checkout.Lite, "kundin@example.org", checkout.StepAddress, true}, []any{v.CheckoutType, v.CustomerEmail, v.NextStep, v.InvoiceData == nil})

	var g httpapi.GuestResponse
	s.post("/api/account/registerguest", fmt.Sprintf(guestForm, "10115"), &g)
	require.True(t, g.Registered, g.Errors)
	require.Equal(t, []any{checkout.Customer, "kundin@example.org", checkout.StepPayment}, []any{g.Checkout.CheckoutType, g.Checkout.CustomerEmail, g.Checkout.NextStep})
	var book httpapi.AddressesResponse
	s.post("/api/account/get-addresses", `{}`, &book)
	require.Len(t, book.Addresses, 1)
	require.True(t, book.Addresses[0].DefaultAddress, "the account is a full one now")

	second := s.saveAddress()
	v = s.view("/api/checkout/change-delivery-address", fmt.Sprintf(`{"deliveryAddressId": %d}`, second))
	require.Equal(t, second, v.Delivery.ID)
	v = s.view("/api/checkout/data", fmt.Sprintf(`{"invoiceAddressId": %d}`, book.Addresses[0].ID))
	require.Nil(t, v.Delivery)
	require.Equal(t, book.Addresses[0].ID, v.InvoiceData.ID)

	v = s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	require.Equal(t, "order", p.Result)
	var owner int64
	require.NoError(t, s.pool.QueryRow(t.Context(), `select customer_id from shop_order where id = $1`, p.OrderID).Scan(&owner))
	require.Equal(t, g.CustomerID, owner)
	require.Positive(t, owner)

	s.fill()
	v = s.view("/api/checkout/init", `{}`)
	require.Equal(t, []any{checkout.Customer, checkout.StepPayment}, []any{v.CheckoutType, v.NextStep}, "a known customer starts at the payment")
}

func TestCheckoutOfACustomerIsClosedToOthers(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	s.fill()
	v := s.view("/api/checkout/init", `{}`)
	require.Equal(t, "Erika", v.InvoiceData.FirstName)
	s.soften()
	for _, path := range []string{"/api/checkout/init", "/api/checkout/voucher", "/api/checkout/process"} {
		w := s.do("POST", path, `{"voucherCode": "X", "total": 1}`, nil)
		require.NotEqual(t, http.StatusOK, w.Code)
		require.NotContains(t, w.Body.String(), "Erika")
	}
	require.Equal(t, http.StatusUnauthorized, s.do("GET", "/api/checkout/view", "", nil).Code)

	var o httpapi.Outcome
	s.post("/auth/logout-and-transfer", `{}`, &o)
	require.True(t, o.Successful)
	require.Equal(t, 1, s.header().CartAmount, "the cart comes along")
	v = s.view("/api/checkout/init", `{}`)
	require.Equal(t, []any{checkout.Guest, "", true}, []any{v.CheckoutType, v.CustomerEmail, v.InvoiceData == nil}, "and nothing of the customer")
}

func TestSoftLoginMayAddToTheCartAlone(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.fill()
	h := s.header()
	require.Equal(t, []any{true, false}, []any{h.IsLoggedIn, h.IsLoggedInSoft})
	s.soften()
	s.fill()
	h = s.header()
	require.Equal(t, []any{false, true, 2}, []any{h.IsLoggedIn, h.IsLoggedInSoft, h.CartAmount})
	id := h.CartContent[0].ID
	for path, body := range map[string]string{
		"/cart/quantity/":    fmt.Sprintf(`{"id": %d, "quantity": 1}`, id),
		"/cart/remove/":      fmt.Sprintf(`{"id": %d}`, id),
		"/api/cart/remove/0": fmt.Sprintf(`{"id": %d}`, id),
	} {
		var p httpapi.Problem
		require.Equal(t, http.StatusUnauthorized, s.do("POST", path, body, &p).Code, path)
		require.Equal(t, "full_login_required", p.Err.Reason)
	}
	require.Equal(t, 2, s.header().CartAmount)

	var l httpapi.LoginResponse
	s.post("/auth/login", `{"email": "kundin@example.org", "password": "Zug7Berg"}`, &l)
	require.Equal(t, []any{true, false, 2}, []any{l.Successful, l.Needs2FaAuthentication, l.CartData.CartAmount}, "no second code")
	s.post("/cart/remove/", fmt.Sprintf(`{"id": %d}`, id), nil)
	require.Zero(t, s.header().CartAmount)
}
