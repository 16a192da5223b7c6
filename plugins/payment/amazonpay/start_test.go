package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestTheExpressButton(t *testing.T) {
	b := start(t, "delivery_countries", "DE\nAT")
	r := payment.StartRequest{Method: method, Express: true, URLs: b.urls(), Purchase: payment.Purchase{CheckoutID: bound, Locale: "de-DE"}}
	s, err := b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	payload := s.ClientData["payload_json"]
	delete(s.ClientData, "payload_json")
	delete(s.ClientData, "signature")
	require.Equal(t, map[string]string{
		"merchant_id": "MERCHANT", "public_key_id": "SANDBOX-TESTKEY", "algorithm": "AMZN-PAY-RSASSA-PSS-V2", "ledger_currency": "EUR",
		"checkout_language": "de_DE", "product_type": "PayAndShip", "placement": "Cart", "button_color": "Gold", "sandbox": "true",
		"script_url": b.URL + "/checkout.js",
	}, s.ClientData)
	require.JSONEq(t, `{"webCheckoutDetails":{"checkoutReviewReturnUrl":"`+b.Shop+`/kasse/zurueck?a=1","checkoutCancelUrl":"`+b.Shop+`/kasse/zurueck?cancelled=1"},
		"storeId":"amzn1.application-oa2-client.test","scopes":["name","email","phoneNumber","billingAddress","shippingAddress"],
		"merchantMetadata":{"merchantStoreName":"Kontor","customInformation":"checkout=`+bound+`"},
		"deliverySpecifications":{"addressRestrictions":{"type":"Allowed","restrictions":{"DE":{},"AT":{}}}}}`, payload)
	require.NotContains(t, payload, `\u`, "no escapes that another reader could write differently")

	r.Purchase.Locale = "en-GB"
	s, err = b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "en_GB", s.ClientData["checkout_language"])
}

func TestTheCheckoutButtonNamesAmountAndAddress(t *testing.T) {
	b := start(t)
	r := payment.StartRequest{Method: method, URLs: b.urls(), Purchase: b.purchase("1")}
	s, err := b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "Checkout", s.ClientData["placement"])
	require.Equal(t, "PayAndShip", s.ClientData["product_type"])
	require.JSONEq(t, `{"webCheckoutDetails":{"checkoutMode":"ProcessOrder","checkoutResultReturnUrl":"`+b.Shop+`/kasse/zurueck?a=1",
		"checkoutCancelUrl":"`+b.Shop+`/kasse/zurueck?cancelled=1"},"storeId":"amzn1.application-oa2-client.test",
		"scopes":["name","email","phoneNumber","billingAddress"],"paymentDetails":{"paymentIntent":"Authorize",
		"canHandlePendingAuthorization":true,"chargeAmount":{"amount":"2588.01","currencyCode":"EUR"},"presentmentCurrency":"EUR"},
		"merchantMetadata":{"merchantStoreName":"Kontor","customInformation":"checkout=`+bound+`"},"addressDetails":{"name":"Kim Käufer","addressLine1":"Am Markt 1",
		"city":"Hamburg","postalCode":"20095","countryCode":"DE","phoneNumber":"0"}}`, s.ClientData["payload_json"])

	r.Purchase.DeliveryKind = base.DeliveryPickup
	s, err = b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "PayOnly", s.ClientData["product_type"], "what is collected is not sent")
	require.NotContains(t, s.ClientData["payload_json"], "addressDetails")
	b.click(s.ClientData)

	r.Purchase.Amount = base.Money{}
	_, err = b.plugin.Payment.Start(t.Context(), r)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_request"})
}

func TestTheBuyerIsRead(t *testing.T) {
	b := start(t)
	session := b.express()
	read := payment.StartRequest{Method: method, SessionID: session, Express: true, Purchase: payment.Purchase{CheckoutID: bound}}
	s, err := b.plugin.Payment.Start(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, session, s.ID)
	require.Equal(t, "Visa ****1111 (Amazon Pay)", s.ClientData["payment_descriptor"])
	require.Equal(t, "kim.kaeufer@example.com", s.Buyer.Email)
	want := &base.Address{Kind: base.AddressPostal, FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1",
		PostalCode: "20095", City: "Hamburg", Country: "DE", Phone: "+4940123456"}
	require.Equal(t, want, s.Buyer.Delivery)
	require.Equal(t, want, s.Buyer.Billing)
	require.NotZero(t, s.ExpiresAt)

	for _, wrong := range []string{"00000000-0000-0000-0000-000000000000", "../charges/1", "a b"} {
		_, err = b.plugin.Payment.Start(t.Context(), payment.StartRequest{Method: method, SessionID: wrong})
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller}, wrong)
	}
	b.act(session, "expire")
	_, err = b.plugin.Payment.Start(t.Context(), read)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "session_gone"})

	read = payment.StartRequest{Method: method, SessionID: b.checkout("1"), Purchase: b.purchase("1")}
	s, err = b.plugin.Payment.Start(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, read.SessionID, s.ID)
	read.Purchase.Amount.Minor++
	_, err = b.plugin.Payment.Start(t.Context(), read)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "session_gone"}, "the cart changed after the button was signed")
}

// Who learns the id of a session that another buyer confirmed can neither read that buyer nor pay with it.
func TestASessionServesTheCheckoutThatOpenedIt(t *testing.T) {
	b := start(t)
	mine := b.purchase("1")
	mine.CheckoutID = "another"
	for name, theirs := range map[string]string{"from the cart": b.express(), "from the checkout": b.checkout("2")} {
		t.Run(name, func(t *testing.T) {
			for _, express := range []bool{true, false} {
				_, err := b.plugin.Payment.Start(t.Context(), payment.StartRequest{Method: method, SessionID: theirs, Express: express, Purchase: mine})
				require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "session_gone"})
			}
			o, err := b.plugin.Payment.Authorize(t.Context(), payment.AuthorizeRequest{Method: method, IdempotencyKey: "1", Purchase: mine,
				URLs: b.urls(), ClientData: map[string]string{sessionParam: theirs}})
			require.NoError(t, err)
			require.Equal(t, codeForeign, o.(payment.Declined).Code)
			require.Zero(t, b.Count("authorization"))
			require.Zero(t, b.Count("update_session"), "nothing of it was changed")
		})
	}
	session := b.checkout("3")
	b.act(session, "approve")
	b.Rule("complete", stage.Status, -1)
	require.IsType(t, payment.Unknown{}, b.authorize("3", session))
	b.sim.Stage().ClearRules()
	require.IsType(t, payment.Authorized{}, b.authorize("4", session), "another attempt of its own checkout may")
}

func TestAddressesFromAmazon(t *testing.T) {
	for text, want := range map[string]base.Address{
		"Am Markt 1": {Kind: base.AddressPostal, Street: "Am Markt", StreetNumber: "1"},
		"Käufer & Söhne GmbH|Lange Straße 12 a": {Kind: base.AddressPostal, Company: "Käufer & Söhne GmbH", Street: "Lange Straße", StreetNumber: "12 a"},
		"Firma|Abteilung 3|Ringstr. 7/3":        {Kind: base.AddressPostal, Company: "Firma Abteilung 3", Street: "Ringstr.", StreetNumber: "7/3"},
		"|Straße des 17. Juni 135-137":          {Kind: base.AddressPostal, Street: "Straße des 17. Juni", StreetNumber: "135-137"},
		"Hafen":                                 {Kind: base.AddressPostal, Street: "Hafen"},
		"Q 7":                                   {Kind: base.AddressPostal, Street: "Q", StreetNumber: "7"},
		"123456789|Packstation 145":             {Kind: base.AddressPackstation, StreetNumber: "145", PostNumber: "123456789"},
		"Packstation 145|Postnummer 123456789":  {Kind: base.AddressPackstation, StreetNumber: "145", PostNumber: "123456789"},
		"packstation nr. 7":                     {Kind: base.AddressPackstation, StreetNumber: "7"},
	} {
		lines := append(strings.Split(text, "|"), "", "")
		got := fromAmazon(&address{Name: "Kim Maria Käufer", Line1: lines[0], Line2: lines[1], Line3: lines[2], City: "Berlin", PostalCode: "10115", Country: "de"}, "+49301")
		want.FirstName, want.LastName, want.City, want.PostalCode, want.Country, want.Phone = "Kim Maria", "Käufer", "Berlin", "10115", "DE", "+49301"
		require.Equal(t, &want, got, text)
	}
	require.Nil(t, fromAmazon(nil, ""))
	require.Nil(t, fromAmazon(&address{}, ""))
}

func TestAddressesToAmazon(t *testing.T) {
	a := &base.Address{Kind: base.AddressPackstation, FirstName: "Kim", LastName: "Käufer", StreetNumber: "145", PostNumber: "123456789",
		PostalCode: "10115", City: "Berlin", Country: "DE", Phone: "+49301234"}
	require.Equal(t, &address{Name: "Kim Käufer", Line1: "123456789", Line2: "Packstation 145", City: "Berlin", PostalCode: "10115",
		Country: "DE", Phone: "+49301234"}, shipTo(payment.Purchase{Delivery: a}))
	firm := &base.Address{Company: "GmbH", Street: "Weg", StreetNumber: "2", PostalCode: "1", City: "X", Country: "DE"}
	to := shipTo(payment.Purchase{Delivery: firm})
	require.Equal(t, "GmbH|GmbH|Weg 2|0", to.Name+"|"+to.Line1+"|"+to.Line2+"|"+to.Phone)
	for _, none := range []payment.Purchase{{}, {Delivery: &base.Address{}}, {Delivery: a, DeliveryKind: base.DeliveryPickup}} {
		require.Nil(t, shipTo(none))
	}
}

// Whatever Amazon says an address is, it is read without a panic and nothing of it gets lost.
func FuzzAddress(f *testing.F) {
	f.Add("Kim Käufer", "Am Markt 1", "", "")
	f.Add("", "123456789", "Packstation 145", "\xff")
	f.Fuzz(func(t *testing.T, name, one, two, three string) {
		a := fromAmazon(&address{Name: name, Line1: one, Line2: two, Line3: three, City: "X"}, "")
		if a.Kind == base.AddressPackstation {
			return
		}
		whole := strings.Join(strings.Fields(a.Company+" "+a.Street+" "+a.StreetNumber), " ")
		if sent := strings.Join(strings.Fields(one+" "+two+" "+three), " "); whole != sent {
			t.Fatalf("%q became %q", sent, whole)
		}
	})
}

// An amount is read exactly or not at all.
func FuzzPrice(f *testing.F) {
	for _, s := range []string{`"12.34"`, `12.3`, `"1e3"`, `"-1"`, `null`, `"1.005"`, `"1.000"`, `"99999999999999999"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p price
		if json.Unmarshal([]byte(`{"amount":`+text+`,"currencyCode":"EUR"}`), &p) != nil {
			return
		}
		m, err := p.money()
		if err != nil {
			return
		}
		if back, err := toPrice(m).money(); err != nil || back != m || m.Minor < 0 {
			t.Fatalf("%q became %+v and then %+v, %v", text, m, back, err)
		}
	})
}

func TestAmounts(t *testing.T) {
	for text, want := range map[decimal]int64{"12.34": 1234, "5": 500, "0.1": 10, "1.000": 100, "150000.00": 15000000} {
		m, err := price{text, "EUR"}.money()
		require.NoError(t, err)
		require.Equal(t, eur(want), m)
	}
	for _, text := range []decimal{"", ".", "1,00", "-1", "1e3", "1.001", "null", "1.2.3"} {
		_, err := price{text, "EUR"}.money()
		require.Error(t, err, text)
	}
	require.Equal(t, price{"0.05", "EUR"}, toPrice(eur(5)))
}
