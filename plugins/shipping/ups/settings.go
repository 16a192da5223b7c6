package main

import (
	"regexp"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of UPS's systems is used."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of the UPS API when it is neither of them, such as a simulator."},
	{Key: "client_id", Required: true, Help: "Client id of the app at UPS's developer portal."},
	{Key: "client_secret", Required: true, Secret: true, Help: "Client secret of that app."},
	{Key: "account_number", Required: true, Help: "The shipper's account, 6 letters or digits."},
	{Key: "service", Default: "65", Choices: []string{"07", "11", "54", "65"}, Help: "Service code: 65 Express Saver, 07 Express, 54 Express Plus, 11 Standard."},
	{Key: "label_format", Default: "PDF", Choices: []string{"PDF", "GIF", "PNG"}, Help: "Format of the label."},
	{Key: "shipper_name", Required: true, Help: "Sender on the label."},
	{Key: "shipper_phone", Required: true, Help: "Sender's telephone number."},
	{Key: "shipper_street", Required: true, Help: "Sender's street and number."},
	{Key: "shipper_postal_code", Required: true, Help: "Sender's postal code, in Germany."},
	{Key: "shipper_city", Required: true, Help: "Sender's city."},
	{Key: "fees", Type: base.SettingList, Default: tariff,
		Help: "Fee in cents of a delivery by zone and weight up to which it holds, one COUNTRY,COUNTRY GRAMS=CENTS a line; only these are served."},
	{Key: "max_grams", Type: base.SettingInt, Default: "31500", Help: "Heaviest parcel; what is heavier goes by freight. UPS itself takes 70000."},
	{Key: "days", Default: "1-1", Help: "Working days in Germany, FROM-TO."},
	{Key: "days_abroad", Default: "1-3", Help: "Working days abroad, FROM-TO."},
	{Key: "no_shipment_codes", Type: base.SettingList, Default: "9801031\n9801040",
		Help: "UPS's error codes by which the label recovery says that there is no such shipment, or only one that was voided, one a line."},
	{Key: "webhook_credential", Secret: true, Help: "Token of at least 16 characters that UPS sends with each Track Alert, set in UPS's portal; left out, none is asked for."},
	{Key: "timeout", Type: base.SettingDuration, Default: "15s", Help: "How long to wait for one answer of UPS."},
}

// tariff holds as long as the operator sets none: Germany, its neighbours, the rest of the Union but for Ireland.
const tariff = `DE 5000=1290
DE 31500=1790
AT,BE,CZ,DK,FR,LU,NL,PL 5000=2490
AT,BE,CZ,DK,FR,LU,NL,PL 31500=3490
BG,CY,EE,ES,FI,GR,HR,HU,IT,LT,LV,MT,PT,RO,SE,SI,SK 5000=3490
BG,CY,EE,ES,FI,GR,HR,HU,IT,LT,LV,MT,PT,RO,SE,SI,SK 31500=4990`

// ireland is not served, whatever the fees say: UPS wants the county there, which an address of the shop does not have.
const ireland = "IE"

const (
	liveURL    = "https://onlinetools.ups.com"
	sandboxURL = "https://wwwcie.ups.com"
)

type settings struct {
	apiURL                   string
	clientID                 string
	clientSecret, credential base.Secret
	accountNumber            string
	service, format          string
	shipper                  party
	noShipment               []string
	fees                     shipping.Tariff
	limits                   shipping.Limits
	minDays, maxDays         int
	minDaysAbroad, maxAbroad int
	timeout                  time.Duration
}

var accountForm = regexp.MustCompile(`^[0-9A-Z]{6}$`)

// readSettings gives the settings, or an error of the caller's fault that names what makes no sense.
func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), clientID: c.String("client_id"), clientSecret: c.Secret("client_secret"),
		credential: c.Secret("webhook_credential"), accountNumber: c.String("account_number"), service: c.String("service"),
		format: c.String("label_format"), noShipment: c.List("no_shipment_codes"),
		limits: shipping.Limits{Grams: c.Int("max_grams"), LengthMM: maxLengthMM, SideMM: maxSideMM}, timeout: c.Duration("timeout"),
		shipper: party{Name: base.Cut(c.String("shipper_name"), maxName), AttentionName: base.Cut(c.String("shipper_name"), maxName),
			ShipperNumber: c.String("account_number"), Phone: &phone{Number: digits(c.String("shipper_phone"))},
			Address: address{AddressLine: lines(c.String("shipper_street")), City: c.String("shipper_city"),
				PostalCode: c.String("shipper_postal_code"), CountryCode: "DE"}},
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "sandbox": sandboxURL}[c.String("environment")]
	}
	var wrong base.Misfits
	var ok bool
	s.fees, ok = shipping.ReadTariff(c.List("fees"))
	wrong.If(!ok, "fees")
	for country := range s.fees {
		wrong.If(!union[country], "fees")
	}
	delete(s.fees, ireland)
	s.minDays, s.maxDays, ok = c.Span("days")
	wrong.If(!ok, "days")
	s.minDaysAbroad, s.maxAbroad, ok = c.Span("days_abroad")
	wrong.If(!ok, "days_abroad")
	wrong.If(!accountForm.MatchString(s.accountNumber), "account_number")
	wrong.If(s.limits.Grams < 1 || s.limits.Grams > heaviest, "max_grams")
	wrong.If(s.credential != "" && len(s.credential) < 16, "webhook_credential")
	wrong.If(s.shipper.Phone.Number == "", "shipper_phone")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
