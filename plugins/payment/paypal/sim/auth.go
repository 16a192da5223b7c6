package sim

import (
	"mime"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const tokenLife = 9 * time.Hour

// token is the client credentials grant of OAuth 2.
func (s *Sim) token(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	if !ok || id == "" || s.cfg.ClientID != "" && (id != s.cfg.ClientID || secret != s.cfg.Secret) {
		stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{
			"error": "invalid_client", "error_description": "Client Authentication failed"})
		return
	}
	if r.FormValue("grant_type") != "client_credentials" {
		stage.WriteJSON(w, http.StatusBadRequest, map[string]string{
			"error": "unsupported_grant_type", "error_description": "Grant Type is not supported"})
		return
	}
	token := "A21AA" + stage.RandomHex(32)
	s.mu.Lock()
	s.tokens[token] = time.Now().Add(tokenLife)
	s.mu.Unlock()
	stage.WriteJSON(w, http.StatusOK, map[string]any{
		"scope":        "https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/checkout",
		"access_token": token, "token_type": "Bearer", "app_id": "APP-SIMULATOR", "expires_in": int(tokenLife.Seconds()),
	})
}

// authenticated lets a call through that has a living token and, for a body, says that it is JSON.
func (s *Sim) authenticated(op string, h func(*http.Request) (answer, *problem)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		debugID := stage.RandomHex(7)
		bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		living := ok && time.Now().Before(s.tokens[bearer])
		s.mu.Unlock()
		if !living {
			fail(http.StatusUnauthorized).write(w, debugID)
			return
		}
		if r.Method == http.MethodPost || r.Method == http.MethodPatch {
			media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if media != "application/json" {
				fail(http.StatusUnsupportedMediaType).write(w, debugID)
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		a, p := h(r)
		if p != nil {
			s.stage.Note(op, r.PathValue("id"), "%d %s", p.status, p.issue())
			p.write(w, debugID)
			return
		}
		w.Header().Set("Paypal-Debug-Id", debugID)
		if a.body == nil {
			w.WriteHeader(a.status)
			return
		}
		stage.WriteJSON(w, a.status, a.body)
	}
}

// requestID gives the PayPal-Request-Id, bound to the operation and the resource, or a problem if it is too long.
func requestID(r *http.Request, op string) (string, *problem) {
	id := r.Header.Get("Paypal-Request-Id")
	if id == "" {
		return "", nil
	}
	if len(id) > 108 {
		return "", fail(http.StatusBadRequest, detail{Field: "PayPal-Request-Id", Value: id, Location: "header",
			Issue: "INVALID_STRING_LENGTH"})
	}
	return op + " " + r.PathValue("id") + " " + id, nil
}

func wantsRepresentation(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Prefer"), "return=representation")
}
