package sim

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func post(s *Sim, key, body string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodPost, "/v1/events", strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+key)
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, req)
	return rec
}

func event(id string) string {
	return `{"id":"` + id + `","eventType":"addToCart","eventTime":"` + time.Now().Format(time.RFC3339) +
		`","tid":"t1","url":"https://shop.test/p","consent":"Event Analytics","data":{"productId":7}}`
}

func TestEventsAreKeptOnce(t *testing.T) {
	s := New(Config{Key: "k"})
	require.Equal(t, 401, post(s, "other", `{}`).Code)
	require.JSONEq(t, `{"accepted":2,"duplicates":0}`, post(s, "k", `{"batchId":"1","events":[`+event("a")+`,`+event("b")+`]}`).Body.String())
	require.JSONEq(t, `{"accepted":1,"duplicates":1}`, post(s, "k", `{"batchId":"2","events":[`+event("b")+`,`+event("c")+`]}`).Body.String())
	require.Len(t, s.events, 3)
}

func TestOneWrongEventRefusesTheBatch(t *testing.T) {
	s := New(Config{})
	old := strings.Replace(event("x"), time.Now().Format("2006"), "2019", 1)
	for field, e := range map[string]string{
		"id":           strings.Replace(event("x"), `"x"`, `""`, 1),
		"eventTime":    old,
		"url":          strings.Replace(event("x"), "https://shop.test/p", "/p", 1),
		"consent":      strings.Replace(event("x"), "Event Analytics", "", 1),
		"data":         strings.Replace(event("x"), `{"productId":7}`, `[1]`, 1),
		"productIds":   strings.Replace(event("x"), `"productId":7`, `"productIds":7`, 1),
		"eventTrigger": strings.Replace(event("x"), `"productId":7`, `"scrollings":[{"eventTrigger":"often"}]`, 1),
		"scrollings":   strings.Replace(event("x"), `"productId":7`, `"scrollings":[7]`, 1),
		"consentData":  strings.Replace(event("x"), `"productId":7`, `"consentData":[{"serviceName":"event-analytics"}]`, 1),
	} {
		rec := post(s, "any", `{"batchId":"1","events":[`+event("good")+`,`+e+`]}`)
		require.Equal(t, 400, rec.Code, field)
		require.JSONEq(t, `{"error":"events","events":[{"index":1,"field":"`+field+`"}]}`, rec.Body.String())
	}
	require.Equal(t, 400, post(s, "any", `{"batchId":"1","events":[`+strings.Replace(event("x"), `"tid"`, `"tidd"`, 1)+`]}`).Code)
	require.Empty(t, s.events)
}
