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

// billedInParis is a guest's form: the bill goes to Paris and the goods, of a private customer or a business, to Berlin.
const billedInParis = `{"email": "erika@example.org", "telephoneNumber": "+33 1 70189900", "businessCustomer": %t, "vatId": %q,
	"invoice": {"company": %q, "firstName": "Erika", "lastName": "Muster", "streetName": "Rue de Rivoli", "streetNumber": "12",
		"zipCode": "75001", "cityName": "Paris", "countryId": 73},
	"delivery": {"firstName": "Erika", "lastName": "Muster", "streetName": "Hauptstraße", "streetNumber": "12a",
		"zipCode": "10115", "cityName": "Berlin", "countryId": 81}}`

// Regulation (EU) 2018/302, article 4: an address in any Member State is billed for goods that go where the shop delivers.
func TestABillGoesToAnotherCountryThanTheGoods(t *testing.T) {
	s := newShop(t)
	s.reach = address.ServedCountries
	s.reopen(wallet{})
	var rules httpapi.Rules
	s.do("GET", "/api/rules", "", &rules)
	require.True(t, rules.Anywhere)
	s.fill()
	var v httpapi.CheckoutView
	s.do("POST", "/api/checkout/init", `{}`, &v)
	var g httpapi.GuestResponse
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(billedInParis, false, "", ""), &g)
	require.True(t, g.Registered, g.Errors)
	require.Equal(t, []int{73, 81}, []int{g.Checkout.InvoiceData.CountryID, g.Checkout.Delivery.CountryID})
	require.Equal(t, []string{"Frankreich", "Deutschland"}, []string{g.Checkout.InvoiceData.CountryName, g.Checkout.Delivery.CountryName})
	require.Equal(t, checkout.StepPayment, g.Checkout.NextStep)
	require.NotEmpty(t, g.Checkout.Totals.Taxes, "German VAT is in the price, because the goods go to Germany")
	s.do("POST", "/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`, &v)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	require.Equal(t, "order", p.Result)

	s.fill()
	s.do("POST", "/api/checkout/init", `{}`, &v)
	g = httpapi.GuestResponse{}
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(billedInParis, true, "FR40303265045", "Muster SARL"), &g)
	require.Equal(t, []string{"delivery.countryId"}, g.ErrorFields, "a business's goods go to the country that is billed")
}

func TestGoodsGoToTheBilledCountryWhereTheSwitchIsOff(t *testing.T) {
	s := newCheckout(t)
	var rules httpapi.Rules
	s.do("GET", "/api/rules", "", &rules)
	require.False(t, rules.Anywhere)
	s.fill()
	s.do("POST", "/api/checkout/init", `{}`, nil)
	var g httpapi.GuestResponse
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(billedInParis, false, "", ""), &g)
	require.False(t, g.Registered)
	require.Equal(t, []any{"checkout_delivery_country_not_allow", []string{"delivery.countryId"}}, []any{g.Error, g.ErrorFields})
}

func TestNobodyIsBilledAtAParcelMachine(t *testing.T) {
	s := newCheckout(t)
	s.fill()
	s.do("POST", "/api/checkout/init", `{}`, nil)
	for _, kind := range []string{"dhlpackstation", "hermespaketshop", "delivery"} {
		var g httpapi.GuestResponse
		s.do("POST", "/api/account/registerguest", fmt.Sprintf(`{"email": "erika@example.org", "telephoneNumber": "030 1234567",
			"invoice": {"firstName": "Erika", "lastName": "Muster", "streetName": "Packstation", "streetNumber": "145", "zipCode": "10115",
				"cityName": "Berlin", "postNumber": "12345678", "type": %q}}`, kind), &g)
		require.False(t, g.Registered, kind)
		require.Equal(t, []string{"invoice.type"}, g.ErrorFields, kind)
	}
}
