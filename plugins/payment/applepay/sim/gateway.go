package sim

import (
	"bytes"
	"embed"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page
var files embed.FS

// sessionLife is how long a merchant session is good for a sheet.
const sessionLife = 5 * time.Minute

// merchantSession is what the gateway gave a merchant.
type merchantSession struct {
	merchant string
	display  string
	expires  time.Time
	used     bool
}

// paymentSession is Apple's gateway. Over TLS it asks for the merchant identity certificate, as Apple's does.
func (s *Sim) paymentSession(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, message string) {
		s.stage.Note("merchant_session", "", "%d %s", status, message)
		stage.WriteJSON(w, status, map[string]string{"statusMessage": "Payment Services Exception " + message, "statusCode": http.StatusText(status)})
	}
	var req struct {
		MerchantIdentifier string `json:"merchantIdentifier"`
		DisplayName        string `json:"displayName"`
		Initiative         string `json:"initiative"`
		InitiativeContext  string `json:"initiativeContext"`
	}
	if r.TLS != nil && len(r.TLS.PeerCertificates) == 0 {
		refuse(http.StatusUnauthorized, "no merchant identity certificate")
		return
	}
	if err := stage.ReadJSON(http.MaxBytesReader(w, r.Body, 64<<10), &req); err != nil {
		refuse(http.StatusBadRequest, "invalid session request")
		return
	}
	host, err := url.Parse("https://" + req.InitiativeContext)
	switch {
	case req.MerchantIdentifier == "":
		refuse(http.StatusBadRequest, "missing merchant identifier")
	case req.DisplayName == "" || len(req.DisplayName) > 64:
		refuse(http.StatusBadRequest, "display name")
	case req.Initiative != "web":
		refuse(http.StatusBadRequest, "initiative")
	case err != nil || host.Host == "" || host.Host != req.InitiativeContext || host.Port() != "":
		refuse(http.StatusBadRequest, "initiative context is a host name")
	default:
		s.stage.Note("merchant_session", "", "for %s at %s", req.MerchantIdentifier, req.InitiativeContext)
		stage.WriteJSON(w, http.StatusOK, s.newSession(req.MerchantIdentifier, req.DisplayName, req.InitiativeContext))
	}
}

func (s *Sim) newSession(merchant, display, domain string) map[string]any {
	now := time.Now()
	id := strings.ToUpper(stage.RandomHex(32))
	s.mu.Lock()
	s.sessions[id] = &merchantSession{merchant: merchant, display: display, expires: now.Add(sessionLife)}
	s.mu.Unlock()
	return map[string]any{
		"epochTimestamp": milliseconds(now), "expiresAt": milliseconds(now.Add(sessionLife)), "merchantSessionIdentifier": id,
		"nonce": stage.RandomHex(4), "merchantIdentifier": strings.ToUpper(hexSum(merchant)), "domainName": domain, "displayName": display,
		"signature": stage.RandomHex(64), "operationalAnalyticsIdentifier": display + ":" + strings.ToUpper(hexSum(merchant)), "retries": 0,
	}
}

// serveScript gives what stands in for Safari.
func (s *Sim) serveScript(w http.ResponseWriter, _ *http.Request) {
	source, err := files.ReadFile("page/apple-pay.js")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(bytes.ReplaceAll(source, []byte("{{base}}"), []byte(s.cfg.BaseURL))) // the reader may be gone
}
