package httpapi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
