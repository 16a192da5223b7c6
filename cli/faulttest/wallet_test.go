package faulttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/stretchr/testify/require"
)

// amazonKey is the file of the merchant's key, which the simulator makes.
func (s *shop) amazonKey() string { return filepath.Join(s.dir, "amazonpay.pem") }

// opened is a session at a provider whose widget, button or sheet is a part of the shop's page.
type opened struct {
	ID     string            `json:"sessionId"`
	Client map[string]string `json:"client"`
}

func (g *guest) opens(method string, client map[string]string) (o opened) {
	g.shop.Helper()
	g.must("/api/checkout/payment-session", map[string]any{"paymentCode": method, "client": client}, &o)
	return o
}

// gives does what the customer does, and gives what the page gets.
func (c creditor) gives(id, action string) (got map[string]string) {
	c.shop.Helper()
	res, err := http.Post(c.control+"/"+url.PathEscape(id)+"/"+action, "application/json", nil)
	require.NoError(c.shop, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(c.shop, err)
	require.Equal(c.shop, http.StatusOK, res.StatusCode, string(body))
	require.NoError(c.shop, json.Unmarshal(body, &got), string(body))
	return got
}

// agrees buys what is in the cart by a provider that has a part of the shop's page.
func (g *guest) agrees(c creditor) {
	g.shop.Helper()
	g.choose(c.method)
	g.client = c.agreed(g, c)
	if g.submit(); g.toPay != "" { // Klarna's page, which asks nothing more
		res, err := g.browser.Get(g.toPay)
		require.NoError(g.shop, err)
		_ = res.Body.Close()
		g.returns(res.Header.Get("Location"))
	}
}

// page is the provider's address for browsers.
func (c creditor) page() string { return strings.Replace(c.control, "/_control/", "/", 1) }

func klarnaAgreed(g *guest, c creditor) map[string]string {
	got := c.gives(g.opens(c.method, nil).ID, "approve")
	return map[string]string{"authorization_token": got["authorization_token"]}
}

// amazonAgreed presses the button, and confirms at Amazon.
func amazonAgreed(g *guest, c creditor) map[string]string {
	g.shop.Helper()
	button := g.opens(c.method, nil).Client
	res, err := g.browser.Get(c.page() + "/checkout?" + url.Values{
		"payloadJSON": {button["payload_json"]}, "signature": {button["signature"]}, "algorithm": {button["algorithm"]},
		"publicKeyId": {button["public_key_id"]}, "merchantId": {button["merchant_id"]}, "ledgerCurrency": {button["ledger_currency"]},
		"checkoutLanguage": {button["checkout_language"]}, "productType": {button["product_type"]}, "sandbox": {button["sandbox"]},
	}.Encode())
	require.NoError(g.shop, err)
	_ = res.Body.Close()
	require.Equal(g.shop, http.StatusSeeOther, res.StatusCode)
	id := path.Base(res.Header.Get("Location"))
	c.gives(id, "approve")
	return map[string]string{"amazonCheckoutSessionId": id}
}

func appleAgreed(g *guest, c creditor) map[string]string {
	opened := g.opens(c.method, map[string]string{"validation_url": c.page() + "/paymentservices/startSession"})
	return c.gives(opened.ID, fmt.Sprintf("pay-%d", g.total))
}

// cardChecked is a card that PAYONE's gateway knows under that number.
func cardChecked(*guest, creditor) map[string]string {
	return map[string]string{
		"pseudocardpan": "9410010000000000109", "truncatedcardpan": "411111XXXXXX1111", "cardtype": "V", "cardexpiredate": "3012", "cardholder": "Erika Muster",
	}
}
