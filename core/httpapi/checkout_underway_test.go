package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
)

// Who opens the checkout again while a page of the provider is open learns that a payment is under way, and how to go on.
func TestTheCheckoutTellsOfAPaymentUnderWay(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet")
	require.Nil(t, s.opened().UnderWay)
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	away := s.opened().UnderWay
	require.WithinDuration(t, time.Now().Add(checkout.DefaultPolicy.Redirect), away.DueAt, time.Minute)
	require.Equal(t, checkout.UnderWay{AttemptID: p.AttemptID, PaymentTitle: "Wallet", RedirectURL: p.RedirectURL, DueAt: away.DueAt}, *away)
	require.Equal(t, "moneyorder", s.view("/api/checkout/preview", `{"paymentCode": "moneyorder"}`).Payment.Selected)
	require.NotNil(t, s.opened().UnderWay, "looking changes nothing")
	var basket httpapi.CartView
	s.do("GET", "/api/cart", "", &basket)
	require.True(t, basket.PaymentUnderWay)

	s.do("POST", "/cart/quantity/", fmt.Sprintf(`{"id": %d, "quantity": 2}`, basket.Products[0].ID), nil)
	require.Equal(t, checkout.UnderWay{AttemptID: p.AttemptID, PaymentTitle: "Wallet", CartChanged: true}, *s.opened().UnderWay)
	basket = httpapi.CartView{}
	s.do("GET", "/api/cart", "", &basket)
	require.False(t, basket.PaymentUnderWay)
	v := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	require.Nil(t, v.UnderWay, "another way to pay ends it")
	require.Empty(t, v.Error)
}

// Who comes back from the provider's page without having paid is shown what that payment is for, with the voucher that it redeemed.
func TestAPaymentUnderWayHoldsItsVoucher(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet") - 500
	_, err := s.pool.Exec(t.Context(), `insert into voucher (code, amount_minor, max_redemptions) values ('FROH', 500, 1)`)
	require.NoError(t, err)
	s.post("/api/checkout/voucher", `{"voucherCode": "froh"}`, nil)
	var p, again httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	require.Equal(t, "redirect", p.Result)
	v := s.opened()
	require.Equal(t, total, v.Totals.Total.Minor)
	require.Len(t, v.Coupons, 1)
	require.Equal(t, http.StatusOK, s.process(total, &again))
	require.Equal(t, p.AttemptID, again.AttemptID)
	v = *s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder"}`)
	require.Equal(t, total, v.Totals.Total.Minor, "which ends that payment")
	require.Equal(t, http.StatusOK, s.process(total, &again))
	require.Equal(t, "order", again.Result)
}

// Who left the provider's page and changed the cart pays for what is in it now, at the first try.
func TestAPaymentForAnotherCartMakesWay(t *testing.T) {
	s := newCheckout(t)
	total := s.guest("wallet")
	var first, second httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &first))
	require.Equal(t, "redirect", first.Result)
	s.fill()
	v := s.opened()
	require.Greater(t, v.Totals.Total.Minor, total)
	require.Equal(t, http.StatusOK, s.do("POST", "/api/checkout/process",
		fmt.Sprintf(`{"total": %d, "revision": %q}`, v.Totals.Total.Minor, v.Revision), &second).Code)
	require.Equal(t, "redirect", second.Result)
	require.NotEqual(t, first.AttemptID, second.AttemptID)
}

// fading plays providers whose plugins go down.
type fading struct {
	wallet
	down bool
}

func (f *fading) Methods(ctx context.Context) ([]checkout.Method, error) {
	if f.down {
		return nil, nil
	}
	return f.wallet.Methods(ctx)
}

// A payment is told of by its name also while the plugin that brings it is down.
func TestAPaymentKeepsItsNameWhileItsPluginIsDown(t *testing.T) {
	provider := &fading{}
	s := newCheckoutPaidBy(t, provider)
	total := s.guest("wallet")
	var p httpapi.ProcessResponse
	require.Equal(t, http.StatusOK, s.process(total, &p))
	provider.down = true
	require.Equal(t, "Wallet", s.opened().UnderWay.PaymentTitle)
	var told httpapi.Success
	s.get("/api/checkout/success?order="+p.AttemptID, &told)
	require.Equal(t, "Wallet", told.PaymentTitle)
}
