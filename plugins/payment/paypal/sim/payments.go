package sim

import (
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type captureRequest struct {
	Amount         *money `json:"amount,omitempty"`
	InvoiceID      string `json:"invoice_id,omitempty"`
	FinalCapture   bool   `json:"final_capture,omitempty"`
	NoteToPayer    string `json:"note_to_payer,omitempty"`
	SoftDescriptor string `json:"soft_descriptor,omitempty"`
}

type refundRequest struct {
	Amount      *money `json:"amount,omitempty"`
	InvoiceID   string `json:"invoice_id,omitempty"`
	CustomID    string `json:"custom_id,omitempty"`
	NoteToPayer string `json:"note_to_payer,omitempty"`
}

// Kinds of transaction.
const (
	kindAuthorization = "authorization"
	kindCapture       = "capture"
	kindRefund        = "refund"
)

// lookup finds a transaction of one kind. The caller holds the lock.
func (s *Sim) lookup(id, kind string) *entry {
	if e := s.entries[id]; e != nil && e.kind == kind {
		return e
	}
	return nil
}

// book keeps a new transaction. The caller holds the lock.
func (s *Sim) book(e *entry, kind string) {
	e.kind = kind
	s.entries[e.ID] = e
}

func (s *Sim) show(r *http.Request, kind string) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.lookup(r.PathValue("id"), kind); e != nil {
		return answer{http.StatusOK, e.transaction}, nil
	}
	return answer{}, notFound()
}

func (s *Sim) showAuthorization(r *http.Request) (answer, *problem) {
	return s.show(r, kindAuthorization)
}
func (s *Sim) showCapture(r *http.Request) (answer, *problem) { return s.show(r, kindCapture) }
func (s *Sim) showRefund(r *http.Request) (answer, *problem)  { return s.show(r, kindRefund) }

// figure reads the amount of a capture or refund, the whole rest if none is given.
func figure(m *money, currency string, rest int64, mismatch string) (int64, *problem) {
	if m == nil {
		return rest, nil
	}
	c := &checker{}
	c.money("/amount", m)
	if len(c.details) > 0 {
		return 0, fail(http.StatusBadRequest, c.details...)
	}
	if m.CurrencyCode != currency {
		return 0, unprocessable(mismatch)
	}
	n, places, _ := stage.ParseDecimal(m.Value)
	if places > 2 {
		return 0, unprocessable("DECIMAL_PRECISION")
	}
	if n <= 0 {
		return 0, unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE")
	}
	return n, nil
}

func (s *Sim) captureAuthorization(r *http.Request) (answer, *problem) {
	key, p := requestID(r, "capture_authorization")
	if p != nil {
		return answer{}, p
	}
	var req captureRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.lookup(r.PathValue("id"), kindAuthorization)
	if a == nil {
		return answer{}, notFound()
	}
	if id := s.byRequest[key]; key != "" && id != "" {
		return answer{http.StatusOK, s.lookup(id, kindCapture).transaction}, nil
	}
	rest := cents(a.Amount) - a.used
	n, p := figure(req.Amount, a.Amount.CurrencyCode, rest, "AUTH_CAPTURE_CURRENCY_MISMATCH")
	if p != nil {
		return answer{}, p
	}
	invoice := req.InvoiceID
	if invoice == "" {
		invoice = a.InvoiceID
	}
	switch {
	case a.Status == "VOIDED":
		return answer{}, unprocessable("AUTHORIZATION_VOIDED")
	case a.Status == "CAPTURED":
		return answer{}, unprocessable("AUTHORIZATION_ALREADY_CAPTURED")
	case (a.used+n)*100 > cents(a.Amount)*115: // the documented default overage
		return answer{}, unprocessable("MAX_CAPTURE_AMOUNT_EXCEEDED")
	case req.InvoiceID != "" && s.paid[req.InvoiceID]:
		return answer{}, unprocessable("DUPLICATE_INVOICE_ID")
	}
	a.used += n
	a.Status = "PARTIALLY_CAPTURED"
	if req.FinalCapture || a.used >= cents(a.Amount) {
		a.Status = "CAPTURED"
	}
	now := stamp(time.Now())
	e := &entry{order: a.order, unit: a.unit, transaction: transaction{ID: newID(), InvoiceID: invoice, CustomID: a.CustomID,
		Amount: &money{a.Amount.CurrencyCode, stage.FormatDecimal(n)}, CreateTime: now, UpdateTime: now,
		Supplementary: &supplementary{relatedIDs{OrderID: a.order.id, AuthorizationID: a.ID}}}}
	s.captured(a.order, e)
	e.FinalCapture = a.Status == "CAPTURED"
	if key != "" {
		s.byRequest[key] = e.ID
	}
	return answer{http.StatusCreated, e.transaction}, nil
}

func (s *Sim) voidAuthorization(r *http.Request) (answer, *problem) {
	if p := decode(r, &struct{}{}); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.lookup(r.PathValue("id"), kindAuthorization)
	switch {
	case a == nil:
		return answer{}, notFound()
	case a.Status == "VOIDED":
		return answer{}, unprocessable("PREVIOUSLY_VOIDED")
	case a.Status == "CAPTURED": // what is left of one that was captured in part can be given up
		return answer{}, unprocessable("PREVIOUSLY_CAPTURED")
	}
	a.Status, a.UpdateTime = "VOIDED", stamp(time.Now())
	s.stage.Note("void", a.order.id, "authorization %s", a.ID)
	s.emit("PAYMENT.AUTHORIZATION.VOIDED", "authorization", a.transaction)
	if wantsRepresentation(r) {
		return answer{http.StatusOK, a.transaction}, nil
	}
	return answer{http.StatusNoContent, nil}, nil
}

func (s *Sim) refundCapture(r *http.Request) (answer, *problem) {
	key, p := requestID(r, "refund")
	if p != nil {
		return answer{}, p
	}
	var req refundRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.lookup(r.PathValue("id"), kindCapture)
	if c == nil {
		return answer{}, notFound()
	}
	if id := s.byRequest[key]; key != "" && id != "" {
		s.stage.Note("refund", c.order.id, "replayed")
		return answer{http.StatusOK, s.lookup(id, kindRefund).transaction}, nil
	}
	rest := cents(c.Amount) - c.used
	switch {
	case c.Status == "PENDING":
		return answer{}, unprocessable("PENDING_CAPTURE")
	case c.Status == "DECLINED":
		return answer{}, unprocessable("REFUND_NOT_ALLOWED")
	case rest == 0:
		return answer{}, unprocessable("CAPTURE_FULLY_REFUNDED")
	}
	n, p := figure(req.Amount, c.Amount.CurrencyCode, rest, "REFUND_CAPTURE_CURRENCY_MISMATCH")
	if p != nil {
		return answer{}, p
	}
	if n > rest {
		return answer{}, unprocessable("REFUND_AMOUNT_EXCEEDED")
	}
	c.used += n
	c.Status = "PARTIALLY_REFUNDED"
	if c.used == cents(c.Amount) {
		c.Status = "REFUNDED"
	}
	now := stamp(time.Now())
	e := &entry{order: c.order, unit: c.unit, transaction: transaction{ID: newID(), Status: "COMPLETED", InvoiceID: req.InvoiceID,
		CustomID: req.CustomID, NoteToPayer: req.NoteToPayer, CreateTime: now, UpdateTime: now,
		Amount: &money{c.Amount.CurrencyCode, stage.FormatDecimal(n)}}}
	e.Links = []link{{s.url("/v2/payments/refunds/", e.ID), "self", "GET"}, {s.url("/v2/payments/captures/", c.ID), "up", "GET"}}
	c.order.refunds = append(c.order.refunds, e)
	s.book(e, kindRefund)
	s.stage.Count("refunded")
	s.stage.Note("refund", c.order.id, "refund %s of %s %s", e.ID, e.Amount.Value, e.Amount.CurrencyCode)
	if key != "" {
		s.byRequest[key] = e.ID
	}
	s.emit("PAYMENT.CAPTURE.REFUNDED", "refund", e.transaction)
	return answer{http.StatusCreated, e.transaction}, nil
}
