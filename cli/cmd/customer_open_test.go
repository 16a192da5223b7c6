package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/privacy"
)

// What stands below them, such as sessions and blocks, is what an operator looks for mostly.
func TestHundredsOfOpenOrdersDoNotBuryTheAccount(t *testing.T) {
	open := make([]privacy.Open, 551)
	for i := range open {
		open[i] = privacy.Open{Order: int64(i + 1), Wait: privacy.ForPayment}
	}
	rows := rowsOfOpen(open)
	require.Len(t, rows, shownOpen+1)
	require.Equal(t, "order 20 is not paid yet", rows[19][1])
	require.Equal(t, "and 531 more: -o json names them all", rows[20][1])
	require.Len(t, rowsOfOpen(open[:shownOpen]), shownOpen, "nothing is said of more where there is no more")
}
