package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func post(t *testing.T, s *Sim, token string, requests ...string) (int, string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"requests": requests, "token_auth": token})
	require.NoError(t, err)
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/matomo.php", strings.NewReader(string(body))))
	return rec.Code, rec.Body.String()
}

func request(changes ...string) string {
	v := url.Values{"idsite": {"1"}, "rec": {"1"}, "_id": {"0123456789abcdef"}, "url": {"https://shop.test/"}}
	for i := 0; i+1 < len(changes); i += 2 {
		v.Set(changes[i], changes[i+1])
	}
	return "?" + v.Encode()
}

func TestEverythingIsCountedAsOftenAsItComes(t *testing.T) {
	s := New(Config{Site: "1", Token: "k", Super: true})
	order := request("idgoal", "0", "ec_id", "9", "revenue", "1.50", "ec_items", `[["A","","",1.5,1]]`)
	_, answer := post(t, s, "k", request(), request(), request("e_c", "cart", "e_a", "add"), order, order)
	require.JSONEq(t, `{"status":"success","tracked":5,"invalid":0,"invalid_indices":[]}`, answer)
	require.Equal(t, 4, s.Stage().Counts()["event"], "but an order is known by its number")
}

func TestOnlyASuperUserHearsWhatWasInvalid(t *testing.T) {
	s := New(Config{Site: "1", Token: "k"})
	_, answer := post(t, s, "k", request(), request("idsite", "2"))
	require.JSONEq(t, `{"status":"success","tracked":1,"invalid":1}`, answer)
	_, answer = post(t, New(Config{Site: "1", Token: "k", Super: true}), "other", request("idsite", "2"))
	require.JSONEq(t, `{"status":"success","tracked":0,"invalid":1}`, answer)
}

func TestWrongRequestsAreInvalid(t *testing.T) {
	s := New(Config{Site: "1", Token: "k"})
	late := strconv.FormatInt(time.Now().Add(-25*time.Hour).Unix(), 10)
	for reason, values := range map[string][]string{
		"rec": {"rec", "0"}, "_id": {"_id", "xyz"}, "url": {"url", "/relative"}, "unknown": {"unknown", "1"}, "e_c": {"e_a", "x"},
		"e_a": {"e_c", "x"}, "e_v": {"e_c", "x", "e_a", "y", "e_v", "z"}, "ec_id": {"idgoal", "0", "revenue", "1"},
		"revenue": {"idgoal", "0", "ec_id", "1"}, "ec_items": {"idgoal", "0", "ec_id", "1", "revenue", "1", "ec_items", `[["A"]]`},
		"cdt": {"cdt", fmt.Sprint(time.Now().Add(time.Hour).Unix())}, "idgoal": {"ec_id", "1"},
	} {
		v, err := url.ParseQuery(request(values...)[1:])
		require.NoError(t, err)
		require.Equal(t, reason, s.check(v, true, time.Now()))
	}
	v, err := url.ParseQuery(request("cdt", late)[1:])
	require.NoError(t, err)
	require.Empty(t, s.check(v, true, time.Now()))
	require.Equal(t, "cdt", s.check(v, false, time.Now()))
	code, _ := post(t, s, "k")
	require.Equal(t, http.StatusBadRequest, code)
}
