package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestConformance(t *testing.T) {
	b := start(t)
	genuine := func() base.WebhookRequest {
		b.after(time.Now().Format("150405.000000"), "approve")
		return b.Notice()
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1")}, Webhook: genuine,
	}})
}

func TestASignedContractIsPaidOutOnDeliveryAndRefunded(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	require.Equal(t, "K1-1", r.Reference)
	require.True(t, strings.HasPrefix(r.URL, b.URL+"/antrag/"), r.URL)
	require.False(t, r.ExpiresAt.IsZero())
	require.Equal(t, r, b.authorize("1"), "the same number is the same application")
	require.Equal(t, r, b.complete(r.Reference, false), "returned without applying")

	b.Act(r.Reference, "pend")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete(r.Reference, true), "applied is applied, whatever address was used")
	b.Act(r.Reference, "agree")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete(r.Reference, false), "agreed is not signed")
	b.Act(r.Reference, "sign")
	promised := payment.Authorized{Reference: r.Reference, Amount: eur(129905)}
	require.Equal(t, promised, b.complete(r.Reference, false))
	lost, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "1", OrderNumber: "K1", Attempt: 1})
	require.NoError(t, err)
	require.Equal(t, promised, lost.Outcome, "the number follows from the order")

	part, err := b.capture("c0", r.Reference, 5000)
	require.NoError(t, err)
	require.Equal(t, payment.CodeOnlyWhole, part.Code)
	b.Rule("deliver", stage.DropReply, 1)
	for range 2 {
		done, err := b.capture("c1", r.Reference, 129905)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, done.State)
	}
	require.Equal(t, 1, b.Count("charge"))
	require.Equal(t, "captured", b.void(r.Reference).Code)

	b.Rule("refund", stage.DropReply, 1)
	first := b.refund("r1", r.Reference, 100000)
	require.Equal(t, payment.ReceiptDone, first.State)
	require.Equal(t, first, b.refund("r1", r.Reference, 100000))
	require.Equal(t, payment.CodeRefused, b.refund("r2", r.Reference, 30000).Code, "more than was paid out")
	require.Equal(t, payment.ReceiptDone, b.refund("r3", r.Reference, 29905).State)
	require.Equal(t, 2, b.Count("refunded"))
	s := b.status(r.Reference)
	require.Equal(t, eur(129905), s.Captured)
	require.Equal(t, eur(129905), s.Refunded)
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": payment.CodeRefused, "cancel": payment.CodeCustomerCancelled, "expire": payment.CodeExpired} {
		id := b.after(action, action)
		require.Equal(t, payment.Declined{Code: code, Reference: id}, b.complete(id, false))
		require.Equal(t, payment.ReceiptDone, b.void(id).State)
		refused, err := b.capture("c", id, 129905)
		require.NoError(t, err)
		require.Equal(t, "not_authorized", refused.Code)
	}
	id := b.authorize("left").Reference
	require.Equal(t, payment.CodeCustomerCancelled, b.complete(id, true).(payment.Declined).Code)
	require.True(t, b.status(id).Voided, "nobody can sign what the shop will not deliver for")
	require.Equal(t, payment.ReceiptDone, b.void(id).State)
	id = b.authorize("down").Reference
	b.Rule("revoke", stage.Status, -1)
	require.Equal(t, payment.CodeCustomerCancelled, b.complete(id, true).(payment.Declined).Code, "the customer does not wait for it")
	b.sim.Stage().ClearRules()
	require.Equal(t, payment.CodeRefused, b.refund("r", id, 100).Code)

	id = b.after("signed", "approve")
	b.Rule("revoke", stage.DropReply, 1)
	require.Equal(t, payment.ReceiptDone, b.void(id).State)
	require.Equal(t, payment.ReceiptDone, b.void(id).State)
	require.Equal(t, "voided", b.status(id).Outcome.(payment.Declined).Code)
	require.Zero(t, b.Count("charge"))

	b.sim.Reset()
	require.Equal(t, payment.CodeExpired, b.complete(id, false).(payment.Declined).Code)
	require.Equal(t, payment.CodeNotFound, b.status(id).Outcome.(payment.Declined).Code)
	require.Equal(t, payment.ReceiptDone, b.void(id).State)
	gone, err := b.capture("c", id, 129905)
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, gone.Code)
}

func TestLostReplies(t *testing.T) {
	b := start(t)
	b.Rule("apply", stage.DropReply, 1)
	r := b.authorize("1")
	require.Equal(t, 2, b.Count("apply"), "repeated on the spot, because the number is the bank's key")
	b.Rule("apply", stage.DropReply, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("2"))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody was sent to apply")
	b.sim.Stage().ClearRules()

	b.Act(r.Reference, "approve")
	b.Rule("deliver", stage.Hang, -1)
	_, err = b.capture("c", r.Reference, 129905)
	require.ErrorAs(t, err, &e)
	require.True(t, e.OutcomeUnknown, "a lost answer is not a refusal")
	b.sim.Stage().ClearRules()
	require.Equal(t, eur(129905), b.status(r.Reference).Captured)
	require.Equal(t, 1, b.Count("charge"))

	other := b.request("1")
	other.Purchase.Amount = eur(200000)
	_, err = b.plugin.Payment.Authorize(t.Context(), other)
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "order_id_taken"})
	wrong, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: b.after("3", "pend"), Amount: eur(1)})
	require.NoError(t, err)
	require.Equal(t, "amount_mismatch", wrong.(payment.Declined).Code)
	wrong, err = b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: r.Reference, Amount: eur(1)})
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, wrong, "what is promised over another amount is not passed off, and not lost")
}

func TestNotifications(t *testing.T) {
	b := start(t)
	handle := func() (payment.Event, string) {
		t.Helper()
		n := b.Notice()
		answer, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		require.NoError(t, err)
		require.Len(t, answer.Events, 1)
		return answer.Events[0], string(n.Body)
	}
	id := b.after("1", "pend")
	e, _ := handle()
	require.Equal(t, payment.EventPending, e.Kind)
	b.Act(id, "sign")
	e, body := handle()
	require.Equal(t, payment.EventAuthorized, e.Kind)
	require.Equal(t, eur(129905), e.Amount)
	require.Contains(t, body, e.ID)
	require.WithinDuration(t, time.Now(), e.OccurredAt, time.Minute)
	_, err := b.capture("c", id, 129905)
	require.NoError(t, err)
	e, _ = handle()
	require.Equal(t, payment.EventCaptured, e.Kind)
	b.refund("r1", id, 500)
	e, _ = handle()
	require.Equal(t, payment.EventRefunded, e.Kind)
	require.Equal(t, eur(500), e.Amount)

	id = b.after("2", "approve")
	handle() // notices are sent side by side: this one before the next is caused
	b.void(id)
	e, _ = handle()
	require.Equal(t, payment.EventVoided, e.Kind)
	b.after("3", "decline")
	e, _ = handle()
	require.Equal(t, payment.EventDeclined, e.Kind)
	require.Equal(t, payment.CodeRefused, e.Code)

	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.after("4", "approve")
	_, err = b.plugin.Payment.HandleWebhook(t.Context(), b.Notice())
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})
}

func TestWhatIsNotOfferedIsDeclined(t *testing.T) {
	b := start(t, "months_max", "48", "max_cents", "500000")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, "In bequemen Monatsraten zahlen, bis zu 48 Monate lang.", methods[0].Hint["de"])
	require.Contains(t, methods[0].ToggleTip["en"], "6 to 48 equal")
	require.Equal(t, []payment.Requirement{payment.RequireSameAddress}, methods[0].Requirements)
	require.Equal(t, eur(9900), methods[0].Min)
	for code, spoil := range map[string]func(*payment.Purchase){
		"limit_exceeded":   func(p *payment.Purchase) { p.Amount = eur(500001) },
		"country":          func(p *payment.Purchase) { p.Billing = &base.Address{Country: "AT"} },
		"customer_type":    func(p *payment.Purchase) { p.Customer.Type = base.CustomerBusiness },
		"delivery_kind":    func(p *payment.Purchase) { p.DeliveryKind = base.DeliveryPackstation },
		"delivery_address": func(p *payment.Purchase) { p.Delivery = &base.Address{Street: "Anderswo", Country: "DE"} },
	} {
		r := b.request("1")
		spoil(&r.Purchase)
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.Declined{Code: code}, o)
	}
	require.Zero(t, b.Count("apply"))
	dear := start(t, "max_cents", "20000000")
	r := dear.request("1")
	r.Purchase.Amount = eur(15000000)
	o, err := dear.plugin.Payment.Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeRefused}, o, "the bank's own limit")
}

func TestCredentialsAndSettings(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["password"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("1"))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)
	for key, value := range map[string]string{"months_min": "0", "months_max": "5", "min_cents": "0", "max_cents": "5", "timeout": "2m"} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		defer closing()
		var e *base.Error
		require.ErrorAs(t, p.Base.Configure(t.Context(), b.config(key, value)), &e, key)
		require.Equal(t, []base.FieldError{{Name: key, Code: "invalid"}}, e.Fields)
	}
}
