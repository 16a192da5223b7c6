package sim

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// The states of an application.
const (
	created   = "created"
	decision  = "in_decision"
	approved  = "approved"
	signed    = "signed"
	paidOut   = "paid_out"
	declined  = "declined"
	cancelled = "cancelled"
	expired   = "expired"
	revoked   = "revoked"
)

// The bank's terms, in cents, and how long a customer may take.
const (
	minAmount = 9900
	maxAmount = 10_000_000
	window    = 24 * time.Hour
)

type person struct {
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Email       string `json:"email"`
	Phone       string `json:"phone,omitempty"`
	Street      string `json:"street"`
	HouseNumber string `json:"houseNumber"`
	Zip         string `json:"zip"`
	City        string `json:"city"`
	Country     string `json:"country"`
}

type request struct {
	OrderID     string `json:"orderId"`
	AmountCents int64  `json:"amountCents"`
	Currency    string `json:"currency"`
	Goods       string `json:"goods"`
	Customer    person `json:"customer"`
	ReturnURL   string `json:"returnUrl"`
	CancelURL   string `json:"cancelUrl"`
	NotifyURL   string `json:"notifyUrl"`
}

type refund struct {
	RefundID    string `json:"refundId"`
	AmountCents int64  `json:"amountCents"`
}

type application struct {
	request request
	id      string
	token   string // of the customer's page
	status  string
	created time.Time
	refunds []refund
}

// view is an application as the interface shows it.
type view struct {
	ApplicationID string `json:"applicationId"`
	OrderID       string `json:"orderId"`
	Status        string `json:"status"`
	AmountCents   int64  `json:"amountCents"`
	Currency      string `json:"currency"`
	RefundedCents int64  `json:"refundedCents"`
	RedirectURL   string `json:"redirectUrl,omitempty"`
	ExpiresAt     string `json:"expiresAt"`
}

func (s *Sim) view(a *application) view {
	v := view{ApplicationID: a.id, OrderID: a.request.OrderID, Status: a.status, AmountCents: a.request.AmountCents, Currency: a.request.Currency,
		RefundedCents: a.refunded(), ExpiresAt: a.created.Add(window).UTC().Format(time.RFC3339)}
	if a.status == created {
		v.RedirectURL = s.cfg.BaseURL + "/antrag/" + a.token
	}
	return v
}

func (a *application) refunded() (sum int64) {
	for _, r := range a.refunds {
		sum += r.AmountCents
	}
	return sum
}

var (
	orderPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)
	zipPattern   = regexp.MustCompile(`^[0-9]{5}$`)
)

// wrong names the first field that makes no sense, and the terms that the purchase does not meet.
func (in request) wrong() (field, term string) {
	for _, c := range []struct{ name, value string }{{"customer.firstName", in.Customer.FirstName}, {"customer.lastName", in.Customer.LastName},
		{"customer.email", in.Customer.Email}, {"customer.street", in.Customer.Street}, {"customer.city", in.Customer.City}, {"goods", in.Goods}} {
		if c.value == "" {
			return c.name, ""
		}
	}
	for _, c := range []struct{ name, value string }{{"returnUrl", in.ReturnURL}, {"cancelUrl", in.CancelURL}, {"notifyUrl", in.NotifyURL}} {
		if u, err := url.Parse(c.value); err != nil || u.Host == "" {
			return c.name, ""
		}
	}
	switch {
	case !orderPattern.MatchString(in.OrderID):
		return "orderId", ""
	case !zipPattern.MatchString(in.Customer.Zip):
		return "customer.zip", ""
	case in.Currency != "EUR":
		return "currency", ""
	case in.AmountCents < minAmount || in.AmountCents > maxAmount:
		return "", "the amount is not financed"
	case in.Customer.Country != "DE":
		return "", "only customers in Germany"
	}
	return "", ""
}

// apply makes an application, or shows the one of the same number.
func (s *Sim) apply(w http.ResponseWriter, r *http.Request) {
	var in request
	if !decode(w, r, &in) {
		return
	}
	field, term := in.wrong()
	if field != "" {
		problem(w, http.StatusBadRequest, field+" is missing or wrong")
		return
	}
	if term != "" {
		problem(w, http.StatusUnprocessableEntity, term)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if before := s.byID[in.OrderID]; before != nil {
		if before.request != in {
			problem(w, http.StatusConflict, "this orderId is another application's")
			return
		}
		stage.WriteJSON(w, http.StatusOK, s.view(before))
		return
	}
	a := &application{request: in, id: stage.RandomHex(8), token: stage.RandomHex(16), status: created, created: time.Now()}
	s.byID[in.OrderID] = a
	s.stage.Note("apply", in.OrderID, "%s EUR", stage.FormatDecimal(in.AmountCents))
	stage.WriteJSON(w, http.StatusCreated, s.view(a))
}

func (s *Sim) show(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.byID[r.PathValue("id")]; a != nil {
		stage.WriteJSON(w, http.StatusOK, s.view(a))
		return
	}
	problem(w, http.StatusNotFound, "no such application")
}

func (s *Sim) deliver(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "deliver", paidOut, []string{signed})
}

func (s *Sim) revoke(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "revoke", revoked, []string{created, decision, approved, signed})
}

// change puts an application into a state, once.
func (s *Sim) change(w http.ResponseWriter, r *http.Request, op, next string, from []string) {
	if !decode(w, r, &struct{}{}) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.byID[r.PathValue("id")]
	switch {
	case a == nil:
		problem(w, http.StatusNotFound, "no such application")
		return
	case a.status == next:
		s.stage.Note(op, a.request.OrderID, "again")
	case !slices.Contains(from, a.status):
		problem(w, http.StatusConflict, "the application is "+a.status)
		return
	default:
		a.status = next
		if next == paidOut {
			s.stage.Count("charge")
		}
		s.stage.Note(op, a.request.OrderID, "%s", next)
		s.notify(a, nil)
	}
	stage.WriteJSON(w, http.StatusOK, s.view(a))
}

// refund gives money back, once for each number of a refund.
func (s *Sim) refund(w http.ResponseWriter, r *http.Request) {
	var in refund
	if !decode(w, r, &in) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.byID[r.PathValue("id")]
	if a == nil {
		problem(w, http.StatusNotFound, "no such application")
		return
	}
	if i := slices.IndexFunc(a.refunds, func(b refund) bool { return b.RefundID == in.RefundID }); i >= 0 {
		if a.refunds[i] != in {
			problem(w, http.StatusConflict, "this refundId is another refund's")
			return
		}
		stage.WriteJSON(w, http.StatusOK, a.refunds[i])
		return
	}
	switch {
	case in.RefundID == "" || in.AmountCents <= 0:
		problem(w, http.StatusBadRequest, "refundId or amountCents is missing or wrong")
	case a.status != paidOut:
		problem(w, http.StatusConflict, "the application is "+a.status)
	case a.refunded()+in.AmountCents > a.request.AmountCents:
		problem(w, http.StatusUnprocessableEntity, "more than was paid out")
	default:
		a.refunds = append(a.refunds, in)
		s.stage.Count("refunded")
		s.stage.Note("refund", a.request.OrderID, "%s EUR", stage.FormatDecimal(in.AmountCents))
		s.notify(a, &in)
		stage.WriteJSON(w, http.StatusCreated, in)
	}
}

// decide does what the customer or the bank does, and gives the address that the browser goes to.
func (s *Sim) decide(a *application, what string) (target string, told <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	step, known := map[string]struct {
		next string
		from []string
	}{
		"approve": {signed, []string{created}}, "pend": {decision, []string{created}}, "decline": {declined, []string{created}},
		"cancel": {cancelled, []string{created}}, "expire": {expired, []string{created, decision, approved}},
		"agree": {approved, []string{decision}}, "sign": {signed, []string{decision, approved}}, "refuse": {declined, []string{decision, approved}},
	}[what]
	if !known {
		return "", nil, stage.Refuse("no decision %q", what)
	}
	if !slices.Contains(step.from, a.status) {
		return "", nil, stage.Refuse("application %s is %s", a.request.OrderID, a.status)
	}
	a.status = step.next
	s.stage.Note("customer", a.request.OrderID, "%s: %s", what, step.next)
	if step.next == signed {
		s.stage.Count("authorization")
	}
	target = a.request.ReturnURL
	if step.next == cancelled {
		target = a.request.CancelURL
	}
	return target, s.notify(a, nil), nil
}
