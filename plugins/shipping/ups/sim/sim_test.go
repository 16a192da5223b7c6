package sim

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const parcelShipment = `{"ShipmentRequest":{"Request":{"RequestOption":"nonvalidate"},"Shipment":{"Description":"Goods",
"Shipper":{"Name":"Kontor","AttentionName":"Kontor","ShipperNumber":"A1B2C3","Phone":{"Number":"49341"},"Address":{"AddressLine":["Weg 1"],"City":"Leipzig","PostalCode":"04109","CountryCode":"DE"}},
"ShipTo":{"Name":"Groß","Address":{"AddressLine":["Am Markt 2"],"City":"Dresden","PostalCode":"01067","CountryCode":"DE"}},
"ReferenceNumber":[{"Value":"K1-abc"}],"PaymentInformation":{"ShipmentCharge":[{"Type":"01","BillShipper":{"AccountNumber":"A1B2C3"}}]},"Service":{"Code":"65"},
"Package":[{"Packaging":{"Code":"02"},"PackageWeight":{"UnitOfMeasurement":{"Code":"KGS"},"Weight":"2.3"}}]},
"LabelSpecification":{"LabelImageFormat":{"Code":"PDF"},"LabelStockSize":{"Height":"6","Width":"4"}}}}`

func start(t *testing.T, cfg Config) (*Sim, func(method, path, body string) (int, string)) {
	t.Helper()
	s := New(cfg)
	t.Cleanup(s.Close)
	request := httptest.NewRequest(http.MethodPost, "/security/v1/oauth/token", strings.NewReader("grant_type=client_credentials"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("client", "secret")
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	bearer := regexp.MustCompile(`"access_token":"([^"]+)"`).FindStringSubmatch(answer.Body.String())
	require.Len(t, bearer, 2, answer.Body.String())
	return s, func(method, path, body string) (int, string) {
		request := httptest.NewRequest(method, path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+bearer[1])
		request.Header.Set("transId", "1")
		request.Header.Set("transactionSrc", "test")
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, request)
		return answer.Code, answer.Body.String()
	}
}

func TestAShipmentIsFoundByItsReferenceUntilItIsVoided(t *testing.T) {
	_, call := start(t, Config{})
	code, body := call("POST", "/api/shipments/v2409/ship", parcelShipment)
	require.Equal(t, http.StatusOK, code, body)
	id := regexp.MustCompile(`"ShipmentIdentificationNumber":"(1ZA1B2C365[0-9]{8})"`).FindStringSubmatch(body)[1]
	find := `{"LabelRecoveryRequest":{"LabelSpecification":{"LabelImageFormat":{"Code":"PDF"}},"ReferenceValues":{"ReferenceNumber":{"Value":"K1-abc"},"ShipperNumber":"A1B2C3"}}}`
	code, body = call("POST", "/api/labels/v1/recovery", find)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, id)
	code, _ = call("POST", "/api/labels/v1/recovery", strings.Replace(find, "K1-abc", "K2", 1))
	require.Equal(t, http.StatusBadRequest, code)
	for _, want := range []int{http.StatusOK, http.StatusBadRequest} {
		code, _ = call("DELETE", "/api/shipments/v2409/void/cancel/"+id, "")
		require.Equal(t, want, code, "once")
	}
	_, body = call("GET", "/api/track/v1/details/"+id, "")
	require.Contains(t, body, `"type":"MV"`)
	code, _ = call("POST", "/api/labels/v1/recovery", find)
	require.Equal(t, http.StatusBadRequest, code)
}

func TestWrongShipmentsAreRefused(t *testing.T) {
	_, call := start(t, Config{Account: "A1B2C3"})
	for from, to := range map[string]string{
		`"Weight":"2.3"`: `"Weight":2.3`, `"2.3"`: `"70.1"`, `"Code":"65"`: `"Code":"66"`, `"nonvalidate"`: `"maybe"`, `"Description"`: `"Descriptions"`,
		`["Am Markt 2"]`: `["` + strings.Repeat("x", 36) + `"]`, `"01067"`: `"1067"`, `"Type":"01"`: `"Type":"02"`, `"K1-abc"`: `""`,
		`"Code":"PDF"`: `"Code":"GIF"`, `"Width":"4"`: `"Width":"5"`, `"Phone":{"Number":"49341"},`: ``, `"ShipperNumber":"A1B2C3"`: `"ShipperNumber":"Z9Z9Z9"`,
		`"Dresden","PostalCode":"01067","CountryCode":"DE"`: `"Wien","PostalCode":"1010","CountryCode":"AT"`,
	} {
		require.Contains(t, parcelShipment, from)
		code, body := call("POST", "/api/shipments/v2409/ship", strings.Replace(parcelShipment, from, to, 1))
		require.Equal(t, http.StatusBadRequest, code, "%s: %s", to, body)
		require.Contains(t, body, `"errors":[{"code":`)
	}
}

func TestCredentialsAndHeadersAreAskedFor(t *testing.T) {
	s := New(Config{ClientID: "client", ClientSecret: "secret"})
	defer s.Close()
	request := httptest.NewRequest(http.MethodPost, "/security/v1/oauth/token", strings.NewReader("grant_type=client_credentials"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth("client", "guess")
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	require.Equal(t, http.StatusUnauthorized, answer.Code)
	answer = httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/track/v1/details/1ZA1B2C3650000000", nil))
	require.Equal(t, http.StatusUnauthorized, answer.Code)
}

func TestAlertsGoToWhoSubscribed(t *testing.T) {
	heard := make(chan string, 10)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		heard <- r.Header.Get("Authorization") + " " + r.Header.Get("User-Agent") + " " + string(raw)
	}))
	defer shop.Close()
	s, call := start(t, Config{WebhookURL: shop.URL, Credential: "token"})
	_, body := call("POST", "/api/shipments/v2409/ship", parcelShipment)
	id := regexp.MustCompile(`1ZA1B2C365[0-9]{8}`).FindString(body)
	_, err := s.Act(id, "pickup")
	require.NoError(t, err)
	code, body := call("POST", "/api/track/v2/subscription/standard/package", `{"locale":"de_DE","countryCode":"DE","trackingNumberList":["`+id+`","x"]}`)
	require.Equal(t, http.StatusOK, code)
	require.JSONEq(t, `{"validTrackingNumbers":["`+id+`"],"invalidTrackingNumbers":["x"]}`, body)
	code, _ = call("POST", "/api/track/v2/subscription/standard/package", `{"countryCode":"DE","trackingNumberList":["`+id+`"]}`)
	require.Equal(t, http.StatusBadRequest, code)
	_, err = s.Act("K1-abc", "deliver")
	require.NoError(t, err)
	select {
	case text := <-heard:
		require.Contains(t, text, `Bearer token UPSPubSubTrackingService {"trackingNumber":"`+id+`"`)
		require.Contains(t, text, `"type":"D"`, "nothing was told before")
	case <-time.After(10 * time.Second):
		t.Fatal("nothing came")
	}
}

// The numbers are UPS's own examples.
func TestCheckDigit(t *testing.T) {
	for _, number := range []string{"1Z999AA10123456784", "1Z12345E6605272234"} {
		require.Equal(t, number[17:], check(number[2:17]), number)
	}
}
