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
		b.Act(b.authorize(time.Now().Format("150405.000000")).Reference, "approve")
		return b.Notice()
	}
	sdktest.Run(t, sdktest.Target{New: newPlugin, Config: b.config(), Payment: &sdktest.Payment{
		Authorize: []payment.AuthorizeRequest{b.request("1")}, Webhook: genuine,
	}})
}

func TestThePaymentIsTakenWhenTheBankHasCarriedItOut(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	require.True(t, strings.HasPrefix(r.URL, b.URL+"/authorize/"), r.URL)
	require.WithinDuration(t, time.Now().Add(30*time.Minute), r.ExpiresAt, time.Minute)
	require.Equal(t, r, b.authorize("1"), "the same key is the same payment")
	require.Equal(t, 1, b.Count("create"))
	require.Equal(t, r, b.complete("1", r.Reference), "returned without agreeing")

	b.Act(r.Reference, "pend")
	require.Equal(t, payment.Pending{Reference: r.Reference}, b.complete("1", r.Reference), "agreed is not paid")
	b.Act(r.Reference, "execute")
	paid := payment.Authorized{Reference: r.Reference, Amount: eur(129905), Captured: true}
	require.Equal(t, paid, b.complete("1", r.Reference))
	s, err := b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: r.Reference, Amount: eur(129905)})
	require.NoError(t, err)
	require.Equal(t, payment.State{Outcome: paid, Captured: eur(129905)}, s)
	require.Equal(t, 1, b.Count("charge"))

	other, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: r.Reference, Amount: eur(1)})
	require.NoError(t, err)
	require.IsType(t, payment.Unknown{}, other, "another amount is not passed off, and not lost")

	capture, err := b.plugin.Payment.Capture(t.Context(), payment.CaptureRequest{Method: method, IdempotencyKey: "c", Reference: r.Reference, Amount: eur(129905)})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, capture.State)
	_, err = b.plugin.Payment.Refund(t.Context(), payment.RefundRequest{Method: method, IdempotencyKey: "r", Reference: r.Reference, Amount: eur(129905)})
	require.ErrorIs(t, err, &base.Error{Code: base.CodeNotSupported}, "Aiia sends no money")
}

func TestEndsWithoutMoney(t *testing.T) {
	b := start(t)
	for action, code := range map[string]string{"decline": payment.CodeRefused, "cancel": codeFailed, "expire": payment.CodeExpired} {
		r := b.authorize(action)
		b.Act(r.Reference, action)
		require.Equal(t, payment.Declined{Code: code, Reference: r.Reference}, b.complete(action, r.Reference))
		void, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: r.Reference})
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, void.State)
	}
	r := b.authorize("left")
	void, err := b.plugin.Payment.Void(t.Context(), payment.VoidRequest{Method: method, IdempotencyKey: "v", Reference: r.Reference})
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptPending, void.State, "the customer may still agree")
	o, err := b.plugin.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, Reference: r.Reference, Cancelled: true})
	require.NoError(t, err)
	require.Equal(t, payment.CodeCustomerCancelled, o.(payment.Declined).Code)
	require.Zero(t, b.Count("charge"))
}

func TestWhatIsNotOfferedIsDeclined(t *testing.T) {
	b := start(t, "max_cents", "200000", "schemes", "DE=GermanSepaCreditTransfer\nAT=AustrianSepaCreditTransfer")
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"AT", "DE"}, methods[0].Countries)
	require.Equal(t, eur(200000), methods[0].Max)
	require.Contains(t, methods[0].ToggleTip["de"], "Aiia")

	abroad, dear := b.request("1"), b.request("2")
	abroad.Purchase.Billing = &base.Address{Country: "FR"}
	dear.Purchase.Amount = eur(200001)
	for code, r := range map[string]payment.AuthorizeRequest{"country": abroad, "limit_exceeded": dear} {
		o, err := b.plugin.Payment.Authorize(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.Declined{Code: code}, o)
	}
	require.Zero(t, b.Count("create"))
	vienna := b.request("3")
	vienna.Purchase.Billing = &base.Address{Country: "AT"}
	o, err := b.plugin.Payment.Authorize(t.Context(), vienna)
	require.NoError(t, err)
	require.IsType(t, payment.Redirect{}, o)
}

func TestLostReplies(t *testing.T) {
	b := start(t)
	b.Rule("create", stage.DropReply, -1)
	_, err := b.plugin.Payment.Authorize(t.Context(), b.request("1"))
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown, "nobody can agree to a payment whose address nobody has")
	require.Equal(t, 1, b.Count("create"), "another call would be another payment")
	b.sim.Stage().ClearRules()

	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	for _, effect := range []stage.Effect{stage.Status, stage.DropReply, stage.Garbage} {
		b.Rule("show", effect, -1)
		_, err = b.plugin.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: r.Reference})
		require.ErrorAs(t, err, &e, "%s is not an answer", effect)
		b.sim.Stage().ClearRules()
	}
	b.Rule("show", stage.DropReply, 1)
	require.IsType(t, payment.Authorized{}, b.complete("1", r.Reference), "a read is repeated")

	again := sdktest.Target{New: newPlugin, Config: b.config()}.Start(t) // the process died in between
	open := b.authorize("2")
	s, err := again.Payment.Status(t.Context(), payment.StatusRequest{Method: method, Reference: open.Reference})
	require.NoError(t, err)
	require.Equal(t, payment.Redirect{Reference: open.Reference}, s.Outcome,
		"it is open, and only the other process knew its address: what is unknown could not be given up")
	o, err := again.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "2", Reference: open.Reference, Amount: eur(129905)})
	require.NoError(t, err)
	require.Equal(t, payment.Redirect{Reference: open.Reference}, o)
	o, err = again.Payment.Complete(t.Context(), payment.CompleteRequest{Method: method, IdempotencyKey: "2", Reference: open.Reference, Amount: eur(129905), Cancelled: true})
	require.NoError(t, err)
	require.Equal(t, payment.Declined{Code: payment.CodeCustomerCancelled, Reference: open.Reference}, o, "whoever turned back is not waited for")
	s, err = again.Payment.Status(t.Context(), payment.StatusRequest{Method: method, IdempotencyKey: "3"})
	require.NoError(t, err)
	require.Equal(t, payment.CodeNotFound, s.Outcome.(payment.Declined).Code)
}

func TestNotifications(t *testing.T) {
	b := start(t)
	handle := func(n base.WebhookRequest) ([]payment.Event, error) {
		answer, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		return answer.Events, err
	}
	for action, want := range map[string]payment.Event{
		"approve": {Kind: payment.EventCaptured, Amount: eur(129905)}, "pend": {Kind: payment.EventPending},
		"decline": {Kind: payment.EventDeclined, Code: payment.CodeRefused}, "expire": {Kind: payment.EventDeclined, Code: payment.CodeExpired},
	} {
		r := b.authorize(action)
		b.Act(r.Reference, action)
		n := b.Notice()
		require.Equal(t, "/webhooks/aiia", n.Path)
		events, err := handle(n)
		require.NoError(t, err)
		require.Len(t, events, 1)
		require.Equal(t, n.Headers.Get("X-Aiia-EventId"), events[0].ID)
		require.Equal(t, r.Reference, events[0].Reference)
		require.Equal(t, want.Kind, events[0].Kind)
		require.Equal(t, want.Code, events[0].Code)
		require.Equal(t, want.Amount, events[0].Amount)
		require.WithinDuration(t, time.Now(), events[0].OccurredAt, time.Minute)
	}
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.Act(b.authorize("f").Reference, "approve")
	_, err := handle(b.Notice())
	require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})

	b.Act(b.authorize("g").Reference, "approve")
	n := b.Notice()
	b.Rule("show", stage.Status, -1)
	_, err = handle(n)
	require.Error(t, err, "what cannot be read is not swallowed: Aiia sends it again")
	b.sim.Stage().ClearRules()
	b.sim.Reset()
	events, err := handle(n)
	require.NoError(t, err)
	require.Empty(t, events, "a payment that Aiia has forgotten")
}

// The text and its signature were computed apart from this code.
func TestSignature(t *testing.T) {
	require.Equal(t, "5f963637f6780662a9cb4acb5d6b4164478d2401a546d4c9cab66dc7cbc2be0d",
		signed("secret", "1700000000", "11111111-2222-3333-4444-555555555555", "PaymentUpdated", []byte(`{"payment":{"consentId":"c1"}}`)))
}

func TestCredentialsAndSettings(t *testing.T) {
	b := start(t)
	wrong := b.config()
	wrong.Secrets["client_secret"] = "wrong-secret"
	p := sdktest.Target{New: newPlugin, Config: wrong}.Start(t)
	_, err := p.Payment.Authorize(t.Context(), b.request("1"))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "wrong-secret")
	h, err := p.Base.Health(t.Context())
	require.NoError(t, err)
	require.False(t, h.OK)

	for key, value := range map[string]string{"schemes": "Germany", "min_cents": "0", "max_cents": "5", "window": "1s", "timeout": "2m"} {
		p, _, closing, err := sdktest.Target{New: newPlugin}.Open(t.Context())
		require.NoError(t, err)
		defer closing()
		var e *base.Error
		require.ErrorAs(t, p.Base.Configure(t.Context(), b.config(key, value)), &e, key)
		require.Equal(t, []base.FieldError{{Name: key, Code: "invalid"}}, e.Fields)
	}
}
