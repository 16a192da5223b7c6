package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

func config(changes ...string) base.Config {
	values := map[string]string{"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001"}
	for i := 0; i+1 < len(changes); i += 2 {
		values[changes[i]] = changes[i+1]
	}
	return base.Config{Values: values}
}

func request(method string, cents int64) payment.AuthorizeRequest {
	return payment.AuthorizeRequest{Method: method, IdempotencyKey: "4711-1", Purchase: payment.Purchase{
		OrderNumber: "K4711", Attempt: 1, Amount: base.Money{Minor: cents, Currency: "EUR"}, Locale: "de-DE",
		Billing: &base.Address{Country: "DE"}, Customer: payment.Customer{Type: base.CustomerPrivate},
	}}
}

func TestConformance(t *testing.T) {
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: config(), Payment: &sdktest.Payment{Authorize: []payment.AuthorizeRequest{
		request(moneyorder, 130399), request(cod, 130399), request(cashec, 130399), request(invoice, 130399),
	}}})
}

func start(t *testing.T, c base.Config) sdk.Plugin {
	t.Helper()
	return sdktest.Target{New: newPlugin, Config: c}.Start(t)
}

func TestTransferInAdvanceTellsWhereToPayUntilWhen(t *testing.T) {
	p := &offline{now: func() time.Time { return time.Date(2026, 3, 26, 23, 30, 0, 0, time.UTC) }} // the 27th in Berlin
	s, err := readSettings(must(config().Check(schema)))
	require.NoError(t, err)
	p.settings.Store(&s)
	r := request(moneyorder, 130399)
	o, err := p.Authorize(t.Context(), r)
	require.NoError(t, err)
	pending := o.(payment.Pending)
	require.False(t, pending.Accepted)
	require.Equal(t, "2026-04-01T21:59:59Z", pending.DueAt.Format(time.RFC3339), "5 days later, summer time has begun")
	got := map[string]string{}
	for _, i := range pending.Instructions {
		got[i.Key] = i.Value
	}
	require.Equal(t, map[string]string{"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001",
		"amount": "1.303,99\u00a0€", "purpose": "K4711", "due_date": "01.04.2026"}, got)

	r.Purchase.Locale = "en-GB"
	o, err = p.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Contains(t, o.(payment.Pending).Instructions[3].Value, "€1,303.99")
}

// A call that is repeated, perhaps days later because nobody heard its answer, gives the customer neither more nor less time.
func TestTheDaysToPayCountFromTheOrder(t *testing.T) {
	now := time.Date(2026, 3, 26, 22, 59, 59, 0, time.UTC) // a second before midnight in Berlin
	p := &offline{now: func() time.Time { return now }}
	s, err := readSettings(must(config().Check(schema)))
	require.NoError(t, err)
	p.settings.Store(&s)
	for _, method := range []string{moneyorder, invoice} {
		r := request(method, 1999)
		r.OrderedAt = time.Date(2026, 3, 26, 22, 59, 58, 0, time.UTC)
		first, err := p.Authorize(t.Context(), r)
		require.NoError(t, err)
		now = now.AddDate(0, 0, 2)
		again, err := p.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, first, again, method)
		r.OrderedAt = r.OrderedAt.Add(2 * time.Second)
		next, err := p.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, 24*time.Hour, next.(payment.Pending).DueAt.Sub(first.(payment.Pending).DueAt).Round(24*time.Hour))
	}
}

// An invoice is paid by transfer, too: each says its amount, and the order where to pay it until when.
func TestAnInvoiceTellsWhereToPayUntilWhen(t *testing.T) {
	o, err := start(t, config()).Payment.Authorize(t.Context(), request(invoice, 130399))
	require.NoError(t, err)
	pending := o.(payment.Pending)
	require.True(t, pending.Accepted)
	got := map[string]string{}
	for _, i := range pending.Instructions {
		got[i.Key] = i.Value
	}
	require.Equal(t, map[string]string{"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001",
		"purpose": "K4711", "due_date": day(pending.DueAt, "")}, got)
}

func TestMethodsCarryTheShopsRules(t *testing.T) {
	methods, err := start(t, config()).Payment.Methods(t.Context())
	require.NoError(t, err)
	by := map[string]payment.Method{}
	for _, m := range methods {
		by[m.Code] = m
		require.NotEmpty(t, m.ToggleTip["de"])
		require.NotContains(t, m.ToggleTip["en"], "{days}")
		require.Equal(t, payment.FlowSimple, m.Flow)
	}
	require.Equal(t, base.Money{Minor: 200, Currency: "EUR"}, by[cod].Fee)
	require.Equal(t, []base.DeliveryKind{base.DeliveryPickup}, by[cashec].DeliveryKinds)
	require.Equal(t, 30, by[invoice].TermDays)
	require.Equal(t, 5, by[moneyorder].TermDays)
	require.Equal(t, base.Money{Minor: 500000, Currency: "EUR"}, by[invoice].Max)
	require.Equal(t, base.Money{Minor: 150000, Currency: "EUR"}, by[invoice].MaxPrivate, "above it is not offered, as it would be declined")

	methods, err = start(t, config("methods", "moneyorder\ninvoice", "invoice_private_max_cents", "0")).Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Len(t, methods, 2)
	require.Equal(t, []base.CustomerType{base.CustomerBusiness}, methods[1].CustomerTypes)
}

// What consumers pay later is free of charge and short, so that it is no credit: Directive (EU) 2023/2225. Businesses have
// no such limit.
func TestAnInvoiceIsNoCredit(t *testing.T) {
	methods, err := start(t, config()).Payment.Methods(t.Context())
	require.NoError(t, err)
	for _, m := range methods {
		if m.Code == invoice {
			require.Zero(t, m.Fee)
			require.LessOrEqual(t, m.TermDays, 50)
		}
	}
	_, err = readSettings(must(config("invoice_days", "51").Check(schema)))
	var wrong *base.Error
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, []base.FieldError{{Name: "invoice_days", Code: "invalid"}}, wrong.Fields)
	_, err = readSettings(must(config("invoice_days", "60", "invoice_private_max_cents", "0").Check(schema)))
	require.NoError(t, err, "businesses alone pay by invoice")
}

func TestWhatTheLimitsDoNotAllowIsDeclined(t *testing.T) {
	p := start(t, config()).Payment
	for what, c := range map[string]struct {
		method, code string
		cents        int64
		change       func(*payment.Purchase)
	}{
		"invoice above the private limit": {invoice, "limit_exceeded", 150001, nil},
		"invoice abroad":                  {invoice, "country", 1000, func(p *payment.Purchase) { p.Billing.Country = "NL" }},
		"cash on delivery too high":       {cod, "limit_exceeded", 350001 + 200, nil},
		"cash on delivery at pickup":      {cod, "delivery_kind", 1000, func(p *payment.Purchase) { p.DeliveryKind = base.DeliveryPickup }},
		"cash at pickup, sent home":       {cashec, "delivery_kind", 1000, func(p *payment.Purchase) { p.DeliveryKind = base.DeliveryHome }},
	} {
		r := request(c.method, c.cents)
		if c.change != nil {
			c.change(&r.Purchase)
		}
		o, err := p.Authorize(t.Context(), r)
		require.NoError(t, err, what)
		require.Equal(t, c.code, o.(payment.Declined).Code, what)
	}
	r := request(invoice, 150001)
	r.Purchase.Customer.Type = base.CustomerBusiness
	o, err := p.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.True(t, o.(payment.Pending).Accepted, "a business may have more on invoice")
	r.Purchase.Amount.Minor = 500001
	o, err = p.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "limit_exceeded", o.(payment.Declined).Code)
	o, err = start(t, config("invoice_business_max_cents", "0")).Payment.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "customer_type", o.(payment.Declined).Code)
	o, err = p.Authorize(t.Context(), request(cod, 350000+200))
	require.NoError(t, err)
	require.IsType(t, payment.Pending{}, o, "the shop offers it by the total without its own fee")
}

func TestSenselessSettingsAreNamed(t *testing.T) {
	for key, value := range map[string]string{"iban": "DE03120300000000202051", "iban ": "DE02", "methods": "barter", "cod_fee_cents": "-1",
		"cod_countries": "de", "invoice_countries": "DE\nGermany", "invoice_days": "0", "prepayment_days": "0", "prepayment_days ": "366"} {
		key = strings.TrimSpace(key)
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		defer closing()
		var e *base.Error
		require.True(t, errors.As(p.Base.Configure(t.Context(), config(key, value)), &e), key)
		require.Equal(t, []base.FieldError{{Name: key, Code: "invalid"}}, e.Fields)
	}
}

func TestTheLastDaysThatMakeSense(t *testing.T) {
	for _, days := range []string{"1", "50"} {
		_, err := readSettings(must(config("prepayment_days", days, "invoice_days", days).Check(schema)))
		require.NoError(t, err)
	}
	_, err := readSettings(must(config("prepayment_days", "365", "iban", "GB82 WEST 1234 5698 7654 32").Check(schema)))
	require.NoError(t, err)
	_, err = readSettings(must(config("iban", "GB82 WEST 1234 5698 7654 33").Check(schema)))
	require.Error(t, err)
}

func TestWhatIsNoPayment(t *testing.T) {
	p := start(t, config()).Payment
	for field, spoil := range map[string]func(*payment.AuthorizeRequest){
		"idempotency_key":       func(r *payment.AuthorizeRequest) { r.IdempotencyKey = "" },
		"purchase.amount":       func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Minor = 0 },
		"purchase.amount ":      func(r *payment.AuthorizeRequest) { r.Purchase.Amount.Currency = "USD" },
		"purchase.order_number": func(r *payment.AuthorizeRequest) { r.Purchase.OrderNumber = "" },
		"method":                func(r *payment.AuthorizeRequest) { r.Method = "barter" },
	} {
		r := request(cod, 1000)
		spoil(&r)
		_, err := p.Authorize(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller}, field)
		require.Equal(t, strings.TrimSpace(field), base.AsError(err).Fields[0].Name)
	}
}

func TestStatusKnowsItsOwn(t *testing.T) {
	p := start(t, config()).Payment
	o, err := p.Authorize(t.Context(), request(cod, 1000))
	require.NoError(t, err)
	s, err := p.Status(t.Context(), payment.StatusRequest{Method: cod, Reference: o.(payment.Pending).Reference})
	require.NoError(t, err)
	require.Equal(t, payment.Pending{Reference: "cod-4711-1", Accepted: true}, s.Outcome)
	s, err = p.Status(t.Context(), payment.StatusRequest{Method: cod, Reference: "paypal-1"})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
