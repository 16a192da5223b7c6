package provider

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Certificates fetches and keeps the keys that sign a provider's notifications, where the notification names the address of
// the certificate.
type Certificates struct {
	trusted  func(at *url.URL) bool
	insecure bool
	client   *http.Client

	mu   sync.Mutex
	keys map[string]certificate
}

type certificate struct {
	key  *rsa.PublicKey
	till time.Time
}

// Bounds for what a stranger's address can make a plugin keep and read.
const (
	maxCertificates = 32
	maxCertificate  = 64 << 10
	certificateLife = 24 * time.Hour
)

// NewCertificates takes certificates from addresses that trusted accepts: whoever may name the key may sign anything.
// insecure lets them come over plain HTTP, as from a simulator on the same machine.
func NewCertificates(timeout time.Duration, insecure bool, trusted func(at *url.URL) bool) *Certificates {
	return &Certificates{trusted: trusted, insecure: insecure, keys: map[string]certificate{},
		client: &http.Client{Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Trusts refuses an address as forged where no certificate of the provider lies. Nothing is fetched.
func (c *Certificates) Trusts(address string) error {
	u, err := url.Parse(address)
	secure := err == nil && (u.Scheme == "https" || c.insecure && u.Scheme == "http")
	if !secure || u.User != nil || !c.trusted(u) {
		return base.Forged("the certificate lies at an address that is not the provider's")
	}
	return nil
}

// Key gives the key of the certificate at an address that Trusts accepts. An error says nothing of the notification: the
// certificate could not be had.
func (c *Certificates) Key(ctx context.Context, address string) (*rsa.PublicKey, error) {
	if err := c.Trusts(address); err != nil {
		return nil, err
	}
	c.mu.Lock()
	kept, ok := c.keys[address]
	c.mu.Unlock()
	if ok && time.Now().Before(kept.till) {
		return kept.key, nil
	}
	raw, err := c.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	key, till, err := parseCertificate(raw, time.Now())
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.keys) >= maxCertificates {
		clear(c.keys)
	}
	c.keys[address] = certificate{key, till}
	return key, nil
}

func (c *Certificates) fetch(ctx context.Context, address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := c.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New("certificate: " + answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, maxCertificate))
}

func parseCertificate(raw []byte, now time.Time) (*rsa.PublicKey, time.Time, error) {
	block, _ := pem.Decode(raw)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, time.Time{}, errors.New("certificate: no PEM")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, time.Time{}, err
	}
	key, ok := cert.PublicKey.(*rsa.PublicKey)
	if !ok || now.Before(cert.NotBefore) || now.After(cert.NotAfter) {
		return nil, time.Time{}, errors.New("certificate: not an RSA key that is valid today")
	}
	till := now.Add(certificateLife)
	if cert.NotAfter.Before(till) {
		till = cert.NotAfter
	}
	return key, till, nil
}
