package faulttest

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// boughtBy buys by a provider that has a part of the shop's page, and gives what the provider calls the payment.
func (g *guest) boughtBy(c creditor) (id string) {
	g.shop.Helper()
	g.add()
	g.agrees(c)
	g.ordered("confirmed")
	return query[string](g.shop, `select reference from checkout_attempt where id = $1`, g.attempt)
}

// aDayLater lets a day pass since orders were placed and providers asked.
func (s *shop) aDayLater() {
	s.exec(`update shop_order set placed_at = placed_at - interval '25 hours'`)
	s.exec(`update checkout_attempt set ask_at = ask_at - interval '25 hours'`)
}

// asked waits until a provider has answered that day about the guest's order.
func (g *guest) asked() {
	g.shop.Helper()
	eventually(g.shop, "the provider is asked", func() bool {
		return query[bool](g.shop, `select coalesce(ask_at > now() + interval '23 hours', false) from checkout_attempt where id = $1`, g.attempt)
	})
}

// obeys lets the simulator do again as it would without rules.
func (p *provider) obeys() {
	p.shop.Helper()
	req, err := http.NewRequest(http.MethodDelete, p.control+"/rules", nil)
	require.NoError(p.shop, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(p.shop, err)
	require.NoError(p.shop, res.Body.Close())
	require.Less(p.shop, res.StatusCode, http.StatusMultipleChoices)
}

// notices gives what operators are told about the guest's order.
func (g *guest) notices() string {
	g.shop.Helper()
	return query[string](g.shop, `
		select coalesce(string_agg(n.kind || ' ' || n.detail, ', '), '') from order_notice n join checkout_attempt a on a.order_id = n.order_id
		where a.id = $1`, g.attempt)
}

// An employee cancels an order in Klarna's portal, and invoices a part of one in Mondu's. Neither tells the shop, which asks within a
// day: the one ends before anybody packs it, and operators hear of the other.
func TestWhatIsDoneInAPortalThatTellsNobodyIsKnownTheNextDay(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	klarna, mondu := all["klarna"], all["mondu"]
	kept, cancelled, invoiced := shop.guest(), shop.guest(), shop.guest()
	kept.boughtBy(klarna)
	voided := cancelled.boughtBy(klarna)
	uuid := invoiced.agreed(mondu)
	_, done := klarna.act(voided, "void")
	require.True(t, done)
	req, err := http.NewRequest(http.MethodPost, strings.Replace(mondu.control, "/_control", "", 1)+"/api/v1/orders/"+uuid+"/invoices",
		strings.NewReader(`{"external_reference_id": "portal", "invoice_url": "https://mondu.example/portal.pdf", "gross_amount_cents": 1000}`))
	require.NoError(t, err)
	req.Header.Set("Api-Token", "simulator")
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	_ = res.Body.Close()
	require.Equal(t, http.StatusCreated, res.StatusCode)

	klarna.rules(rule{Op: "show", Effect: "status", Times: -1})
	shop.aDayLater()
	eventually(shop, "Klarna is asked in vain", func() bool {
		return query[int](shop, `select count(*)::int from checkout_attempt where ask_at between now() + interval '50 minutes' and now() + interval '1 hour'`) == 1
	})
	require.Equal(t, 3, shop.orders())
	klarna.obeys()
	shop.aDayLater()
	cancelled.explained("does not keep its promise")
	kept.asked()
	invoiced.asked()
	state := `select o.status || ' ' || o.cancel_reason from shop_order o join checkout_attempt a on a.order_id = o.id where a.id = $1`
	require.Equal(t, "cancelled "+checkout.ReasonTakenBack, query[string](shop, state, cancelled.attempt))
	require.Equal(t, []string{"placed ", "placed "}, []string{query[string](shop, state, kept.attempt), query[string](shop, state, invoiced.attempt)})
	require.Equal(t, stock-2, shop.available())
	require.Equal(t, []string{"", checkout.NoticeBroken + " " + checkout.ReasonTakenBack, order.NoticeOutside + " " + money.Euro(1000).String()},
		[]string{kept.notices(), cancelled.notices(), invoiced.notices()})
	shop.settles()
	require.Equal(t, 1, query[int](shop, `select count(*)::int from outbox where topic = 'mail.requested' and payload->>'template' = 'order_cancelled'`))

	number := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, invoiced.attempt), 10)
	require.Contains(t, shop.says("checkout", "explain", number), "took a part of the money that the shop did not ask for")
}
