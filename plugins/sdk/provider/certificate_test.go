package provider_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

func certificateOf(t *testing.T, key crypto.Signer, from, till time.Time) string {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: till}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

func TestOnlyAValidCertificateOfTheProviderSigns(t *testing.T) {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	now := time.Now()
	good := certificateOf(t, private, now.Add(-time.Hour), now.Add(time.Hour))
	files := map[string]string{
		"/good": good, "/over": certificateOf(t, private, now.Add(-2*time.Hour), now.Add(-time.Hour)),
		"/early": certificateOf(t, private, now.Add(time.Hour), now.Add(2*time.Hour)), "/curve": certificateOf(t, other, now.Add(-time.Hour), now.Add(time.Hour)),
		"/text": "no PEM", "/key": strings.ReplaceAll(good, "CERTIFICATE", "PUBLIC KEY"),
	}
	asked := map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		switch text, ok := files[r.URL.Path]; {
		case r.URL.Path == "/away":
			http.Redirect(w, r, "/good", http.StatusFound)
		case !ok:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(good))
		default:
			_, _ = w.Write([]byte(text))
		}
	}))
	t.Cleanup(srv.Close)
	own := func(at *url.URL) bool { return "http://"+at.Host == srv.URL }
	c := provider.NewCertificates(time.Second, true, own)
	for range 2 {
		key, err := c.Key(t.Context(), srv.URL+"/good")
		require.NoError(t, err)
		require.True(t, private.PublicKey.Equal(key))
	}
	require.Equal(t, 1, asked["/good"], "a key is kept")
	for _, path := range []string{"/over", "/early", "/curve", "/text", "/key", "/none", "/away"} {
		_, err := c.Key(t.Context(), srv.URL+path)
		require.Error(t, err, path)
		require.NotErrorIs(t, err, base.Forged(""), "it says nothing of the notification")
	}
	require.Equal(t, 1, asked["/good"], "nobody is followed elsewhere")
	for _, address := range []string{"http://evil.test/good", strings.Replace(srv.URL, "http://", "http://a:b@", 1) + "/good", "file:///etc/passwd", "%zz", ""} {
		_, err := c.Key(t.Context(), address)
		require.ErrorIs(t, err, base.Forged(""), address)
	}
	require.ErrorIs(t, provider.NewCertificates(time.Second, false, own).Trusts(srv.URL+"/good"), base.Forged(""), "plain HTTP")
}
