package sim

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/hex"
	"encoding/json"
	"html/template"
	"net/http"
	"time"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is where the customer decides.
func (s *Sim) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := s.payments[r.PathValue("id")]
	var shown payment
	if p != nil {
		shown = *p
	}
	s.mu.Unlock()
	if p == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = pageTemplate.Execute(w, shown) // the customer may have left
}

// decide takes the click and sends the browser back to the shop.
func (s *Sim) decide(w http.ResponseWriter, r *http.Request) {
	back, err := s.Act(r.PathValue("id"), r.FormValue("action"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	http.Redirect(w, r, back.(map[string]string)["redirect"], http.StatusSeeOther)
}

// notify sends a signed webhook, without keeping the caller waiting. One try is enough here: a shop that missed it asks.
func (s *Sim) notify(p *payment, kind string, amount int64) {
	if p.webhookURL == "" {
		return
	}
	body, err := json.Marshal(map[string]any{
		"id": newID("ev_"), "type": kind, "payment": p.ID, "order": p.Order, "amount": amount, "currency": p.Currency,
		"at": time.Now().UTC(),
	})
	if err != nil {
		panic(err) // texts and numbers only
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.WebhookKey))
	mac.Write(body)
	address, signature := p.webhookURL, hex.EncodeToString(mac.Sum(nil))
	s.sending.Go(func() {
		r, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			s.stage.Note("webhook", p.ID, "%v", err)
			return
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Muster-Signature", signature)
		answer, err := (&http.Client{Timeout: 10 * time.Second}).Do(r)
		if err != nil {
			s.stage.Note("webhook", p.ID, "%s: %v", kind, err)
			return
		}
		defer answer.Body.Close()
		s.stage.Note("webhook", p.ID, "%s: %s", kind, answer.Status)
	})
}
