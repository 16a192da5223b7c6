package main

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "environment", Default: "live", Choices: []string{"live", "sandbox"}, Help: "Which of DHL's systems makes the labels."},
	{Key: "api_url", Type: base.SettingURL, Help: "Address of Parcel DE Shipping v2 when it is neither of DHL's, such as a simulator."},
	{Key: "tracking_url", Type: base.SettingURL, Default: "https://api-eu.dhl.com/track", Help: "Address of Unified Shipment Tracking."},
	{Key: "finder_url", Type: base.SettingURL, Default: "https://api.dhl.com/location-finder/v1", Help: "Address of the Location Finder."},
	{Key: "push_url", Type: base.SettingURL, Default: "https://api-eu.dhl.com/tracking/push/v1", Help: "Address of Unified Shipment Tracking Push."},
	{Key: "webhook_url", Type: base.SettingURL, Help: "Where DHL shall report on shipments, the shop's /webhooks/dhl; left out, it does not."},
	{Key: "webhook_token", Secret: true, Help: "Token of at least 16 characters that DHL sends with each report; needed with webhook_url."},
	{Key: "api_key", Required: true, Secret: true, Help: "Key of the app at DHL's developer portal."},
	{Key: "user", Required: true, Help: "User of the business customer portal."},
	{Key: "password", Required: true, Secret: true, Help: "Password of that user."},
	{Key: "profile", Default: "STANDARD_GRUPPENPROFIL", Help: "Group profile of the user."},
	{Key: "billing_number", Required: true, Help: "14 characters: customer number, procedure 01, participation."},
	{Key: "billing_number_abroad", Help: "The same with procedure 53; left out, only Germany is served."},
	{Key: "label_format", Help: "Paper of the label, such as 910-300-600 or A4; left out, the portal's setting."},
	{Key: "shipper_name", Required: true, Help: "Sender on the label."},
	{Key: "shipper_street", Required: true, Help: "Sender's street."},
	{Key: "shipper_number", Required: true, Help: "Sender's house number."},
	{Key: "shipper_postal_code", Required: true, Help: "Sender's postal code, in Germany."},
	{Key: "shipper_city", Required: true, Help: "Sender's city."},
	{Key: "fees", Type: base.SettingList, Default: zones, Help: "Fee of a delivery in cents by zone, one COUNTRY,COUNTRY=CENTS a line; only these countries are served."},
	{Key: "gogreen", Type: base.SettingBool, Default: "true", Help: "Whether GoGreen Plus is offered in Germany."},
	{Key: "gogreen_surcharge_cents", Type: base.SettingInt, Default: "50", Help: "What GoGreen Plus costs on top of the fee."},
	{Key: "free_from_cents", Type: base.SettingInt, Default: "0", Help: "Value of the goods from which a delivery in Germany is free; 0 means never."},
	{Key: "days", Default: "1-2", Help: "Working days in Germany, FROM-TO."},
	{Key: "days_abroad", Default: "3-5", Help: "Working days abroad, FROM-TO."},
	{Key: "cod_iban", Help: "Account that cash on delivery is paid to; left out, it is not offered."},
	{Key: "cod_holder", Help: "Holder of that account."},
	{Key: "timeout", Type: base.SettingDuration, Default: "15s", Help: "How long to wait for one answer of DHL."},
}

// zones are the fees that hold as long as the operator sets none: Germany, its neighbours, the rest of the Union.
const zones = `DE=499
AT,BE,CZ,DK,FR,LU,NL,PL=1299
EE,ES,FI,HR,HU,IE,IT,LT,LV,PT,SE,SI,SK=1699
BG,CY,GR,MT,RO=1999`

const (
	liveURL    = "https://api-eu.dhl.com/parcel/de/shipping/v2"
	sandboxURL = "https://api-sandbox.dhl.com/parcel/de/shipping/v2"
)

type settings struct {
	apiURL, trackingURL        string
	finderURL, pushURL         string
	webhookURL                 string
	webhookToken               base.Secret
	apiKey, password           base.Secret
	user, profile              string
	billing, billingAbroad     string
	labelFormat                string
	shipper                    contact
	fees                       map[string]int64 // by country, ISO alpha-2
	gogreen                    bool
	gogreenSurcharge           int64
	freeFrom                   int64
	minDays, maxDays           int
	minDaysAbroad, maxAbroad   int
	collectIBAN, collectHolder string
	timeout                    time.Duration
}

var billingForm = regexp.MustCompile(`^\w{10}[0-9]{2}\w{2}$`)

func readSettings(c base.Config) (settings, error) {
	s := settings{
		apiURL: c.String("api_url"), trackingURL: c.String("tracking_url"), apiKey: c.Secret("api_key"), password: c.Secret("password"),
		finderURL: c.String("finder_url"), pushURL: c.String("push_url"), webhookURL: c.String("webhook_url"), webhookToken: c.Secret("webhook_token"),
		gogreen: c.Bool("gogreen"), gogreenSurcharge: c.Int("gogreen_surcharge_cents"),
		user: c.String("user"), profile: c.String("profile"), billing: c.String("billing_number"), billingAbroad: c.String("billing_number_abroad"),
		labelFormat: c.String("label_format"), freeFrom: c.Int("free_from_cents"), fees: map[string]int64{},
		shipper: contact{Name1: c.String("shipper_name"), Street: c.String("shipper_street"), House: c.String("shipper_number"),
			PostalCode: c.String("shipper_postal_code"), City: c.String("shipper_city"), Country: "DEU"},
		collectIBAN: c.String("cod_iban"), collectHolder: c.String("cod_holder"), timeout: c.Duration("timeout"),
	}
	if s.apiURL == "" {
		s.apiURL = map[string]string{"live": liveURL, "sandbox": sandboxURL}[c.String("environment")]
	}
	var wrong base.Misfits
	for _, line := range c.List("fees") {
		countries, text, _ := strings.Cut(line, "=")
		cents, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		for country := range strings.SplitSeq(countries, ",") {
			country = strings.TrimSpace(country)
			wrong.If(err != nil || cents < 0 || alpha3[country] == "", "fees")
			s.fees[country] = cents
		}
	}
	var ok bool
	s.minDays, s.maxDays, ok = c.Span("days")
	wrong.If(!ok, "days")
	s.minDaysAbroad, s.maxAbroad, ok = c.Span("days_abroad")
	wrong.If(!ok, "days_abroad")
	wrong.If(!billingForm.MatchString(s.billing), "billing_number")
	wrong.If(s.billingAbroad != "" && !billingForm.MatchString(s.billingAbroad), "billing_number_abroad")
	wrong.If(s.freeFrom < 0, "free_from_cents")
	wrong.If(s.gogreenSurcharge < 0, "gogreen_surcharge_cents")
	wrong.If(s.webhookURL != "" && len(s.webhookToken) < 16, "webhook_token")
	wrong.If(s.collectIBAN != "" && s.collectHolder == "", "cod_holder")
	wrong.If(s.timeout < time.Second || s.timeout > time.Minute, "timeout")
	if err := wrong.Err(); err != nil {
		return settings{}, err
	}
	return s, nil
}
