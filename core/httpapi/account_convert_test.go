package httpapi_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
)

func (s *shop) placedByGuest() httpapi.ProcessResponse {
	s.Helper()
	total := s.guest("moneyorder")
	var p httpapi.ProcessResponse
	require.Equal(s, http.StatusOK, s.process(total, &p))
	return p
}

// Each order that is not paid at once sends a mail to the address that was typed.
func TestAnAddressGetsFewOrdersThatAreNotPaid(t *testing.T) {
	s := newCheckout(t)
	for range checkout.UnpaidHour {
		s.placedByGuest()
		s.anew()
	}
	total := s.guest("moneyorder")
	refused := s.do("POST", "/api/checkout/process", fmt.Sprintf(`{"total": %d}`, total), nil)
	require.Equal(t, http.StatusTooManyRequests, refused.Code)
	require.JSONEq(t, `{"error": {"code": "limited", "reason": "checkout_too_many_unpaid"}}`, refused.Body.String())
	after, err := strconv.Atoi(refused.Header().Get("Retry-After"))
	require.NoError(t, err)
	require.Greater(t, after, 3000)
	require.LessOrEqual(t, after, 3600)

	var p httpapi.ProcessResponse
	s.anew()
	require.Equal(t, http.StatusOK, s.process(s.guest("wallet"), &p), "who pays at once may order")
	require.Equal(t, "redirect", p.Result)
}

func TestGuestMakesAnAccountOfTheOrder(t *testing.T) {
	s := newCheckout(t)
	p := s.placedByGuest()
	success := "/api/checkout/success?order=" + p.AttemptID
	var shown httpapi.Success
	s.get(success, &shown)
	require.True(t, shown.AccountConversionAllowed)
	require.Equal(t, s.links.Path(p.OrderID), shown.StatusPath)

	body := `{"order": "` + p.AttemptID + `", "password": %q}`
	var o httpapi.Outcome
	business := func(is bool) {
		_, err := s.pool.Exec(t.Context(), `update shop_order set business = $2 where id = $1`, p.OrderID, is)
		require.NoError(t, err)
	}
	business(true) // which has to tell more than an order has
	s.post("/account/convert", fmt.Sprintf(body, "Zug7Berg"), &o)
	require.Equal(t, "order_not_convertible", o.Error)
	shown = httpapi.Success{}
	s.get(success, &shown)
	require.False(t, shown.AccountConversionAllowed)
	business(false)

	guest := s.cookies
	s.anew()
	s.fill()
	require.Equal(t, http.StatusNotFound, s.do("POST", "/account/convert", fmt.Sprintf(body, "Zug7Berg"), nil).Code, "not another browser's order")
	require.Equal(t, http.StatusNotFound, s.do("POST", "/account/convert", `{"password": "Zug7Berg"}`, nil).Code, "nothing was ordered here")
	s.cookies = guest
	s.post("/account/convert", fmt.Sprintf(body, "kurz"), &o)
	require.Equal(t, []any{false, "account_password_invalid", []string{"password"}}, []any{o.Successful, o.Error, o.ErrorFields})
	before := s.token()
	s.post("/account/convert", fmt.Sprintf(body, "Zug7Berg"), &o)
	require.True(t, o.Successful, o.Error)
	require.NotEqual(t, before, s.token())

	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{true, "erika@example.org", "Muster", true}, []any{c.LoggedIn, c.Email, c.LastName, c.CustomerID > 0})
	require.Equal(t, p.OrderID, s.orders(`{}`).OrderOverview[0].PrimaryOrderID, "the order is the customer's now")
	shown = httpapi.Success{}
	s.get(success, &shown)
	require.False(t, shown.AccountConversionAllowed)
	require.Empty(t, shown.StatusPath, "it is in the account")
	s.post("/account/convert", fmt.Sprintf(body, "Zug7Berg"), &o)
	require.Equal(t, "order_not_convertible", o.Error)

	s.anew()
	p = s.placedByGuest()
	s.post("/account/convert", `{"customerId": 0, "password": "Zug7Berg"}`, &o)
	require.Equal(t, "email_in_use", o.Error, "of what was ordered last, where the call names no order")
	require.False(t, s.header().IsLoggedIn)
}

func TestPrivateAccountBecomesABusiness(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	const form = `{"businessForm": %d, "businessType": "consumer", "company": "Muster GmbH"%s}`
	var o httpapi.Outcome
	s.post("/api/account/convert-to-business", fmt.Sprintf(form, 1, ""), &o)
	require.Equal(t, []string{"address"}, o.ErrorFields, "a light account has to give an address")
	s.post("/api/account/convert-to-business", fmt.Sprintf(form, 2, `, "address": {`+savedForm+`}`), &o)
	require.Equal(t, []string{"ownerFirstName", "ownerLastName"}, o.ErrorFields)
	s.post("/api/account/convert-to-business", fmt.Sprintf(form, 1, `, "address": {`+savedForm+`}`), &o)
	require.True(t, o.Successful, o.Errors)
	var c httpapi.CustomerData
	s.post("/account/customer/get", `{}`, &c)
	require.Equal(t, []any{true, "Muster GmbH", true}, []any{c.BusinessCustomer, c.CompanyName, c.CustomerID > 0})
	s.post("/api/account/convert-to-business", fmt.Sprintf(form, 1, ""), &o)
	require.Equal(t, "action_not_allowed", o.Error)

	s.anew()
	s.registered("zweite@example.org")
	id := s.saveAddress()
	s.post("/api/account/convert-to-business", fmt.Sprintf(form, 1, ""), &o)
	require.True(t, o.Successful, o.Errors)
	var one httpapi.AddressResponse
	s.post("/api/account/get-address", fmt.Sprintf(`{"addressId": %d}`, id), &one)
	require.Equal(t, []any{"Muster GmbH", true}, []any{one.Address.Company, one.Address.DefaultAddress}, "the bills name the company")
}
