package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

func (s *shop) sessions() []httpapi.AccountSession {
	s.Helper()
	var list httpapi.AccountSessions
	s.post("/api/account/sessions/get", `{}`, &list)
	return list.Sessions
}

// enter logs in from another browser.
func (s *shop) enter(email string) {
	s.Helper()
	s.anew()
	var l httpapi.LoginResponse
	s.post("/auth/login", fmt.Sprintf(`{"email": %q, "password": "Zug7Berg"}`, email), &l)
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+s.mailed("account_code", "code")+`"}`, &l)
	require.True(s, l.Successful, l.Error)
}

func TestCustomersSeeAndEndTheirSessions(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	first := maps.Clone(s.cookies)
	require.Len(t, s.sessions(), 1)
	s.enter("erika@example.org")
	second := maps.Clone(s.cookies)
	s.enter("erika@example.org")
	list := s.sessions()
	require.Len(t, list, 3)
	var current, other string
	for _, one := range list {
		require.Equal(t, "192.0.2.1", one.Client)
		if one.Current {
			current = one.ID
			continue
		}
		other = one.ID
	}
	var o httpapi.Outcome
	s.post("/api/account/sessions/end", fmt.Sprintf(`{"sessionId": %q}`, current), &o)
	require.Equal(t, "session_current", o.Error)
	s.post("/api/account/sessions/end", fmt.Sprintf(`{"sessionId": %q}`, other), &o)
	require.True(t, o.Successful)
	require.Equal(t, http.StatusNotFound, s.do("POST", "/api/account/sessions/end", fmt.Sprintf(`{"sessionId": %q}`, other), nil).Code)
	require.Len(t, s.sessions(), 2)
	s.post("/api/account/sessions/end-others", `{}`, &o)
	require.True(t, o.Successful)
	require.Len(t, s.sessions(), 1)
	for _, ended := range []map[string]*http.Cookie{first, second} {
		s.cookies = maps.Clone(ended)
		require.Equal(t, http.StatusUnauthorized, s.do("POST", "/api/account/sessions/get", `{}`, nil).Code)
	}
	var n int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from security_event where kind in ('session_ended', 'sessions_ended')`).Scan(&n))
	require.Equal(t, 2, n)
}

// Whoever had the token from before does not get the rights that came after.
func TestMoreRightsHaveATokenOfTheirOwn(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	light := s.token()
	s.saveAddress()
	full := s.token()
	require.NotEqual(t, light, full, "the first billing address makes a full account")
	var o httpapi.Outcome
	s.post("/api/account/convert-to-business", `{"businessForm": 1, "businessType": "consumer", "company": "Muster AG"}`, &o)
	require.True(t, o.Successful, o.Error)
	require.NotEqual(t, full, s.token())
	require.True(t, s.header().IsLoggedIn)
	for _, old := range []string{light, full} {
		s.cookies = map[string]*http.Cookie{"kontor_session": {Name: "kontor_session", Value: old}}
		require.False(t, s.header().IsLoggedIn)
	}
}
