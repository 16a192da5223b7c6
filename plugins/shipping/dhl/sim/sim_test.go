package sim

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const parcel = `{"product":"V01PAK","billingNumber":"33333333330101","refNo":"K10000001-1",
"shipper":{"name1":"Kontor GmbH","addressStreet":"Am Markt","addressHouse":"1","postalCode":"20095","city":"Hamburg","country":"DEU"},
"consignee":{"name1":"Jörg (Groß)","addressStreet":"Weg","addressHouse":"2a","postalCode":"01067","city":"Dresden","country":"DEU"},
"details":{"weight":{"uom":"g","value":2300}}}`

func start(t *testing.T) (*Sim, func(method, path, body string) (int, labelResponse)) {
	t.Helper()
	s := New(Config{BaseURL: "http://dhl.test", APIKey: "key"})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	return s, func(method, path, body string) (int, labelResponse) {
		t.Helper()
		req, _ := http.NewRequest(method, srv.URL+path, strings.NewReader(body))
		req.SetBasicAuth("user-valid", "secret")
		req.Header.Set("dhl-api-key", "key")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		raw, _ := io.ReadAll(res.Body)
		var out labelResponse
		_ = json.Unmarshal(raw, &out)
		return res.StatusCode, out
	}
}

func orders(shipments ...string) string {
	return `{"profile":"STANDARD_GRUPPENPROFIL","shipments":[` + strings.Join(shipments, ",") + `]}`
}

func TestShipmentWithLabelAndCancel(t *testing.T) {
	s, call := start(t)
	code, _ := call("POST", shipping+"/orders?validate=true", orders(parcel))
	require.Equal(t, 200, code)
	require.Empty(t, s.order, "validating makes nothing")

	code, out := call("POST", shipping+"/orders", orders(parcel))
	require.Equal(t, 200, code)
	one := out.Items[0]
	require.Regexp(t, `^\d{20}$`, one.ShipmentNo)
	require.Equal(t, "K10000001-1", one.ShipmentRefNo)
	label, err := base64.StdEncoding.DecodeString(one.Label.B64)
	require.NoError(t, err)
	requirePDF(t, label)
	require.Contains(t, string(label), `J\366rg \(Gro\337\)`)

	code, _ = call("DELETE", shipping+"/orders?profile=STANDARD_GRUPPENPROFIL&shipment="+one.ShipmentNo, "")
	require.Equal(t, 200, code)
	code, out = call("DELETE", shipping+"/orders?profile=STANDARD_GRUPPENPROFIL&shipment="+one.ShipmentNo, "")
	require.Equal(t, 400, code)
	require.Equal(t, 400, out.Items[0].SStatus.StatusCode)
}

// requirePDF checks that every entry of the cross reference table points at its object.
func requirePDF(t *testing.T, raw []byte) {
	t.Helper()
	require.True(t, bytes.HasPrefix(raw, []byte("%PDF-1.4\n")))
	require.True(t, bytes.HasSuffix(raw, []byte("%%EOF\n")))
	entries := regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(raw, -1)
	require.Len(t, entries, 6)
	for i, e := range entries {
		at, _ := strconv.Atoi(string(e[1]))
		require.True(t, bytes.HasPrefix(raw[at:], fmt.Appendf(nil, "%d 0 obj", i+1)))
	}
}

func TestSeveralShipmentsAnswerEachForItself(t *testing.T) {
	_, call := start(t)
	code, out := call("POST", shipping+"/orders?includeDocs=URL", orders(parcel, strings.Replace(parcel, "2300", "31501", 1)))
	require.Equal(t, 207, code)
	require.Equal(t, 200, out.Items[0].SStatus.StatusCode)
	require.Contains(t, out.Items[0].Label.URL, "http://dhl.test"+shipping+"/labels?token=")
	require.Equal(t, 400, out.Items[1].SStatus.StatusCode)
	require.Equal(t, "details.weight.value", out.Items[1].Validation[0].Property)
}

func TestWrongShipmentsAreNamed(t *testing.T) {
	s, call := start(t)
	for property, change := range map[string][2]string{
		"product":                 {`"V01PAK"`, `"PAKET"`},
		"billingNumber":           {`"33333333330101"`, `"3333333333"`},
		"refNo":                   {`"K10000001-1"`, `"K1"`},
		"shipper.city":            {`"Hamburg"`, `""`},
		"consignee.country":       {`"Dresden","country":"DEU"`, `"Dresden","country":"DE"`},
		"consignee.postalCode":    {`"01067"`, `"1067"`},
		"consignee.addressStreet": {`"Weg"`, `" "`},
		"details.weight.uom":      {`"g"`, `"lb"`},
		"shipments":               {`"details"`, `"detail"`},
		"consignee.postNumber":    {`"name1":"Jörg (Groß)","addressStreet":"Weg","addressHouse":"2a"`, `"name":"Jörg","lockerID":145,"postNumber":"12345"`},
	} {
		require.Contains(t, parcel, change[0], property)
		code, out := call("POST", shipping+"/orders", orders(strings.Replace(parcel, change[0], change[1], 1)))
		require.Equal(t, 400, code, property)
		require.Equal(t, property, out.Items[0].Validation[0].Property)
		require.Equal(t, "Error", out.Items[0].Validation[0].State)
	}
	require.Empty(t, s.order)
}

func TestCallsWithoutTheKeyAreRefused(t *testing.T) {
	s := New(Config{APIKey: "key"})
	for path, h := range map[string]string{shipping + "/orders?shipment=1": "wrong", "/track/shipments?trackingNumber=1": ""} {
		req := httptest.NewRequest(http.MethodGet, path, nil)
		req.SetBasicAuth("u", "p")
		req.Header.Set("dhl-api-key", h)
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		require.Equal(t, http.StatusUnauthorized, rec.Code, path)
	}
}

func TestTrackingFollowsTheParcel(t *testing.T) {
	s, call := start(t)
	_, out := call("POST", shipping+"/orders", orders(parcel))
	no := out.Items[0].ShipmentNo
	last := func() string {
		req := httptest.NewRequest(http.MethodGet, "/track/shipments?language=de&trackingNumber="+no, nil)
		req.Header.Set("DHL-API-Key", "key")
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		require.Equal(t, 200, rec.Code)
		var v struct{ Shipments []tracked }
		require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &v))
		return v.Shipments[0].Status.StatusCode
	}
	require.Equal(t, "pre-transit", last())
	for action, want := range map[string]string{"transit": "transit"} {
		_, err := s.Act("K10000001-1", action)
		require.NoError(t, err)
		require.Equal(t, want, last())
	}
	code, _ := call("DELETE", shipping+"/orders?profile=P&shipment="+no, "")
	require.Equal(t, 400, code, "a parcel on its way cannot be cancelled")
	_, err := s.Act(no, "deliver")
	require.NoError(t, err)
	require.Equal(t, "delivered", last())
}
