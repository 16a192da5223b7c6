package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

var (
	made = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	ends = made.AddDate(0, 0, 28)
)

func stood(status, fraud string, captured int64) order {
	return order{OrderID: "o", Status: status, FraudStatus: fraud, PurchaseCurrency: "EUR", OrderAmount: 500, CapturedAmount: captured,
		MerchantReference1: "4711", CreatedAt: made, ExpiresAt: ends}
}

// What Complete and Status say of an order, and what a push or a notification about it says.
func TestWhereAnOrderStands(t *testing.T) {
	held := payment.Authorized{Reference: "o", Amount: eur(500), ExpiresAt: ends}
	taken := payment.Authorized{Reference: "o", Amount: eur(500), ExpiresAt: ends, Captured: true}
	declined := func(code string) payment.Declined { return payment.Declined{Code: code, Reference: "o"} }
	for _, c := range []struct {
		order         order
		want          payment.Outcome
		kind          payment.EventKind
		code, eventID string
	}{
		{stood("AUTHORIZED", fraudAccepted, 0), held, payment.EventAuthorized, "", "o-accepted"},
		{stood("AUTHORIZED", fraudPending, 0), payment.Pending{Reference: "o"}, payment.EventPending, "", "o-pending"},
		{stood("AUTHORIZED", fraudRejected, 0), declined("risk"), payment.EventDeclined, "risk", "o-rejected"},
		{stood(orderCancelled, fraudRejected, 0), declined("risk"), payment.EventDeclined, "risk", "o-rejected"},
		{stood(orderCancelled, fraudAccepted, 0), declined("voided"), payment.EventVoided, "", "o-cancelled"},
		{stood(orderExpired, fraudAccepted, 0), declined("expired"), payment.EventVoided, "expired", "o-expired"},
		{stood(orderExpired, fraudPending, 0), declined("expired"), payment.EventVoided, "expired", "o-expired"},
		{stood(orderExpired, fraudAccepted, 200), held, payment.EventAuthorized, "", "o-accepted"},
		{stood("PART_CAPTURED", fraudAccepted, 200), held, payment.EventAuthorized, "", "o-accepted"},
		{stood("PART_CAPTURED", fraudAccepted, 500), taken, payment.EventAuthorized, "", "o-accepted"},
		{stood(orderCaptured, fraudAccepted, 200), taken, payment.EventAuthorized, "", "o-accepted"},
		{stood(orderClosed, fraudAccepted, 200), taken, payment.EventAuthorized, "", "o-accepted"},
	} {
		require.Equal(t, c.want, c.order.outcome(), "%+v", c.order)
		require.Equal(t, payment.Event{ID: c.eventID, Kind: c.kind, Code: c.code, Reference: "o", OrderNumber: "4711", Amount: eur(500), OccurredAt: made},
			c.order.event(), "%+v", c.order)
	}
}

func TestStatusTellsWhatWasTakenAndGivenBack(t *testing.T) {
	p := answers(t, `200 {"order_id":"o","status":"EXPIRED","fraud_status":"ACCEPTED","purchase_currency":"EUR","order_amount":500,"captured_amount":200,"refunded_amount":50}`,
		`200 {"order_id":"o","status":"AUTHORIZED","fraud_status":"ACCEPTED","purchase_currency":"EUR","order_amount":500}`)
	for _, want := range []payment.State{
		{Outcome: payment.Authorized{Reference: "o", Amount: eur(500)}, Captured: eur(200), Refunded: eur(50), Voided: true},
		{Outcome: payment.Authorized{Reference: "o", Amount: eur(500)}},
	} {
		s, err := p.Status(t.Context(), payment.StatusRequest{Method: payLater, IdempotencyKey: "k", Reference: "o"})
		require.NoError(t, err)
		require.Equal(t, want, s)
	}
}

// A shop that does not say what it expects is told what there is.
func TestCompleteWithoutExpectations(t *testing.T) {
	const held = `200 {"order_id":"o","status":"AUTHORIZED","fraud_status":"ACCEPTED","purchase_currency":"EUR","order_amount":500,"merchant_reference1":"K1"}`
	o, err := answers(t, held).Complete(t.Context(), payment.CompleteRequest{Method: payLater, Reference: "o"})
	require.NoError(t, err)
	require.Equal(t, payment.Authorized{Reference: "o", Amount: eur(500)}, o)
}

// The session of an Authorize whose answer was lost, when another process asks.
func TestALostOrderIsLookedForThroughItsSession(t *testing.T) {
	const complete = `200 {"status":"complete","authorization_token":"token-1","order_amount":500,"purchase_currency":"EUR"}`
	const noOrder = "404 {}"
	never := payment.Declined{Code: payment.CodeNotFound}
	for what, c := range map[string]struct {
		answers []string
		want    payment.Outcome
	}{
		"no such session":    {[]string{noOrder, noOrder}, never},
		"still open":         {[]string{noOrder, `200 {"status":"incomplete"}`}, never},
		"names no token":     {[]string{noOrder, `200 {"status":"complete"}`}, payment.Unknown{Message: "the session does not name its authorization"}},
		"placed":             {[]string{noOrder, complete, `200 {"order_id":"o","fraud_status":"ACCEPTED"}`}, payment.Authorized{Reference: "o", Amount: eur(500)}},
		"placed with a page": {[]string{noOrder, complete, `200 {"order_id":"o","fraud_status":"ACCEPTED","redirect_url":"http://x"}`}, payment.Authorized{Reference: "o", Amount: eur(500)}},
		"under review":       {[]string{noOrder, complete, `200 {"order_id":"o","fraud_status":"PENDING"}`}, payment.Pending{Reference: "o"}},
		"by another key":     {[]string{noOrder, complete, noOrder, complete}, payment.Unknown{Message: "the token was used"}},
	} {
		t.Run(what, func(t *testing.T) {
			s, err := answers(t, c.answers...).Status(t.Context(), payment.StatusRequest{Method: payLater, IdempotencyKey: "k", Reference: "s"})
			require.NoError(t, err)
			require.Equal(t, payment.State{Outcome: c.want}, s)
		})
	}
	_, err := answers(t, noOrder, "403 "+refusal("INVALID_OPERATION")).Status(t.Context(), payment.StatusRequest{IdempotencyKey: "k", Reference: "s"})
	require.Error(t, err, "nobody knows")
	s, err := answers(t, noOrder).Status(t.Context(), payment.StatusRequest{Reference: "s"})
	require.NoError(t, err)
	require.Equal(t, never, s.Outcome, "there is no key that an order could have been placed under")
}

func TestPlacementsAreRememberedAsLongAsKlarnaRemembersKeys(t *testing.T) {
	l := newLost()
	l.keep("old", placement{session: "s"})
	p, ok := l.find("old")
	require.True(t, ok)
	require.Equal(t, "s", p.session)
	l.all["old"] = lostPlacement{p, time.Now().Add(-keyLife - time.Minute)}
	_, ok = l.find("old")
	require.False(t, ok)
	l.keep("new", p)
	require.NotContains(t, l.all, "old")
}

func TestSessionsThatCannotBeUsed(t *testing.T) {
	gone := &base.Error{Fault: base.FaultCaller, Code: "session_gone"}
	r := payment.StartRequest{Method: payLater, SessionID: "s", Purchase: purchase("")}
	for what, answer := range map[string]string{
		"used":            `200 {"status":"complete","purchase_country":"DE"}`,
		"over":            `200 {"status":"incomplete","purchase_country":"DE","expires_at":"2020-01-01T00:00:00Z"}`,
		"another country": `200 {"status":"incomplete","purchase_country":"AT"}`,
		"forgotten":       "404 " + refusal("NOT_FOUND"),
	} {
		_, err := answers(t, answer).Start(t.Context(), r)
		require.ErrorIs(t, err, gone, what)
	}
	_, err := answers(t, `200 {"status":"incomplete","purchase_country":"DE"}`, "404 "+refusal("SESSION_COMPLETED")).Start(t.Context(), r)
	require.ErrorIs(t, err, gone, "used since")
	_, err = answers(t, "409 "+refusal("CONFLICT")).Start(t.Context(), r)
	require.NotErrorIs(t, err, gone)
	require.False(t, base.AsError(err).Retryable, "it is at work on orders only")

	r.SessionID = ""
	for _, answer := range []string{`200 {"client_token":"c"}`, `200 {"session_id":"s"}`} {
		_, err = answers(t, answer).Start(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer})
	}
	_, err = answers(t, `200 <html>`).Start(t.Context(), r)
	require.False(t, base.AsError(err).OutcomeUnknown, "a session that nobody knows of is as good as none")
}

func TestTheCategoryIsOneThatKlarnaOffers(t *testing.T) {
	for _, c := range []struct {
		offered []category
		want    string
	}{
		{nil, "pay_now"}, {[]category{{"pay_later"}, {"pay_now"}}, "pay_now"}, {[]category{{"klarna"}}, "klarna"}, {[]category{{"pay_later"}}, ""},
	} {
		got, err := (&session{Categories: c.offered}).category(payNow)
		require.Equal(t, c.want, got)
		require.Equal(t, c.want == "", err != nil)
	}
	a := &account{settings: settings{countries: []string{"DE"}}}
	data, err := a.clientData(payment.StartRequest{Method: payNow}, cart{}, "pay_now")
	require.NoError(t, err)
	require.Equal(t, "false", data["auto_finalize"], "the customer pays when the shop's button is pressed")
}

// Klarna's support finds a call by its correlation id; its messages may repeat what the customer entered.
func TestErrorsNameKlarnasWord(t *testing.T) {
	p := answers(t, `403 {"error_code":"MERCHANT_INACTIVE","error_messages":["kim@example.com"],"correlation_id":"c-1"}`)
	_, err := p.Authorize(t.Context(), placing())
	e := base.AsError(err)
	require.Equal(t, "klarna_merchant_inactive", e.Code)
	require.Contains(t, e.Message, "correlation id c-1")
	require.NotContains(t, err.Error(), "kim@example.com")
	require.NotContains(t, err.Error(), placing().ClientData[tokenField])
}

func TestWhatACallMade(t *testing.T) {
	require.Equal(t, "1", created(http.Header{"Capture-Id": {"1"}, "Location": {"http://x/2"}}, "Capture-Id"))
	require.Equal(t, "2", created(http.Header{"Location": {"http://x/orders/o/captures/2"}}, "Capture-Id"))
	require.Empty(t, created(http.Header{}, "Capture-Id"))
	require.Equal(t, "key", reference("key"))
	require.Len(t, reference(strings.Repeat("k", 256)), 36)
}

func TestMethodsAreForPrivateCustomersWithASession(t *testing.T) {
	a := &account{settings: settings{countries: []string{"DE", "AT"}, payLaterMin: 1, payLaterMax: 2, payNowMin: 3, payNowMax: 4}}
	for i, want := range []payment.Method{{Code: payLater, TermDays: 30, Min: eur(1), Max: eur(2)}, {Code: payNow, Min: eur(3), Max: eur(4)}} {
		m := a.methods()[i]
		require.Equal(t, want, payment.Method{Code: m.Code, TermDays: m.TermDays, Min: m.Min, Max: m.Max})
		require.Equal(t, []base.CustomerType{base.CustomerPrivate}, m.CustomerTypes)
		require.Equal(t, []payment.Requirement{payment.RequireSession}, m.Requirements)
		require.Equal(t, []string{"DE", "AT"}, m.Countries)
		require.Equal(t, []string{"EUR"}, m.Currencies)
		require.Equal(t, payment.FlowWidget, m.Flow)
	}
}

func TestTheSystemIsTheOneThatIsSet(t *testing.T) {
	b := start(t)
	for environment, want := range map[string]string{"live": "https://api.klarna.com", "playground": "https://api.playground.klarna.com"} {
		c, err := b.config("api_url", "", "environment", environment).Check(schema)
		require.NoError(t, err)
		s, err := readSettings(c)
		require.NoError(t, err)
		require.Equal(t, want, s.apiURL)
	}
	for _, wrong := range [][2]string{{"countries", "de"}, {"countries", "D1"}, {"countries", "1D"}, {"timeout", "61s"}, {"timeout", "999ms"}, {"pay_now_min_cents", "-1"}, {"pay_later_max_cents", "99"}} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		err = p.Base.Configure(t.Context(), b.config(wrong[0], wrong[1]))
		closing()
		require.ErrorContains(t, err, wrong[0])
	}
}
