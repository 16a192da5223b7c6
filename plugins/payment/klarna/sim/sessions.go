package sim

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// How long a session and an authorization in the browser are good.
const (
	sessionLife       = 48 * time.Hour
	authorizationLife = 60 * time.Minute
)

var categories = []category{{"pay_later", "Rechnung."}, {"pay_now", "Sofort bezahlen."}}

type session struct {
	id      string
	client  string // client token
	req     sessionRequest
	expires time.Time
	token   string // of the latest authorization
	order   string // id of the placed order
	agreed  string // category that waits for finalize
	review  bool   // the decision that waits for finalize
	reject  bool
}

// authorization is what the customer agreed to in the browser.
type authorization struct {
	session  *session
	category string
	expires  time.Time
	review   bool // the order will be pending
	reject   bool // the order will be refused
}

func (s *Sim) openSession(r *http.Request) (answer, *problem) {
	var req sessionRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := req.check(false); p != nil {
		return answer{}, p
	}
	if p := req.checkKind(); p != nil {
		return answer{}, p
	}
	n := &session{id: uuid.NewString(), req: req, expires: time.Now().Add(sessionLife)}
	n.client = s.clientToken(n.id)
	s.sessions[n.id], s.clients[n.client] = n, n
	s.stage.Note("session", n.id, "%d %s", *req.OrderAmount, req.PurchaseCurrency)
	return answer{status: http.StatusOK, body: map[string]any{
		"session_id": n.id, "client_token": n.client, "payment_method_categories": categories,
	}}, nil
}

func (q sessionRequest) checkKind() *problem {
	c := &checker{}
	if q.Intent != "" && q.Intent != "buy" && q.Intent != "tokenize" && q.Intent != "buy_and_tokenize" {
		c.add("intent")
	}
	if q.AcquiringChannel != "" && q.AcquiringChannel != "ECOMMERCE" && q.AcquiringChannel != "IN_STORE" && q.AcquiringChannel != "TELESALES" {
		c.add("acquiring_channel")
	}
	return c.problem()
}

// clientToken is a JSON Web Token in form: the script reads it and sends it back as it is.
func (s *Sim) clientToken(id string) string {
	payload, _ := json.Marshal(map[string]string{"session_id": id, "base_url": s.cfg.BaseURL}) // strings only
	enc := base64.RawURLEncoding
	return enc.EncodeToString([]byte(`{"alg":"none"}`)) + "." + enc.EncodeToString(payload) + "." + enc.EncodeToString([]byte(uuid.NewString()))
}

func (s *Sim) showSession(r *http.Request) (answer, *problem) {
	n := s.living(r.PathValue("id"))
	if n == nil {
		return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Session not found")
	}
	v := sessionView{sessionRequest: n.req, ClientToken: n.client, Categories: categories, Status: "incomplete",
		AuthorizationToken: n.token, ExpiresAt: stamp(n.expires)}
	if n.order != "" {
		v.Status = "complete"
	}
	return answer{status: http.StatusOK, body: v}, nil
}

func (s *Sim) living(id string) *session {
	n := s.sessions[id]
	if n == nil || time.Now().After(n.expires) {
		return nil
	}
	return n
}

func (s *Sim) updateSession(r *http.Request) (answer, *problem) {
	n := s.living(r.PathValue("id"))
	if n == nil {
		return answer{}, fail(http.StatusNotFound, "NOT_FOUND", "Session not found")
	}
	if n.order != "" {
		return answer{}, fail(http.StatusNotFound, "SESSION_COMPLETED", "Session is completed")
	}
	var patch sessionRequest
	if p := decode(r, &patch); p != nil {
		return answer{}, p
	}
	req := n.req.with(patch)
	if p := req.check(true); p != nil {
		return answer{}, p
	}
	n.req = req
	delete(s.tokens, n.token) // what the customer agreed to is no more
	n.token = ""
	s.stage.Note("update_session", n.id, "%d %s", *req.OrderAmount, req.PurchaseCurrency)
	return answer{status: http.StatusNoContent}, nil
}

// with gives the session's data after an update: fields that are not sent stay as they are.
func (q sessionRequest) with(patch sessionRequest) sessionRequest {
	text := func(into *string, value string) {
		if value != "" {
			*into = value
		}
	}
	text(&q.PurchaseCountry, patch.PurchaseCountry)
	text(&q.PurchaseCurrency, patch.PurchaseCurrency)
	text(&q.Locale, patch.Locale)
	text(&q.MerchantReference1, patch.MerchantReference1)
	text(&q.MerchantReference2, patch.MerchantReference2)
	if patch.OrderAmount != nil {
		q.OrderAmount, q.OrderTaxAmount = patch.OrderAmount, patch.OrderTaxAmount
	}
	if patch.OrderLines != nil {
		q.OrderLines = patch.OrderLines
	}
	if patch.BillingAddress != nil {
		q.BillingAddress = patch.BillingAddress
	}
	if patch.ShippingAddress != nil {
		q.ShippingAddress = patch.ShippingAddress
	}
	if patch.MerchantURLs != nil {
		q.MerchantURLs = patch.MerchantURLs
	}
	return q
}
