package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

func sum(secret string, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return mac.Sum(nil)
}

func TestLinesAddUpAsMonduAddsThem(t *testing.T) {
	p := (&bench{Bench: &stagetest.Bench{}}).request("1").Purchase
	l := lines(p)
	require.Equal(t, line{Tax: 41481, Shipping: 499, Discount: 1498, LineItems: []lineItem{
		{ExternalID: "1", ProductID: "NB-1", ProductSKU: "NB-1", Title: "Notebook", Quantity: 2, NetPerItem: 104958, Net: 209916, Tax: 39884, ItemType: "PHYSICAL"},
		{ExternalID: "2", ProductID: "NB-1", ProductSKU: "NB-1", Title: "Garantie", Quantity: 2, NetPerItem: 4202, Net: 8403, Tax: 1597, ItemType: "VIRTUAL"},
	}}, l)
	for what, spoil := range map[string]func(*payment.Purchase){
		"another amount":   func(p *payment.Purchase) { p.Amount.Minor++ },
		"no lines":         func(p *payment.Purchase) { p.Lines = nil },
		"no goods":         func(p *payment.Purchase) { p.Lines, p.Amount = p.Lines[2:3], eur(499) },
		"another currency": func(p *payment.Purchase) { p.Lines[0].Total.Currency = "USD" },
	} {
		p := (&bench{Bench: &stagetest.Bench{}}).request("1").Purchase
		spoil(&p)
		l := lines(p)
		require.Len(t, l.LineItems, 1, what)
		require.Equal(t, p.Amount.Minor, l.LineItems[0].Net, what)
		require.Equal(t, "Bestellung", l.LineItems[0].Title, what)
	}
}

func TestOrders(t *testing.T) {
	a := &account{settings: settings{netTerm: 60}}
	r := (&bench{Bench: &stagetest.Bench{}}).request("1")
	o := a.order(r)
	require.Equal(t, "invoice", o.PaymentMethod)
	require.Equal(t, 60, o.NetTerm)
	require.Equal(t, "K1-1", o.ExternalID)
	require.Equal(t, "de", o.Language)
	require.Equal(t, "Käufer GmbH", o.Buyer.CompanyName)
	require.Equal(t, "DE123456789", o.Buyer.VATNumber)
	require.False(t, o.Buyer.IsRegistered)
	require.Equal(t, &address{CountryCode: "DE", City: "Hamburg", ZipCode: "20095", Line1: "Am Markt 1", Line2: "Käufer GmbH"}, o.BillingAddress)

	r.Method, r.Purchase.Locale, r.Purchase.Attempt, r.Purchase.Delivery = installment, "en-GB", 3, nil
	o = a.order(r)
	require.Zero(t, o.NetTerm, "instalments have terms of their own")
	require.Equal(t, "K1-3", o.ExternalID)
	require.Equal(t, "en", o.Language)
	require.Equal(t, o.BillingAddress, o.ShippingAddress)
	require.Equal(t, "Packstation 145", toAddress(&base.Address{Kind: base.AddressPackstation, StreetNumber: "145"}).Line1)
}

func TestOutcomes(t *testing.T) {
	want := payment.Authorized{Reference: "u", Amount: eur(5)}
	taken := payment.Authorized{Reference: "u", Amount: eur(5), Captured: true}
	for state, outcome := range map[string]payment.Outcome{
		stateCreated: payment.Redirect{URL: "http://x", Reference: "u"}, stateDataRequired: payment.Redirect{URL: "http://x", Reference: "u"},
		stateAuthorized: payment.Pending{Reference: "u"}, statePending: payment.Pending{Reference: "u"},
		stateConfirmed: want, statePartiallyShipped: want, stateShipped: taken, stateComplete: taken, statePartiallyDone: taken,
		stateDeclined: payment.Declined{Code: payment.CodeRisk, Reference: "u"}, stateCanceled: payment.Declined{Code: payment.CodeExpired, Reference: "u"},
		"new": payment.Unknown{Reference: "u", Message: "order is new"},
	} {
		require.Equal(t, outcome, order{UUID: "u", State: state, CheckoutURL: "http://x"}.outcome(eur(5)), state)
	}
	require.Equal(t, payment.Redirect{Reference: "u"}, order{UUID: "u", State: stateCreated}.outcome(eur(5)),
		"nothing was agreed to, though Mondu does not tell the page again: no order may be placed for it")
	require.Equal(t, eur(7), order{State: stateConfirmed, Price: 7, Currency: "EUR"}.outcome(eur(5)).(payment.Authorized).Amount)
}

func FuzzReference(f *testing.F) {
	f.Add("K1", "key")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, number, key string) {
		id := reference(number, "C", key)
		require.NotEmpty(t, id)
		require.LessOrEqual(t, len([]rune(id)), maxText)
		require.Equal(t, id, reference(number, "C", key))
		require.NotEqual(t, id, reference(number, "R", key))
	})
}
