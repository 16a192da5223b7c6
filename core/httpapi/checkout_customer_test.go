package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
)

func TestTheAccountSaysWhoBuysAndWhoIsBilled(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	s.fill()
	before := s.view("/api/checkout/init", `{}`)
	require.Equal(t, checkout.Customer, before.CheckoutType)
	require.True(t, before.InvoiceAddressEditable)

	var answer httpapi.GuestResponse
	s.post("/api/account/registerguest", `{"email": "other@example.org", "businessCustomer": true, "vatId": "ATU12345675",
		"invoice": {"firstName": "Fremde", "lastName": "Person", "streetName": "Ring", "streetNumber": "3", "zipCode": "1010", "cityName": "Wien", "countryId": 14}}`, &answer)
	require.True(t, answer.Registered)
	after := answer.Checkout
	require.Equal(t, before.InvoiceData, after.InvoiceData, "the address book says who is billed")
	require.Equal(t, []any{"kundin@example.org", false, ""}, []any{after.CustomerEmail, after.BusinessCustomer, after.VATID})
}

// A telephone number is the customer's to give, and to take back.
func TestATelephoneNumberCanBeTakenBack(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	billing := s.saveAddress()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	data := func(more string) string {
		return s.view("/api/checkout/data", fmt.Sprintf(`{"invoiceAddressId": %d%s}`, billing, more)).TelephoneNumber
	}
	require.Equal(t, "+49301234567", data(`, "telephoneNumber": "030 1234567"`))
	require.Equal(t, "+49301234567", data(``), "not told of")
	require.Empty(t, data(`, "telephoneNumber": ""`))
	require.Empty(t, s.view("/api/checkout/init", `{}`).TelephoneNumber)

	guest := newCheckout(t)
	guest.guest("moneyorder")
	form := `{"email": "gast@example.org", "telephoneNumber": %q, "invoice": {"firstName": "Erika", "lastName": "Muster",
		"streetName": "Weg", "streetNumber": "1", "zipCode": "D-10 115", "cityName": "Berlin"}}`
	for typed, kept := range map[string]string{"030 1234567": "+49301234567", "": ""} {
		var g httpapi.GuestResponse
		guest.post("/api/account/registerguest", fmt.Sprintf(form, typed), &g)
		require.Equal(t, []any{kept, "10115"}, []any{g.Checkout.TelephoneNumber, g.Checkout.InvoiceData.ZipCode})
	}
}

// Where to deliver may be told without saying again who is billed; what is nobody's own is refused as ever.
func TestADeliveryAddressIsToldAlone(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	billing, other := s.saveAddress(), s.saveAddress()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	v := s.view("/api/checkout/data", fmt.Sprintf(`{"deliveryAddressId": %d}`, other))
	require.Equal(t, []int64{billing, other}, []int64{v.InvoiceData.ID, v.Delivery.ID})
	require.Equal(t, http.StatusNotFound, s.do("POST", "/api/checkout/data", fmt.Sprintf(`{"deliveryAddressId": %d}`, other+1), nil).Code)
	require.Equal(t, v.Delivery, s.view("/api/checkout/data", `{}`).Delivery, "what is not told stays")
}

// A checkout may stay open for days, in which the customer changes what the account says.
func TestAnOpenCheckoutFollowsTheAccount(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	billing, other := s.saveAddress(), s.saveAddress()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	s.view("/api/checkout/data", fmt.Sprintf(`{"invoiceAddressId": %d, "deliveryAddressId": %d, "telephoneNumber": "030 1234567"}`, billing, other))
	before := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	version := func() (n int) {
		require.NoError(t, s.pool.QueryRow(t.Context(), `select version from checkout`).Scan(&n))
		return n
	}
	was := version()
	require.Equal(t, before, s.view("/api/checkout/init", `{}`))
	require.Equal(t, was, version(), "nothing has changed")

	moved := `{"id": %d, "firstName": "Erika", "lastName": "Muster", "streetName": %q, "streetNumber": "1", "zipCode": "10115", "cityName": "Berlin"}`
	for _, change := range [][2]string{
		{"/account/email/change", `{"email": "neu@example.org", "confirmationPassword": "Zug7Berg"}`},
		{"/api/account/update-address", fmt.Sprintf(moved, billing, "Neue Straße")},
		{"/api/account/update-address", fmt.Sprintf(moved, other, "Andere Straße")},
		{"/api/account/convert-to-business", `{"businessForm": 1, "businessType": "consumer", "company": "Muster GmbH", "ustId": "DE136695976"}`},
	} {
		var o struct{ Successful, AddressUpdated bool }
		s.post(change[0], change[1], &o)
		require.True(t, o.Successful || o.AddressUpdated, change)
	}
	v := s.view("/api/checkout/init", `{}`)
	require.Equal(t, []any{"neu@example.org", true, "DE136695976", "Neue Straße", "Andere Straße"},
		[]any{v.CustomerEmail, v.BusinessCustomer, v.VATID, v.InvoiceData.StreetName, v.Delivery.StreetName})
	require.Equal(t, []any{checkout.Customer, "+49301234567", "moneyorder"}, []any{v.CheckoutType, v.TelephoneNumber, v.Payment.Selected}, "what was chosen stays")
}

// A pickup place was found at its carrier: the forms of the account have neither its name there nor a reason to move it.
func TestAPickupPlaceOfTheBookStaysWhereItIs(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	form := `"firstName": %q, "lastName": "Muster", "streetName": %q, "streetNumber": "101", "zipCode": "10115", "cityName": "Berlin", "postNumber": %q, "type": %q`
	var added httpapi.AddressAdded
	s.post("/api/account/add-address", fmt.Sprintf(`{"pointId": "8007-1", `+form+`}`, "Erika", "Packstation", "1234567", "dhlpackstation"), &added)
	require.True(t, added.AddressAdded, added.Errors)
	var changed httpapi.AddressUpdated
	s.post("/api/account/update-address", fmt.Sprintf(`{"id": %d, `+form+`}`, added.AddressBookID, "Eva", "Ring", "7654321", "delivery"), &changed)
	require.True(t, changed.AddressUpdated, changed.Errors)
	to := s.view("/api/checkout/change-delivery-address", fmt.Sprintf(`{"deliveryAddressId": %d}`, added.AddressBookID)).Delivery
	require.Equal(t, []any{address.DHLPackstation, "8007-1", "Packstation", "Eva", "7654321"}, []any{to.Kind, to.PointID, to.StreetName, to.FirstName, to.PostNumber})
}

// What is billed is the address book's, and the goods may go where that is; a forged form says otherwise.
func TestADeliveryIsHeldAgainstWhatIsBilled(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	s.saveAddress()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	vienna := `{"firstName": "Erika", "lastName": "Muster", "streetName": "Ring", "streetNumber": "3", "zipCode": "1010", "cityName": "Wien", "countryId": 14}`
	var answer httpapi.GuestResponse
	s.post("/api/account/registerguest", `{"email": "x@example.org", "invoice": `+vienna+`, "delivery": `+vienna+`}`, &answer)
	require.Equal(t, []any{false, "checkout_delivery_country_not_allow"}, []any{answer.Registered, answer.Error})
}

func TestATextWithAZeroIsRefused(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	for path, body := range map[string]string{
		"/api/checkout/voucher":          `{"voucherCode": "\u0000"}`,
		"/api/checkout/payment-shipping": `{"paymentCode": "\u0000"}`,
		"/api/checkout/process":          `{"total": %d, "client": {"a": "\u0000"}}`,
		"/cart/warranty/":                `{"id": 1, "warrantyId": 9223372036854775807}`,
		"/api/cart/remove/99999999999":   `{"id": 1}`,
	} {
		if path == "/api/checkout/process" {
			body = fmt.Sprintf(body, s.opened().Totals.Total.Minor)
		}
		require.Equal(t, http.StatusUnprocessableEntity, s.do("POST", path, body, nil).Code, path)
	}
}
