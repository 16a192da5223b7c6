package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"hash/crc32"
	"math/big"
	"net/http"
	"time"
)

const certPath = "/v1/notifications/certs/CERT-simulator"

// newCertificate makes the key that signs webhooks and its certificate, good for a year.
func newCertificate() (*rsa.PrivateKey, []byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: "messageverificationcerts.simulator", Organization: []string{"Simulator"}},
		NotBefore:    time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, nil, err
	}
	return key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}

func (s *Sim) serveCert(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = w.Write(s.cert) // the reader may be gone
}

// signed is the text that PayPal signs: transmission id, time, webhook id and the CRC32 of the body.
func signed(transmission, at, hookID string, body []byte) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", transmission, at, hookID, crc32.ChecksumIEEE(body)))
}

func (s *Sim) sign(transmission, at, hookID string, body []byte) (string, error) {
	digest := signed(transmission, at, hookID, body)
	sig, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, digest[:])
	return base64.StdEncoding.EncodeToString(sig), err
}

func (s *Sim) verify(transmission, at, hookID, signature string, body []byte) bool {
	sig, err := base64.StdEncoding.DecodeString(signature)
	digest := signed(transmission, at, hookID, body)
	return err == nil && rsa.VerifyPKCS1v15(&s.key.PublicKey, crypto.SHA256, digest[:], sig) == nil
}
