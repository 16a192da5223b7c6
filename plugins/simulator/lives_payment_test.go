package main

import (
	"crypto"
	"crypto/md5" // as PAYONE has it
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	formBody = "application/x-www-form-urlencoded"
	basic    = "Basic Yzpz"
)

func aiiaLives() []life {
	var id string
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", basic}
			id = field(s.t, s.post("/v2/payments/accept", `{"amount":12.5,"currency":"EUR","schemeId":"GermanSepaCreditTransfer",
				"reference":"100001","destinationId":"d","redirectUrl":"`+nowhere+`/back"}`), "paymentId")
		},
		func(s *shop) { s.act("100001", "pend") },
		func(s *shop) { s.act(id, "execute") },
		func(s *shop) { require.Equal(s.t, "Executed", field(s.t, s.get("/v2/payments/accept/"+id), "status")) },
	}
}

func klarnaLives() []life {
	const cart = `"purchase_country":"DE","purchase_currency":"EUR","locale":"de-DE","order_amount":11900,"order_tax_amount":1900,"order_lines":[{"type":"physical",
		"name":"Notebook","quantity":2,"unit_price":5950,"tax_rate":1900,"total_amount":11900,"total_tax_amount":1900}]`
	var session, client, token, order string
	place := func(s *shop) string {
		return s.post("/payments/v1/authorizations/"+token+"/order", `{"merchant_reference1":"K1",`+cart+`}`, "Klarna-Idempotency-Key", "place")
	}
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", basic}
			opened := s.post("/payments/v1/sessions", "{"+cart+"}")
			session, client = field(s.t, opened, "session_id"), field(s.t, opened, "client_token")
		},
		func(s *shop) {
			require.Contains(s.t, s.post("/kp/browser/load", `{"client_token":"`+client+`","category":"pay_later"}`), `"show_form":true`)
		},
		func(s *shop) { token = field(s.t, s.act(session, "approve"), "authorization_token") },
		func(s *shop) { order = field(s.t, place(s), "order_id") },
		func(s *shop) {
			require.Equal(s.t, order, field(s.t, place(s), "order_id"), "the same answer to the same key")
			s.post("/ordermanagement/v1/orders/"+order+"/captures", `{"captured_amount":11900}`)
		},
		func(s *shop) {
			s.post("/ordermanagement/v1/orders/"+order+"/refunds", `{"refunded_amount":1900}`)
			require.Contains(s.t, s.get("/ordermanagement/v1/orders/"+order), `"captured_amount":11900,"refunded_amount":1900`)
		},
	}
}

func monduLives() []life {
	const address = `{"country_code":"DE","city":"Hamburg","zip_code":"20095","address_line1":"Am Markt 1"}`
	var order, invoice, secret string
	return []life{
		func(s *shop) {
			s.headers = []string{"Api-Token", "token"}
			s.post("/api/v1/webhooks", `{"topic":"order","address":"`+nowhere+`"}`)
			secret = s.get("/api/v1/webhooks/keys")
			order = s.part(s.post("/api/v1/orders", `{"source":"hosted","state_flow":"authorization_flow","payment_method":"invoice","currency":"EUR",
				"gross_amount_cents":11900,"net_term":30,"external_reference_id":"K1-1","success_url":"`+nowhere+`/back","cancel_url":"`+nowhere+`/back",
				"declined_url":"`+nowhere+`/back","language":"de","buyer":{"email":"kim@example.com","first_name":"Kim","last_name":"Käufer","company_name":"Käufer GmbH"},
				"billing_address":`+address+`,"shipping_address":`+address+`,"lines":[{"tax_cents":1900,"line_items":[{"external_reference_id":"1","title":"Notebook",
				"quantity":1,"net_price_per_item_cents":10000,"net_price_cents":10000,"tax_cents":1900,"item_type":"PHYSICAL"}]}]}`), `"uuid":"([^"]+)"`)
			s.act(order, "approve")
		},
		func(s *shop) {
			require.Equal(s.t, secret, s.get("/api/v1/webhooks/keys"))
			require.Contains(s.t, s.get("/api/v1/webhooks"), nowhere)
			s.post("/api/v1/orders/"+order+"/confirm", `{"external_reference_id":"K1"}`)
			invoice = s.part(s.post("/api/v1/orders/"+order+"/invoices", `{"external_reference_id":"R1","invoice_url":"`+nowhere+`/r1","gross_amount_cents":11900,"tax_cents":1900}`),
				`"uuid":"([^"]+)"`)
		},
		func(s *shop) {
			s.post("/api/v1/invoices/"+invoice+"/credit_notes", `{"external_reference_id":"G1","gross_amount_cents":1900,"tax_cents":300}`)
			require.Contains(s.t, s.get("/api/v1/orders/"+order+"/invoices"), `"external_reference_id":"G1"`, "the invoice is the order's")
			require.Contains(s.t, s.get("/api/v1/orders/"+order), `"shipped"`)
		},
	}
}

func payoneLives() []life {
	sum := md5.Sum([]byte("simulator"))
	var txid string
	request := func(s *shop, kind string, more ...string) string {
		form := url.Values{"mid": {"54321"}, "portalid": {"1234567"}, "key": {hex.EncodeToString(sum[:])}, "mode": {"test"}, "encoding": {"UTF-8"},
			"api_version": {"3.11"}, "request": {kind}, "currency": {"EUR"}}
		for i := 0; i+1 < len(more); i += 2 {
			form.Set(more[i], more[i+1])
		}
		return s.post("/post-gateway/", form.Encode(), "Content-Type", formBody)
	}
	return []life{
		func(s *shop) {
			txid = s.part(request(s, "preauthorization", "aid", "12345", "clearingtype", "cc", "reference", "K1-1", "amount", "1000", "lastname", "Käufer", "country", "DE",
				"successurl", nowhere+"/ok", "errorurl", nowhere+"/error", "backurl", nowhere+"/back", "pseudocardpan", "9410010000000000208"), `txid=(\d+)`)
		},
		func(s *shop) { s.act("K1-1", "approve") },
		func(s *shop) {
			require.Contains(s.t, request(s, "capture", "txid", txid, "sequencenumber", "1", "amount", "1000", "capturemode", "completed"), "status=APPROVED")
		},
		func(s *shop) {
			require.Contains(s.t, request(s, "refund", "txid", txid, "sequencenumber", "2", "amount", "-400"), "status=APPROVED")
			require.Contains(s.t, s.state(), `"captured":1000,"refunded":400`)
		},
	}
}

func amazonLives(t *testing.T) []life {
	const algorithm = "AMZN-PAY-RSASSA-PSS-V2"
	sign := func(text string) string {
		raw, err := os.ReadFile(os.Getenv("KONTOR_AMAZONPAY_KEY_FILE"))
		require.NoError(t, err)
		block, _ := pem.Decode(raw)
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		require.NoError(t, err)
		sum := sha256.Sum256([]byte(text))
		digest := sha256.Sum256([]byte(algorithm + "\n" + hex.EncodeToString(sum[:])))
		signature, err := rsa.SignPSS(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: 32})
		require.NoError(t, err)
		return base64.StdEncoding.EncodeToString(signature)
	}
	call := func(s *shop, method, path, body, key string) string {
		names, header := []string{}, []string{}
		text := method + "\n/amazonpay" + path + "\n\n"
		for _, h := range [][2]string{{"accept", "application/json"}, {"content-type", "application/json"}, {"x-amz-pay-date", time.Now().UTC().Format("20060102T150405Z")},
			{"x-amz-pay-host", "127.0.0.1"}, {"x-amz-pay-idempotency-key", key}, {"x-amz-pay-region", "eu"}} {
			if h[1] != "" {
				names, header, text = append(names, h[0]), append(header, h[0], h[1]), text+h[0]+":"+h[1]+"\n"
			}
		}
		signed, sum := strings.Join(names, ";"), sha256.Sum256([]byte(body))
		return s.call(method, path, body, append(slices.Clone(header), "Authorization", algorithm+" PublicKeyId=SANDBOX-X, SignedHeaders="+signed+
			", Signature="+sign(text+"\n"+signed+"\n"+hex.EncodeToString(sum[:])))...)
	}
	var session, charge, refund, certificate string
	const certificatePath = "/SimpleNotificationService-simulator.pem"
	const amount = `{"amount":"12.34","currencyCode":"EUR"}`
	return []life{
		func(s *shop) {
			payload := `{"webCheckoutDetails":{"checkoutReviewReturnUrl":"` + nowhere + `/review","checkoutCancelUrl":"` + nowhere + `/cancel"},"storeId":"amzn1.application-oa2-client.x"}`
			client, err := json.Marshal(map[string]string{"payload_json": payload, "algorithm": algorithm, "signature": sign(payload), "ledger_currency": "EUR",
				"product_type": "PayAndShip", "checkout_language": "de_DE"})
			require.NoError(s.t, err)
			_, opened := do(s.t, "POST", s.url+"/_control/amazonpay/open", string(client))
			session, certificate = field(s.t, opened, "id"), s.get(certificatePath)
			s.act(session, "continue")
		},
		func(s *shop) {
			call(s, "PATCH", "/v2/checkoutSessions/"+session, `{"webCheckoutDetails":{"checkoutResultReturnUrl":"`+nowhere+`/result"},"paymentDetails":{"paymentIntent":"Authorize",
				"canHandlePendingAuthorization":true,"chargeAmount":`+amount+`},"merchantMetadata":{"merchantReferenceId":"K1"}}`, "")
			s.act(session, "pending")
		},
		func(s *shop) {
			charge = field(s.t, call(s, "POST", "/v2/checkoutSessions/"+session+"/complete", `{"chargeAmount":`+amount+`}`, ""), "chargeId")
		},
		func(s *shop) {
			s.act(session, "settle") // the session's charge is the one that is captured
			call(s, "POST", "/v2/charges/"+charge+"/capture", `{"captureAmount":`+amount+`}`, "capture")
		},
		func(s *shop) {
			require.Contains(s.t, call(s, "POST", "/v2/charges/"+charge+"/capture", `{"captureAmount":`+amount+`}`, "capture"), `"Captured"`, "the same answer to the same key")
			refund = field(s.t, call(s, "POST", "/v2/refunds", `{"chargeId":"`+charge+`","refundAmount":`+amount+`}`, "refund"), "refundId")
		},
		func(s *shop) {
			require.Equal(s.t, certificate, s.get(certificatePath))
			permission, _, _ := strings.Cut(charge, "-C")
			require.Contains(s.t, call(s, "GET", "/v2/chargePermissions/"+permission, "", ""), `"Chargeable"`)
			require.Contains(s.t, call(s, "GET", "/v2/refunds/"+refund, "", ""), `"Refunded"`)
			require.Contains(s.t, call(s, "GET", "/v2/charges/"+charge, "", ""), `"refundedAmount":`+amount)
		},
	}
}

func appleLives() []life {
	const head = `{"RequestHeader":{"SpecVersion":"1.53","CustomerId":"123123","RequestId":"r1","RetryIndicator":1},`
	const amount = `"Amount":{"Value":"1234","CurrencyCode":"EUR"}`
	const transaction = "/api/Payment/v1/Transaction/"
	utf8 := []string{"Content-Type", "application/json; charset=utf-8"}
	var session, token, authorize, capture, refund string
	post := func(s *shop, operation, body string) string {
		return s.post(transaction+operation, head+body+"}", utf8...)
	}
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", basic, "Accept", "application/json"}
			session = field(s.t, s.post("/paymentservices/paymentSession",
				`{"merchantIdentifier":"merchant.test","displayName":"Kontor","initiative":"web","initiativeContext":"shop.test"}`), "merchantSessionIdentifier")
		},
		func(s *shop) {
			var payment struct {
				Token struct {
					PaymentData json.RawMessage `json:"paymentData"`
				} `json:"token"`
			}
			require.NoError(s.t, json.Unmarshal([]byte(field(s.t, s.act(session, "pay-1234"), "payment")), &payment))
			token = base64.StdEncoding.EncodeToString(payment.Token.PaymentData)
		},
		func(s *shop) {
			authorize = `"TerminalId":"12341234","Payment":{` + amount + `,"OrderId":"K1-1"},"PaymentMeans":{"ApplePay":{"PaymentToken":"` + token + `"}},"Initiator":"PAYER"`
			post(s, "AuthorizeDirect", authorize)
		},
		func(s *shop) {
			_, again := s.try("POST", transaction+"AuthorizeDirect", head+authorize+"}", utf8...)
			require.Contains(s.t, again, "the token was used")
			_, again = s.try("POST", transaction+"Inquire", strings.Replace(head, `"RetryIndicator":1`, `"RetryIndicator":0`, 1)+`"TransactionReference":{"OrderId":"K1-1"}}`, utf8...)
			require.Contains(s.t, again, "RequestId: was used")
			capture = field(s.t, post(s, "Capture", `"TransactionReference":{"OrderId":"K1-1"}`), "CaptureId")
		},
		func(s *shop) {
			refund = s.part(post(s, "Refund", `"Refund":{`+amount+`,"OrderId":"K1-2","RestrictRefundAmountToCapturedAmount":true},"CaptureReference":{"CaptureId":"`+capture+`"}`), `"Id":"([^"]+)"`)
		},
		func(s *shop) {
			post(s, "Capture", `"TransactionReference":{"TransactionId":"`+refund+`"}`)
			status, _ := s.try("POST", transaction+"Refund", head+`"Refund":{`+amount+`,"OrderId":"K1-3","RestrictRefundAmountToCapturedAmount":true},
				"CaptureReference":{"CaptureId":"`+capture+`"}}`, utf8...)
			require.Equal(s.t, http.StatusPaymentRequired, status, "all was given back")
		},
	}
}

func consorsLives() []life {
	var id string
	return []life{
		func(s *shop) {
			s.headers = []string{"X-Api-Key", "k"}
			s.headers = append(s.headers, "Authorization", field(s.t, s.post("/common-services/cfg/token/1", "username=u&password=p", "Content-Type", formBody), "token"))
			s.post("/web/ecommerce/gewuenschte-rate", url.Values{"vendorid": {"1"}, "order_id": {"K1-1"}, "order_amount": {"1299,05"}, "successURL": {nowhere + "/a"},
				"failureURL": {nowhere + "/a"}, "cancelURL": {nowhere + "/c"}, "notifyURL": {nowhere + "/n"}}.Encode(), "Content-Type", formBody)
		},
		func(s *shop) { s.act("K1-1", "approve") },
		func(s *shop) {
			id = s.part(s.state(), `"transaction_id":"([^"]+)"`)
			s.call("PUT", "/ratanet-api/cfg/subscription/deliverystatus/1/"+id+"/partnerdata?version=1", "{}")
		},
		func(s *shop) {
			s.call("DELETE", "/ratanet-api/cfg/subscription/1/"+id+"/partnerdata?version=1", "")
			require.Equal(s.t, "REVOKED", field(s.t, s.get("/ratanet-api/cfg/subscription/1/"+id+"/partnerdata?version=1"), "status"))
		},
	}
}

func santanderLives() []life {
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", basic}
			s.post("/applications", `{"orderId":"K1-1","amountCents":129905,"currency":"EUR","goods":"1 x Notebook","customer":{"firstName":"Kim","lastName":"K","email":"k@example.com",
				"street":"Am Markt","houseNumber":"1","zip":"20095","city":"Hamburg","country":"DE"},"returnUrl":"`+nowhere+`/back","cancelUrl":"`+nowhere+`/c","notifyUrl":"`+nowhere+`/n"}`)
		},
		func(s *shop) { s.act("K1-1", "approve") },
		func(s *shop) { s.post("/applications/K1-1/delivery", "{}") },
		func(s *shop) { s.post("/applications/K1-1/refunds", `{"refundId":"1","amountCents":905}`) },
		func(s *shop) {
			s.post("/applications/K1-1/refunds", `{"refundId":"1","amountCents":905}`)
			require.Contains(s.t, s.get("/applications/K1-1"), `"refundedCents":905`)
		},
	}
}

func saferpayLives() []life {
	head := func(request string) string {
		return `{"RequestHeader":{"SpecVersion":"1.52","CustomerId":"1","RequestId":"` + request + `","RetryIndicator":0},`
	}
	var token, capture string
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", basic, "Accept", "application/json"}
			token = field(s.t, s.post("/api/Payment/v1/PaymentPage/Initialize", head("1")+`"TerminalId":"12345678","Payment":{"Amount":{"Value":"1250","CurrencyCode":"EUR"},
				"OrderId":"K1-1","Description":"Bestellung"},"ReturnUrl":{"Url":"`+nowhere+`/back"}}`), "Token")
		},
		func(s *shop) { s.act(token, "approve") },
		func(s *shop) {
			require.Contains(s.t, s.post("/api/Payment/v1/PaymentPage/Assert", head("2")+`"Token":"`+token+`"}`), `"AUTHORIZED"`)
			capture = field(s.t, s.post("/api/Payment/v1/Transaction/Capture", head("3")+`"TransactionReference":{"OrderId":"K1-1"}}`), "CaptureId")
		},
		func(s *shop) {
			s.post("/api/Payment/v1/Transaction/Refund", head("4")+`"Refund":{"RestrictRefundAmountToCapturedAmount":true,"Amount":{"Value":"1250","CurrencyCode":"EUR"}},"CaptureReference":{"CaptureId":"`+capture+`"}}`)
		},
		func(s *shop) {
			status, _ := s.try("POST", "/api/Payment/v1/Transaction/Refund",
				head("5")+`"Refund":{"RestrictRefundAmountToCapturedAmount":true,"Amount":{"Value":"1","CurrencyCode":"EUR"}},"CaptureReference":{"CaptureId":"`+capture+`"}}`)
			require.Equal(s.t, http.StatusPaymentRequired, status, "all was given back")
		},
	}
}

func paypalLives() []life {
	var order, capture string
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", "Bearer " + field(s.t, s.post("/v1/oauth2/token", "grant_type=client_credentials", "Content-Type", formBody,
				"Authorization", basic), "access_token"), "PayPal-Request-Id", "once", "Prefer", "return=representation"}
			order = field(s.t, s.post("/v2/checkout/orders", `{"intent":"AUTHORIZE","purchase_units":[{"invoice_id":"K1","amount":{"currency_code":"EUR","value":"12.50"}}]}`), "id")
		},
		func(s *shop) { s.act("K1", "approve") },
		func(s *shop) {
			authorization := s.part(s.post("/v2/checkout/orders/"+order+"/authorize", ""), `"authorizations":\[\{"id":"([^"]+)"`)
			capture = field(s.t, s.post("/v2/payments/authorizations/"+authorization+"/capture", `{"amount":{"currency_code":"EUR","value":"12.50"},"final_capture":true}`), "id")
		},
		func(s *shop) {
			s.post("/v2/payments/captures/"+capture+"/refund", `{"amount":{"currency_code":"EUR","value":"2.50"}}`)
			require.Contains(s.t, s.get("/v2/payments/captures/"+capture), `"PARTIALLY_REFUNDED"`)
			require.Contains(s.t, s.get("/v2/checkout/orders/"+order), `"PARTIALLY_REFUNDED"`, "the order has the same capture")
		},
	}
}
