package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/postgres"
)

// heavy makes another product that goes everywhere so heavy that it needs a forwarder, and puts it into the cart.
func (s *shop) heavy() {
	s.Helper()
	var id int64
	require.NoError(s, s.pool.QueryRow(s.Context(), `
		update product set weight_grams = 40000 where id = (
		    select p.id from product p join stock s on s.product_id = p.id
		    where s.available > 3 and p.delivery_countries = '{}' and p.billing_countries = '{}'
		      and p.id not in (select unnest(products) from cart) order by p.id desc limit 1)
		returning id`).Scan(&id))
	require.Equal(s, http.StatusOK, s.do("POST", "/cart/add/", fmt.Sprintf(`{"id": %d}`, id), nil).Code)
}

// opened gives the open checkout.
func (s *shop) opened() (v httpapi.CheckoutView) {
	s.Helper()
	require.Equal(s, http.StatusOK, s.do("GET", "/api/checkout/view", "", &v).Code)
	return v
}

func TestFreightIsADeliveryOfItsOwn(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	s.heavy()
	v := s.opened()
	require.Len(t, v.Modules, 2)
	require.Equal(t, []checkout.ShippingModule{{DistributorID: "freight"}, {DistributorID: "pickup"}}, v.Modules[1].ShippingModules)
	require.Equal(t, []int{1, 2}, []int{v.Products[0].DeliveryID, v.Products[1].DeliveryID})
	require.True(t, v.PhoneRequired)
	require.Equal(t, money.Euro(499+3990), v.Totals.Shipping)

	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/payment-shipping", `{"shippingCodes": ["dhl_gogreen", "freight"]}`, &v).Code)
	require.Equal(t, "dhl_gogreen", v.Shipping[0].ID)
	require.Equal(t, v.Shipping[0].Fee.Add(v.Shipping[1].Fee), v.Totals.Shipping)
	require.Equal(t, checkout.StepConfirmation, v.NextStep)

	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	o, err := postgres.NewOrder(s.pool).Order(t.Context(), p.OrderID)
	require.NoError(t, err)
	require.Len(t, o.Attempt.Deliveries, 2)
	require.Equal(t, []int{1}, o.Attempt.Deliveries[1].Lines)
	require.Equal(t, 40000, o.Attempt.Deliveries[1].Parcels[0].WeightGrams)
	require.Equal(t, "dhl_gogreen", o.Shipping.ID, "the first delivery's")
	var ok httpapi.Success
	s.do("GET", "/api/checkout/success?order="+p.AttemptID, "", &ok)
	require.Len(t, ok.Deliveries, 2)
}

func TestAForwarderNeedsATelephoneNumber(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	s.heavy()
	_, err := s.pool.Exec(t.Context(), `update checkout set phone = '', invoice = invoice || '{"telephoneNumber": ""}'`)
	require.NoError(t, err)
	require.Equal(t, checkout.StepAddress, s.opened().NextStep)
	var v httpapi.CheckoutView
	codes := `{"shippingCodes": ["dhl_standard", "pickup_selfcollector_1"]}`
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/payment-shipping", codes, &v).Code)
	require.False(t, v.PhoneRequired)
	require.Equal(t, checkout.StepConfirmation, v.NextStep)

	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
	var ok httpapi.Success
	s.do("GET", "/api/checkout/success?order="+p.AttemptID, "", &ok)
	require.Equal(t, []bool{false, true}, []bool{ok.Deliveries[0].Pickup, ok.Deliveries[1].Pickup})
}

// The total alone does not say what the customer agreed to.
func TestPricesThatChangeForTheSameTotalAreToldOf(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	two := s.available(3)[1:] // the first is in the cart
	for _, one := range two {
		s.post("/cart/add/", fmt.Sprintf(`{"id": %d}`, one.ID), nil)
	}
	was := s.opened()
	_, err := s.pool.Exec(t.Context(), `
		update product set price_minor = price_minor + case id when $1 then 100 else -100 end where id in ($1, $2)`, two[0].ID, two[1].ID)
	require.NoError(t, err)
	var refused httpapi.ProcessConflict
	call := fmt.Sprintf(`{"total": %d, "revision": %q}`, was.Totals.Total.Minor, was.Revision)
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/process", call, &refused).Code)
	require.Equal(t, "checkout_changed", refused.Err.Reason)
	require.Equal(t, was.Totals.Total, refused.Checkout.Totals.Total)
	require.NotEqual(t, was.Products, refused.Checkout.Products)
	call = fmt.Sprintf(`{"total": %d, "revision": %q}`, was.Totals.Total.Minor, refused.Checkout.Revision)
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/process", call, nil).Code)
}

func TestPackageIsAddedAndTakenOff(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("moneyorder")
	v := s.opened()
	require.Equal(t, checkout.NoRiskOffered, v.NoRiskMuchFun.Status)
	cost := v.NoRiskMuchFun.Cost.Minor
	require.GreaterOrEqual(t, cost, int64(499))
	for range 2 {
		require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/no-risk-much-fun", `{"no_risk_much_fun": 1}`, &v).Code)
		require.Equal(t, []any{checkout.NoRiskAdded, cost, total + cost}, []any{v.NoRiskMuchFun.Status, v.Totals.NoRisk.Minor, v.Totals.Total.Minor})
	}
	require.Equal(t, http.StatusUnprocessableEntity, s.do("POST", "/api/checkout/no-risk-much-fun", `{"no_risk_much_fun": 2}`, nil).Code)
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/no-risk-much-fun", `{"no_risk_much_fun": 0}`, &v).Code)
	require.Equal(t, total, v.Totals.Total.Minor)
}

// The package was asked for what was in the cart then: as long as something of it is left.
func TestPackageIsAskedForAgainOnceTheCartWasEmpty(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	first := s.opened().Products[0].ID
	other := s.available(2)[1].ID
	status := func() string { return s.opened().NoRiskMuchFun.Status }
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/no-risk-much-fun", `{"no_risk_much_fun": 1}`, nil).Code)
	s.post("/cart/add/", fmt.Sprintf("id=%d", other), nil)
	s.post("/cart/remove/", fmt.Sprintf("id=%d", first), nil)
	require.Equal(t, checkout.NoRiskAdded, status())
	s.post("/cart/remove/", fmt.Sprintf("id=%d", other), nil)
	s.post("/cart/add/", fmt.Sprintf("id=%d", first), nil)
	require.Equal(t, checkout.NoRiskOffered, status())
}

func TestBusinessCustomersGetTheirPromotion(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	at := func(cents int64) httpapi.CheckoutView {
		_, err := s.pool.Exec(t.Context(), `update product set price_minor = $1`, cents)
		require.NoError(t, err)
		return s.opened()
	}
	require.Empty(t, at(100000).Totals.Discounts)
	_, err := s.pool.Exec(t.Context(), `update checkout set business = true`)
	require.NoError(t, err)
	require.Equal(t, int64(99999+499), at(99999).Totals.Total.Minor, "not yet from 1000 euro")
	v := at(100000)
	require.Empty(t, v.Coupons, "it is none of the customer's vouchers")
	require.Equal(t, int64(100000+499-2000), v.Totals.Total.Minor)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(v.Totals.Total.Minor, &p))
}

func TestPickupPoints(t *testing.T) {
	s := newCheckout(t)
	ask := func(body string) (points httpapi.PickupPoints, code int) {
		code = s.do("POST", "/api/checkout/pickup-points", body, &points).Code
		return points, code
	}
	_, code := ask(`{"kind": "packstation", "zipCode": "10115"}`)
	require.Equal(t, http.StatusNotFound, code, "without a checkout nobody asks the carriers")
	s.guest("moneyorder")
	points, code := ask(`{"kind": "packstation", "zipCode": " 10115 "}`)
	require.Equal(t, []any{http.StatusOK, "8007-1"}, []any{code, points.Points[0].ID})
	points, code = ask(`{"kind": "parcel_shop", "cityName": "Berlin"}`)
	require.Equal(t, http.StatusOK, code)
	require.NotNil(t, points.Points)
	require.Empty(t, points.Points)
	for _, wrong := range []string{`{"kind": "packstation"}`, `{"kind": "home", "zipCode": "10115"}`} {
		_, code = ask(wrong)
		require.Equal(t, http.StatusUnprocessableEntity, code, wrong)
	}
}

const toPackstation = `{"email": "erika@example.org", "invoice": {"firstName": "Erika", "lastName": "Muster",
	"streetName": "Hauptstraße", "zipCode": "10115", "cityName": "Berlin"}, "delivery": {"type": "dhlpackstation",
	"firstName": "Erika", "lastName": "Muster", "streetName": "Packstation", "streetNumber": "101", "zipCode": "10115",
	"cityName": "Berlin", "postNumber": %q, "pointId": "8007-1"}}`

func TestAPackstationNeedsThePostNumber(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	var g httpapi.GuestResponse
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(toPackstation, ""), &g)
	require.Equal(t, []string{"delivery.postNumber"}, g.ErrorFields)
	s.do("POST", "/api/account/registerguest", fmt.Sprintf(toPackstation, "1234567"), &g)
	require.True(t, g.Registered, g.Errors)
	require.Equal(t, []any{address.DHLPackstation, "8007-1"}, []any{g.Checkout.Delivery.Kind, g.Checkout.Delivery.PointID})
}

func TestReinitKeepsTheReason(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet")
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	s.do("GET", "/kasse/zahlung/"+p.AttemptID+"?cancelled=1", "", nil)
	var v httpapi.CheckoutView
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/re-init", `{}`, &v).Code)
	require.Equal(t, []any{checkout.Reinit, checkout.ReasonCancelled}, []any{v.CheckoutType, v.Error})
}

// A voucher that was taken is one that takes something off, also where the goods are counted without VAT.
func TestAVouchersMinimumIsOfTheGoodsAsTheyAreCounted(t *testing.T) {
	s := newCheckout(t)
	s.guest("moneyorder")
	_, err := s.pool.Exec(t.Context(), `update checkout set business = true, vat_id = 'ATU37675002', invoice = invoice || '{"countryId": 14}'`)
	require.NoError(t, err)
	v := s.opened()
	require.Empty(t, v.TaxValue, "a business abroad")
	_, err = s.pool.Exec(t.Context(), `
		insert into voucher (code, amount_minor, minimum_minor) values ('VIEL', 500, $1::bigint + 1), ('FROH', 700, $1)`, v.Totals.Subtotal.Minor)
	require.NoError(t, err)
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/voucher", `{"voucherCode": "viel"}`, nil).Code)
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/voucher", `{"voucherCode": "froh"}`, &v).Code)
	require.Len(t, v.Coupons, 1)
}

// What carriers offer is for a country: whether they bring it to this very address they are asked before it is sold.
func TestNothingIsSoldThatNoCarrierBringsThere(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("moneyorder")
	_, err := s.pool.Exec(t.Context(), `update checkout set invoice = invoice || '{"streetNumber": "12-14"}'`)
	require.NoError(t, err)
	var refused httpapi.ProcessConflict
	require.Equal(t, http.StatusConflict, s.process(total, &refused))
	require.Equal(t, "checkout_delivery_address_refused", refused.Err.Reason)
	require.Equal(t, total, refused.Checkout.Totals.Total.Minor)
	choice := `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/payment-shipping", choice, &refused).Code, "and sooner, once that carrier is chosen")
	require.Equal(t, "checkout_delivery_address_refused", refused.Err.Reason)
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/payment-shipping", `{"shippingCodes": ["dhl_gogreen"]}`, nil).Code, "another may take it")
	require.Equal(t, http.StatusConflict, s.do("POST", "/api/checkout/payment-shipping", choice, nil).Code)
	_, err = s.pool.Exec(t.Context(), `update checkout set invoice = invoice || '{"streetNumber": "12"}'`)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, s.process(total, nil))
}
