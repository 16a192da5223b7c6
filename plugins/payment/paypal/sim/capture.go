package sim

import (
	"encoding/json"
	"net/http"
	"time"
)

// completion is the body of capture and authorize on an order: only a payment source may stand in it.
type completion struct {
	PaymentSource json.RawMessage `json:"payment_source,omitempty"`
}

func (s *Sim) captureOrder(r *http.Request) (answer, *problem) {
	return s.complete(r, "capture", "CAPTURE")
}

func (s *Sim) authorizeOrder(r *http.Request) (answer, *problem) {
	return s.complete(r, "authorize", "AUTHORIZE")
}

// complete captures or authorizes an approved order, once: a replay of the same PayPal-Request-Id shows the order as it
// is, any other second call is refused.
func (s *Sim) complete(r *http.Request, op, intent string) (answer, *problem) {
	key, p := requestID(r, op)
	if p != nil {
		return answer{}, p
	}
	var body completion
	if p := decode(r, &body); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(r.PathValue("id"))
	if o == nil {
		return answer{}, notFound()
	}
	if key != "" && s.byRequest[key] != "" {
		s.stage.Note(op, o.id, "replayed")
		return answer{http.StatusOK, s.view(o, wantsRepresentation(r))}, nil
	}
	if issue := o.refuses(intent, s.paid); issue != "" {
		if issue == "INSTRUMENT_DECLINED" {
			o.status, o.declines = o.waiting(), false // the payer may come back and choose another instrument
			p := unprocessable(issue)
			p.Links = append(p.Links, link{s.url("/checkoutnow?token=", o.id), "redirect", "GET"})
			return answer{}, p
		}
		return answer{}, unprocessable(issue)
	}
	now := time.Now()
	for i, u := range o.req.PurchaseUnits {
		e := &entry{order: o, unit: i, transaction: transaction{ID: newID(), InvoiceID: u.InvoiceID, CustomID: u.CustomID,
			Amount: &money{u.Amount.CurrencyCode, u.Amount.Value}, CreateTime: stamp(now), UpdateTime: stamp(now),
			Supplementary: &supplementary{relatedIDs{OrderID: o.id}}}}
		if intent == "AUTHORIZE" {
			s.authorized(o, e, now)
		} else {
			s.captured(o, e)
		}
	}
	o.status = statusCompleted
	if key != "" {
		s.byRequest[key] = o.id
	}
	return answer{http.StatusCreated, s.view(o, wantsRepresentation(r))}, nil
}

// waiting is the state before approval.
func (o *order) waiting() string {
	if o.req.PaymentSource != nil {
		return statusAction
	}
	return statusCreated
}

func (o *order) refuses(intent string, paid map[string]bool) (issue string) {
	switch {
	case o.req.Intent != intent:
		return "ACTION_DOES_NOT_MATCH_INTENT"
	case o.status == statusCompleted && intent == "CAPTURE":
		return "ORDER_ALREADY_CAPTURED"
	case o.status == statusCompleted:
		return "ORDER_ALREADY_AUTHORIZED"
	case o.status != statusApproved:
		return "ORDER_NOT_APPROVED"
	case o.declines:
		return "INSTRUMENT_DECLINED"
	}
	for _, u := range o.req.PurchaseUnits {
		if u.InvoiceID != "" && paid[u.InvoiceID] {
			return "DUPLICATE_INVOICE_ID"
		}
	}
	return ""
}

// authorized books an authorization. The caller holds the lock.
func (s *Sim) authorized(o *order, e *entry, now time.Time) {
	e.Status, e.ExpirationTime = "CREATED", stamp(now.AddDate(0, 0, 29))
	e.Links = []link{
		{s.url("/v2/payments/authorizations/", e.ID), "self", "GET"},
		{s.url("/v2/payments/authorizations/", e.ID, "/capture"), "capture", "POST"},
		{s.url("/v2/payments/authorizations/", e.ID, "/void"), "void", "POST"},
		{s.url("/v2/checkout/orders/", o.id), "up", "GET"},
	}
	o.auths = append(o.auths, e)
	s.book(e, kindAuthorization)
	s.stage.Count("authorization")
	s.stage.Note("authorize", o.id, "authorization %s of %s %s", e.ID, e.Amount.Value, e.Amount.CurrencyCode)
	s.emit("PAYMENT.AUTHORIZATION.CREATED", "authorization", e.transaction)
}

// captured books a charge. The caller holds the lock.
func (s *Sim) captured(o *order, e *entry) {
	e.Status, e.FinalCapture = "COMPLETED", true
	event := "PAYMENT.CAPTURE.COMPLETED"
	if o.review {
		e.Status, e.StatusDetails = "PENDING", &statusDetails{"PENDING_REVIEW"}
		event = "PAYMENT.CAPTURE.PENDING"
		o.review = false
	}
	up := s.url("/v2/checkout/orders/", o.id)
	if id := e.Supplementary.RelatedIDs.AuthorizationID; id != "" {
		up = s.url("/v2/payments/authorizations/", id)
	}
	e.Links = []link{
		{s.url("/v2/payments/captures/", e.ID), "self", "GET"},
		{s.url("/v2/payments/captures/", e.ID, "/refund"), "refund", "POST"},
		{up, "up", "GET"},
	}
	o.captures = append(o.captures, e)
	s.book(e, kindCapture)
	if e.InvoiceID != "" {
		s.paid[e.InvoiceID] = true
	}
	s.stage.Count("charge")
	s.stage.Note("capture", o.id, "capture %s of %s %s, %s", e.ID, e.Amount.Value, e.Amount.CurrencyCode, e.Status)
	s.emit(event, "capture", e.transaction)
}
