package stagetest

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Handle has a plugin take a notification that tells one event, and gives that.
func (b *Bench) Handle(p sdk.Plugin, n base.WebhookRequest) payment.Event {
	b.T.Helper()
	a, err := p.Payment.HandleWebhook(b.T.Context(), n)
	require.NoError(b.T, err)
	require.Equal(b.T, http.StatusOK, a.Reply.Status)
	require.Len(b.T, a.Events, 1)
	return a.Events[0]
}

// Refuse has a plugin take a notification for forged.
func (b *Bench) Refuse(p sdk.Plugin, n base.WebhookRequest) {
	b.T.Helper()
	a, err := p.Payment.HandleWebhook(b.T.Context(), n)
	require.ErrorIs(b.T, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged})
	require.Empty(b.T, a.Events)
}

// Home is where the customer of the tests lives.
func Home() *base.Address {
	return &base.Address{FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095", City: "Hamburg", Country: "DE"}
}
