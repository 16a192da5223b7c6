package stagetest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// Event is something that a visitor with a contact did just now on https://shop.test/p; data is JSON.
func Event(id, kind, data string) tracking.Event {
	return tracking.Event{ID: id, Type: kind, OccurredAt: time.Now(), VisitorID: "t-1", ContactID: "c-1", URL: "https://shop.test/p",
		Language: "de", UserAgent: "Firefox", Data: json.RawMessage(data)}
}

// Deliver hands a tracker a batch with the events.
func Deliver(t *testing.T, p sdk.Plugin, events ...tracking.Event) tracking.Receipt {
	t.Helper()
	r, err := p.Tracking.Deliver(t.Context(), tracking.Batch{ID: "b", Events: events})
	require.NoError(t, err)
	return r
}
