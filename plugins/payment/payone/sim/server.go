package sim

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fields are what each request of the server API must carry, and what it may. Real PAYONE has more; what this simulator
// does not know it refuses, so that a misspelt one shows.
var fields = map[string]struct{ must, may []string }{
	"preauthorization": {
		must: []string{"aid", "clearingtype", "reference", "amount", "currency", "pseudocardpan", "lastname", "country", "successurl", "errorurl", "backurl"},
		may:  []string{"ecommercemode", "cardholder", "firstname", "company", "street", "zip", "city", "email", "language", "ip", "param"},
	},
	"capture": {must: []string{"txid", "sequencenumber", "amount", "currency", "capturemode"}},
	"refund":  {must: []string{"txid", "sequencenumber", "amount", "currency"}},
}

var common = []string{"mid", "portalid", "key", "mode", "encoding", "api_version", "request"}

// forms are the shapes of the values.
var forms = map[string]*regexp.Regexp{
	"reference": regexp.MustCompile(`^[A-Za-z0-9.\-_/]{1,20}$`), "amount": regexp.MustCompile(`^-?[0-9]{1,10}$`),
	"currency": regexp.MustCompile(`^[A-Z]{3}$`), "clearingtype": regexp.MustCompile(`^cc$`), "country": regexp.MustCompile(`^[A-Z]{2}$`),
	"pseudocardpan": regexp.MustCompile(`^[0-9]{16,19}$`), "txid": regexp.MustCompile(`^[0-9]{6,12}$`),
	"sequencenumber": regexp.MustCompile(`^[0-9]{1,3}$`), "capturemode": regexp.MustCompile(`^(completed|notcompleted)$`),
	"mode": regexp.MustCompile(`^(live|test)$`), "encoding": regexp.MustCompile(`^(UTF-8|ISO-8859-1)$`),
	"api_version": regexp.MustCompile(`^3\.(8|9|10|11)$`), "language": regexp.MustCompile(`^[a-z]{2}$`),
	"ecommercemode": regexp.MustCompile(`^(internet|3dsecure|moto)$`), "zip": regexp.MustCompile(`^.{2,10}$`),
	"lastname": regexp.MustCompile(`^.{1,50}$`), "firstname": regexp.MustCompile(`^.{1,50}$`), "company": regexp.MustCompile(`^.{2,50}$`),
	"street": regexp.MustCompile(`^.{1,50}$`), "city": regexp.MustCompile(`^.{2,50}$`), "cardholder": regexp.MustCompile(`^.{1,50}$`),
	"email": regexp.MustCompile(`^.{5,254}$`),
}

// process is one payment process.
type process struct {
	txid, reference string
	form            url.Values
	card            stored
	minor           int64
	state           string // redirected, approved, failed, ended
	sequence        int
	captured        int64
	refunded        int64
}

// serverAPI answers lines of key=value. The card whose answer is lost does its work first, as the network would.
func (s *Sim) serverAPI(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // what cannot be read is missing below
	form := r.PostForm
	request := form.Get("request")
	op := request
	if _, known := fields[request]; !known {
		op = "unknown_request"
	}
	s.stage.Op(op, func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		answer, lost := s.answer(form)
		s.mu.Unlock()
		s.stage.Note(op, form.Get("reference")+answer["txid"], "%s %s", answer["status"], answer["errorcode"])
		if lost {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
		for _, key := range slices.Sorted(maps.Keys(answer)) {
			_, _ = fmt.Fprintf(w, "%s=%s\n", key, answer[key])
		}
	})(w, r)
}

func refuse(code, message string) map[string]string {
	return map[string]string{"status": "ERROR", "errorcode": code, "errormessage": message,
		"customermessage": "Bei der Bearbeitung dieser Transaktion ist ein Fehler aufgetreten."}
}

func faulty(field string) map[string]string {
	return refuse("1000", "Parameter {"+field+"} faulty or missing")
}

// answer does a request. The caller holds the lock.
func (s *Sim) answer(form url.Values) (map[string]string, bool) {
	known, ok := fields[form.Get("request")]
	if !ok {
		return faulty("request"), false
	}
	for field, value := range map[string]string{"mid": s.cfg.Merchant, "portalid": s.cfg.Portal, "key": s.keyHash()} {
		if form.Get(field) != value {
			return refuse("2003", "MerchantID not found or no rights"), false
		}
	}
	for _, field := range slices.Concat(common, known.must) {
		if form.Get(field) == "" {
			return faulty(field), false
		}
	}
	for field, values := range form {
		allowed := slices.Contains(common, field) || slices.Contains(known.must, field) || slices.Contains(known.may, field)
		shape := forms[field]
		if !allowed || len(values) != 1 || shape != nil && !shape.MatchString(values[0]) {
			return faulty(field), false
		}
	}
	switch form.Get("request") {
	case "capture":
		return s.capture(form), false
	case "refund":
		return s.refund(form), false
	}
	return s.preauthorize(form)
}

func (s *Sim) preauthorize(form url.Values) (answer map[string]string, lost bool) {
	for _, field := range []string{"successurl", "errorurl", "backurl"} {
		if u, err := url.Parse(form.Get(field)); err != nil || u.Host == "" {
			return faulty(field), false
		}
	}
	minor, _ := strconv.ParseInt(form.Get("amount"), 10, 64) // its form is checked
	c, checked := s.cards[form.Get("pseudocardpan")]
	switch {
	case form.Get("aid") != s.cfg.Account:
		return faulty("aid"), false
	case minor <= 0:
		return faulty("amount"), false
	case s.references[form.Get("reference")] != nil:
		return refuse("911", "Reference number already exists"), false
	case !checked:
		return refuse("1078", "Parameter {pseudocardpan} faulty or missing"), false
	case c.buy != "":
		return refuse(c.buy, "Authorization declined"), false
	}
	p := &process{txid: newDigits(9), reference: form.Get("reference"), form: form, card: c, minor: minor, state: "approved"}
	s.processes[p.txid], s.references[p.reference] = p, p
	if c.secure {
		p.state = "redirected"
		return map[string]string{"status": "REDIRECT", "txid": p.txid, "userid": "1" + p.txid, "redirecturl": s.url("/3ds/", p.txid)}, false
	}
	s.approve(p)
	return map[string]string{"status": "APPROVED", "txid": p.txid, "userid": "1" + p.txid}, c.lost
}

// approve reserves the money. The caller holds the lock.
func (s *Sim) approve(p *process) <-chan struct{} {
	p.state = "approved"
	s.stage.Count("authorization")
	return s.notify(p, "appointed")
}

// operation finds the process of a capture or refund whose sequence number is the next one.
func (s *Sim) operation(form url.Values) (*process, int64, map[string]string) {
	p := s.processes[form.Get("txid")]
	n, _ := strconv.Atoi(form.Get("sequencenumber")) // its form is checked
	minor, _ := strconv.ParseInt(form.Get("amount"), 10, 64)
	switch {
	case p == nil || p.state == "redirected" || p.state == "failed":
		return nil, 0, refuse("902", "Transaction not found or in wrong state")
	case n != p.sequence+1:
		return nil, 0, refuse("907", "Sequence no incorrect")
	case form.Get("currency") != p.form.Get("currency"):
		return nil, 0, faulty("currency")
	}
	return p, minor, nil
}

func (s *Sim) capture(form url.Values) map[string]string {
	p, minor, refused := s.operation(form)
	switch {
	case refused != nil:
		return refused
	case minor < 0 || p.state == "ended" || p.captured+minor > p.minor:
		return refuse("912", "Amount exceeds what is reserved")
	}
	p.sequence++
	p.captured += minor
	if form.Get("capturemode") == "completed" {
		p.state = "ended"
	}
	if minor > 0 {
		s.stage.Count("charge")
	} else {
		s.stage.Count("cancelled")
	}
	s.notify(p, "capture")
	return map[string]string{"status": "APPROVED", "txid": p.txid, "settleaccount": "yes"}
}

func (s *Sim) refund(form url.Values) map[string]string {
	p, minor, refused := s.operation(form)
	switch {
	case refused != nil:
		return refused
	case minor >= 0:
		return faulty("amount")
	case p.refunded-minor > p.captured:
		return refuse("923", "Amount exceeds what was captured")
	}
	p.sequence++
	p.refunded -= minor
	s.stage.Count("refunded")
	s.notify(p, "refund")
	return map[string]string{"status": "APPROVED", "txid": p.txid}
}

// origin gives the shop's address, from where it wants its customers back.
func (p *process) origin() string {
	u, err := url.Parse(p.form.Get("successurl"))
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func decimal(minor int64) string { return fmt.Sprintf("%d.%02d", minor/100, minor%100) }

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

func trimmed(s string) string { return strings.TrimSuffix(s, "/") }
