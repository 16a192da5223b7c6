package sim

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// transaction is a payment or a refund.
type transaction struct {
	id        string
	kind      string // PAYMENT, REFUND
	status    string
	orderID   string
	amount    int64
	captured  int64
	refunded  int64
	captureID string
	network   string
	display   string
	at        time.Time
}

type amount struct {
	Value        string
	CurrencyCode string
}

type reference struct {
	TransactionID string `json:"TransactionId,omitempty"`
	OrderID       string `json:"OrderId,omitempty"`
}

var (
	terminalForm = regexp.MustCompile(`^\d{8}$`)
	valueForm    = regexp.MustCompile(`^[0-9]{1,12}$`)
	idForm       = regexp.MustCompile(`^[A-Za-z0-9.:_-]+$`)
	alphaForm    = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)
)

func (a *amount) check(field string) *problem {
	switch {
	case a == nil:
		return invalid(field + ": The field is required.")
	case !valueForm.MatchString(a.Value) || a.Value == "0":
		return invalid(field + ".Value: The field is invalid.")
	case a.CurrencyCode != "EUR":
		return refuse(http.StatusPaymentRequired, "CURRENCY_INVALID", "DO_NOT_RETRY", "EUR only")
	}
	return nil
}

func (a *amount) minor() int64 {
	n, _ := strconv.ParseInt(a.Value, 10, 64) // check has looked at it
	return n
}

func (s *Sim) authorizeDirect(body []byte) (any, *problem) {
	var req struct {
		RequestHeader requestHeader
		TerminalID    string `json:"TerminalId"`
		Payment       struct {
			Amount      *amount
			OrderID     string `json:"OrderId"`
			Description string `json:",omitempty"`
			PayerNote   string `json:",omitempty"`
		}
		PaymentMeans struct {
			ApplePay *struct{ PaymentToken string }
		}
		Initiator string `json:",omitempty"`
		Payer     *struct {
			IPAddress    string `json:"IpAddress,omitempty"`
			LanguageCode string `json:",omitempty"`
		} `json:",omitempty"`
	}
	if p := read(body, &req, &req.RequestHeader); p != nil {
		return nil, p
	}
	switch {
	case !terminalForm.MatchString(req.TerminalID):
		return nil, invalid("TerminalId: The field TerminalId is invalid.")
	case !idForm.MatchString(req.Payment.OrderID) || len(req.Payment.OrderID) > 80:
		return nil, invalid("Payment.OrderId: The field OrderId is invalid.")
	case req.PaymentMeans.ApplePay == nil:
		return nil, invalid("PaymentMeans: exactly one element must be set.")
	case req.Initiator != "" && req.Initiator != "PAYER" && req.Initiator != "MERCHANT":
		return nil, invalid("Initiator: The field Initiator is invalid.")
	}
	if p := req.Payment.Amount.check("Payment.Amount"); p != nil {
		return nil, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, p := s.spend(req.PaymentMeans.ApplePay.PaymentToken, req.Payment.Amount)
	if p != nil {
		return nil, p
	}
	t := s.book(&transaction{kind: "PAYMENT", orderID: req.Payment.OrderID, amount: req.Payment.Amount.minor(), network: "VISA",
		display: "xxxx xxxx xxxx " + c.PAN[12:]})
	if strings.HasPrefix(c.PAN, "9030") {
		t.network = "MASTERCARD"
	}
	s.stage.Count("authorization")
	s.stage.Note("authorize", t.id, "%d EUR cents for %s", t.amount, t.orderID)
	return s.answer(req.RequestHeader, t), nil
}

// spend opens a token, once, and holds it against the payment. The caller holds the lock.
func (s *Sim) spend(encoded string, a *amount) (content, *problem) {
	raw, err := base64.StdEncoding.DecodeString(encoded)
	var d paymentData
	if err != nil || stage.ReadJSON(strings.NewReader(string(raw)), &d) != nil {
		return content{}, invalid("PaymentMeans.ApplePay.PaymentToken: The field PaymentToken is invalid.")
	}
	var merchants []string
	for _, session := range s.sessions {
		merchants = append(merchants, session.merchant)
	}
	c, err := s.openToken(d, merchants)
	switch {
	case err != nil:
		return c, refuse(http.StatusPaymentRequired, "PAYMENTMEANS_INVALID", "OTHER_MEANS", "the token cannot be opened")
	case s.tokens[d.Header.TransactionID]:
		return c, refuse(http.StatusPaymentRequired, "PAYMENTMEANS_INVALID", "OTHER_MEANS", "the token was used")
	case c.Amount != a.minor() || c.Currency != "978":
		return c, refuse(http.StatusPaymentRequired, "AMOUNT_INVALID", "DO_NOT_RETRY", "the customer agreed to another amount")
	}
	s.tokens[d.Header.TransactionID] = true
	if strings.HasPrefix(c.PAN, "90104031") {
		p := refuse(http.StatusPaymentRequired, "TRANSACTION_DECLINED", "OTHER_MEANS", "declined by the processor")
		p.ProcessorResult = "05"
		switch {
		case strings.HasSuffix(c.PAN, "51"):
			p.ProcessorResult, p.Behavior = "51", "RETRY_LATER"
		case strings.HasSuffix(c.PAN, "77"):
			p = refuse(http.StatusPaymentRequired, "NO_CONTRACT", "OTHER_MEANS", "no contract for this brand of card")
		}
		return c, p
	}
	return c, nil
}

// book keeps a new transaction. The caller holds the lock.
func (s *Sim) book(t *transaction) *transaction {
	t.id, t.status, t.at = stage.RandomHex(14), "AUTHORIZED", time.Now()
	s.transactions[t.id] = t
	s.order = append(s.order, t)
	return t
}

// find looks a transaction up by exactly one of its names. The caller holds the lock.
func (s *Sim) find(r *reference) (*transaction, *problem) {
	switch {
	case r == nil || (r.TransactionID == "") == (r.OrderID == ""):
		return nil, invalid("TransactionReference: exactly one element must be set.")
	case r.TransactionID != "" && !alphaForm.MatchString(r.TransactionID), r.OrderID != "" && !idForm.MatchString(r.OrderID):
		return nil, invalid("TransactionReference: The field is invalid.")
	}
	if t := s.transactions[r.TransactionID]; t != nil {
		return t, nil
	}
	for i := len(s.order) - 1; i >= 0 && r.OrderID != ""; i-- {
		if s.order[i].orderID == r.OrderID {
			return s.order[i], nil
		}
	}
	return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_NOT_FOUND", "DO_NOT_RETRY", "no such transaction")
}

type referenced struct {
	RequestHeader        requestHeader
	TransactionReference *reference
	Amount               *amount `json:",omitempty"`
}

// act reads a call about a transaction and hands it on under the lock.
func (s *Sim) act(body []byte, do func(referenced, *transaction) (any, *problem)) (any, *problem) {
	var req referenced
	if p := read(body, &req, &req.RequestHeader); p != nil {
		return nil, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, p := s.find(req.TransactionReference)
	if p != nil {
		return nil, p
	}
	return do(req, t)
}

func (s *Sim) inquire(body []byte) (any, *problem) {
	return s.act(body, func(req referenced, t *transaction) (any, *problem) { return s.answer(req.RequestHeader, t), nil })
}

func (s *Sim) capture(body []byte) (any, *problem) {
	return s.act(body, func(req referenced, t *transaction) (any, *problem) {
		take := t.amount
		if req.Amount != nil {
			if p := req.Amount.check("Amount"); p != nil {
				return nil, p
			}
			take = req.Amount.minor()
		}
		switch {
		case t.status == "CAPTURED":
			return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_ALREADY_CAPTURED", "DO_NOT_RETRY", "captured already")
		case t.status != "AUTHORIZED":
			return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_IN_WRONG_STATE", "DO_NOT_RETRY", "it is "+t.status)
		case take > t.amount:
			return nil, refuse(http.StatusPaymentRequired, "AMOUNT_INVALID", "DO_NOT_RETRY", "more than was authorized")
		}
		t.status, t.captured, t.captureID = "CAPTURED", take, t.id+"_c"
		what := "charge"
		if t.kind == "REFUND" {
			what = "refunded"
		}
		s.stage.Count(what)
		s.stage.Note("capture", t.id, "%d EUR cents, %s", take, strings.ToLower(t.kind))
		return map[string]any{"ResponseHeader": response(req.RequestHeader), "CaptureId": t.captureID, "Status": "CAPTURED", "Date": date(time.Now())}, nil
	})
}

func (s *Sim) cancel(body []byte) (any, *problem) {
	return s.act(body, func(req referenced, t *transaction) (any, *problem) {
		switch t.status {
		case "CAPTURED":
			return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_ALREADY_CAPTURED", "DO_NOT_RETRY", "captured already")
		case "CANCELED":
			return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_IN_WRONG_STATE", "DO_NOT_RETRY", "canceled already")
		}
		t.status = "CANCELED"
		s.stage.Note("cancel", t.id, "%s", t.orderID)
		return map[string]any{"ResponseHeader": response(req.RequestHeader), "TransactionId": t.id, "OrderId": t.orderID, "Date": date(time.Now())}, nil
	})
}

func (s *Sim) refund(body []byte) (any, *problem) {
	var req struct {
		RequestHeader requestHeader
		Refund        struct {
			Amount                               *amount
			OrderID                              string `json:"OrderId"`
			Description                          string `json:",omitempty"`
			RestrictRefundAmountToCapturedAmount bool   `json:",omitempty"`
		}
		CaptureReference struct {
			CaptureID string `json:"CaptureId"`
		}
	}
	if p := read(body, &req, &req.RequestHeader); p != nil {
		return nil, p
	}
	if p := req.Refund.Amount.check("Refund.Amount"); p != nil {
		return nil, p
	}
	if !idForm.MatchString(req.Refund.OrderID) || len(req.Refund.OrderID) > 80 {
		return nil, invalid("Refund.OrderId: The field OrderId is invalid.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var paid *transaction
	for _, t := range s.order {
		if t.kind == "PAYMENT" && t.captureID != "" && t.captureID == req.CaptureReference.CaptureID {
			paid = t
		}
	}
	switch {
	case paid == nil:
		return nil, refuse(http.StatusPaymentRequired, "TRANSACTION_NOT_FOUND", "DO_NOT_RETRY", "no such capture")
	case req.Refund.RestrictRefundAmountToCapturedAmount && paid.refunded+req.Refund.Amount.minor() > paid.captured:
		return nil, refuse(http.StatusPaymentRequired, "AMOUNT_INVALID", "DO_NOT_RETRY", "more than is left of the capture")
	}
	paid.refunded += req.Refund.Amount.minor()
	t := s.book(&transaction{kind: "REFUND", orderID: req.Refund.OrderID, amount: req.Refund.Amount.minor(), network: paid.network, display: paid.display})
	s.stage.Note("refund", t.id, "%d EUR cents of %s", t.amount, paid.id)
	return s.answer(req.RequestHeader, t), nil
}

// answer shows a transaction.
func (s *Sim) answer(h requestHeader, t *transaction) any {
	shown := map[string]any{"Type": t.kind, "Status": t.status, "Id": t.id, "Date": date(t.at), "OrderId": t.orderID,
		"Amount":       amount{strconv.FormatInt(t.amount, 10), "EUR"},
		"AcquirerName": "Saferpay Test", "AcquirerReference": "000000", "SixTransactionReference": "0:0:3:" + t.id, "ApprovalCode": "012345"}
	if t.captureID != "" {
		shown["CaptureId"] = t.captureID
	}
	return map[string]any{"ResponseHeader": response(h), "Transaction": shown,
		"PaymentMeans": map[string]any{"Brand": map[string]string{"PaymentMethod": t.network, "Name": t.network + " Saferpay Test"},
			"DisplayText": t.display, "Wallet": "APPLEPAY"},
		"Liability": map[string]any{"LiabilityShift": true, "LiableEntity": "THREEDS"}}
}

func date(t time.Time) string { return t.Format("2006-01-02T15:04:05.000-07:00") }

// State gives all transactions, oldest first.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []json.RawMessage{}
	for _, t := range s.order {
		if raw, err := json.Marshal(s.answer(requestHeader{}, t)); err == nil {
			list = append(list, raw)
		}
	}
	return map[string]any{"transactions": list}
}
