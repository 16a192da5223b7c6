package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// gateway gets merchant sessions: Apple's word that the shop may open the sheet. The address to ask comes from the
// browser, so it is held against Apple's hosts before anything is sent there.
type gateway struct {
	settings settings
	client   *http.Client
}

// merchantSession is opaque but for its name and its end.
type merchantSession struct {
	id      string
	raw     string // JSON, for completeMerchantValidation
	expires time.Time
}

var (
	appleHost = regexp.MustCompile(`^(cn-)?apple-pay-gateway(-[a-z0-9-]{1,40})?\.apple\.com$`)
	applePath = regexp.MustCompile(`^/paymentservices/(startSession|paymentSession)$`)
)

const maxSession = 64 << 10

func newGateway(s settings) *gateway {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: s.gatewayCA}
	if s.certificate != nil {
		transport.TLSClientConfig.Certificates = []tls.Certificate{*s.certificate}
	}
	return &gateway{settings: s, client: &http.Client{Transport: transport, Timeout: s.timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// allows refuses every address but Apple's, or those of the configured gateway.
func (g *gateway) allows(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return false
	}
	if own := g.settings.gatewayURL; own != nil {
		path, under := strings.CutPrefix(u.EscapedPath(), strings.TrimRight(own.EscapedPath(), "/"))
		return u.Scheme == own.Scheme && u.Host == own.Host && under && applePath.MatchString(path)
	}
	return isApple(u) && applePath.MatchString(u.EscapedPath())
}

func isApple(u *url.URL) bool { return u.Scheme == "https" && appleHost.MatchString(u.Host) }

// endpoint is where Apple gives merchant sessions to those who do not ask at the address that the sheet names.
const endpoint = "/paymentservices/paymentSession"

// session asks for one, at the given address or, if that is empty, at the gateway's own. It moves nothing and is good for
// one sheet.
func (g *gateway) session(ctx context.Context, address, domain string) (merchantSession, error) {
	if address == "" {
		address = appleURL + endpoint
		if own := g.settings.gatewayURL; own != nil {
			address = strings.TrimRight(own.String(), "/") + endpoint
		}
	}
	if !g.allows(address) {
		return merchantSession{}, base.CallerFault("validation_url_refused", "the validation address is not Apple's",
			base.FieldError{Name: "client_data.validation_url", Code: "invalid"})
	}
	body, err := json.Marshal(map[string]string{"merchantIdentifier": g.settings.merchantID, "displayName": g.settings.displayName,
		"initiative": "web", "initiativeContext": domain})
	if err != nil {
		return merchantSession{}, base.PluginFault("not_encoded", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return merchantSession{}, base.PluginFault("bad_request", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "kontor-applepay/"+version)
	answer, err := g.client.Do(r)
	if err != nil {
		return merchantSession{}, unreachable(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxSession+1))
	if err != nil {
		return merchantSession{}, unreachable(err)
	}
	return readSession(answer.StatusCode, raw)
}

func unreachable(err error) *base.Error {
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	e := base.ProviderFault(base.CodeUnreachable, err)
	e.Retryable = true
	return e
}

// readSession takes an answer of the gateway. It goes to the browser as it is.
func readSession(status int, raw []byte) (merchantSession, error) {
	if status != http.StatusOK {
		e := base.ProviderFault("merchant_not_validated", errors.New("the gateway answers "+http.StatusText(status)))
		e.Retryable = status >= 500
		return merchantSession{}, e
	}
	var known struct {
		ID      string `json:"merchantSessionIdentifier"`
		Expires int64  `json:"expiresAt"` // milliseconds
	}
	var compact bytes.Buffer
	if len(raw) > maxSession || json.Unmarshal(raw, &known) != nil || known.ID == "" || json.Compact(&compact, raw) != nil {
		return merchantSession{}, base.ProviderFault(base.CodeBadAnswer, errors.New("the gateway's answer is no merchant session"))
	}
	s := merchantSession{id: known.ID, raw: compact.String()}
	if known.Expires > 0 {
		s.expires = time.UnixMilli(known.Expires)
	}
	return s, nil
}
