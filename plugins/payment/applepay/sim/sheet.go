package sim

import (
	"net/http"
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// card is one in the simulated wallet. The numbers are Saferpay's for tests, but for the one without a contract.
type card struct{ number, network, display string }

var wallet = map[string]card{
	"approve":     {"9010003150000001", "Visa", "Visa 0001"},
	"mastercard":  {"9030003150000007", "MasterCard", "MasterCard 0007"},
	"decline":     {"9010403153150003", "Visa", "Visa 0003"},
	"no_funds":    {"9010403153900051", "Visa", "Visa 0051"},
	"no_contract": {"9010403153150077", "Visa", "Visa 0077"},
}

// sheetRequest is what the script sends when the customer agrees.
type sheetRequest struct {
	Session string `json:"merchantSessionIdentifier"`
	Version int    `json:"version"`
	Card    string `json:"card"` // a key of wallet
	Request struct {
		CountryCode          string   `json:"countryCode"`
		CurrencyCode         string   `json:"currencyCode"`
		SupportedNetworks    []string `json:"supportedNetworks"`
		MerchantCapabilities []string `json:"merchantCapabilities"`
		Total                struct {
			Label  string `json:"label"`
			Amount string `json:"amount"`
			Type   string `json:"type"`
		} `json:"total"`
	} `json:"request"`
}

// Token is what the sheet gives the page.
type Token struct {
	PaymentData           paymentData   `json:"paymentData"`
	PaymentMethod         paymentMethod `json:"paymentMethod"`
	TransactionIdentifier string        `json:"transactionIdentifier"`
}

type paymentMethod struct {
	DisplayName string `json:"displayName"`
	Network     string `json:"network"`
	Type        string `json:"type"`
}

var sheetAmount = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,2})?$`)

func (s *Sim) preflight(w http.ResponseWriter, _ *http.Request) {
	allow(w)
	w.WriteHeader(http.StatusNoContent)
}

// allow lets the shop's page call: Safari has no origin to cross.
func allow(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
}

// sheet takes the customer's agreement and makes the token.
func (s *Sim) sheet(w http.ResponseWriter, r *http.Request) {
	allow(w)
	var req sheetRequest
	if err := stage.ReadJSON(http.MaxBytesReader(w, r.Body, 64<<10), &req); err != nil {
		stage.WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	token, err := s.pay(req)
	if err != nil {
		s.stage.Note("sheet", "", "%v", err)
		stage.WriteJSON(w, http.StatusConflict, map[string]string{"error": err.Error()})
		return
	}
	stage.WriteJSON(w, http.StatusOK, token)
}

func (s *Sim) pay(req sheetRequest) (Token, error) {
	c, known := wallet[req.Card]
	cents, _, _ := stage.ParseDecimal(req.Request.Total.Amount)
	switch {
	case !known:
		return Token{}, stage.Refuse("no card %q in the wallet", req.Card)
	case req.Version < 3:
		return Token{}, stage.Refuse("version %d", req.Version)
	case req.Request.CountryCode != "DE", req.Request.CurrencyCode != "EUR":
		return Token{}, stage.Refuse("country DE and currency EUR are expected")
	case !slices.Contains(req.Request.MerchantCapabilities, "supports3DS"):
		return Token{}, stage.Refuse("supports3DS is required")
	case req.Request.Total.Label == "" || !sheetAmount.MatchString(req.Request.Total.Amount) || cents <= 0:
		return Token{}, stage.Refuse("total %q %q", req.Request.Total.Label, req.Request.Total.Amount)
	case !slices.ContainsFunc(req.Request.SupportedNetworks, func(n string) bool { return networks[n] == c.network }):
		return Token{}, stage.Refuse("the merchant does not take %s", c.network)
	}
	s.mu.Lock()
	session := s.sessions[req.Session]
	good := session != nil && !session.used && time.Now().Before(session.expires)
	if good {
		session.used = true
	}
	s.mu.Unlock()
	if !good {
		return Token{}, stage.Refuse("no such merchant session, or it was used")
	}
	data, err := s.newToken(session.merchant, content{PAN: c.number, Expires: "301231", Currency: "978", Amount: cents, Device: "040010030273",
		Type: "3DSecure", Data: contentData{Cryptogram: "Af9x/QwAA/DjmU65oyc1MAABAAA=", ECI: "5"}})
	if err != nil {
		return Token{}, err
	}
	s.stage.Note("sheet", data.Header.TransactionID[:8], "%s EUR with %s", req.Request.Total.Amount, c.display)
	return Token{PaymentData: data, PaymentMethod: paymentMethod{c.display, c.network, "debit"}, TransactionIdentifier: data.Header.TransactionID}, nil
}

// networks by Apple's name in a request, to that in a token.
var networks = map[string]string{"visa": "Visa", "masterCard": "MasterCard"}
