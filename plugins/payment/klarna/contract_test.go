package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// answers is a Klarna that gives a prepared answer, "200 {...}", to each call in turn.
func answers(t *testing.T, all ...string) *plugin {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(all) == 0 {
			t.Errorf("%s %s: one call too many", r.Method, r.URL.Path)
			return
		}
		status, body, _ := strings.Cut(all[0], " ")
		all = all[1:]
		code := map[string]int{"200": http.StatusOK, "204": http.StatusNoContent, "403": http.StatusForbidden, "404": http.StatusNotFound,
			"409": http.StatusConflict, "422": http.StatusUnprocessableEntity, "500": http.StatusInternalServerError}[status]
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body)) // the caller may have left
	}))
	t.Cleanup(func() {
		srv.Close()
		require.Empty(t, all, "not asked for")
	})
	s := settings{apiURL: srv.URL, timeout: time.Second, countries: []string{"DE"}, payLaterMin: 100, payLaterMax: 500000, payNowMax: 500000}
	p := &plugin{}
	p.account.Store(&account{settings: s, api: newAPI(s), lost: newLost()})
	return p
}

func refusal(code string) string { return `{"error_code":"` + code + `","correlation_id":"c-1"}` }

func placing() payment.AuthorizeRequest {
	return payment.AuthorizeRequest{Method: payLater, IdempotencyKey: "k", SessionID: "s", Purchase: purchase("K1"),
		ClientData: map[string]string{tokenField: "token-of-the-customer"}}
}

func TestWhatIsMadeOfEachAnswerToAnOrder(t *testing.T) {
	for what, c := range map[string]struct {
		answers []string
		want    payment.Outcome
	}{
		"another basket":      {[]string{"409 " + refusal("BAD_VALUE")}, payment.Declined{Code: "cart_changed"}},
		"at work on the call": {[]string{"409 " + refusal("CONFLICT")}, payment.Unknown{Message: "Klarna is at work on it"}},
		"no document":         {[]string{"409 "}, payment.Unknown{Message: "Klarna is at work on it"}},
		"down, with a word": {[]string{"500 " + refusal("REJECTED"), "500 " + refusal("REJECTED"), "500 " + refusal("REJECTED")},
			payment.Unknown{Message: "http_500"}},
		"no id":              {[]string{`200 {"fraud_status":"ACCEPTED"}`}, payment.Unknown{Message: "an order without an id"}},
		"rejected":           {[]string{`200 {"order_id":"o","fraud_status":"REJECTED"}`}, payment.Declined{Code: payment.CodeRisk, Reference: "o"}},
		"a new fraud status": {[]string{`200 {"order_id":"o","fraud_status":"NEW"}`}, payment.Unknown{Reference: "o", Message: "fraud status NEW"}},
		"token and session unknown": {[]string{"404 " + refusal("NOT_FOUND"), "404 " + refusal("NOT_FOUND")},
			payment.Declined{Code: payment.CodeExpired}},
		"token unknown, session unreadable": {[]string{"404 " + refusal("NOT_FOUND"), "403 " + refusal("INVALID_OPERATION")},
			payment.Unknown{Message: "the token is not known, and the session cannot be read"}},
	} {
		t.Run(what, func(t *testing.T) {
			o, err := answers(t, c.answers...).Authorize(t.Context(), placing())
			require.NoError(t, err)
			require.Equal(t, c.want, o)
		})
	}
}

func TestWhatCannotBePlaced(t *testing.T) {
	for field, spoil := range map[string]func(*payment.AuthorizeRequest){
		"method":                          func(r *payment.AuthorizeRequest) { r.Method = "klarna" },
		"idempotency_key":                 func(r *payment.AuthorizeRequest) { r.IdempotencyKey = "" },
		"purchase.amount":                 func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Minor = 0 },
		"purchase.amount ":                func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Currency = "USD" },
		"purchase.order_number":           func(r *payment.AuthorizeRequest) { r.Purchase.OrderNumber = "" },
		"purchase.billing":                func(r *payment.AuthorizeRequest) { r.Purchase.Billing = nil },
		"session_id":                      func(r *payment.AuthorizeRequest) { r.SessionID = "" },
		"client_data." + tokenField:       func(r *payment.AuthorizeRequest) { r.ClientData = nil },
		"client_data." + tokenField + " ": func(r *payment.AuthorizeRequest) { r.ClientData = map[string]string{tokenField: "../../sessions"} },
	} {
		r := placing()
		spoil(&r)
		_, err := answers(t).Authorize(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"}, field)
		require.Equal(t, strings.TrimSpace(field), base.AsError(err).Fields[0].Name)
	}
	for field, spoil := range map[string]func(*payment.StartRequest){
		"method":           func(r *payment.StartRequest) { r.Method = "klarna" },
		"purchase.amount":  func(r *payment.StartRequest) { r.Purchase.Amount.Minor = 0 },
		"purchase.amount ": func(r *payment.StartRequest) { r.Purchase.Amount.Currency = "USD" },
	} {
		r := payment.StartRequest{Method: payLater, Purchase: purchase("")}
		spoil(&r)
		_, err := answers(t).Start(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"}, field)
		require.Equal(t, strings.TrimSpace(field), base.AsError(err).Fields[0].Name)
	}
}

func TestTheLimitsAreInclusive(t *testing.T) {
	a := &account{settings: settings{countries: []string{"DE"}, payLaterMin: 100, payLaterMax: 2000}}
	for cents, want := range map[int64]string{99: "limit_exceeded", 100: "", 2000: "", 2001: "limit_exceeded"} {
		r := placing()
		r.Purchase.Amount = eur(cents)
		require.Equal(t, want, a.unfit(r), cents)
	}
}

func TestWhatIsPlaced(t *testing.T) {
	a := &account{settings: settings{countries: []string{"DE"}, returnViaKlarna: true}}
	r := placing()
	r.Purchase.Attempt, r.SessionID, r.ClientData["session_id"] = 3, "", "from-the-browser"
	r.URLs = payment.URLs{Return: "http://shop.test/zurueck", Webhook: "http://shop.test/hook"}
	p := a.placement(r)
	require.Equal(t, "from-the-browser", p.session)
	require.Equal(t, "K1", p.body.MerchantReference1)
	require.Equal(t, "K1-3", p.body.MerchantReference2)
	require.False(t, p.body.AutoCapture)
	require.Equal(t, "kim@example.com", p.body.BillingAddress.Email)
	require.Equal(t, &merchantURLs{Confirmation: "http://shop.test/zurueck", Notification: "http://shop.test/hook",
		Push: "http://shop.test/hook?order_id={order.id}"}, p.body.MerchantURLs)

	r.Purchase.Delivery, r.URLs = nil, payment.URLs{}
	p = a.placement(r)
	require.Equal(t, p.body.BillingAddress, p.body.ShippingAddress, "it goes where the invoice goes")
	require.Nil(t, p.body.MerchantURLs)
}

// Klarna may say that the order stands as it changed since it was read: what it is now, is the answer.
func TestAVoidThatIsRefused(t *testing.T) {
	const open = `200 {"order_id":"o","status":"AUTHORIZED","fraud_status":"ACCEPTED","order_amount":500,"remaining_authorized_amount":500}`
	const part = `200 {"order_id":"o","status":"PART_CAPTURED","fraud_status":"ACCEPTED","order_amount":500,"captured_amount":200,"remaining_authorized_amount":300}`
	const all = `200 {"order_id":"o","status":"CAPTURED","fraud_status":"ACCEPTED","order_amount":500,"captured_amount":500}`
	const closed = `200 {"order_id":"o","status":"CLOSED","fraud_status":"ACCEPTED","order_amount":500,"captured_amount":200}`
	const gone = `200 {"order_id":"o","status":"CANCELLED","fraud_status":"ACCEPTED","order_amount":500}`
	const rejected = `200 {"order_id":"o","status":"AUTHORIZED","fraud_status":"REJECTED","order_amount":500,"remaining_authorized_amount":500}`
	done := payment.Receipt{State: payment.ReceiptDone, Reference: "o"}
	refused := func(code string) payment.Receipt {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: code, Reference: "o"}
	}
	for what, c := range map[string]struct {
		answers []string
		want    payment.Receipt
		known   int64 // what the shop has captured
	}{
		"unknown":            {[]string{"404 " + refusal("NO_SUCH_ORDER")}, done, 0},
		"rejected":           {[]string{rejected}, done, 0},
		"cancelled":          {[]string{open, "204 "}, done, 0},
		"released":           {[]string{part, "204 "}, done, 200},
		"released before":    {[]string{closed}, done, 200},
		"nothing left":       {[]string{all}, done, 500},
		"taken elsewhere":    {[]string{part}, refused("captured"), 0},
		"captured":           {[]string{all}, refused("captured"), 0},
		"captured since":     {[]string{open, "403 " + refusal("CANCEL_NOT_ALLOWED"), all}, refused("captured"), 0},
		"cancelled since":    {[]string{open, "403 " + refusal("CANCEL_NOT_ALLOWED"), gone}, done, 0},
		"captured meanwhile": {[]string{part, "403 " + refusal("NOT_ALLOWED"), all}, refused("captured"), 200},
		"for another reason": {[]string{open, "403 " + refusal("CANCEL_NOT_ALLOWED"), open}, refused("cancel_not_allowed"), 0},
	} {
		t.Run(what, func(t *testing.T) {
			got, err := answers(t, c.answers...).Void(t.Context(), payment.VoidRequest{Method: payLater, IdempotencyKey: "v", Reference: "o", Captured: eur(c.known)})
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestOperationsThatMakeNoSense(t *testing.T) {
	for what, spoil := range map[string]func(*payment.CaptureRequest){
		"no reference": func(r *payment.CaptureRequest) { r.Reference = "" },
		"no key":       func(r *payment.CaptureRequest) { r.IdempotencyKey = "" },
		"no amount":    func(r *payment.CaptureRequest) { r.Amount.Minor = 0 },
	} {
		r := payment.CaptureRequest{Method: payLater, IdempotencyKey: "c", Reference: "o", Amount: eur(5)}
		spoil(&r)
		_, err := answers(t).Capture(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller}, what)
		_, err = answers(t).Refund(t.Context(), payment.RefundRequest{IdempotencyKey: r.IdempotencyKey, Reference: r.Reference, Amount: r.Amount})
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller}, what)
	}
	for _, r := range []payment.VoidRequest{{Reference: "o"}, {IdempotencyKey: "v"}} {
		_, err := answers(t).Void(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller})
	}
	for _, r := range []payment.CompleteRequest{{Method: payLater}, {Method: "klarna", Reference: "o"}} {
		_, err := answers(t).Complete(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller})
	}
}

func TestCapturesThatCannotBe(t *testing.T) {
	const open = `200 {"order_id":"o","status":"AUTHORIZED","fraud_status":"ACCEPTED","purchase_currency":"EUR","order_amount":500}`
	r := payment.CaptureRequest{Method: payLater, IdempotencyKey: "c", Reference: "o", Amount: eur(5)}
	for code, all := range map[string][]string{
		"not_authorized":    {"404 " + refusal("NO_SUCH_ORDER")},
		"currency_mismatch": {strings.Replace(open, "EUR", "USD", 1)},
		"no_such_order":     {open, "404 " + refusal("NO_SUCH_ORDER")},
		"bad_value":         {open, "422 " + refusal("BAD_VALUE")},
	} {
		got, err := answers(t, all...).Capture(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.Receipt{State: payment.ReceiptDeclined, Code: code}, got)
	}
	_, err := answers(t, open, "403 ").Capture(t.Context(), r)
	require.Error(t, err, "not Klarna's word")

	_, err = answers(t, strings.Replace(open, `"o"`, `"other"`, 1)).Capture(t.Context(), r)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer}, "about another order")
}
