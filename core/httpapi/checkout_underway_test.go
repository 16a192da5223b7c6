package httpapi_test

import (
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
