package sim

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const parcelOrder = `{"clientReference":"K1","clientReference2":"abc-1","receiverName":{"firstname":"Jörg","lastname":"Groß"},
"receiverAddress":{"street":"Am Markt","houseNumber":"2a","zipCode":"01067","town":"Dresden","countryCode":"DE"},
"parcel":{"parcelClass":"M","parcelWeight":2300,"productType":"PARCEL"},
"service":{"parcelShopDeliveryService":{"psSelectionRule":"SELECT_BY_ID","psID":"DE40501","psCustomerLastName":"Groß"},"customerAlertService":{"notificationType":"EMAIL","notificationEmail":"a@example.org"}}}`

func start(t *testing.T) (*Sim, func(method, path, body string) (int, string)) {
	t.Helper()
	s := New(Config{User: "user", Password: "pass"})
	answer := login(s, "grant_type=password&username=user&password=pass&client_id=c&client_secret=s")
	require.Equal(t, http.StatusOK, answer.Code)
	bearer := regexp.MustCompile(`"access_token":"([^"]+)"`).FindStringSubmatch(answer.Body.String())[1]
	return s, func(method, path, body string) (int, string) {
		request := httptest.NewRequest(method, path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+bearer)
		request.Header.Set("Accept", labelType)
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, request)
		return answer.Code, answer.Body.String()
	}
}

func login(s *Sim, form string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/authorization-facade/oauth2/access_token", strings.NewReader(form))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	return answer
}

func TestAnOrderIsListedAndItsLabelPrintedAgain(t *testing.T) {
	_, call := start(t)
	code, body := call("POST", hsi+"/shipmentorders/labels", parcelOrder)
	require.Equal(t, http.StatusOK, code, body)
	id := regexp.MustCompile(`"shipmentOrderID":"([0-9]{11})"`).FindStringSubmatch(body)[1]
	number := regexp.MustCompile(`"shipmentID":"(H[0-9]{19})"`).FindStringSubmatch(body)[1]
	today := time.Now().In(germany).Format(time.DateOnly)
	_, body = call("GET", hsi+"/shipmentorders?shipmentOrderStartDate="+today+"&shipmentOrderEndDate="+today, "")
	require.Contains(t, body, `"clientReference2":"abc-1"`)
	_, body = call("GET", hsi+"/shipmentorders?shipmentOrderStartDate=2020-01-01&shipmentOrderEndDate="+today, "")
	require.Contains(t, body, "e043")
	code, body = call("POST", hsi+"/shipmentorders/"+id+"/labels", "")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, number)
	_, body = call("GET", hsi+"/shipmentinfo?shipmentID="+number+"&shipmentID=x", "")
	require.Contains(t, body, `"code":"0000"`)
	require.Contains(t, body, `"code":"e001"`)
}

func TestWrongOrdersAreRefused(t *testing.T) {
	_, call := start(t)
	for from, change := range map[string][2]string{
		`"lastname":"Groß"`: {`"lastname":" "`, "e002"}, `"2a"`: {`"123456"`, "e001"}, `"01067"`: {`"1067"`, "e001"}, `"Dresden"`: {`"王"`, "e001"},
		`2300`: {`31501`, "e067"}, `"parcelClass":"M",`: {``, "e013"}, `"SELECT_BY_ID"`: {`"SELECT_BY_RECEIVER_ADDRESS"`, "e091"},
		`"DE40501"`: {`"x"`, "e069"}, `"EMAIL"`: {`"SMS"`, "e001"}, `"receiverName"`: {`"receiver"`, "e001"}, `"countryCode":"DE"`: {`"countryCode":"AT"`, "e004"},
		`,"customerAlertService":{"notificationType":"EMAIL","notificationEmail":"a@example.org"}`: {``, "e108"},
	} {
		require.Contains(t, parcelOrder, from)
		code, body := call("POST", hsi+"/shipmentorders/labels", strings.Replace(parcelOrder, from, change[0], 1))
		require.Equal(t, http.StatusBadRequest, code, from)
		require.Contains(t, body, change[1], from)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	s, _ := start(t)
	for form, want := range map[string]int{
		"grant_type=client_credentials&client_id=c&client_secret=s":                    http.StatusBadRequest,
		"grant_type=password&username=user&password=guess&client_id=c&client_secret=s": http.StatusBadRequest,
		"grant_type=password&username=user&password=pass&client_id=c":                  http.StatusUnauthorized,
	} {
		require.Equal(t, want, login(s, form).Code, form)
	}
	for _, path := range []string{hsi + "/shipmentinfo?shipmentID=1", "/psfinder-api/findParcelShopByAddressString?country=DE"} {
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, http.StatusUnauthorized, answer.Code, path)
	}
}
