package sim

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func post(s *Sim, path, body string) (int, string) {
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer k")
	s.Handler().ServeHTTP(rec, req)
	return rec.Code, rec.Body.String()
}

func body(event string) string {
	return `{"version":"x","site_type":"d","account":"1","id":{"mapping_key":"2"},"retailer_visitor_id":"v",
		"full_url":"https://shop.test/","events":[` + event + `]}`
}

func event(name, more string) string {
	return `{"event":"` + name + `","timestamp":"` + time.Now().UTC().Format(time.RFC3339) + `"` + more + `}`
}

func TestEverythingIsCountedAsOftenAsItComes(t *testing.T) {
	s := New(Config{Account: "1", MappingKey: "2", Key: "k"})
	for range 2 {
		code, answer := post(s, "/m/event?version=s2s_v0", body(event("addToCart", `,"item":[{"id":"7","price":1.5,"quantity":1}]`)))
		require.Equal(t, http.StatusOK, code)
		require.JSONEq(t, `{"errors":[]}`, answer)
		post(s, "/m/event?version=s2s_v0", body(event("trackTransaction", `,"id":"4711","item":[{"id":"7","quantity":1}]`)))
	}
	require.Equal(t, 3, s.Stage().Counts()["event"], "but a transaction is known by its id")
}

func TestWhatIsWrongIsNamedInAnAnswerThatSaysOK(t *testing.T) {
	s := New(Config{Account: "1", MappingKey: "2", Key: "k"})
	good := event("viewItem", `,"item":[{"id":"7"}]`)
	for wrong, text := range map[string]string{
		"account":             strings.Replace(body(good), `"account":"1"`, `"account":"9"`, 1),
		"id.mapping_key":      strings.Replace(body(good), `"mapping_key":"2"`, `"mapping_key":""`, 1),
		"retailer_visitor_id": strings.Replace(body(good), `"v"`, `""`, 1),
		"site_type":           strings.Replace(body(good), `"d"`, `"x"`, 1),
		"full_url":            strings.Replace(body(good), "https://shop.test/", "/p", 1),
		"unknown field":       strings.Replace(body(good), `"version"`, `"versions"`, 1),
		"events":              body(""),
		"event":               body(event("removeFromCart", `,"item":[{"id":"7"}]`)),
		"timestamp":           body(`{"event":"viewItem","timestamp":"yesterday"}`),
		"id":                  body(event("trackTransaction", `,"item":[{"id":"7","quantity":1}]`)),
		"item":                body(event("viewItem", "")),
		"item.id":             body(event("viewItem", `,"item":[{}]`)),
		"item.price":          body(event("viewItem", `,"item":[{"id":"7","price":1.234}]`)),
		"item.quantity":       body(event("addToCart", `,"item":[{"id":"7"}]`)),
	} {
		code, answer := post(s, "/m/event?version=s2s_v0", text)
		require.Equal(t, http.StatusOK, code)
		require.Contains(t, answer, wrong)
		require.NotContains(t, answer, `"errors":[]`, wrong)
	}
	_, answer := post(s, "/m/event", body(good))
	require.JSONEq(t, `{"errors":["version"]}`, answer)
	s.cfg.Key = "other"
	code, _ := post(s, "/m/event?version=s2s_v0", body(good))
	require.Equal(t, http.StatusUnauthorized, code)
	require.Zero(t, s.Stage().Counts()["event"])
}
