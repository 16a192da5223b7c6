package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// A token is good for one order, so each check gets a purchase of its own. Klarna signs no notification, so the checks of
// forged ones are in webhook_test.go.
func TestConformance(t *testing.T) {
	b := start(t)
	target := func(key string) sdktest.Target {
		return sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
			Authorize: []payment.AuthorizeRequest{b.request(key, "approve")},
		}}
	}
	for _, c := range sdktest.Checks(target("list")) {
		t.Run(c.Name, func(t *testing.T) {
			if c.Skip != "" {
				t.Skip(c.Skip)
			}
			require.NoError(t, c.Do(t.Context(), target(c.Name)))
		})
	}
}

func TestTheProgramServes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "klarna")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	b := start(t)
	p := sdktest.Target{Binary: program, Config: b.config()}.Start(t)
	s, err := p.Payment.Start(t.Context(), b.opening("1"))
	require.NoError(t, err)
	require.NotEmpty(t, s.ClientToken)
}

func TestTheSessionTellsNothingOfThePersonAndFollowsTheBasket(t *testing.T) {
	b := start(t)
	first := b.open("1")
	require.Equal(t, scriptURL, first.ClientData["script_url"])
	require.Equal(t, "pay_later", first.ClientData["category"])
	require.Equal(t, "true", first.ClientData["auto_finalize"])
	var data authorizeData
	require.NoError(t, json.Unmarshal([]byte(first.ClientData["authorize_data"]), &data))
	require.Equal(t, "Am Markt 1", data.BillingAddress.StreetAddress)
	require.Equal(t, "kim@example.com", data.BillingAddress.Email)
	state, err := json.Marshal(b.sim.State())
	require.NoError(t, err)
	for _, personal := range []string{"Käufer", "example.com", "Markt"} {
		require.NotContains(t, string(state), personal)
	}

	same := b.opening("2")
	same.SessionID = first.ID
	again, err := b.plugin.Payment.Start(t.Context(), same)
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, first.ClientToken, again.ClientToken)
	require.WithinDuration(t, time.Now().Add(48*time.Hour), again.ExpiresAt, time.Minute)
	require.Zero(t, b.Count("update_session"), "nothing changed")
	require.NotContains(t, again.ClientData, "changed")

	same.Purchase.Lines, same.Purchase.Amount = same.Purchase.Lines[:2], eur(260299)
	again, err = b.plugin.Payment.Start(t.Context(), same)
	require.NoError(t, err)
	require.Equal(t, 1, b.Count("update_session"))
	require.Equal(t, "true", again.ClientData["changed"])

	b.Rule("update_session", stage.DropReply, 2)
	same.Purchase.Lines, same.Purchase.Amount = same.Purchase.Lines[:1], same.Purchase.Lines[0].Total
	again, err = b.plugin.Payment.Start(t.Context(), same)
	require.NoError(t, err)
	require.Equal(t, "true", again.ClientData["changed"], "also when Klarna's answer was lost")

	gone := &base.Error{Fault: base.FaultCaller, Code: "session_gone"}
	b.Act(first.ID, "expire")
	_, err = b.plugin.Payment.Start(t.Context(), same)
	require.ErrorIs(t, err, gone)
	used := b.request("3", "approve")
	b.authorize(used)
	same.SessionID = used.SessionID
	_, err = b.plugin.Payment.Start(t.Context(), same)
	require.ErrorIs(t, err, gone, "an order was placed with it")
}

// What became of the customer's choice, the shop says: the widget opens no window of its own for it.
func TestTheWidgetConfirmsNothingItself(t *testing.T) {
	b := start(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.URL+"/payments/v1/sessions/"+b.open("1").ID, http.NoBody)
	require.NoError(t, err)
	r.SetBasicAuth("K1_user", "very-secret")
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	var kept struct {
		Options map[string]bool `json:"options"`
	}
	require.NoError(t, json.NewDecoder(res.Body).Decode(&kept))
	require.Equal(t, map[string]bool{"disable_confirmation_modals": true}, kept.Options)
}

func TestTheBrowserMayLoadTheScript(t *testing.T) {
	b := start(t)
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Contains(t, methods[0].BrowserOrigins, "https://x.klarnacdn.net")
	require.Contains(t, methods[0].BrowserOrigins, "https://js.klarna.com")
	b = start(t, "script_url", "http://127.0.0.1:8090/klarna/kp/lib/v1/api.js")
	methods, err = b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"http://127.0.0.1:8090"}, methods[1].BrowserOrigins)
}

func TestAnOrderIsPlacedOnceHoweverOftenItIsAsked(t *testing.T) {
	b := start(t)
	r := b.request("1", "approve")
	want := b.authorize(r).(payment.Authorized)
	require.Equal(t, eur(total), want.Amount)
	require.False(t, want.Captured)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			o, err := b.plugin.Payment.Authorize(t.Context(), r)
			if err != nil || o != payment.Outcome(want) {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
	wait.Wait()
	require.Equal(t, 1, b.Count("authorization"))
	require.Zero(t, b.Count("charge"), "it is taken on dispatch")

	other := r
	other.IdempotencyKey = "another"
	o := b.authorize(other)
	require.IsType(t, payment.Unknown{}, o, "a used token may be this attempt's own order")
}

func TestTheCustomerGoesThroughKlarnasPage(t *testing.T) {
	b := start(t, "return_via_klarna", "true")
	o := b.authorize(b.request("1", "approve"))
	away := o.(payment.Redirect)
	require.Equal(t, b.URL+"/payments/redirect/"+away.Reference, away.URL)
	back := payment.CompleteRequest{Method: payLater, IdempotencyKey: "1", Reference: away.Reference, OrderNumber: "K1", Attempt: 1, Amount: eur(total)}
	for range 2 {
		o, err := b.plugin.Payment.Complete(t.Context(), back)
		require.NoError(t, err)
		require.Equal(t, eur(total), o.(payment.Authorized).Amount)
	}
	less, other := back, back
	less.Amount, other.OrderNumber = eur(1), "K2"
	o, err := b.plugin.Payment.Complete(t.Context(), less)
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, o, "Klarna holds it, so that it is no refusal")
	o, err = b.plugin.Payment.Complete(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, "order_mismatch", o.(payment.Declined).Code)
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	require.Equal(t, payment.Declined{Code: payment.CodeRisk}, b.authorize(b.request("rejected", "reject")))

	expired := b.request("expired", "approve")
	b.Act(expired.SessionID, "expire")
	require.Equal(t, payment.Declined{Code: payment.CodeExpired}, b.authorize(expired))

	changed := b.request("changed", "approve")
	changed.Purchase.Lines, changed.Purchase.Amount = changed.Purchase.Lines[:2], eur(260299)
	require.Equal(t, payment.Declined{Code: "cart_changed"}, b.authorize(changed), "not what the customer agreed to")

	elsewhere := b.request("elsewhere", "approve")
	moved := *elsewhere.Purchase.Billing
	moved.Street = "Nebenstraße"
	elsewhere.Purchase.Delivery = &moved
	require.Equal(t, payment.Declined{Code: "cart_changed"}, b.authorize(elsewhere), "goes to an address that Klarna was not told")
	require.Zero(t, b.Count("authorization"))
}

func TestWhatDoesNotFitIsDeclinedWithoutAsking(t *testing.T) {
	b := start(t, "pay_later_max_cents", "300000")
	for code, spoil := range map[string]func(*payment.Purchase){
		"limit_exceeded": func(p *payment.Purchase) { p.Amount = eur(300001) },
		"country":        func(p *payment.Purchase) { c := *p.Billing; c.Country = "FR"; p.Billing = &c },
		"customer_type":  func(p *payment.Purchase) { p.Customer.Type = base.CustomerBusiness },
	} {
		r := b.request(code, "approve")
		spoil(&r.Purchase)
		require.Equal(t, payment.Declined{Code: code}, b.authorize(r))
	}
	require.Zero(t, b.Count("order"))
}

func TestLostRepliesNeverPlaceTwoOrders(t *testing.T) {
	for _, effect := range []stage.Effect{stage.DropReply, stage.Garbage, stage.Hang} {
		t.Run(string(effect), func(t *testing.T) {
			b := start(t)
			r := b.request("1", "approve")
			b.Rule("order", effect, -1)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			o, err := b.plugin.Payment.Authorize(ctx, r)
			require.NoError(t, err)
			require.IsType(t, payment.Unknown{}, o, "a lost answer is not a refusal")

			b.sim.Stage().ClearRules()
			s := b.status("", "1")
			require.Equal(t, eur(total), s.Outcome.(payment.Authorized).Amount, "reconciled")
			later := sdktest.Target{New: newPlugin, Config: b.config()}.Start(t)
			found, err := later.Payment.Status(t.Context(), payment.StatusRequest{Method: payLater, IdempotencyKey: "1", Reference: r.SessionID})
			require.NoError(t, err)
			require.Equal(t, s.Outcome, found.Outcome, "after a crash the session leads to it")
			require.Equal(t, s.Outcome, b.authorize(r), "and asked again, it is the same order")
			require.Equal(t, 1, b.Count("authorization"))
		})
	}
}

func TestAnOrderThatNeverArrivedIsNotPlacedByStatus(t *testing.T) {
	b := start(t)
	r := b.request("1", "approve")
	b.Rule("order", stage.Status, -1)
	require.IsType(t, payment.Unknown{}, b.authorize(r))
	b.sim.Stage().ClearRules()
	require.Equal(t, payment.Declined{Code: payment.CodeNotFound}, b.status("", "1").Outcome)
	require.Equal(t, payment.Declined{Code: payment.CodeNotFound}, b.status(r.SessionID, "1").Outcome)
	require.Equal(t, payment.Declined{Code: payment.CodeNotFound}, b.status("never-used", "1").Outcome)
	require.Zero(t, b.Count("authorization"))
	require.IsType(t, payment.Authorized{}, b.authorize(r), "the shop sends it again")
}

func TestTokensAreInNoError(t *testing.T) {
	b := start(t)
	r := b.request("1", "approve")
	b.Rule("order", stage.Status, 1)
	require.NoError(t, b.sim.Stage().Add(stage.Rule{Op: "order", Effect: stage.Status, Status: 400, Times: -1}))
	_, err := b.plugin.Payment.Authorize(t.Context(), r)
	require.Error(t, err)
	require.NotContains(t, err.Error(), r.ClientData[tokenField])
	require.False(t, base.AsError(err).OutcomeUnknown)
}

func TestPendingOrders(t *testing.T) {
	for decision, want := range map[string]payment.Outcome{"accept": payment.Authorized{}, "deny": payment.Declined{}} {
		b := start(t)
		o := b.authorize(b.request("1", "review"))
		id := o.(payment.Pending).Reference
		require.Equal(t, payment.Pending{Reference: id}, b.status(id, "1").Outcome)
		early, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: payLater, IdempotencyKey: "c", Reference: id, Amount: eur(total)})
		require.NoError(t, err)
		require.Equal(t, "capture_not_allowed", early.Code)
		b.Act(id, decision)
		require.IsType(t, want, b.status(id, "1").Outcome)
	}
}

func TestCredentials(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["password"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Start(t.Context(), b.opening("1"))
	var e *base.Error
	require.True(t, errors.As(err, &e))
	require.False(t, e.OutcomeUnknown)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	b := start(t)
	for _, wrong := range [][2]string{{"countries", "Germany"}, {"countries", "\n"}, {"pay_now_max_cents", "50"}, {"pay_later_min_cents", "-1"}, {"timeout", "1ms"}} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		err = p.Base.Configure(t.Context(), b.config(wrong[0], wrong[1]))
		closing()
		require.ErrorContains(t, err, wrong[0])
	}
}

func TestKeysHaveTheFormThatKlarnaAsksFor(t *testing.T) {
	key := idempotencyKey("order", strings.Repeat("k", 1000))
	require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, key)
	require.NotEqual(t, idempotencyKey("order", "1"), idempotencyKey("capture", "1"))
}
