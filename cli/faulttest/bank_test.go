package faulttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
)

// creditor decides about the customer, in the end later than the customer comes back: a bank about a loan, Mondu about a business.
type creditor struct {
	*provider
	method, company string
	wait            string // what leaves it undecided
	agree           string // what the creditor then does; of Mondu, the customer's consent that is to be confirmed
	undone          string // what it calls an application that the shop withdrew
	give            string // the call that withdraws

	agreed func(*guest, creditor) map[string]string // what its part of the shop's page gives once the customer agreed; nil: it has a page
}

// creditors are the plugins that the other tests do without.
func creditors() []string {
	list := []string{"payment/consors", "payment/klarna", "payment/mondu", "payment/santander", "payment/saferpay"}
	if full() {
		for _, name := range wallets {
			list = append(list, "payment/"+name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// buildCreditors adds them to the others in a folder of their own, once per run.
var buildCreditors = sync.OnceValues(func() (dir string, err error) {
	programs, err := build()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(programs, "creditors")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(programs, "plugins"))); err != nil {
		return "", err
	}
	return dir, compilePlugins(dir, creditors())
})

// lending opens a shop where creditors can be paid by. before is done to it before its processes start.
func lending(t *testing.T, before ...func(*shop)) (*shop, map[string]creditor) {
	t.Helper()
	s := prepare(t)
	dir, err := buildCreditors()
	require.NoError(t, err)
	key, err := os.ReadFile(s.amazonKey())
	require.NoError(t, err)
	s.env = append(s.env, "KONTOR_PLUGINS_DIR="+dir, "KONTOR_AMAZONPAY_PRIVATE_KEY="+string(key))
	s.worker.env, s.api.env = s.env, s.env
	for _, do := range before {
		do(s)
	}
	s.worker.start()
	s.api.start()
	at := func(name string) *provider {
		return &provider{shop: s, control: strings.TrimSuffix(s.provider.control, "paypal") + name}
	}
	return s, map[string]creditor{
		"klarna":    {provider: at("klarna"), method: "klarnapaylater", agreed: klarnaAgreed},
		"amazonpay": {provider: at("amazonpay"), method: "amazonpay", agreed: amazonAgreed},
		"applepay":  {provider: at("applepay"), method: "applepay", agreed: appleAgreed},
		"payone":    {provider: at("payone"), method: "creditcard", agreed: cardChecked},
		"aiia":      {provider: at("aiia"), method: "aiia"},
		"consors":   {provider: at("consors"), method: "commerzfinanz", wait: "pend", agree: "accept", undone: "REVOKED", give: "revoke"},
		"santander": {provider: at("santander"), method: "santanderfinanz", wait: "pend", agree: "sign", undone: "revoked", give: "revoke"},
		"saferpay":  {provider: at("saferpay"), method: "saferpaycreditcard"},
		"mondu":     {provider: at("mondu"), method: "mondupaylaterhp", company: "Muster GmbH", wait: "approve", undone: "canceled", give: "cancel"},
	}
}

// applies buys by the creditor up to its page, and gives what the creditor calls the attempt.
func (g *guest) applies(c creditor) (id string) {
	g.shop.Helper()
	g.company = c.company
	g.add()
	return g.appliesFor(c)
}

// appliesFor is applies with what is in the cart.
func (g *guest) appliesFor(c creditor) (id string) {
	g.shop.Helper()
	a := g.pay(c.method)
	if a.FormFields != nil {
		form := url.Values{}
		for name, value := range a.FormFields {
			form.Set(name, value)
		}
		res, err := g.browser.PostForm(a.RedirectURL, form)
		require.NoError(g.shop, err)
		_ = res.Body.Close()
		require.Equal(g.shop, http.StatusSeeOther, res.StatusCode)
	}
	return query[string](g.shop, `select reference from checkout_attempt where id = $1`, g.attempt)
}

// act does what the customer or the creditor does, and gives where the browser goes.
func (c creditor) act(id, action string) (back string, done bool) {
	c.shop.Helper()
	res, err := http.Post(c.control+"/"+id+"/"+action, "application/json", nil)
	require.NoError(c.shop, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(c.shop, err)
	var said struct{ Redirect string }
	require.NoError(c.shop, json.Unmarshal(body, &said), string(body))
	return said.Redirect, res.StatusCode == http.StatusOK
}

// stands gives what the creditor says of an attempt, in its own word.
func (c creditor) stands(id string) string {
	c.shop.Helper()
	var v struct {
		State struct {
			Applications, Orders []map[string]any
		} `json:"state"`
	}
	require.NoError(c.shop, json.Unmarshal(c.shop.read(c.control), &v))
	for _, a := range append(v.State.Applications, v.State.Orders...) {
		if a["order_id"] == id || a["orderId"] == id {
			return a["status"].(string)
		}
		if a["uuid"] == id {
			return a["state"].(string)
		}
	}
	return ""
}

func (c creditor) withdrawn(id string) {
	c.shop.Helper()
	eventually(c.shop, c.method+" is told that nothing comes of it", func() bool { return c.stands(id) == c.undone })
}

// explained waits until the story of the guest's attempt says something, and gives the story.
func (g *guest) explained(what string) (story string) {
	g.shop.Helper()
	order := strconv.FormatInt(query[int64](g.shop, `select order_id from checkout_attempt where id = $1`, g.attempt), 10)
	eventually(g.shop, "the story says: "+what, func() bool {
		story = g.shop.says("checkout", "explain", order)
		return strings.Contains(story, what)
	})
	return story
}

const saysWithdrawn = "was withdrawn there"

// The customer has applied, the creditor still decides, and the customer buys in another way, or an operator gives the attempt up. The
// creditor is told, whoever dies meanwhile: nothing can be agreed to any more.
func TestWhatACreditorStillDecidesIsWithdrawn(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	type case_ struct {
		*guest
		creditor
		id string
	}
	var cases []case_
	for _, name := range []string{"consors", "santander", "mondu"} {
		c, g := all[name], shop.guest()
		c.rules(rule{Op: "webhook", Effect: "lose", Times: -1})
		id := g.applies(c)
		_, done := c.act(id, c.wait)
		require.True(t, done, name)
		c.silence(c.give) // it does it, and its answer is lost: with the worker, for one of them
		cases = append(cases, case_{g, c, id})
	}
	for i, c := range cases[:2] {
		var chosen checkoutView
		c.must("/api/checkout/payment-shipping", map[string]any{"paymentCode": "moneyorder"}, &chosen)
		if i == 0 {
			c.called(c.give, 1)
			shop.killWorker()
		}
	}
	mondu := cases[2]
	order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, mondu.attempt), 10)
	require.Contains(t, shop.says("checkout", "compensate", order, "--yes", "--reason", "the buyer called"), "it is no order")
	for _, c := range cases {
		c.withdrawn(c.id)
		c.explained(saysWithdrawn)
		if c.agree != "" {
			_, done := c.act(c.id, c.agree)
			require.False(t, done, "%s: nobody can agree to it any more", c.method)
		}
	}
	require.Equal(t, stock, shop.available())
	require.Zero(t, shop.orders())
	require.Zero(t, query[int](shop, `select count(*)::int from order_notice where kind <> $1`, checkout.NoticeWithdrawn))
}

// The shop has ended the attempt before the customer agreed. That is cancelled there, and the customer told.
func TestAgreedToWhenItWasOver(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	for _, name := range []string{"consors", "santander", "mondu"} {
		c, g := all[name], shop.guest()
		id := g.applies(c)
		order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, g.attempt), 10)
		shop.kontor("checkout", "compensate", order, "--yes", "--reason", "its time is over")
		if name == "santander" { // which knew the application, and would have waited for it
			require.Equal(t, "created", c.stands(id))
		}
		back, done := c.act(id, "approve")
		require.True(t, done, name)
		c.withdrawn(id)
		to, err := g.open(back)
		require.NoError(t, err)
		require.Contains(t, to, "late=1", name)
	}
	require.Equal(t, stock, shop.available())
}

// Who turned back in the shop and then signs all the same is told that it came too late.
func TestSignedAfterTurningBack(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	c, g := all["consors"], shop.guest()
	id := g.applies(c)
	to, err := g.open(shop.base + "/kasse/zahlung/" + g.attempt + "?cancelled=1")
	require.NoError(t, err)
	require.NotContains(t, to, "late=1")
	back, done := c.act(id, "approve")
	require.True(t, done)
	c.withdrawn(id)
	to, err = g.open(back)
	require.NoError(t, err)
	require.Contains(t, to, "late=1")

	s, h := all["santander"], shop.guest()
	id = h.applies(s)
	_, err = h.open(shop.base + "/kasse/zahlung/" + h.attempt + "?cancelled=1")
	require.NoError(t, err)
	s.withdrawn(id)
	require.Zero(t, shop.orders())
}

// waits places an order about which the creditor is still to decide, and gives what is applied for.
func (g *guest) waits(c creditor) string {
	g.shop.Helper()
	return g.answered(c, c.wait, "pending")
}

// agreed is waits of one that the creditor agreed to at once.
func (g *guest) agreed(c creditor) string {
	g.shop.Helper()
	return g.answered(c, "approve", "confirmed")
}

func (g *guest) answered(c creditor, decision, state string) string {
	g.shop.Helper()
	id := g.applies(c)
	back, done := c.act(id, decision)
	require.True(g.shop, done)
	g.returns(back)
	g.ordered(state)
	return id
}

// An order waits for the creditor, and an operator cancels it.
func TestAnOrderThatWaitsForABankIsCancelled(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	for _, name := range []string{"consors", "santander"} {
		c, g := all[name], shop.guest()
		id := g.waits(c)
		story := g.explained(name + " has not decided about its")
		require.NotContains(t, story, "order paid", "nobody transfers anything")
		order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, g.attempt), 10)
		shop.kontor("order", "cancel", order, "--yes")
		c.withdrawn(id)
		g.explained(saysWithdrawn)
	}
	shop.settles()
	require.Zero(t, shop.orders())
	require.Equal(t, stock, shop.available())
}

// The customer does not wait for the bank's decision, and transfers the money: what was applied for there is withdrawn, and nobody has
// the goods on credit as well.
func TestAnOrderThatWaitsForABankIsPaidInAnotherWay(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	for _, name := range []string{"consors", "santander"} {
		c, g := all[name], shop.guest()
		id := g.waits(c)
		order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, g.attempt), 10)
		c.silence(c.give) // it does it, and its answer is lost
		shop.kontor("order", "paid", order)
		c.withdrawn(id)
		_, done := c.act(id, c.agree)
		require.False(t, done, "%s: nobody can agree to it any more", name)
		eventually(shop, name+" is known to have let go", func() bool {
			return query[int](shop, `
				select count(*)::int from order_payment p join checkout_attempt a on a.order_id = p.order_id
				where a.id = $1 and p.kind = 'void' and p.state = 'done'`, g.attempt) == 1
		})
		g.ordered("confirmed")
	}
	require.Zero(t, query[int](shop, `select count(*)::int from order_notice`))
}

// The bank has agreed, the order is placed, and then the bank thinks better of it: the order ends before anybody tries to deliver, its
// goods go back, and the customer is told.
func TestABankThatThinksBetterOfItEndsTheOrder(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	c, g := all["consors"], shop.guest()
	id := g.agreed(c)
	c.rules(rule{Op: "webhook", Effect: "duplicate", Times: -1})
	_, done := c.act(id, "retract")
	require.True(t, done)
	g.explained("does not keep its promise")
	require.Equal(t, "cancelled", query[string](shop, `select o.status from shop_order o join checkout_attempt a on a.order_id = o.id where a.id = $1`, g.attempt))
	require.Equal(t, stock, shop.available())
	require.Equal(t, 1, query[int](shop, `select count(*)::int from outbox where topic = 'mail.requested' and payload->>'template' = 'order_cancelled'`))
	shop.settles()
}

// An employee cancels the order in Mondu's portal: it ends here as well, and nobody packs goods that are not paid for.
func TestAnOrderThatIsCancelledAtMondusPortalEnds(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	c, g := all["mondu"], shop.guest()
	id := g.agreed(c)
	c.rules(rule{Op: "webhook", Effect: "duplicate", Times: -1})
	_, done := c.act(id, "void")
	require.True(t, done)
	g.explained("does not keep its promise")
	state := `select o.status || ' ' || o.cancel_reason from shop_order o join checkout_attempt a on a.order_id = o.id where a.id = $1`
	require.Equal(t, "cancelled "+checkout.ReasonTakenBack, query[string](shop, state, g.attempt))
	require.Equal(t, stock, shop.available())
	shop.settles()
	require.Equal(t, []int{1, 1}, []int{
		query[int](shop, `select count(*)::int from outbox where topic = 'mail.requested' and payload->>'template' = 'order_cancelled'`),
		query[int](shop, `select count(*)::int from order_notice`),
	}, "customer and operators are told once")

	h := shop.guest()
	h.agreed(c)
	order := strconv.FormatInt(query[int64](shop, `select order_id from checkout_attempt where id = $1`, h.attempt), 10)
	shop.kontor("order", "cancel", order, "--yes")
	shop.settles()
	require.Equal(t, "cancelled order_cancelled_by_shop", query[string](shop, state, h.attempt))
	require.Equal(t, 1, query[int](shop, `select count(*)::int from order_notice`), "what the shop cancels itself is no news")
}

// As with PayPal: webhooks come twice, before the browser is sent back, and forged; the way back is opened twice at once.
func TestCreditorsTellTwiceAndBeforeTheReturn(t *testing.T) {
	t.Parallel()
	shop, all := lending(t)
	var guests []*guest
	for _, name := range []string{"consors", "santander", "mondu"} {
		c, g := all[name], shop.guest()
		id := g.applies(c)
		c.rules(rule{Op: "webhook", Effect: "before_return"}, rule{Op: "webhook", Effect: "duplicate", Times: -1})
		back, done := c.act(id, "approve")
		require.True(t, done, name)
		together(2, func(int) {
			to, err := g.open(back)
			assert.NoError(t, err)
			assert.Equal(t, "/kasse/erfolgreich?order="+g.attempt, to, name)
		})
		guests = append(guests, g)
	}
	shop.sold("confirmed", guests...)
	for _, name := range []string{"consors", "santander", "mondu"} {
		body := strings.NewReader(`{"eventId":"x","orderId":"1-1","status":"signed","amountCents":1,"currency":"EUR"}`)
		res, err := http.Post(shop.base+"/webhooks/"+name, "application/json", body)
		require.NoError(t, err)
		_ = res.Body.Close()
		require.Equal(t, http.StatusForbidden, res.StatusCode, name)
	}
	require.True(t, bytes.Contains([]byte(shop.says("order", "list")), []byte("placed")))
}
