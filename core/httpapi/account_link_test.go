package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
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
	require.Equal(t, "wrong_link", s.reset("x", ""), "before a password was typed")
	require.Equal(t, "password_change_failed", s.reset(token, ""), "it holds, and is not used up by that")
	require.Empty(t, s.reset(token, "Neu7Haus"))
	require.Equal(t, "wrong_link", s.reset(token, "Neu8Haus"), "a replay")
	for email, want := range map[string]bool{"erika@example.org": true, "eva@example.org": false} {
		s.anew()
		var l httpapi.LoginResponse
		s.post("/auth/login", fmt.Sprintf(`{"email": %q, "password": "Neu7Haus"}`, email), &l)
		require.Equal(t, want, l.Successful, email)
	}
}

// Who takes the account's address or password away takes along what was mailed before: the old mailbox opens nothing.
func TestLinksAndCodesEndWithTheAddressAndThePassword(t *testing.T) {
	for name, change := range map[string]string{
		"/account/email/change":    `{"email": "neu@example.org", "confirmationPassword": "Zug7Berg"}`,
		"/account/password/change": `{"currentPassword": "Zug7Berg", "newPassword": "Neu7Haus", "confirmationPassword": "Neu7Haus"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newCheckout(t)
			s.registered("erika@example.org")
			mine := maps.Clone(s.cookies)
			s.anew()
			s.post("/auth/reset", `{"email": "erika@example.org"}`, nil)
			token := strings.TrimPrefix(s.mailed("account_reset", "path"), customer.ResetPath)
			var l httpapi.LoginResponse
			s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &l)
			require.True(t, l.Needs2FaAuthentication)
			thief := maps.Clone(s.cookies)
			code := s.mailed("account_code", "code")

			s.cookies = mine
			var o httpapi.Outcome
			s.post(name, change, &o)
			require.True(t, o.Successful, o.Error)
			s.cookies = thief
			require.Equal(t, "wrong_link", s.reset(token, "Raub7Zug"))
			s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
			require.Equal(t, "two_factor_wrong", l.Error)
			require.False(t, s.header().IsLoggedIn)
		})
	}
}

// A code is right once, and only as the six digits that were mailed.
func TestCodesAreGoodOnce(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.anew()
	var l httpapi.LoginResponse
	s.post("/auth/login", `{"email": "erika@example.org", "password": "Zug7Berg"}`, &l)
	code, waiting := s.mailed("account_code", "code"), maps.Clone(s.cookies)
	require.Regexp(t, `^\d{6}$`, code)
	s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
	require.True(t, l.Successful)
	s.post("/auth/logout", "", nil)
	for _, cookies := range []map[string]*http.Cookie{waiting, maps.Clone(s.cookies), {}} {
		s.cookies = cookies
		l = httpapi.LoginResponse{}
		s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
		require.False(t, l.Successful, "a replay")
		require.False(t, s.header().IsLoggedIn)
	}
}

// The links of the newsletter are of one address and one purpose.
func TestNewsletterLinksAreNeitherGuessedNorReplayedNorLent(t *testing.T) {
	s := newCheckout(t)
	letters := newsletter.NewService(postgres.NewNewsletters(s.pool), clock.System{})
	path := map[string]string{} // of the newest mail, by address and template
	mailed := func(email, template string) string {
		require.NoError(t, s.pool.QueryRow(t.Context(), `
			select split_part(payload->'data'->>'path', 'token=', 2) from outbox
			where payload->>'template' = $1 and payload->>'to' = $2 order by seq desc limit 1`, template, email).Scan(&template))
		return template
	}
	ask := func(email string) string {
		s.anew() // a session asks once an hour
		require.Empty(t, s.letter("subscribe", "email="+url.QueryEscape(email)).Error)
		var id string
		require.NoError(t, s.pool.QueryRow(t.Context(), `select id::text from newsletter_subscription where email = $1`, email).Scan(&id))
		_, err := letters.Ask(t.Context(), id)
		require.NoError(t, err)
		return mailed(email, "newsletter_confirm")
	}
	state := func(email string) (state string) {
		require.NoError(t, s.pool.QueryRow(t.Context(), `select state from newsletter_subscription where email = $1`, email).Scan(&state))
		return state
	}
	for _, email := range []string{"erika@example.org", "eva@example.org"} {
		path[email] = ask(email)
		require.GreaterOrEqual(t, len(path[email]), 32)
	}
	token := path["erika@example.org"]
	s.registered("erika@example.org")
	s.post("/auth/reset", `{"email": "erika@example.org"}`, nil)
	reset := strings.TrimPrefix(s.mailed("account_reset", "path"), customer.ResetPath)
	for _, guess := range []string{"", "x", token[:len(token)-1], token + "x", strings.ToUpper(token), token[1:] + token[:1], reset} {
		for _, call := range []string{"confirm", "unsubscribe"} {
			require.Equal(t, "wrong_link", s.letter(call, fmt.Sprintf(`{"token": %q}`, guess)).Error, "%s %q", call, guess)
		}
	}
	require.Equal(t, "wrong_link", s.reset(token, "Neu7Haus"), "another purpose")
	require.Equal(t, "wrong_link", s.letter("unsubscribe", `{"token": "`+token+`"}`).Error, "another purpose")
	require.Empty(t, s.letter("confirm", `{"token": "`+token+`"}`).Error)
	require.Equal(t, []string{"active", "pending"}, []string{state("erika@example.org"), state("eva@example.org")}, "of one address")

	require.Empty(t, s.letter("confirm", `{"token": "`+path["eva@example.org"]+`"}`).Error)
	leave := mailed("erika@example.org", "newsletter_welcome")
	require.Equal(t, "wrong_link", s.letter("confirm", `{"token": "`+leave+`"}`).Error, "another purpose")
	require.Empty(t, s.letter("unsubscribe", `{"token": "`+leave+`"}`).Error)
	require.Equal(t, []string{"ended", "active"}, []string{state("erika@example.org"), state("eva@example.org")}, "of one address")
	require.Equal(t, "wrong_link", s.letter("confirm", `{"token": "`+token+`"}`).Error, "a replay does not bring the newsletter back")
	require.Equal(t, "ended", state("erika@example.org"))

	require.Empty(t, s.letter("unsubscribe", `{"token": "`+leave+`"}`).Error, "pressed twice")
	require.Empty(t, s.letter("confirm", `{"token": "`+ask("erika@example.org")+`"}`).Error)
	require.Equal(t, "wrong_link", s.letter("unsubscribe", `{"token": "`+leave+`"}`).Error, "a replay does not end a later subscription")
	require.Equal(t, "active", state("erika@example.org"))
}

// A code is of the session in which it was asked for: whoever reads it cannot use it elsewhere.
func TestCodesAreOfTheirSession(t *testing.T) {
	s := newCheckout(t)
	s.registered("erika@example.org")
	s.anew()
	s.registered("eva@example.org")
	login := func(email string) map[string]*http.Cookie {
		s.anew()
		var l httpapi.LoginResponse
		s.post("/auth/login", `{"email": "`+email+`", "password": "Zug7Berg"}`, &l)
		require.True(t, l.Needs2FaAuthentication)
		return maps.Clone(s.cookies)
	}
	mine := login("erika@example.org")
	code := s.mailed("account_code", "code")
	var l httpapi.LoginResponse
	for _, email := range []string{"erika@example.org", "eva@example.org"} {
		login(email)
		if s.mailed("account_code", "code") == code {
			continue // one time in a million
		}
		s.post("/api/auth/submit-two-fa-code", `{"code": "`+code+`"}`, &l)
		require.Equal(t, "two_factor_wrong", l.Error, "a code of another session, be it of %s", email)
		require.False(t, s.header().IsLoggedIn)
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
	for _, guess := range []string{"", token, token[:len(token)-1], token + "x", strings.ToUpper(token), token[1:] + token[:1]} {
		s.post("/account/campus-program-confirmation", fmt.Sprintf(`{"token": %q}`, guess), &got)
		require.Equal(t, "wrong_link", got.Error, guess)
	}
}

func (s *shop) campusStatus() string {
	s.Helper()
	var status httpapi.CampusStatus
	s.get("/account/campus-program-status", &status)
	return status.CampusProgramSubscriptionStatus
}
