package faulttest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nobody listens on this port.
const nowhere = "KONTOR_TEMPORAL_ADDRESS=127.0.0.1:1"

// The customer is told to wait, the goods stay theirs, and the worker makes the order once Temporal is back.
func TestTemporalIsDownAtSubmit(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	shop.api.env = append(slices.Clone(shop.env), nowhere)
	shop.api.start()
	guest := shop.guest()
	guest.add()
	guest.choose("moneyorder")
	a, err := guest.process()
	require.NoError(t, err)
	require.Equal(t, []any{http.StatusServiceUnavailable, "checkout_unavailable"}, []any{a.Status, a.Error.Reason})
	require.Equal(t, []int{1, stock - 1}, []int{shop.attempts(), shop.available()}, "the submit is kept")

	shop.aMinuteLater()
	shop.worker.start()
	require.Equal(t, "order", guest.submit().Result)
	shop.sold("pending", guest)
}
