package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/httpapi"
)

// cards plays the card method: it charges what is not declined, and asks the bank for one card.
type cards struct {
	wallet
	charged *[]map[string]string
}

func (cards) Methods(context.Context) ([]checkout.Method, error) {
	return []checkout.Method{{Code: "creditcard", Plugin: "payone", Flow: "card_form"}, {Code: "moneyorder", Plugin: "offline", Flow: checkout.FlowSimple}}, nil
}

func (cards) Start(context.Context, checkout.SessionRequest) (checkout.PaymentSession, error) {
	return checkout.PaymentSession{Client: cardForm}, nil
}

var cardForm = map[string]string{
	"gateway": "https://gateway.example/", "fields": `{"pan": "cardpan"}`, "hidden_fields": `{"hash": "x"}`,
	"card_types": `[{"code": "V", "brand": "VISA"}]`,
}

func (c cards) Authorize(_ context.Context, r checkout.AuthorizeRequest) (checkout.Result, error) {
	*c.charged = append(*c.charged, r.Client)
	return checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: r.IdempotencyKey}, nil
}

const (
	alias = "9410010000181846692"
	token = `"pseudocardpan": "` + alias + `", "truncatedcardpan": "411111XXXXXX1111", "cardtype": "V", "cardexpiredate": "4912", "cardholder": "Kim Muster"`
)

func (s *shop) saved() httpapi.CreditCards {
	s.Helper()
	var list httpapi.CreditCards
	s.post("/api/account/creditcards/get", `{}`, &list)
	return list
}

func TestSavedCreditCards(t *testing.T) {
	s := newCheckout(t)
	s.registered("kundin@example.org")
	require.Equal(t, http.StatusForbidden, s.do("POST", "/api/account/creditcards/get-form-data", `{}`, nil).Code, "a light account has no cards")
	s.saveAddress()
	require.Empty(t, s.saved().CreditCards)
	var form httpapi.CardFields
	s.post("/api/account/creditcards/get-form-data", `{}`, &form)
	require.Equal(t, []any{"https://gateway.example/", "cardpan", "x", "VISA"}, []any{form.Gateway, form.Fields["pan"], form.HiddenFields["hash"], form.CardTypes[0].Brand})

	var made httpapi.CardSaved
	s.post("/api/account/creditcards/save", `{"pseudocardpan": "4111111111111111", "truncatedcardpan": "x", "cardtype": "V", "cardexpiredate": "4912", "cardholder": "Kim"}`, &made)
	require.Equal(t, []any{false, "card_invalid", "", []string{"pseudocardpan", "truncatedcardpan"}}, []any{made.Successful, made.Error, made.Alias, made.ErrorFields})
	s.post("/api/account/creditcards/save", `{`+token+`}`, &made)
	require.True(t, made.Successful, made.Errors)
	w := s.do("POST", "/api/account/creditcards/get", `{}`, nil)
	require.NotContains(t, w.Body.String(), alias, "what charges the card stays in the shop")
	list := s.saved().CreditCards
	require.Equal(t, []httpapi.CreditCard{{
		ID: made.Alias, Alias: made.Alias, Brand: "VISA", Number: "411111XXXXXX1111", Expiry: "1249", Holder: "Kim Muster",
	}}, list)

	remove := fmt.Sprintf(`{"creditCardIds": [%q]}`, made.Alias)
	mine := s.cookies
	s.anew()
	s.registered("fremd@example.org")
	s.saveAddress()
	require.Empty(t, s.saved().CreditCards)
	require.Equal(t, http.StatusNotFound, s.do("POST", "/api/account/creditcards/remove", remove, nil).Code)
	s.cookies = mine
	var o httpapi.Outcome
	s.post("/api/account/creditcards/remove", remove, &o)
	require.True(t, o.Successful)
	require.Empty(t, s.saved().CreditCards)
}

// payable walks a customer to the last step of a checkout by card and gives the total.
func (s *shop) payable() int64 {
	s.Helper()
	s.fill()
	s.view("/api/checkout/init", `{}`)
	return s.view("/api/checkout/payment-shipping", `{"paymentCode": "creditcard", "shippingCodes": ["dhl_standard"]}`).Totals.Total.Minor
}

func TestPayByASavedCard(t *testing.T) {
	charged := []map[string]string{}
	s := newCheckoutPaidBy(t, cards{charged: &charged})
	s.registered("kundin@example.org")
	s.saveAddress()
	total := s.payable()
	var fields httpapi.CheckoutCards
	s.post("/api/checkout/get-credit-card-fields", `{}`, &fields)
	require.Equal(t, []any{"https://gateway.example/", "", true, 0}, []any{fields.Gateway, fields.SelectedAlias, fields.MaySave, len(fields.CreditCards)})
	var made httpapi.CardSaved
	s.post("/api/checkout/save-credit-card", `{`+token+`, "save": 0}`, &made)
	require.Equal(t, []any{true, ""}, []any{made.Successful, made.Alias})
	require.Empty(t, s.saved().CreditCards, "nobody asked to save it")
	s.post("/api/checkout/save-credit-card", `{`+token+`, "save": 1}`, &made)
	require.NotEmpty(t, made.Alias)
	s.post("/api/checkout/select-credit-card", fmt.Sprintf(`{"alias": %q}`, made.Alias), nil)
	s.post("/api/checkout/get-credit-card-fields", `{}`, &fields)
	require.Equal(t, []any{made.Alias, 1}, []any{fields.SelectedAlias, len(fields.CreditCards)})

	var p httpapi.CardProcess
	s.post("/checkout/process-credit-card", fmt.Sprintf(`{"total": %d, "alias": %q}`, total, made.Alias), &p)
	require.Equal(t, []any{true, "order"}, []any{p.Successful, p.Result})
	require.Len(t, charged, 1)
	require.Equal(t, alias, charged[0]["pseudocardpan"])

	mine := made.Alias
	s.anew()
	s.registered("fremd@example.org")
	s.saveAddress()
	total = s.payable()
	require.Equal(t, http.StatusNotFound, s.do("POST", "/api/checkout/select-credit-card", fmt.Sprintf(`{"alias": %q}`, mine), nil).Code)
	require.Equal(t, http.StatusNotFound, s.do("POST", "/checkout/process-credit-card", fmt.Sprintf(`{"total": %d, "alias": %q}`, total, mine), nil).Code)
	require.Equal(t, http.StatusUnprocessableEntity, s.do("POST", "/checkout/process-credit-card", fmt.Sprintf(`{"total": %d}`, total), nil).Code)
	require.Len(t, charged, 1, "not by somebody else's card")
}

func TestGuestsPayByANewCardAlone(t *testing.T) {
	charged := []map[string]string{}
	s := newCheckoutPaidBy(t, cards{charged: &charged})
	total := s.guest("creditcard")
	var fields httpapi.CheckoutCards
	s.post("/api/checkout/get-credit-card-fields", `{}`, &fields)
	require.False(t, fields.MaySave)
	require.Equal(t, http.StatusUnauthorized, s.do("POST", "/api/checkout/save-credit-card", `{`+token+`, "save": 1}`, nil).Code)
	var p httpapi.CardProcess
	s.post("/checkout/process-credit-card", fmt.Sprintf(`{"total": %d, "card": {`+token+`}}`, total), &p)
	require.Equal(t, "order", p.Result)
	require.Equal(t, alias, charged[0]["pseudocardpan"])
}
