package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func TestASuccessIsLookedUpAndNotBelieved(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.BeforeReturn, 1)
	b.Act(r.Reference, "approve")
	n := b.Notice()
	require.Equal(t, http.MethodGet, n.Method)
	e := b.Handle(b.plugin, n)
	require.Equal(t, payment.EventAuthorized, e.Kind)
	require.Equal(t, "K1", e.OrderNumber)
	require.Equal(t, eur(total), e.Amount)
	require.Equal(t, e, b.Handle(b.plugin, n), "sent twice, it is the same event")

	b.capture("c", r.Reference, total)
	require.Equal(t, payment.EventCaptured, b.Handle(b.plugin, n).Kind, "late, it tells how things are now")
	require.NotEqual(t, e.ID, b.Handle(b.plugin, n).ID)
}

func TestWhatALookupCannotSettleIsLeftToComplete(t *testing.T) {
	b := start(t)
	for _, action := range []string{"decline", "cancel", "drop_shift", "review"} {
		r := b.authorize(action)
		b.Act(r.Reference, action)
		e := b.Handle(b.plugin, b.Notice())
		require.Equal(t, payment.EventApproved, e.Kind, action)
		require.Equal(t, "K"+action, e.OrderNumber)
	}
}

func TestForgedNotificationsAreRefused(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Rule(stage.WebhookOp, stage.Forge, 1)
	b.Act(r.Reference, "decline")
	forged := b.Notice()
	require.Contains(t, forged.Query, "result=success")
	r = b.authorize("2")
	b.Act(r.Reference, "approve")
	good := b.Notice()
	for what, n := range map[string]base.WebhookRequest{
		"a failure turned into a success": forged,
		"another order":                   {Method: "GET", Query: strings.Replace(good.Query, "order=K2-1", "order=K1-1", 1)},
		"another number":                  {Method: "GET", Query: strings.Replace(good.Query, "number=K2", "number=K1", 1)},
		"no proof":                        {Method: "GET", Query: "order=K2-1&number=K2&result=success"},
		"an empty proof":                  {Method: "GET", Query: "order=&number=&result=&proof="},
		"a query that cannot be read":     {Method: "GET", Query: "%zz"},
		"another verb":                    {Method: "PUT", Query: good.Query},
	} {
		a, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged}, what)
		require.Empty(t, a.Events)
	}
	b.Handle(b.plugin, good)
}

func TestALookupThatFailsIsAskedForAgain(t *testing.T) {
	b := start(t)
	r := b.authorize("1")
	b.Act(r.Reference, "approve")
	n := b.Notice()
	b.Rule("inquire", stage.Status, -1)
	_, err := b.plugin.Payment.HandleWebhook(t.Context(), n)
	e := base.AsError(err)
	require.Equal(t, base.FaultProvider, e.Fault, "neither proven nor forged: Saferpay shall call again")
	require.True(t, e.Retryable)
	require.False(t, e.OutcomeUnknown)
}

func TestAddressesThatHaveAQueryKeepIt(t *testing.T) {
	a := &account{settings: settings{password: "very-secret"}}
	n := a.notification("https://shop.test/webhooks/saferpay?shop=1", "K1-1", "K1")
	require.Contains(t, n.Success, "?shop=1&number=K1&")
	require.NotEqual(t, n.Success, n.Fail)
	require.NotContains(t, n.Success, "very-secret")
}

// Nobody but the plugin makes an address that it believes, whatever is put together.
func FuzzNotification(f *testing.F) {
	f.Add("order=1&number=K1&result=fail", "1", "K1")
	f.Add("order=1&number=K1&result=success&proof=", "1\nK1", "")
	f.Add("proof=%00&result=fail&order=a%0Ab&number=c", "", "\n")
	a := &account{settings: settings{password: "very-secret"}}
	p := &plugin{}
	p.account.Store(a)
	f.Fuzz(func(t *testing.T, query, order, number string) {
		answer, err := p.HandleWebhook(t.Context(), base.WebhookRequest{Method: http.MethodGet, Query: query})
		require.Error(t, err)
		require.Empty(t, answer.Events)

		_, own, _ := strings.Cut(a.notification("https://shop.test/hook?x=1", order, number).Fail, "?")
		answer, err = p.HandleWebhook(t.Context(), base.WebhookRequest{Method: http.MethodGet, Query: own})
		require.NoError(t, err)
		require.Equal(t, number, answer.Events[0].OrderNumber)
		require.Equal(t, order+"-fail", answer.Events[0].ID)
	})
}
