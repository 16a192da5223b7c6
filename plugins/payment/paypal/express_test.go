package main

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// cart is an express checkout's request: no order, no addresses.
func (b *bench) cart(key, session string) payment.StartRequest {
	r := b.request(key)
	return payment.StartRequest{Method: method, IdempotencyKey: key, SessionID: session, Express: true, URLs: r.URLs,
		Purchase: payment.Purchase{Amount: r.Purchase.Amount, Lines: r.Purchase.Lines, Locale: "de-DE"}}
}

func (b *bench) start(key, session string) payment.Session {
	b.T.Helper()
	s, err := b.plugin.Payment.Start(b.T.Context(), b.cart(key, session))
	require.NoError(b.T, err)
	return s
}

// express brings a session to the customer's approval.
func (b *bench) express(key string) string {
	b.T.Helper()
	s := b.start(key, "")
	b.Act(s.ID, "approve")
	return s.ID
}

func (b *bench) pay(r payment.AuthorizeRequest) payment.Outcome {
	b.T.Helper()
	o, err := b.plugin.Payment.Authorize(b.T.Context(), r)
	require.NoError(b.T, err)
	return o
}

func (b *bench) inSession(key, session string) payment.AuthorizeRequest {
	r := b.request(key)
	r.SessionID, r.URLs.Return, r.URLs.Cancel = session, "", ""
	return r
}

func TestExpressBringsTheBuyerAndTakesTheMoneyAtOnce(t *testing.T) {
	b := start(t)
	s := b.start("e1", "")
	require.Contains(t, s.RedirectURL, b.URL+"/checkoutnow?token="+s.ID)
	require.WithinDuration(t, time.Now().Add(3*time.Hour), s.ExpiresAt, time.Minute)
	require.Nil(t, s.Buyer)
	require.Equal(t, s, b.start("e1", ""), "the same key gives the same order")
	require.Equal(t, s, b.start("", s.ID), "reading changes nothing")
	require.Equal(t, codeNotApproved, b.pay(b.inSession("1", s.ID)).(payment.Declined).Code)

	b.Act(s.ID, "approve")
	read := b.start("", s.ID)
	require.Empty(t, read.RedirectURL)
	require.Equal(t, "kaeufer@example.com", read.Buyer.Email)
	require.Nil(t, read.Buyer.Billing, "PayPal tells no more than the country")
	require.Equal(t, &base.Address{Kind: base.AddressPostal, FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1a",
		PostalCode: "20095", City: "Hamburg", Country: "DE"}, read.Buyer.Delivery)
	require.Zero(t, b.Count("patch"), "nothing changed")

	r := b.inSession("1", s.ID)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			o, err := b.plugin.Payment.Authorize(t.Context(), r)
			if err != nil || o != payment.Outcome(payment.Authorized{Reference: s.ID, Amount: eur(258801), Captured: true}) {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
	wait.Wait()
	require.Equal(t, 1, b.Count("charge"))
	require.IsType(t, payment.Authorized{}, b.complete("1", s.ID))
	n := b.notice("PAYMENT.CAPTURE.COMPLETED")
	answer, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	require.NoError(t, err)
	require.Equal(t, "K1", answer.Events[0].OrderNumber, "the order got its number before the money moved")
}

func TestAChangedCartChangesTheOrderAtPayPal(t *testing.T) {
	b := start(t)
	id := b.express("e1")
	r := b.cart("", id)
	r.Purchase.Amount = eur(129900)
	r.Purchase.Lines = []payment.Line{{Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 1, UnitPrice: eur(129900), Total: eur(129900)}}
	b.Rule("patch", stage.DropReply, 1)
	_, err := b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err, "a lost answer is read back")
	require.Equal(t, 1, b.Count("patch"))

	pay := b.inSession("1", id)
	pay.Purchase.Amount, pay.Purchase.Lines = eur(129999), nil // figures that do not add up are left out
	require.Equal(t, payment.Authorized{Reference: id, Amount: eur(129999), Captured: true}, b.pay(pay))
}

func TestOneSessionPaysOneOrder(t *testing.T) {
	b := start(t)
	id := b.express("e1")
	require.IsType(t, payment.Authorized{}, b.pay(b.inSession("1", id)))
	require.Equal(t, payment.Declined{Code: codeSessionUsed}, b.pay(b.inSession("2", id)))
	require.Equal(t, payment.Declined{Code: codeSessionUsed}, b.complete("2", id))
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: id, OrderNumber: "K2", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, s, "it is no money of order 2")

	_, err = b.plugin.Payment.Start(t.Context(), b.cart("", id))
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: codeSessionGone})
	b.sim.Reset()
	_, err = b.plugin.Payment.Start(t.Context(), b.cart("", id))
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: codeSessionGone})
	require.Equal(t, payment.CodeExpired, b.pay(b.inSession("3", id)).(payment.Declined).Code)
}

// Two tabs send two orders for one approval at once: whichever is taken, only one says so.
func TestTwoOrdersRaceForOneSession(t *testing.T) {
	b := start(t)
	for round := range 5 {
		session := b.express("e" + string(rune('a'+round)))
		outcomes := make([]payment.Outcome, 4)
		var wait sync.WaitGroup
		for i := range outcomes {
			wait.Go(func() {
				r := b.inSession(string(rune('a'+round))+string(rune('1'+i)), session)
				r.Purchase.Amount, r.Purchase.Lines = eur(int64(1000+i)), nil
				outcomes[i], _ = b.plugin.Payment.Authorize(t.Context(), r)
			})
		}
		wait.Wait()
		paid := 0
		for i, o := range outcomes {
			if authorized, ok := o.(payment.Authorized); ok {
				paid++
				require.Equal(t, eur(int64(1000+i)), authorized.Amount, "its own amount")
			}
		}
		require.LessOrEqual(t, paid, 1)
	}
	require.Equal(t, 5, b.Count("charge"))
}

func TestExpressLostReplies(t *testing.T) {
	b := start(t)
	id := b.express("e1")
	b.Rule("capture", stage.Hang, -1)
	o := b.pay(b.inSession("1", id))
	require.Equal(t, id, o.(payment.Unknown).Reference)
	b.sim.Stage().ClearRules()
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: id, OrderNumber: "K1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, eur(258801), s.Captured)
	require.Equal(t, 1, b.Count("charge"))

	id = b.express("e2")
	b.Rule("patch", stage.Status, -1)
	_, err = b.plugin.Payment.Authorize(t.Context(), b.inSession("2", id))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.False(t, e.OutcomeUnknown, "no money moves before the order has its number")
	require.True(t, e.Retryable)
}

func TestExpressReservesWhereTheShopTakesOnDispatch(t *testing.T) {
	b := start(t, "intent", "authorize")
	id := b.express("e1")
	o := b.pay(b.inSession("1", id)).(payment.Authorized)
	require.False(t, o.Captured)
	require.Equal(t, o, b.pay(b.inSession("1", id)))
	require.Equal(t, codeSessionUsed, b.pay(b.inSession("2", id)).(payment.Declined).Code)
	require.Equal(t, 1, b.Count("authorization"))
	done, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c", Reference: id, Amount: eur(258801), Final: true})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, done.State)
	require.Equal(t, 1, b.Count("charge"))
}

func TestExpressRefusesNonsense(t *testing.T) {
	b := start(t)
	for what, spoil := range map[string]func(*payment.StartRequest){
		"method": func(r *payment.StartRequest) { r.Method = "other" }, "idempotency_key": func(r *payment.StartRequest) { r.IdempotencyKey = "" },
		"express": func(r *payment.StartRequest) { r.Express = false }, "urls": func(r *payment.StartRequest) { r.URLs.Cancel = "" },
		"purchase.amount": func(r *payment.StartRequest) { r.Purchase.Amount = base.Money{} },
	} {
		r := b.cart("n", "")
		spoil(&r)
		_, err := b.plugin.Payment.Start(t.Context(), r)
		var e *base.Error
		require.ErrorAs(t, err, &e, what)
		require.Equal(t, base.FaultCaller, e.Fault)
		require.Equal(t, what, e.Fields[0].Name)
	}
	require.Zero(t, b.Count("create"))
}

func TestBuyersAddresses(t *testing.T) {
	b := start(t)
	for action, want := range map[string]base.Address{
		"packstation": {Kind: base.AddressPackstation, StreetNumber: "145", PostNumber: "12345678", PostalCode: "20095", City: "Hamburg", Country: "DE"},
		"abroad":      {Kind: base.AddressPostal, Street: "Mariahilfer Straße", StreetNumber: "7/12", PostalCode: "1060", City: "Wien", Country: "AT"},
	} {
		s := b.start(action, "")
		b.Act(s.ID, action)
		want.FirstName, want.LastName = "Kim", "Käufer"
		require.Equal(t, want, *b.start("", s.ID).Buyer.Delivery)
	}
	for line, want := range map[string][2]string{
		"Am Markt 1": {"Am Markt", "1"}, "Straße des 17. Juni 135": {"Straße des 17. Juni", "135"}, "C 4, 6": {"C 4,", "6"},
		"Dorfstr. 12 a": {"Dorfstr.", "12 a"}, "Hafen 3 - 5": {"Hafen", "3 - 5"}, "Schloss": {"Schloss", ""}, "12": {"12", ""},
	} {
		a := address{Line1: line}.place("", "")
		require.Equal(t, want, [2]string{a.Street, a.StreetNumber}, line)
	}
	swapped := address{Line1: "12345678", Line2: "PACKSTATION 101"}.place("", "")
	require.Equal(t, "101", swapped.StreetNumber)
	require.Equal(t, "12345678", swapped.PostNumber)
	var p payer
	p.Name.Given, p.Name.Surname = "Ana Maria", "de la Cruz"
	for full, want := range map[string][2]string{"Ana Maria de la Cruz": {"Ana Maria", "de la Cruz"}, "": {"Ana Maria", "de la Cruz"},
		"Kim  Käufer": {"Kim", "Käufer"}, "Prince": {"", "Prince"}} {
		first, last := p.named(full)
		require.Equal(t, want, [2]string{first, last}, full)
	}
}

// FuzzAddress holds that reading PayPal's lines loses nothing of them.
func FuzzAddress(f *testing.F) {
	for _, lines := range [][2]string{{"Am Markt 1", "c/o Müller"}, {"Packstation 145", "12345678"}, {" 7/9", "x"}, {"Weg 1 a - 3", ""}} {
		f.Add(lines[0], lines[1])
	}
	space := regexp.MustCompile(`\s+`)
	f.Fuzz(func(t *testing.T, line1, line2 string) {
		a := address{Line1: line1, Line2: line2}.place("Kim", "Käufer")
		if a.Kind == base.AddressPackstation {
			require.NotEmpty(t, a.PostNumber)
			return
		}
		bare := func(s string) string { return space.ReplaceAllString(strings.TrimSpace(s), "") }
		require.Equal(t, bare(line1), bare(a.Street+a.StreetNumber))
		require.Equal(t, strings.TrimSpace(line2), a.Company)
	})
}
