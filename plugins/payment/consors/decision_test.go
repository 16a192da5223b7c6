package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestAmountsAreExact(t *testing.T) {
	for text, minor := range map[string]int64{"1299,05": 129905, "1299.05": 129905, "5": 500, "0,1": 10} {
		m, err := amountIn(text)
		require.NoError(t, err, text)
		require.Equal(t, eur(minor), m)
	}
	for _, text := range []string{"", ",5", "1.299,05", "1e2", "-1", "1,234", "9999999999999"} {
		_, err := amountIn(text)
		require.Error(t, err, text)
	}
	require.Equal(t, "1299,05", germanDecimal(eur(129905)))
	require.Equal(t, "0,07", germanDecimal(eur(7)))
}

func TestEveryStatusHasAnOutcome(t *testing.T) {
	for status, want := range map[string]payment.Outcome{
		"ACCEPTED": payment.Authorized{Reference: "r", Amount: eur(1000)}, "DELIVERED": payment.Authorized{Reference: "r", Amount: eur(1000), Captured: true},
		"PENDING": payment.Pending{Reference: "r"}, "DECLINED": payment.Declined{Code: payment.CodeRefused, Reference: "r"},
		"CANCELLED": payment.Declined{Code: payment.CodeCustomerCancelled, Reference: "r"}, "REVOKED": payment.Declined{Code: "voided", Reference: "r"},
		"SURPRISE": payment.Unknown{Reference: "r", Message: "a status that is not known"},
	} {
		o, err := decision{Status: status, Amount: "10,00"}.outcome("r", eur(1000))
		require.NoError(t, err)
		require.Equal(t, want, o)
	}
	o, err := decision{Status: "PENDING", Amount: "11,00"}.outcome("r", eur(1000))
	require.NoError(t, err)
	require.Equal(t, "amount_mismatch", o.(payment.Declined).Code)
	_, err = decision{Status: "ACCEPTED", Amount: "viel"}.outcome("r", eur(1000))
	require.Error(t, err)
}

// The signature was computed apart from this code, with openssl.
func TestSignature(t *testing.T) {
	params := map[string]string{"vendorid": "8403", "order_id": "K1-1", "order_amount": "1299,05", "status": "ACCEPTED", "transaction_id": "t1", "x": "of the shop"}
	require.Equal(t, "4db32a4ceb8a2e7607d9d880bdf43b427139ec201c3a5aca579f0d5d100c108b", sign(params, "secret"))
	params["hash"] = "4db32a4ceb8a2e7607d9d880bdf43b427139ec201c3a5aca579f0d5d100c108b"
	d, ok := fromParams(params, "secret")
	require.True(t, ok)
	require.Equal(t, decision{OrderID: "K1-1", Transaction: "t1", Status: "ACCEPTED", Amount: "1299,05"}, d)
	params["x"] = "changed"
	_, ok = fromParams(params, "secret")
	require.True(t, ok, "the shop's own parameters do not count")
	delete(params, "hash")
	_, ok = fromParams(params, "secret")
	require.False(t, ok)
}

func TestTokensEndWhenTheySay(t *testing.T) {
	now := time.Unix(1000, 0)
	require.Equal(t, time.Unix(9000, 0), expiry("Bearer a.eyJleHAiOjkwMDB9.c", now))
	for _, odd := range []string{"", "a.b", "a.!.c", "a.bm9wZQ.c", "a.eyJleHAiOjF9.c"} {
		require.Equal(t, now.Add(tokenLife), expiry(odd, now), odd)
	}
}

func FuzzToken(f *testing.F) {
	f.Add("Bearer a.eyJleHAiOjkwMDB9.c")
	f.Fuzz(func(t *testing.T, bearer string) {
		now := time.Unix(1000, 0)
		require.True(t, expiry(bearer, now).After(now))
	})
}

// FuzzReturn holds that nobody without the key gets a decision believed.
func FuzzReturn(f *testing.F) {
	f.Add("ACCEPTED", "K1-1", "deadbeef")
	f.Fuzz(func(t *testing.T, status, id, hash string) {
		_, ok := fromParams(map[string]string{"status": status, "order_id": id, "hash": hash}, base.Secret("a key that nobody knows"))
		require.False(t, ok)
	})
}

// An answer that is about another application, or that does not say which credit, moves nothing.
func TestAnAnswerThatDoesNotFitMovesNothing(t *testing.T) {
	application, changed := "", 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "/token/"):
			_, _ = w.Write([]byte(`{"token":"Bearer t"}`)) // the caller may have left
		case r.Method == http.MethodGet:
			_, _ = w.Write([]byte(application))
		default:
			changed++
		}
	}))
	defer srv.Close()
	p := &plugin{}
	s := settings{apiURL: srv.URL, vendor: "8403", timeout: time.Second}
	p.account.Store(&account{settings: s, api: newAPI(s)})
	for answer, fits := range map[string]bool{
		`{"order_id":"K1-1","transaction_id":"1","status":"ACCEPTED","order_amount":"5,00"}`: true,
		`{"transaction_id":"1","status":"ACCEPTED","order_amount":"5,00"}`:                   true,
		`{"order_id":"K2-1","transaction_id":"1","status":"ACCEPTED","order_amount":"5,00"}`: false,
		`{"order_id":"K1-1","status":"ACCEPTED","order_amount":"5,00"}`:                      false,
	} {
		application, changed = answer, 0
		_, err := p.Capture(t.Context(), payment.CaptureRequest{Reference: "K1-1", Amount: eur(500)})
		require.Equal(t, fits, err == nil, answer)
		_, err = p.Void(t.Context(), payment.VoidRequest{Reference: "K1-1"})
		require.Equal(t, fits, err == nil, answer)
		require.Equal(t, map[bool]int{true: 2}[fits], changed, answer)
	}
}

// A word that is not known does not say that nothing is left to give up.
func TestAStatusThatIsNotKnownIsNotGivenUp(t *testing.T) {
	status := ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/token/") {
			_, _ = w.Write([]byte(`{"token":"Bearer t"}`)) // the caller may have left
			return
		}
		_, _ = w.Write([]byte(`{"order_id":"K1-1","transaction_id":"1","status":"` + status + `","order_amount":"5,00"}`))
	}))
	defer srv.Close()
	p := &plugin{}
	s := settings{apiURL: srv.URL, vendor: "8403", timeout: time.Second}
	p.account.Store(&account{settings: s, api: newAPI(s)})
	for status = range map[string]bool{"SURPRISE": true, "": true} {
		_, err := p.Void(t.Context(), payment.VoidRequest{Reference: "K1-1"})
		require.True(t, base.AsError(err).Retryable, "%q: %v", status, err)
	}
	for _, status = range []string{declined, cancelled, revoked} {
		r, err := p.Void(t.Context(), payment.VoidRequest{Reference: "K1-1"})
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, r.State, status)
	}
}
