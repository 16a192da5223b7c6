package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
)

type opening struct {
	Order      string `json:"order"`
	Amount     int64  `json:"amount"`
	Currency   string `json:"currency"`
	ReturnURL  string `json:"return_url"`
	CancelURL  string `json:"cancel_url"`
	WebhookURL string `json:"webhook_url"`
}

// open opens a payment. The caller holds the lock, here and below.
func (s *Sim) open(r *http.Request) answer {
	var o opening
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if dec.Decode(&o) != nil || o.Order == "" || o.Amount <= 0 || len(o.Currency) != 3 {
		return refuse(http.StatusBadRequest, "invalid_request")
	}
	if back, err := url.Parse(o.ReturnURL); err != nil || back.Host == "" {
		return refuse(http.StatusBadRequest, "invalid_return_url")
	}
	id := newID("mp_")
	p := &payment{
		ID: id, Key: r.Header.Get("Idempotency-Key"), Status: "open", Page: s.cfg.BaseURL + "/pay/" + id, Order: o.Order,
		Amount: o.Amount, Currency: o.Currency, returnURL: o.ReturnURL, cancelURL: o.CancelURL, webhookURL: o.WebhookURL,
	}
	s.payments[id] = p
	s.stage.Note("open", id, "%d %s", p.Amount, p.Currency)
	return answer{http.StatusCreated, p}
}

func (s *Sim) read(r *http.Request) answer {
	p := s.payments[r.PathValue("id")]
	if p == nil {
		return refuse(http.StatusNotFound, "not_found")
	}
	return answer{http.StatusOK, p}
}

func (s *Sim) find(r *http.Request) answer {
	for _, p := range s.payments {
		if p.Key == r.URL.Query().Get("key") {
			return answer{http.StatusOK, p}
		}
	}
	return refuse(http.StatusNotFound, "not_found")
}

type move struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// moving reads a capture or a refund and holds it against what is left.
func (s *Sim) moving(r *http.Request, left func(*payment) int64) (*payment, move, *answer) {
	var m move
	p := s.payments[r.PathValue("id")]
	wrong := answer{}
	switch {
	case p == nil:
		wrong = refuse(http.StatusNotFound, "not_found")
	case json.NewDecoder(r.Body).Decode(&m) != nil || m.Amount <= 0 || m.Currency != p.Currency:
		wrong = refuse(http.StatusBadRequest, "invalid_request")
	case p.Status != "approved":
		wrong = refuse(http.StatusConflict, "payment_"+p.Status)
	case m.Amount > left(p):
		wrong = refuse(http.StatusConflict, "amount_too_large")
	default:
		return p, m, nil
	}
	return nil, m, &wrong
}

func (s *Sim) capture(r *http.Request) answer {
	p, m, wrong := s.moving(r, func(p *payment) int64 { return p.Amount - p.Captured })
	if wrong != nil {
		return *wrong
	}
	p.Captured += m.Amount
	s.stage.Count("charge")
	s.stage.Note("capture", p.ID, "%d", m.Amount)
	s.notify(p, "captured", m.Amount)
	return answer{http.StatusCreated, map[string]any{"id": newID("mc_"), "amount": m.Amount, "currency": m.Currency}}
}

func (s *Sim) refund(r *http.Request) answer {
	p, m, wrong := s.moving(r, func(p *payment) int64 { return p.Captured - p.Refunded })
	if wrong != nil {
		return *wrong
	}
	p.Refunded += m.Amount
	s.stage.Count("refunded")
	s.stage.Note("refund", p.ID, "%d", m.Amount)
	s.notify(p, "refunded", m.Amount)
	return answer{http.StatusCreated, map[string]any{"id": newID("mr_"), "amount": m.Amount, "currency": m.Currency}}
}

func (s *Sim) void(r *http.Request) answer {
	p := s.payments[r.PathValue("id")]
	switch {
	case p == nil:
		return refuse(http.StatusNotFound, "not_found")
	case p.Captured > 0:
		return refuse(http.StatusConflict, "captured")
	case p.Status == "declined" || p.Status == "cancelled":
		return refuse(http.StatusConflict, "payment_"+p.Status)
	}
	if p.Status != "voided" {
		p.Status = "voided"
		s.stage.Note("void", p.ID, "voided")
		s.notify(p, "voided", p.Amount)
	}
	return answer{http.StatusOK, map[string]any{"id": newID("mv_"), "amount": p.Amount, "currency": p.Currency}}
}
