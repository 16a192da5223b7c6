package sim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func ask(s *Sim, method, path, body string, header ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Header.Set("DHL-API-Key", "key")
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	return answer
}

func TestASubscriptionIsReadyOnceTheSecretIsShown(t *testing.T) {
	heard := make(chan map[string]any, 10)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var v map[string]any
		_ = json.Unmarshal(raw, &v)
		v["token"] = r.Header.Get("X-Token")
		heard <- v
	}))
	defer shop.Close()
	hear := func() map[string]any {
		t.Helper()
		select {
		case v := <-heard:
			return v
		case <-time.After(10 * time.Second):
			t.Fatal("nothing came")
			return nil
		}
	}
	s, call := start(t)
	defer s.Close()
	_, made := call("POST", shipping+"/orders", orders(parcel))
	no := made.Items[0].ShipmentNo
	request := `{"hook":{"uri":"` + shop.URL + `","authentication":{"type":"ApiKeyAuthentication","header":"X-Token","token":"t"}},
		"format":"Default","type":"Shipment","service":"parcel-de","events":["Transit"],"shipmentIDs":["` + no + `"]}`
	require.Equal(t, http.StatusAccepted, ask(s, "POST", push+"/subscription", request).Code)
	question := hear()
	require.Equal(t, "subscription.validate", question["scope"])
	require.Equal(t, "t", question["token"])
	path := strings.TrimPrefix(question["self"].(string), "http://dhl.test")
	require.Equal(t, http.StatusForbidden, ask(s, "POST", path, "", "DHL-API-Hook-Secret", "guess").Code)
	_, err := s.Act(no, "transit")
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, ask(s, "POST", path, "", "DHL-API-Hook-Secret", question["secret"].(string)).Code)
	require.Equal(t, "subscription.ready", hear()["scope"], "nothing was told before")

	require.NoError(t, s.Stage().Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Hold}))
	_, err = s.Act(no, "deliver")
	require.NoError(t, err)
	released, err := s.Act("webhooks", "release")
	require.NoError(t, err)
	require.Equal(t, map[string]int{"released": 1}, released)
	news := hear()
	require.Equal(t, "subscription.push", news["scope"])
	require.Equal(t, "t", news["token"])
	require.NoError(t, s.Stage().Add(stage.Rule{Op: stage.WebhookOp, Effect: stage.Forge}))
	_, err = s.Act(no, "fail")
	require.NoError(t, err)
	news = hear()
	require.Empty(t, news["token"], "a forged one lacks the token")
}

func TestWrongSubscriptionsAndSearchesAreRefused(t *testing.T) {
	s := New(Config{APIKey: "key"})
	defer s.Close()
	good := `{"hook":{"uri":"http://shop.test"},"format":"Default","type":"Shipment","service":"parcel-de","events":["Transit"],"shipmentIDs":["1"]}`
	for from, to := range map[string]string{`"http://shop.test"`: `"x"`, `"Default"`: `"XML"`, `"parcel-de"`: `"parcel"`, `["Transit"]`: `["Sent"]`,
		`["1"]`: `[]`, `"Shipment"`: `"Parcel"`, `"format"`: `"formats"`} {
		require.Equal(t, http.StatusBadRequest, ask(s, "POST", push+"/subscription", strings.Replace(good, from, to, 1)).Code, to)
	}
	for _, query := range []string{"", "countryCode=DE&locationType=shop", "countryCode=DE&limit=51", "countryCode=DE&serviceType=parcel"} {
		require.Equal(t, http.StatusBadRequest, ask(s, "GET", finder+"/find-by-address?"+query, "").Code, query)
	}
	require.Equal(t, http.StatusNotFound, ask(s, "GET", finder+"/find-by-address?countryCode=DE&postalCode=00000", "").Code)
	require.Equal(t, http.StatusUnauthorized, ask(s, "GET", finder+"/find-by-address?countryCode=DE", "", "DHL-API-Key", "other").Code)
	lockers := ask(s, "GET", finder+"/find-by-address?countryCode=DE&postalCode=04229&locationType=locker&limit=2", "").Body.String()
	require.Equal(t, 2, strings.Count(lockers, `"type":"locker"`))
}
