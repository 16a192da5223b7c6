package sim

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type notice struct {
	header http.Header
	body   []byte
}

func (n notice) field(t *testing.T, name string) string {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal(n.body, &v))
	return v[name].(string)
}

// listen registers a listener that answers with the statuses given, then 200, and gives its notices and webhook id.
func (b *bench) listen(statuses ...int) (notices <-chan notice, hookID string) {
	got := make(chan notice, 20)
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if n < len(statuses) {
			w.WriteHeader(statuses[n])
		}
		n++
		got <- notice{r.Header, raw}
	}))
	b.t.Cleanup(srv.Close)
	status, hook := b.call("POST", "/v1/notifications/webhooks", `{"url":"`+srv.URL+`","event_types":[{"name":"*"}]}`, "")
	require.Equal(b.t, http.StatusCreated, status)
	return got, hook["id"].(string)
}

func next(t *testing.T, c <-chan notice) notice {
	t.Helper()
	select {
	case n := <-c:
		return n
	case <-time.After(5 * time.Second):
		require.Fail(t, "no webhook came")
		return notice{}
	}
}

// genuine checks the signature as PayPal documents it, with nothing of the simulator but its certificate.
func genuine(t *testing.T, n notice, hookID string) bool {
	t.Helper()
	res, err := http.Get(n.header.Get("PAYPAL-CERT-URL"))
	require.NoError(t, err)
	raw, _ := io.ReadAll(res.Body)
	block, _ := pem.Decode(raw)
	cert, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	sig, err := base64.StdEncoding.DecodeString(n.header.Get("PAYPAL-TRANSMISSION-SIG"))
	require.NoError(t, err)
	text := fmt.Sprintf("%s|%s|%s|%d", n.header.Get("PAYPAL-TRANSMISSION-ID"), n.header.Get("PAYPAL-TRANSMISSION-TIME"), hookID, crc32.ChecksumIEEE(n.body))
	sum := sha256.Sum256([]byte(text))
	return rsa.VerifyPKCS1v15(cert.PublicKey.(*rsa.PublicKey), crypto.SHA256, sum[:], sig) == nil
}

func (b *bench) verifiedOnline(n notice, hookID string) string {
	h := n.header
	body := fmt.Sprintf(`{"auth_algo":%q,"cert_url":%q,"transmission_id":%q,"transmission_sig":%q,"transmission_time":%q,"webhook_id":%q,"webhook_event":%s}`,
		h.Get("PAYPAL-AUTH-ALGO"), h.Get("PAYPAL-CERT-URL"), h.Get("PAYPAL-TRANSMISSION-ID"), h.Get("PAYPAL-TRANSMISSION-SIG"),
		h.Get("PAYPAL-TRANSMISSION-TIME"), hookID, n.body)
	status, out := b.call("POST", "/v1/notifications/verify-webhook-signature", body, "")
	require.Equal(b.t, http.StatusOK, status, "%v", out)
	return out["verification_status"].(string)
}

func TestWebhooksAreSignedAndRepeatedUntilAnswered(t *testing.T) {
	b := start(t)
	notices, hook := b.listen(500, 503)
	id := b.order("CAPTURE", "K1")
	b.decide(id, "approve")
	first := next(t, notices)
	require.Equal(t, "CHECKOUT.ORDER.APPROVED", first.field(t, "event_type"))
	require.True(t, genuine(t, first, hook))
	require.Equal(t, "SUCCESS", b.verifiedOnline(first, hook))
	require.Equal(t, "FAILURE", b.verifiedOnline(first, "OTHER"))
	for range 2 {
		again := next(t, notices)
		require.Equal(t, compact(first.body), compact(again.body))
		require.True(t, genuine(t, again, hook))
	}
	b.call("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "c")
	require.Equal(t, "PAYMENT.CAPTURE.COMPLETED", next(t, notices).field(t, "event_type"))
}

func TestWebhookRules(t *testing.T) {
	b := start(t)
	notices, hook := b.listen()
	rule := func(e stage.Effect) {
		require.NoError(t, b.sim.stage.Add(stage.Rule{Op: stage.WebhookOp, Effect: e}))
	}

	rule(stage.BeforeReturn)
	one := b.order("CAPTURE", "K1")
	b.decide(one, "approve")
	require.Len(t, notices, 1, "delivered before the browser was sent back")
	next(t, notices)

	rule(stage.Duplicate)
	b.call("POST", "/v2/checkout/orders/"+one+"/capture", "{}", "c")
	require.Equal(t, next(t, notices).field(t, "id"), next(t, notices).field(t, "id"))

	rule(stage.Forge)
	two := b.order("CAPTURE", "K2")
	b.decide(two, "approve")
	forged := next(t, notices)
	require.False(t, genuine(t, forged, hook))
	require.Equal(t, "FAILURE", b.verifiedOnline(forged, hook))

	rule(stage.Reorder)
	three := b.order("CAPTURE", "K3")
	b.decide(three, "approve")
	b.call("POST", "/v2/checkout/orders/"+three+"/capture", "{}", "c")
	require.Equal(t, "PAYMENT.CAPTURE.COMPLETED", next(t, notices).field(t, "event_type"))
	require.Equal(t, "CHECKOUT.ORDER.APPROVED", next(t, notices).field(t, "event_type"))

	rule(stage.Hold)
	four := b.order("CAPTURE", "K4")
	b.decide(four, "approve")
	require.Empty(t, notices)
	released, err := b.sim.Act("webhooks", "release")
	require.NoError(t, err)
	require.Equal(t, map[string]int{"released": 1}, released)
	require.Equal(t, "CHECKOUT.ORDER.APPROVED", next(t, notices).field(t, "event_type"))
}

func TestPendingCaptureIsSettledLater(t *testing.T) {
	b := start(t)
	notices, _ := b.listen()
	id := b.order("CAPTURE", "K1")
	b.decide(id, "review")
	next(t, notices)
	_, o := b.call("POST", "/v2/checkout/orders/"+id+"/capture", "{}", "c")
	require.Equal(t, "PENDING", dig(o, "purchase_units", 0, "payments", "captures", 0, "status"))
	require.Equal(t, "PAYMENT.CAPTURE.PENDING", next(t, notices).field(t, "event_type"))
	_, err := b.sim.Act("K1", "settle")
	require.NoError(t, err)
	require.Equal(t, "PAYMENT.CAPTURE.COMPLETED", next(t, notices).field(t, "event_type"))
	_, err = b.sim.Act("K1", "settle")
	var refusal *stage.Refusal
	require.ErrorAs(t, err, &refusal)
}
