package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// shop is one that deals with a provider. It is nowhere, so that no notice arrives.
type shop struct {
	t        *testing.T
	url      string // of the simulator
	provider string
	headers  []string // of every call
}

const nowhere = "http://127.0.0.1:1"

// call calls the provider, and has it agree.
func (s *shop) call(method, path, body string, header ...string) string {
	s.t.Helper()
	status, answer := s.try(method, path, body, header...)
	require.Less(s.t, status, 300, "%s %s: %s", method, path, answer)
	return answer
}

func (s *shop) post(path, body string, header ...string) string {
	s.t.Helper()
	return s.call("POST", path, body, header...)
}

func (s *shop) get(path string) string {
	s.t.Helper()
	return s.call("GET", path, "")
}

func (s *shop) try(method, path, body string, header ...string) (int, string) {
	s.t.Helper()
	return do(s.t, method, s.url+"/"+s.provider+path, body, append(append([]string{"Content-Type", "application/json"}, s.headers...), header...)...)
}

// act has a person at the provider do something.
func (s *shop) act(id, action string) string {
	s.t.Helper()
	status, answer := do(s.t, "POST", s.url+"/_control/"+s.provider+"/"+id+"/"+action, "")
	require.Equal(s.t, http.StatusOK, status, answer)
	return answer
}

// part gives what the parentheses of a pattern hold in an answer.
func (s *shop) part(answer, pattern string) string {
	s.t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(answer)
	require.Len(s.t, found, 2, "%s in %s", pattern, answer)
	return found[1]
}

// state gives what tests see of the provider.
func (s *shop) state() string {
	s.t.Helper()
	_, state := do(s.t, "GET", s.url+"/_control/"+s.provider, "")
	return state
}

// life is what happens at a provider until the simulator ends.
type life func(s *shop)

// What begins in one life of the simulator goes on in the next, at every provider that a shop pays or ships with.
func TestWhatWasBegunGoesOnAfterARestart(t *testing.T) {
	t.Setenv("KONTOR_AMAZONPAY_KEY_FILE", filepath.Join(t.TempDir(), "amazonpay.pem"))
	lives := map[string][]life{
		"aiia": aiiaLives(), "amazonpay": amazonLives(t), "applepay": appleLives(), "consors": consorsLives(), "klarna": klarnaLives(),
		"mondu": monduLives(), "payone": payoneLives(), "paypal": paypalLives(), "saferpay": saferpayLives(), "santander": santanderLives(),
		"dhl": dhlLives(), "hermes": hermesLives(), "ups": upsLives(),
	}
	shops, longest := map[string]*shop{}, 0
	for name, of := range lives {
		shops[name] = &shop{provider: name}
		longest = max(longest, len(of))
	}
	ledger := filepath.Join(t.TempDir(), "books.jsonl")
	for n := range longest {
		url, end := startWith(t, ledger)
		for name, of := range lives {
			if n < len(of) && !t.Run(name, func(t *testing.T) {
				shops[name].t, shops[name].url = t, url
				of[n](shops[name])
			}) {
				delete(lives, name)
			}
		}
		end()
	}
}

func TestEveryProviderThatAShopPaysOrShipsWithKeepsBooks(t *testing.T) {
	forgetful := map[string]bool{"collector": true, "ga4": true, "matomo": true, "retarget": true, "vies": true} // nobody asks them about yesterday
	providers, err := open("http://localhost", 0)
	require.NoError(t, err)
	defer shut(providers)
	for _, p := range providers {
		_, keeps := p.(stage.Keeper)
		require.Equal(t, !forgetful[p.Name()], keeps, p.Name())
	}
}

const (
	dhlParcel = `{"profile":"STANDARD_GRUPPENPROFIL","shipments":[{"product":"V01PAK","billingNumber":"33333333330101",
	"refNo":"K10000001-1","shipper":{"name1":"Kontor GmbH","addressStreet":"Am Markt","addressHouse":"1","postalCode":"20095","city":"Hamburg","country":"DEU"},
	"consignee":{"name1":"Jörg (Groß)","addressStreet":"Weg","addressHouse":"2a","postalCode":"01067","city":"Dresden","country":"DEU"},"details":{"weight":{"uom":"g","value":2300}}}]}`
	hermesParcel = `{"clientReference":"K1","receiverName":{"firstname":"Jörg","lastname":"Groß"},
	"receiverAddress":{"street":"Am Markt","houseNumber":"2a","zipCode":"01067","town":"Dresden","countryCode":"DE"},
	"parcel":{"parcelClass":"M","parcelWeight":2300,"productType":"PARCEL"},
	"service":{"parcelShopDeliveryService":{"psSelectionRule":"SELECT_BY_ID","psID":"DE40501","psCustomerLastName":"Groß"},
	"customerAlertService":{"notificationType":"EMAIL","notificationEmail":"a@example.org"}}}`
	upsParcel = `{"ShipmentRequest":{"Request":{"RequestOption":"nonvalidate"},"Shipment":{"Description":"Goods",
	"Shipper":{"Name":"Kontor","AttentionName":"Kontor","ShipperNumber":"A1B2C3","Phone":{"Number":"49341"},
	"Address":{"AddressLine":["Weg 1"],"City":"Leipzig","PostalCode":"04109","CountryCode":"DE"}},
	"ShipTo":{"Name":"Groß","Address":{"AddressLine":["Am Markt 2"],"City":"Dresden","PostalCode":"01067","CountryCode":"DE"}},
	"ReferenceNumber":[{"Value":"K1-abc"}],"PaymentInformation":{"ShipmentCharge":[{"Type":"01","BillShipper":{"AccountNumber":"A1B2C3"}}]},
	"Service":{"Code":"65"},"Package":[{"Packaging":{"Code":"02"},"PackageWeight":{"UnitOfMeasurement":{"Code":"KGS"},"Weight":"2.3"}}]},
	"LabelSpecification":{"LabelImageFormat":{"Code":"PDF"},"LabelStockSize":{"Height":"6","Width":"4"}}}}`
)

func dhlLives() []life {
	var number, label string
	return []life{
		func(s *shop) {
			s.headers = []string{"Authorization", "Basic Yzpz", "Dhl-Api-Key", "key"}
			s.post("/tracking/push/v1/subscription", `{"hook":{"uri":"`+nowhere+`"},"format":"Default","type":"Account","service":"parcel-de","events":["Delivered"],"accountID":"1"}`)
			made := s.post("/parcel/de/shipping/v2/orders", dhlParcel)
			number, label = s.part(made, `"shipmentNo":"(\d{20})"`), s.part(made, `"b64":"([^"]+)"`)
		},
		func(s *shop) {
			again := s.get("/parcel/de/shipping/v2/orders?shipment=" + number)
			require.Equal(s.t, label, s.part(again, `"b64":"([^"]+)"`))
			s.act("K10000001-1", "transit")
		},
		func(s *shop) {
			require.Contains(s.t, s.get("/track/shipments?trackingNumber="+number), `"TRANSIT"`)
			status, _ := s.try("DELETE", "/parcel/de/shipping/v2/orders?profile=STANDARD_GRUPPENPROFIL&shipment="+number, "")
			require.Equal(s.t, http.StatusBadRequest, status, "it is on its way")
			require.Contains(s.t, s.state(), `"accountID":"1"`)
			require.NotContains(s.t, s.post("/parcel/de/shipping/v2/orders", dhlParcel), number)
		},
	}
}

func hermesLives() []life {
	var order, number, label string
	return []life{
		func(s *shop) {
			granted := s.post("/authorization-facade/oauth2/access_token", "grant_type=password&username=u&password=p&client_id=c&client_secret=s",
				"Content-Type", "application/x-www-form-urlencoded")
			s.headers = []string{"Authorization", "Bearer " + field(s.t, granted, "access_token"), "Accept", "application/shippinglabel-pdf+json"}
			made := s.post("/services/hsi/shipmentorders/labels", hermesParcel)
			order, number, label = field(s.t, made, "shipmentOrderID"), field(s.t, made, "shipmentID"), field(s.t, made, "labelImage")
		},
		func(s *shop) {
			require.Equal(s.t, label, field(s.t, s.post("/services/hsi/shipmentorders/"+order+"/labels", ""), "labelImage"))
			s.act("K1", "transit")
		},
		func(s *shop) {
			require.Contains(s.t, s.get("/services/hsi/shipmentinfo?shipmentID="+number), `"code":"2000"`)
			require.NotContains(s.t, s.post("/services/hsi/shipmentorders/labels", hermesParcel), number)
		},
	}
}

func upsLives() []life {
	var number, label string
	return []life{
		func(s *shop) {
			granted := s.post("/security/v1/oauth/token", "grant_type=client_credentials", "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Basic Yzpz")
			s.headers = []string{"Authorization", "Bearer " + field(s.t, granted, "access_token"), "transId", "1", "transactionSrc", "test"}
			made := s.post("/api/shipments/v2409/ship", upsParcel)
			number, label = s.part(made, `"ShipmentIdentificationNumber":"([^"]+)"`), s.part(made, `"GraphicImage":"([^"]+)"`)
		},
		func(s *shop) {
			again := s.post("/api/labels/v1/recovery", `{"LabelRecoveryRequest":{"LabelSpecification":{"LabelImageFormat":{"Code":"PDF"}},
				"ReferenceValues":{"ReferenceNumber":{"Value":"K1-abc"},"ShipperNumber":"A1B2C3"}}}`)
			require.Equal(s.t, label, s.part(again, `"GraphicImage":"([^"]+)"`))
			s.act(number, "pickup")
		},
		func(s *shop) {
			require.Contains(s.t, s.get("/api/track/v1/details/"+number), "Picked up")
			status, _ := s.try("DELETE", "/api/shipments/v2409/void/cancel/"+number, "")
			require.Equal(s.t, http.StatusBadRequest, status, "it is on its way")
			require.NotContains(s.t, s.post("/api/shipments/v2409/ship", upsParcel), number)
		},
	}
}
