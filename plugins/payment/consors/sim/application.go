package sim

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// The states of an application.
const (
	accepted  = "ACCEPTED"
	pending   = "PENDING"
	declined  = "DECLINED"
	cancelled = "CANCELLED"
	expired   = "EXPIRED" // of a form that the customer left lying; the bank tells nobody
	delivered = "DELIVERED"
	revoked   = "REVOKED"
)

// application is a form that a shop's customer brought, and what became of it.
type application struct {
	Vendor      string `json:"vendorid"`
	OrderID     string `json:"order_id"`
	Amount      string `json:"order_amount"`
	Transaction string `json:"transaction_id"`
	Status      string `json:"status"`
	Brand       string `json:"-"`
	Customer    string `json:"-"`
	SuccessURL  string `json:"-"`
	FailureURL  string `json:"-"`
	CancelURL   string `json:"-"`
	NotifyURL   string `json:"-"`
}

// fields are those that the entry page knows; the first ones it needs.
var (
	needed = []string{"vendorid", "order_id", "order_amount", "successURL", "failureURL", "cancelURL", "notifyURL"}
	known  = append([]string{"returntocheckoutURL", "shopbrandname", "shoplogoURL", "salutation", "firstName", "lastName", "birthdate",
		"email", "phone", "mobile", "zip", "city", "street", "housenumber", "country", "defaultduration", "campaign", "campaignduration"}, needed...)
	amountPattern = regexp.MustCompile(`^[1-9][0-9]{0,6},[0-9]{2}$`)
	zipPattern    = regexp.MustCompile(`^[0-9]{5}$`)
)

const (
	minAmount  = 10000 // in cents
	maxOrderID = 20
)

// read checks a form and gives what is wrong with it.
func (s *Sim) read(form url.Values) (a *application, wrong string) {
	for name := range form {
		if !slices.Contains(known, name) {
			return nil, "unknown field " + name
		}
	}
	for _, name := range needed {
		if form.Get(name) == "" {
			return nil, name + " is missing"
		}
	}
	for _, name := range []string{"successURL", "failureURL", "cancelURL", "notifyURL", "returntocheckoutURL"} {
		if u, err := url.Parse(form.Get(name)); form.Get(name) != "" && (err != nil || u.Host == "") {
			return nil, name + " is no address"
		}
	}
	cents, _, _ := stage.ParseDecimal(strings.Replace(form.Get("order_amount"), ",", ".", 1))
	switch {
	case s.cfg.Vendor != "" && form.Get("vendorid") != s.cfg.Vendor:
		return nil, "unknown vendor"
	case len(form.Get("order_id")) > maxOrderID:
		return nil, "order_id is too long"
	case !amountPattern.MatchString(form.Get("order_amount")):
		return nil, "order_amount needs a decimal comma and two places"
	case cents < minAmount:
		return nil, "order_amount is below the smallest credit"
	case form.Get("zip") != "" && !zipPattern.MatchString(form.Get("zip")):
		return nil, "zip needs five digits"
	case form.Get("country") != "" && form.Get("country") != "DE":
		return nil, "only customers in Germany"
	}
	return &application{Vendor: form.Get("vendorid"), OrderID: form.Get("order_id"), Amount: form.Get("order_amount"),
		Brand: form.Get("shopbrandname"), Customer: strings.TrimSpace(form.Get("firstName") + " " + form.Get("lastName")),
		SuccessURL: form.Get("successURL"), FailureURL: form.Get("failureURL"), CancelURL: form.Get("cancelURL"),
		NotifyURL: form.Get("notifyURL")}, ""
}

// entry takes the shop's form. A number that was decided is not decided again.
func (s *Sim) entry(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, "the form cannot be read")
		return
	}
	a, wrong := s.read(r.PostForm)
	if wrong != "" {
		s.refuse(w, wrong)
		return
	}
	s.mu.Lock()
	if before := s.byID[a.OrderID]; before != nil && (before.Amount != a.Amount || before.Vendor != a.Vendor) {
		s.mu.Unlock()
		s.refuse(w, "this order_id is another application's")
		return
	} else if before != nil {
		a = before
	}
	draft := stage.RandomHex(8)
	s.drafts[draft] = a
	s.mu.Unlock()
	s.stage.Note("apply", a.OrderID, "%s EUR", a.Amount)
	http.Redirect(w, r, s.cfg.BaseURL+"/web/antrag/"+draft, http.StatusSeeOther)
}

// decide does what the customer or the bank does, and gives the address that the browser goes to.
func (s *Sim) decide(a *application, decision string) (target string, told <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from := map[string]string{"approve": "", "pend": "", "decline": "", "cancel": "", "expire": "", "accept": pending, "refuse": pending,
		"retract": accepted}
	next := map[string]string{
		"approve": accepted, "pend": pending, "decline": declined, "cancel": cancelled, "expire": expired, "accept": accepted, "refuse": declined,
		"retract": declined,
	}[decision]
	if next == "" {
		return "", nil, stage.Refuse("no decision %q", decision)
	}
	if other := s.byID[a.OrderID]; other != nil && other != a || a.Status != from[decision] {
		return "", nil, stage.Refuse("application %s is decided", a.OrderID)
	}
	s.stage.Note("customer", a.OrderID, "%s: %s", decision, next)
	switch next {
	case cancelled:
		return a.CancelURL, nil, nil // nothing was applied for
	case expired:
		a.Status = expired
		return "", nil, nil // nor was here, and the customer sees it on the bank's page
	}
	a.Status = next
	if a.Transaction == "" {
		a.Transaction = stage.RandomHex(8)
	}
	s.byID[a.OrderID] = a
	if next == accepted {
		s.stage.Count("authorization")
	}
	target = a.SuccessURL
	if next == declined {
		target = a.FailureURL
	}
	return s.back(a, target), s.notify(a), nil
}

// back is an address of the shop with the signed parameters. The caller holds the lock.
func (s *Sim) back(a *application, target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	q := u.Query()
	for name, values := range s.params(a) {
		q[name] = values
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// find gives an application by the bank's number or the shop's. The caller holds the lock.
func (s *Sim) find(id string) *application {
	for _, a := range s.byID {
		if a.Transaction == id || a.OrderID == id {
			return a
		}
	}
	return nil
}

func (s *Sim) show(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.find(r.PathValue("id")); a != nil {
		stage.WriteJSON(w, http.StatusOK, a)
		return
	}
	problem(w, http.StatusNotFound, "no such application")
}

func (s *Sim) deliver(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "deliver", delivered, []string{accepted})
}

func (s *Sim) revoke(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "revoke", revoked, []string{accepted, pending, delivered})
}

// change puts an application into a state, once.
func (s *Sim) change(w http.ResponseWriter, r *http.Request, op, next string, from []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.find(r.PathValue("id"))
	switch {
	case a == nil:
		problem(w, http.StatusNotFound, "no such application")
		return
	case a.Status == next:
		s.stage.Note(op, a.OrderID, "again")
	case !slices.Contains(from, a.Status):
		problem(w, http.StatusConflict, "the application is "+a.Status)
		return
	default:
		if next == delivered {
			s.stage.Count("charge")
		} else if a.Status == delivered {
			s.stage.Count("refunded")
		}
		a.Status = next
		s.stage.Note(op, a.OrderID, "%s", next)
		s.notify(a)
	}
	stage.WriteJSON(w, http.StatusOK, map[string]string{"status": "OK"})
}
