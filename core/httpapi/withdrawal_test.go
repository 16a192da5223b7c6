package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

// newDesk is a shop that takes withdrawals, with a few tries for each client.
func newDesk(t *testing.T, tries int) *shop {
	s := newShop(t)
	partner, err := site.New(site.Settings{Name: "Grafikwerk", Hosts: partnersHost, Category: "grafikkarten", Accent: "#0b6e4f"})
	require.NoError(t, err)
	s.Server = httpapi.New(httpapi.Deps{
		Sites: partner, Withdrawals: withdrawal.NewService(postgres.NewWithdrawals(s.pool), postgres.NewOrder(s.pool), withdrawal.Policy{Days: 14}, clock.System{}),
		Limits: httpapi.Limits{Form: tries},
	})
	return s
}

func declaration(key, order string) string {
	return fmt.Sprintf(`{"key": %q, "name": "Erika Muster", "orderNumber": %q, "email": "erika@example.org", "items": [{"articleNumber": "NB-1", "quantity": 1}]}`, key, order)
}

func TestAnybodyMayWithdrawAndLearnsNothing(t *testing.T) {
	s := newDesk(t, 0)
	var form httpapi.WithdrawalForm
	s.get("/api/withdrawal", &form)
	require.Equal(t, httpapi.WithdrawalForm{Offered: true, Days: 14, Orders: []httpapi.WithdrawalOrder{}}, form)

	_, err := s.pool.Exec(t.Context(), `
		insert into checkout (id, cart_id) values ($1, $1)`, ident.New())
	require.NoError(t, err)
	_, err = s.pool.Exec(t.Context(), `
		insert into shop_order (checkout_id, status, lang, email, invoice, delivery, shipping, total_minor)
		select id, 'placed', 'de', 'erika@example.org', '{}', '{}', '{}', 0 from checkout`)
	require.NoError(t, err)
	var receipts []httpapi.WithdrawalReceipt
	for _, order := range []string{"100001", "999999"} { // one that exists and one that does not
		var r httpapi.WithdrawalReceipt
		s.post("/api/withdrawal", declaration(ident.New(), order), &r)
		require.NotZero(t, r.Number)
		require.False(t, r.ReceivedAt.IsZero())
		receipts = append(receipts, r)
	}
	require.Equal(t, receipts[0].Email, receipts[1].Email)
	require.Empty(t, s.cookies, "no session, no cookie")

	key := ident.New()
	var first, again httpapi.WithdrawalReceipt
	s.post("/api/withdrawal", declaration(key, "100001"), &first)
	s.post("/api/withdrawal", declaration(key, "100001"), &again)
	require.Equal(t, first, again)
}

// The mails about it come from the shop where somebody withdrew.
func TestAWithdrawalKeepsThePartnersHost(t *testing.T) {
	s := newDesk(t, 0)
	for host, kept := range map[string]string{partnersHost: partnersHost, "shop.example": "", "evil.example": ""} {
		s.host = host
		var r httpapi.WithdrawalReceipt
		s.post("/api/withdrawal", declaration(ident.New(), "100001"), &r)
		w, err := postgres.NewWithdrawals(s.pool).Withdrawal(t.Context(), r.Number)
		require.NoError(t, err)
		require.Equal(t, kept, w.Host, host)
	}
}

func TestAWrongDeclarationNamesItsFields(t *testing.T) {
	s := newDesk(t, 0)
	var p httpapi.Problem
	w := s.do(http.MethodPost, "/api/withdrawal", `{"key": "`+ident.New()+`", "name": "", "orderNumber": "1 2", "email": "x"}`, &p)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	var fields []string
	for _, f := range p.Err.Fields {
		fields = append(fields, f.Field+" "+f.Reason)
	}
	require.Equal(t, []string{"name missing", "orderNumber order_number_invalid", "email email_no_at"}, fields)
}

func TestWithdrawalsAreLimitedAndSwitchable(t *testing.T) {
	s := newDesk(t, 2)
	codes := map[int]int{}
	for range 4 {
		codes[s.do(http.MethodPost, "/api/withdrawal", declaration(ident.New(), "1"), nil).Code]++
	}
	require.Equal(t, map[int]int{http.StatusOK: 2, http.StatusTooManyRequests: 2}, codes)

	s.Server = httpapi.New(httpapi.Deps{})
	var form httpapi.WithdrawalForm
	s.get("/api/withdrawal", &form)
	require.False(t, form.Offered)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodPost, "/api/withdrawal", declaration(ident.New(), "1"), nil).Code)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, "/api/withdrawal/label/x", "", nil).Code)
}
