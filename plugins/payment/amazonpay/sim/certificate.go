package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1" // what SNS signs with unless the topic says otherwise
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"net/http"
	"time"
)

const certPath = "/SimpleNotificationService-simulator.pem"

// newCertificate makes the key that signs notifications and its certificate, good for a year.
func newCertificate() (*rsa.PrivateKey, []byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: "sns.simulator", Organization: []string{"Simulator"}},
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

// sign makes a signature of version 1 over the lines of a notification.
func (s *Sim) sign(text string) (string, error) {
	sum := sha1.Sum([]byte(text))
	raw, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA1, sum[:])
	return base64.StdEncoding.EncodeToString(raw), err
}
