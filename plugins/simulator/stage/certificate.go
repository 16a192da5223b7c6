package stage

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"time"
)

// Certificate signs what a simulated provider sends, where the provider names the address of its certificate.
type Certificate struct {
	Key *rsa.PrivateKey
	PEM []byte
}

// NewCertificate makes a key of 2,048 bits and its certificate for the host commonName, good for a year.
func NewCertificate(commonName string) (*Certificate, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: commonName, Organization: []string{"Simulator"}},
		NotBefore:    time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	return &Certificate{Key: key, PEM: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}, nil
}

// ServeHTTP answers with the certificate.
func (c *Certificate) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = w.Write(c.PEM) // the reader may be gone
}

type keptCertificate struct{ Key, PEM []byte }

// MarshalJSON writes both, so that books keep them.
func (c *Certificate) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptCertificate{x509.MarshalPKCS1PrivateKey(c.Key), c.PEM})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Certificate) UnmarshalJSON(text []byte) error {
	var kept keptCertificate
	if err := json.Unmarshal(text, &kept); err != nil {
		return err
	}
	key, err := x509.ParsePKCS1PrivateKey(kept.Key)
	if err != nil {
		return err
	}
	block, _ := pem.Decode(kept.PEM)
	if block == nil {
		return errors.New("the certificate is no PEM")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return err
	}
	if of, ok := cert.PublicKey.(*rsa.PublicKey); !ok || !of.Equal(&key.PublicKey) {
		return errors.New("the certificate is another key's")
	}
	c.Key, c.PEM = key, kept.PEM
	return nil
}
