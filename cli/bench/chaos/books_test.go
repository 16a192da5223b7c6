package chaos

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBooksOfProviders(t *testing.T) {
	for name, c := range map[string]struct {
		book string
		want int64
	}{
		"paypal": {`{"orders": [
			{"purchase_units": [{"payments": {"captures": [{"amount": {"value": "12.34"}}, {"amount": {"value": "1.00"}}], "refunds": [{"amount": {"value": "1.00"}}]}}]},
			{"purchase_units": [{"payments": {}}]}, {"purchase_units": null}]}`, 1234},
		"aiia": {`{"payments": [{"amount": 5.5, "status": "Executed"}, {"amount": 7, "status": "Failed"}]}`, 550},
		"saferpay": {`{"transactions": [
			{"Transaction": {"Type": "PAYMENT", "Status": "AUTHORIZED", "Amount": {"Value": "100"}}},
			{"Transaction": {"Type": "PAYMENT", "Status": "CANCELED", "Amount": {"Value": "900"}}},
			{"Transaction": {"Type": "PAYMENT", "Status": "CAPTURED", "Amount": {"Value": "50"}}},
			{"Transaction": {"Type": "REFUND", "Status": "CAPTURED", "Amount": {"Value": "50"}}}]}`, 100},
	} {
		have, err := holds[name](json.RawMessage(c.book))
		require.NoError(t, err, name)
		require.Equal(t, c.want, have, name)
	}
	require.Len(t, holds, len(methods)-1, "every provider that is paid by has its books read")
}

func TestAmountsThatAreNoneAreRefused(t *testing.T) {
	var sum int64
	for _, text := range []string{"", "x", "1.234", "1,00"} {
		require.Error(t, add(&sum, text, 1), text)
	}
	require.NoError(t, add(&sum, "3", 1))
	require.NoError(t, add(&sum, "0.5", -1))
	require.Equal(t, int64(250), sum)
}

func TestAReportWithoutChecksProvesNothing(t *testing.T) {
	require.False(t, (&Report{}).Kept())
	require.True(t, (&Report{Checks: []Check{{Want: 1, Have: 1}}}).Kept())
	require.False(t, (&Report{Checks: []Check{{Want: 1, Have: 1}, {Want: 0, Have: 1}}}).Kept())
}
