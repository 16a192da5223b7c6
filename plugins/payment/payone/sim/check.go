package sim

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// protected are the parameters of a client call that the hash covers, in the order of their names.
var protected = []string{"aid", "api_version", "encoding", "errorurl", "mid", "mode", "portalid", "request", "responsetype", "storecarddata", "successurl"}

// checkFields are all that a card check may carry.
var checkFields = slices.Concat(protected, []string{"hash", "language", "cardpan", "cardtype", "cardexpiredate", "cardcvc2", "cardholder"})

// allowOrigin lets any shop's page call the client API; cookies are not allowed along.
func allowOrigin(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Accept")
	w.WriteHeader(http.StatusNoContent)
}

// checkCard answers a browser with a pseudo card number, or with what is wrong. It is called with a form in either
// encoding, or with a query.
func (s *Sim) checkCard(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	err := r.ParseMultipartForm(1 << 16)
	if err != nil && !errors.Is(err, http.ErrNotMultipart) {
		stage.WriteJSON(w, http.StatusOK, wrong("ERROR", "1000", "form"))
		return
	}
	form := r.Form
	if r.Method == http.MethodGet {
		form = r.URL.Query()
	}
	answer := s.check(form)
	s.stage.Note("creditcardcheck", answer["pseudocardpan"], "%s %s", answer["status"], answer["errorcode"])
	stage.WriteJSON(w, http.StatusOK, answer)
}

func (s *Sim) check(form url.Values) map[string]string {
	for field := range form {
		if !slices.Contains(checkFields, field) {
			return wrong("ERROR", "1000", field)
		}
	}
	for field, value := range map[string]string{"request": "creditcardcheck", "mid": s.cfg.Merchant, "aid": s.cfg.Account,
		"portalid": s.cfg.Portal, "responsetype": "JSON"} {
		if value != "" && form.Get(field) != value {
			return wrong("ERROR", "1000", field)
		}
	}
	if mode := form.Get("mode"); mode != "live" && mode != "test" {
		return wrong("ERROR", "1000", "mode")
	}
	if !s.signed(form) {
		return wrong("ERROR", "2006", "hash")
	}
	number, kind := strings.ReplaceAll(form.Get("cardpan"), " ", ""), form.Get("cardtype")
	c, known := findCard(number)
	length, supported := lengths[kind]
	expires, err := time.Parse("0601", form.Get("cardexpiredate"))
	switch {
	case !supported:
		return invalid("1076", "Die Kartenart wird nicht unterstützt.")
	case len(number) < length[0] || len(number) > length[1] || strings.Trim(number, "0123456789") != "" || !luhn(number), known && c.check == "875":
		return invalid("875", "Bitte prüfe die Kartennummer.")
	case err != nil || !expires.AddDate(0, 1, 0).After(time.Now()):
		return invalid("33", "Die Karte ist abgelaufen.")
	case len(form.Get("cardcvc2")) != length[2] || strings.Trim(form.Get("cardcvc2"), "0123456789") != "":
		return invalid("1079", "Bitte prüfe die Prüfnummer der Karte.")
	case !known:
		return invalid("14", "Diese Karte kennt der Simulator nicht.")
	case c.Type != kind:
		return invalid("880", "Kartenart und Kartennummer passen nicht zusammen.")
	case c.check != "":
		return wrong("ERROR", c.check, "")
	}
	pseudo := checkDigit("9410010000" + newDigits(8))
	s.mu.Lock()
	s.cards[pseudo] = stored{c, form.Get("cardexpiredate")}
	s.mu.Unlock()
	return map[string]string{"status": "VALID", "pseudocardpan": pseudo, "truncatedcardpan": masked(number), "cardtype": kind,
		"cardexpiredate": form.Get("cardexpiredate")}
}

// signed holds the hash against the portal key: HMAC-SHA384 over the values of the protected parameters.
func (s *Sim) signed(form url.Values) bool {
	mac := hmac.New(sha512.New384, []byte(s.cfg.Key))
	for _, field := range protected {
		mac.Write([]byte(form.Get(field)))
	}
	return hmac.Equal([]byte(form.Get("hash")), []byte(hex.EncodeToString(mac.Sum(nil))))
}

func invalid(code, message string) map[string]string {
	return map[string]string{"status": "INVALID", "errorcode": code, "errormessage": "Card check failed", "customermessage": message}
}

func wrong(status, code, field string) map[string]string {
	message := "Internal error"
	if field != "" {
		message = "Parameter {" + field + "} faulty or missing"
	}
	return map[string]string{"status": status, "errorcode": code, "errormessage": message,
		"customermessage": "Bei der Bearbeitung dieser Transaktion ist ein Fehler aufgetreten."}
}
