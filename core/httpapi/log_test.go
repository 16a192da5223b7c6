package httpapi_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

// record is what was logged while it was listened to.
type record struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (r *record) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lines.Write(line)
}

// listen takes the log of every level until the test ends, and keeps it out of the output.
func listen(t *testing.T) *record {
	r, before := &record{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(r, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return r
}

var anAddress = regexp.MustCompile(`[\w.+-]+(@|%40)[\w-]+\.[a-z]{2,}`)

// anonymous fails where the log has an e-mail address or one of the words.
func (r *record) anonymous(t *testing.T, words ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	require.NotZero(t, r.lines.Len(), "nothing was listened to")
	for line := range strings.Lines(r.lines.String()) {
		require.NotRegexp(t, anAddress, line)
		for _, word := range words {
			require.NotContains(t, strings.ToLower(line), strings.ToLower(word))
		}
	}
}

// The log tells operators what went wrong, never to whom: not when all goes well, not when input is refused, and not when
// the database says why it refused. Every call's log is looked at by TestRights, too.
func TestTheLogHoldsNoPersonalData(t *testing.T) {
	told := listen(t)
	s := newCheckout(t)
	const email, other = "erika.personalia@example.org", "eva.personalia@example.org"
	const home = `"firstName": "Erika", "lastName": "Personalia", "streetName": "Geheimweg", "streetNumber": "77", "zipCode": "%s", "cityName": "Stillstadt", "telephoneNumber": "030 98765432"`
	call := func(path, body string) { s.do(http.MethodPost, path, body, nil) }
	account := func(email string) {
		s.anew()
		call("/auth/register", `{"email": "`+email+`", "firstName": "Erika", "lastName": "Personalia", "password": "Geheim7Wort"}`)
	}
	account(other)
	account(email)
	account(email) // which is in use
	for _, login := range [][2]string{{email, "Falsch7Wort"}, {"niemand.personalia@example.org", "Geheim7Wort"}, {email, "Geheim7Wort"}} {
		s.anew()
		call("/auth/login", `{"email": "`+login[0]+`", "password": "`+login[1]+`"}`)
	}
	call("/api/auth/submit-two-fa-code", `{"code": "000000"}`)
	call("/api/auth/submit-two-fa-code", `{"code": "`+s.mailed("account_code", "code")+`"}`)
	require.True(t, s.header().IsLoggedIn)
	for _, zip := range []string{"10115", "1"} {
		call("/api/account/add-address", "{"+fmt.Sprintf(home, zip)+"}")
		call("/api/account/update-address", `{"id": 1, `+fmt.Sprintf(home, zip)+"}")
	}
	call("/account/names/change", `{"firstName": "Erika", "lastName": "Personalia GmbH", "confirmationPassword": "Geheim7Wort"}`)
	call("/account/names/change", `{"firstName": "Erika", "lastName": "Personalia", "confirmationPassword": "Falsch7Wort"}`)
	call("/account/customer/update", `{"telephoneNumber": "030 98765432 personalia"}`)
	call("/account/email/change", `{"email": "`+other+`", "confirmationPassword": "Geheim7Wort"}`)
	call(byEmail, `{"university_id": 7, "email": "`+email+`", "terms": true}`)
	call(byEmail, `{"university_id": 7, "email": "erika.personalia@tu.example", "terms": true}`)
	call("/api/account/creditcards/save", `{"pseudocardpan": "4111111111111111", "truncatedcardpan": "x", "cardtype": "V", "cardexpiredate": "4912", "cardholder": "Erika Personalia"}`)
	call("/auth/reset", `{"email": "`+email+`"}`)
	call("/api/newsletter/subscribe", "email="+url.QueryEscape(email)+"&type=footer")
	call("/api/newsletter/unsubscribe/request", "email="+url.QueryEscape(email))
	call("/auth/login", `{"email": "`+email+`", "password": 7, "Geheim7Wort": `) // no JSON
	call("/auth/login?email="+url.QueryEscape(email), `{"email": ["`+email+`"]}`)
	s.do(http.MethodGet, "/api/header_data?email="+url.QueryEscape(email), "", nil)

	s.anew()
	s.fill()
	call("/api/checkout/init", `{}`)
	call("/api/account/registerguest", `{"email": "`+email+`", "telephoneNumber": "030 98765432", "invoice": {`+fmt.Sprintf(home, "10115")+`}}`)
	var p httpapi.ProcessResponse
	s.process(1, &p) // the total is another
	total := s.view("/api/checkout/payment-shipping", `{"paymentCode": "moneyorder", "shippingCodes": ["dhl_standard"]}`).Totals.Total.Minor
	require.Equal(t, http.StatusOK, s.process(total, &p))
	require.True(t, p.Successful)

	// The database refuses: its error has the row.
	_, err := s.pool.Exec(t.Context(), `alter table customer add constraint customer_nobody check (last_name <> 'Personalia') not valid`)
	require.NoError(t, err)
	account("dritte.personalia@example.org")
	require.Contains(t, told.lines.String(), "customer_nobody", "or the last case proves nothing")
	told.anonymous(t, "personalia", "Geheim", "77, ", "Stillstadt", "98765432", "4111111111111111")
}
