package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi"
)

// reset sets a password by a link's token and says what came of it.
func (s *shop) reset(token, password string) string {
	s.Helper()
	var o httpapi.Outcome
	s.post("/process-password-forgotten", fmt.Sprintf(`{"token": %q, "newPassword": %q}`, token, password), &o)
	return o.Error
}

// Links are long, random, kept as digests, good once, and for the one account that they were made for.
func TestLinksAreNeitherGuessedNorReplayedNorLent(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.registered("eva@example.org")
	s.anew()
	s.post("/auth/reset", `{"email": "erika@example.org"}`, nil)
	token := strings.TrimPrefix(s.mailed("account_reset", "path"), customer.ResetPath)
	require.GreaterOrEqual(t, len(token), 32)
	for _, guess := range []string{"", "x", token[:len(token)-1], token + "x", strings.ToUpper(token), token[1:] + token[:1]} {
		require.Equal(t, "wrong_link", s.reset(guess, "Neu7Haus"), guess)
	}
	var n int
	require.NoError(t, s.pool.QueryRow(t.Context(), `select count(*) from password_reset where digest = $1::text::bytea`, token).Scan(&n))
	require.Zero(t, n, "who reads the database has no link")
	require.Empty(t, s.reset(token, "Neu7Haus"))
	require.Equal(t, "wrong_link", s.reset(token, "Neu8Haus"), "a replay")
	for email, want := range map[string]bool{"erika@example.org": true, "eva@example.org": false} {
		s.anew()
		var l httpapi.LoginResponse
		s.post("/auth/login", fmt.Sprintf(`{"email": %q, "password": "Neu7Haus"}`, email), &l)
		require.Equal(t, want, l.Successful, email)
	}
}

// A code is of the session in which it was asked for: whoever reads it cannot use it elsewhere.
func TestCodesAreOfTheirSession(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	login := func() map[string]*http.Cookie {
		s.anew()
		var l httpapi.LoginResponse
		s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &l)
		require.True(t, l.Needs2FaAuthentication)
		return maps.Clone(s.cookies)
	}
	mine := login()
	code := s.mailed("account_code", "code")
	login()
	var l httpapi.LoginResponse
	if s.mailed("account_code", "code") != code {
		s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
		require.Equal(t, "two_factor_wrong", l.Error, "another session's code")
	}
	s.cookies = mine
	for guess := range customer.CodeTries {
		wrong := fmt.Sprintf("%06d", guess)
		if wrong == code {
			wrong = "999999"
		}
		s.post("/api/auth/submit-two-fa-code", `{"code": "`+wrong+`"}`, &l)
	}
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
	require.Equal(t, "two_factor_wrong", l.Error, "after too many guesses the right one is too late")
}

// The link to confirm a university's address makes a member of the one who asked, whoever opens it.
func TestCampusLinksAreOfTheirCustomer(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.post(byEmail, `{"university_id": 7, "email": "erika@tu.example", "terms": true}`, nil)
	erika := maps.Clone(s.cookies)
	token := strings.TrimPrefix(s.mailed("campus_confirm", "path"), campus.ConfirmPath)
	s.anew()
	s.registered("eva@example.org")
	var got httpapi.CampusOutcome
	s.post("/account/campus-program-confirmation", fmt.Sprintf(`{"token": %q}`, token), &got)
	require.Equal(t, "unknown", s.campusStatus(), "not of who opened it")
	s.cookies = erika
	require.Equal(t, "valid", s.campusStatus())
	s.post("/account/campus-program-confirmation", fmt.Sprintf(`{"token": %q}`, token[1:]+token[:1]), &got)
	require.Equal(t, "wrong_link", got.Error)
}

func (s *shop) campusStatus() string {
	s.Helper()
	var status httpapi.CampusStatus
	s.get("/account/campus-program-status", &status)
	return status.CampusProgramSubscriptionStatus
}
