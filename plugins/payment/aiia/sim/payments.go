package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// The states of a payment, as the simulator words them.
const (
	initiated  = "Initiated"
	awaiting   = "AwaitingAuthorization"
	authorized = "Authorized"
	executed   = "Executed"
	failed     = "Failed"
	rejected   = "Rejected"
	expired    = "Expired"
)

type request struct {
	Amount             json.Number `json:"amount"`
	Currency           string      `json:"currency"`
	SchemeID           string      `json:"schemeId"`
	Reference          string      `json:"reference"`
	DestinationID      string      `json:"destinationId"`
	RedirectURL        string      `json:"redirectUrl"`
	PreselectedCountry string      `json:"preselectedCountry"`
	Identifier         string      `json:"identifier"`
}

// accepted is a payment.
type accepted struct {
	request
	ID      string    `json:"paymentId"`
	Status  string    `json:"status"`
	Created time.Time `json:"createdAt"`
}

var (
	// schemes are the account to account schemes for euro and the country of each.
	schemes = map[string]string{"GermanSepaCreditTransfer": "DE", "AustrianSepaCreditTransfer": "AT"}
	// referencePattern is the documented one of the Austrian scheme, which the simulator holds for the German one too.
	referencePattern = regexp.MustCompile(`^[A-Za-z0-9 ?:().,'/-]{0,35}$`)
	amountPattern    = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2})?$`)
)

// create makes a payment with every call: there is no idempotency key.
func (s *Sim) create(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		problem(w, http.StatusUnsupportedMediaType, "UnsupportedMediaType", "JSON is needed")
		return
	}
	var in request
	if err := stage.ReadJSON(r.Body, &in); err != nil {
		problem(w, http.StatusBadRequest, "InvalidRequest", strings.TrimPrefix(err.Error(), "json: "))
		return
	}
	if field := in.wrong(s.cfg.Destination); field != "" {
		s.stage.Note("create", "", "400 %s", field)
		problem(w, http.StatusBadRequest, "InvalidRequest", field+" is missing or wrong")
		return
	}
	p := &accepted{request: in, ID: uuid.NewString(), Status: initiated, Created: time.Now()}
	s.mu.Lock()
	s.payments[p.ID] = p
	s.mu.Unlock()
	s.stage.Note("create", p.ID, "%s %s, reference %s", in.Amount, in.Currency, in.Reference)
	stage.WriteJSON(w, http.StatusOK, map[string]string{"paymentId": p.ID, "authorizationUrl": s.cfg.BaseURL + "/authorize/" + p.ID})
}

// wrong names the first field that makes no sense.
func (in request) wrong(destination string) string {
	hundredths, _, ok := stage.ParseDecimal(in.Amount.String())
	u, err := url.Parse(in.RedirectURL)
	switch {
	case !amountPattern.MatchString(in.Amount.String()) || !ok || hundredths <= 0:
		return "amount"
	case in.Currency != "EUR":
		return "currency"
	case schemes[in.SchemeID] == "":
		return "schemeId"
	case !referencePattern.MatchString(in.Reference):
		return "reference"
	case in.DestinationID == "" || destination != "" && in.DestinationID != destination:
		return "destinationId"
	case err != nil || !slices.Contains([]string{"http", "https"}, u.Scheme) || u.Host == "":
		return "redirectUrl"
	case in.PreselectedCountry != "" && in.PreselectedCountry != schemes[in.SchemeID]:
		return "preselectedCountry"
	case in.Identifier != "":
		return "identifier" // not used in these schemes
	}
	return ""
}

func (s *Sim) show(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.living(r.PathValue("id"))
	if p == nil {
		problem(w, http.StatusNotFound, "PaymentNotFound", "there is no such payment")
		return
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"paymentId": p.ID, "status": p.Status, "amount": p.Amount, "currency": p.Currency,
		"reference": p.Reference, "createdAt": p.Created.UTC().Format(time.RFC3339)})
}

// living gives a payment; a page that nobody opened in time has expired. The caller holds the lock.
func (s *Sim) living(id string) *accepted {
	p := s.payments[id]
	if p != nil && p.Status == initiated && time.Since(p.Created) > s.cfg.LinkLife {
		p.Status = expired
	}
	return p
}

// decide does what the customer or the bank does, and gives the address that the browser goes to.
func (s *Sim) decide(id, decision string) (target string, delivered <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.living(id)
	if p == nil {
		return "", nil, stage.Refuse("no payment %q", id)
	}
	from := []string{initiated, awaiting}
	if decision == "execute" || decision == "fail" {
		from = []string{authorized}
	}
	next := map[string]string{"approve": executed, "pend": authorized, "decline": rejected, "cancel": failed, "expire": expired,
		"execute": executed, "fail": failed}[decision]
	if next == "" {
		return "", nil, stage.Refuse("no decision %q", decision)
	}
	if !slices.Contains(from, p.Status) {
		return "", nil, stage.Refuse("payment %s is %s", id, p.Status)
	}
	p.Status = next
	if next == executed {
		s.stage.Count("charge")
	}
	s.stage.Note("customer", p.ID, "%s: %s", decision, next)
	return p.back(), s.notify(p), nil
}

// back is the shop's address with the payment's id.
func (p *accepted) back() string {
	u, err := url.Parse(p.RedirectURL)
	if err != nil {
		return ""
	}
	q := u.Query()
	q.Set("paymentId", p.ID)
	u.RawQuery = q.Encode()
	return u.String()
}
