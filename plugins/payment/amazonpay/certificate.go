package main

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// certificates fetches and keeps the keys that sign notifications.
type certificates struct {
	host     string // trusted; empty means any endpoint of SNS
	insecure bool   // plain HTTP is good enough: the API itself is a simulator on this machine
	client   *http.Client

	mu   sync.Mutex
	keys map[string]certificate
}

type certificate struct {
	key  *rsa.PublicKey
	till time.Time
}

// snsHost is an endpoint of SNS, not just anything at amazonaws.com, where everybody may keep files.
var snsHost = regexp.MustCompile(`^sns\.[a-zA-Z0-9-]{3,}\.amazonaws\.com$`)

// Bounds for what a stranger's address can make this plugin keep and read.
const (
	maxCertificates = 32
	maxCertificate  = 64 << 10
	certificateLife = 24 * time.Hour
)

func newCertificates(s settings) *certificates {
	return &certificates{host: s.certHost, insecure: s.insecure, keys: map[string]certificate{},
		client: &http.Client{Timeout: s.timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// trusts refuses a certificate that lies anywhere but at SNS: whoever may name the key may sign anything.
func (c *certificates) trusts(address string) error {
	u, err := url.Parse(address)
	secure := err == nil && (u.Scheme == "https" || c.insecure && u.Scheme == "http")
	if !secure || u.User != nil || !strings.HasSuffix(u.Path, ".pem") {
		return base.Forged("the certificate's address is not acceptable")
	}
	if c.host == "" && !snsHost.MatchString(u.Host) || c.host != "" && u.Host != c.host {
		return base.Forged("the certificate lies at " + cut(u.Host, 80))
	}
	return nil
}

func (c *certificates) key(ctx context.Context, address string) (*rsa.PublicKey, error) {
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

func (c *certificates) fetch(ctx context.Context, address string) ([]byte, error) {
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
