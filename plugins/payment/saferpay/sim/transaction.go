package sim

import (
	"net/http"
	"strconv"
	"time"
)

// The states of a transaction, as in the documentation.
const (
	authorized = "AUTHORIZED"
	canceled   = "CANCELED"
	captured   = "CAPTURED"
	pending    = "PENDING"
)

// transaction is a payment or a refund.
type transaction struct {
	kind      string // PAYMENT or REFUND
	id        string
	order     string
	status    string
	minor     int64
	currency  string
	captureID string
	card      card
	wallet    string
	date      time.Time
	taken     int64        // that was captured
	refunded  int64        // of a payment: what refunds took of it
	of        *transaction // of a refund: the payment
}

func (t *transaction) details() map[string]any {
	view := map[string]any{"Type": t.kind, "Status": t.status, "Id": t.id, "Date": stamp(t.date),
		"Amount": amount{strconv.FormatInt(t.minor, 10), t.currency}, "AcquirerName": "Saferpay Simulator",
		"AcquirerReference": "000000", "SixTransactionReference": "0:0:3:" + t.id, "ApprovalCode": "012345"}
	if t.order != "" {
		view["OrderId"] = t.order
	}
	if t.captureID != "" {
		view["CaptureId"] = t.captureID
	}
	means := map[string]any{"Brand": map[string]any{"PaymentMethod": t.card.brand, "Name": t.card.brand + " Simulator"},
		"DisplayText": "xxxx xxxx xxxx " + t.card.number[len(t.card.number)-4:],
		"Card": map[string]any{"MaskedNumber": t.card.masked(), "ExpYear": t.date.Year() + 3, "ExpMonth": 12,
			"HolderName": "Kim Käufer", "CountryCode": "DE"}}
	if t.wallet != "" {
		means["Wallet"] = t.wallet
	}
	out := map[string]any{"Transaction": view, "PaymentMeans": means}
	if t.kind == "PAYMENT" && t.status != pending { // nobody is liable for what is not authorized yet
		entity := "MERCHANT"
		if t.card.shift {
			entity = "THREEDS"
		}
		out["Liability"] = map[string]any{"LiabilityShift": t.card.shift, "LiableEntity": entity,
			"ThreeDs": map[string]any{"Authenticated": t.card.authenticated, "Xid": "ARkvCgk5Y1t/BDFFXkUPGX9DUgs="}}
	}
	return out
}

type transactionRequest struct {
	RequestHeader        requestHeader `json:"RequestHeader"`
	TransactionReference *struct {
		TransactionId string `json:"TransactionId"`
		OrderId       string `json:"OrderId"`
	} `json:"TransactionReference"`
	Amount *amount `json:"Amount"`
}

// referenced reads a request and finds its transaction. Payments that are found by order are those that succeeded.
func (s *Sim) referenced(body []byte) (*transaction, *transactionRequest, *failure) {
	var req transactionRequest
	if f := decode(body, &req); f != nil {
		return nil, nil, f
	}
	ref := req.TransactionReference
	if ref == nil || (ref.TransactionId == "") == (ref.OrderId == "") {
		return nil, nil, invalid("TransactionReference: exactly one element must be set")
	}
	t := s.transactions[ref.TransactionId]
	for _, other := range s.transactions {
		if ref.OrderId != "" && other.order == ref.OrderId && (t == nil || other.date.After(t.date)) {
			t = other
		}
	}
	if t == nil {
		return nil, nil, fail(http.StatusPaymentRequired, "TRANSACTION_NOT_FOUND", "Transaction not found")
	}
	return t, &req, nil
}

func (s *Sim) inquire(body []byte, _ bool) (map[string]any, *failure) {
	t, _, f := s.referenced(body)
	switch {
	case f != nil:
		return nil, f
	case t.status == pending:
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_NOT_FOUND", "Transaction not found")
	}
	return t.details(), nil
}

func (s *Sim) capture(body []byte, _ bool) (map[string]any, *failure) {
	t, req, f := s.referenced(body)
	if f != nil {
		return nil, f
	}
	minor := t.minor
	if req.Amount != nil {
		c := &checker{}
		minor = c.amount("Amount", req.Amount)
		if f := c.failure(); f != nil {
			return nil, f
		}
	}
	switch {
	case t.status == captured:
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_ALREADY_CAPTURED", "Transaction already captured")
	case t.status != authorized:
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_IN_WRONG_STATE", "Transaction is "+t.status)
	case req.Amount != nil && req.Amount.CurrencyCode != t.currency:
		return nil, fail(http.StatusPaymentRequired, "CURRENCY_INVALID", "Currency does not match referenced transaction currency")
	case minor > t.minor:
		return nil, fail(http.StatusPaymentRequired, "AMOUNT_INVALID", "Amount exceeds the authorized amount")
	}
	t.status, t.captureID, t.taken = captured, t.id+"_c", minor
	if !s.cfg.Reserved {
		t.minor = minor
	}
	s.captures[t.captureID] = t
	if t.kind == "REFUND" {
		s.stage.Count("refunded")
	} else {
		s.stage.Count("charge")
	}
	s.stage.Note("capture", t.id, "%s %d %s", t.kind, minor, t.currency)
	return map[string]any{"CaptureId": t.captureID, "Status": captured, "Date": stamp(time.Now())}, nil
}

func (s *Sim) cancel(body []byte, _ bool) (map[string]any, *failure) {
	t, req, f := s.referenced(body)
	switch {
	case f != nil:
		return nil, f
	case req.Amount != nil:
		return nil, invalid("Amount: is not supported")
	case t.status == captured:
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_ALREADY_CAPTURED", "Transaction already captured")
	case t.status != authorized:
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_IN_WRONG_STATE", "Transaction is "+t.status)
	}
	t.status = canceled
	if t.of != nil {
		t.of.refunded -= t.minor
	}
	s.stage.Count("cancelled")
	s.stage.Note("cancel", t.id, "%s", t.kind)
	out := map[string]any{"TransactionId": t.id, "Date": stamp(time.Now())}
	if t.order != "" {
		out["OrderId"] = t.order
	}
	return out, nil
}

type refundRequest struct {
	RequestHeader requestHeader `json:"RequestHeader"`
	Refund        *struct {
		payable
		Restrict bool `json:"RestrictRefundAmountToCapturedAmount"`
	} `json:"Refund"`
	CaptureReference *struct {
		CaptureId string `json:"CaptureId"`
	} `json:"CaptureReference"`
}

func (s *Sim) refund(body []byte, _ bool) (map[string]any, *failure) {
	var req refundRequest
	if f := decode(body, &req); f != nil {
		return nil, f
	}
	c := &checker{}
	var minor int64
	if req.Refund == nil {
		c.add("Refund", "is required")
	} else {
		minor = c.amount("Refund.Amount", req.Refund.Amount)
		c.form("Refund.OrderId", req.Refund.OrderId, orderForm)
		c.length("Refund.Description", req.Refund.Description, 1000)
	}
	if req.CaptureReference == nil || req.CaptureReference.CaptureId == "" {
		c.add("CaptureReference", "is required")
	}
	if f := c.failure(); f != nil {
		return nil, f
	}
	paid := s.captures[req.CaptureReference.CaptureId]
	switch {
	case paid == nil || paid.kind != "PAYMENT":
		return nil, fail(http.StatusPaymentRequired, "TRANSACTION_NOT_FOUND", "Transaction not found")
	case req.Refund.Amount.CurrencyCode != paid.currency:
		return nil, fail(http.StatusPaymentRequired, "CURRENCY_INVALID", "Currency does not match referenced transaction currency")
	case req.Refund.Restrict && paid.refunded+minor > paid.taken:
		return nil, fail(http.StatusPaymentRequired, "AMOUNT_INVALID", "Amount exceeds what is left of the capture")
	}
	paid.refunded += minor
	t := &transaction{kind: "REFUND", id: newID(28), order: req.Refund.OrderId, status: authorized, minor: minor,
		currency: paid.currency, card: paid.card, date: time.Now(), of: paid}
	s.transactions[t.id] = t
	s.stage.Note("refund", t.id, "%d %s of %s", minor, paid.currency, paid.id)
	return t.details(), nil
}
