package sim

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func post(s *Sim, path, body string) (int, string) {
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	return rec.Code, rec.Body.String()
}

const known = "/mp/collect?measurement_id=G-TEST&api_secret=s"

func event(name, params string) string {
	return `{"client_id":"1.2","events":[{"name":"` + name + `","params":{` + params + `}}]}`
}

func TestEverythingIsCountedAsOftenAsItComes(t *testing.T) {
	s := New(Config{MeasurementID: "G-TEST", Secret: "s"})
	for range 2 {
		code, _ := post(s, known, event("add_to_cart", `"items":[{"item_id":"7","quantity":1}]`))
		require.Equal(t, http.StatusNoContent, code)
		post(s, known, event("purchase", `"transaction_id":"4711","value":12.34,"currency":"EUR"`))
	}
	require.Equal(t, 3, s.Stage().Counts()["event"], "but a purchase is known by its transaction id")
}

func TestWhatIsWrongIsDroppedWithoutAWord(t *testing.T) {
	s := New(Config{MeasurementID: "G-TEST", Secret: "s"})
	for _, path := range []string{"/mp/collect", "/mp/collect?measurement_id=G-TEST&api_secret=other", "/mp/collect?measurement_id=G-OTHER&api_secret=s"} {
		code, body := post(s, path, event("scroll", ""))
		require.Equal(t, http.StatusNoContent, code)
		require.Empty(t, body)
	}
	post(s, known, event("_scroll", ""))
	require.Zero(t, s.Stage().Counts()["event"])
	require.Equal(t, 4, s.Stage().Counts()["invalid"])
}

func TestTheValidationServerSaysWhatIsWrong(t *testing.T) {
	s := New(Config{})
	_, answer := post(s, "/debug/mp/collect", event("scroll", `"percent_scrolled":25,"page_location":"`+strings.Repeat("x", 1000)+`"`))
	require.JSONEq(t, `{"validationMessages":[]}`, answer)
	late := fmt.Sprint(time.Now().Add(-73 * time.Hour).UnixMicro())
	for body, code := range map[string]string{
		`{"events":[{"name":"scroll","params":{}}]}`:                                                 "VALUE_REQUIRED",
		`{"client_id":"1","events":[]}`:                                                              "EXCEEDED_MAX_ENTITIES",
		`{"client_id":"1","unknown":1}`:                                                              "VALUE_INVALID",
		`{"client_id":"1","consent":{"ad_user_data":"YES"},"events":[]}`:                             "VALUE_INVALID",
		`{"client_id":"1","events":[{"name":"scroll","timestamp_micros":` + late + `,"params":{}}]}`: "VALUE_OUT_OF_BOUNDS",
		`{"client_id":"1","events":[` + strings.Repeat(`{"name":"a"},`, 25) + `{"name":"a"}]}`:       "EXCEEDED_MAX_ENTITIES",
		event("_scroll", ``):                                          "NAME_INVALID",
		event("session_start", ``):                                    "NAME_RESERVED",
		event("scroll", `"ga_x":1`):                                   "NAME_INVALID",
		event("scroll", `"x":"`+strings.Repeat("x", 101)+`"`):         "VALUE_OUT_OF_BOUNDS",
		event("scroll", `"x":{}`):                                     "VALUE_INVALID",
		event("purchase", `"value":1,"currency":"EUR"`):               "VALUE_REQUIRED",
		event("purchase", `"transaction_id":"1","value":1`):           "VALUE_INVALID",
		event("add_to_cart", `"items":[{}]`):                          "VALUE_REQUIRED",
		event("add_to_cart", `"items":[{"item_id":"1","price":"2"}]`): "VALUE_INVALID",
	} {
		_, answer := post(s, "/debug/mp/collect", body)
		require.Contains(t, answer, code, body)
	}
	require.Empty(t, s.State().(map[string]any)["events"])
}
