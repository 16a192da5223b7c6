package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An operator sees a dispute where the day's work is, is warned before money goes out twice, and says how it ended.
func TestADisputeIsSeenAndEnds(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	for _, line := range []string{
		"order disputed 100001", "order disputed 100001 --dispute CB-1 --until soon", "order disputed 100001 --dispute CB-1 --ended maybe",
	} {
		_, err := shop.run(t, nil, line)
		require.ErrorAs(t, err, &usageError{}, line)
	}
	_, err := shop.run(t, nil, "order disputed 100001 --dispute CB-1 --amount 30 --until 2026-12-10")
	require.NoError(t, err)
	out, err := shop.run(t, nil, "order list --disputed")
	require.NoError(t, err)
	require.Regexp(t, `100001 +erika@example.org +moneyorder +CB-1 +30,00.€ +20\d\d-\S+ \S+ +2026-12-10 23:59`, out)
	require.Contains(t, out, "1 dispute of 1 order\n")
	out, err = shop.run(t, nil, "order show 100001")
	require.NoError(t, err)
	require.Regexp(t, `dispute +20\d\d-\S+ \S+ CB-1 about 30,00.€, open: answer until 2026-12-10 23:59`, out)

	for line, warns := range map[string]string{
		"order refund 100001":    `^Its payment is disputed: CB-1 about 30,00.€, open: .* goes out twice\. Give 49,00.€ of order 100001 back\? `,
		"withdrawal refund 5001": `^Its payment is disputed: CB-1 .* goes out twice\. Pay 30,00.€ back for withdrawal 5001 `,
		"order return 100001":    `^Take back delivery 2 of order 100001\? No money goes back by itself, for its payment is disputed: `,
		"order cancel 100001":    `^Cancel what was not dispatched of order 100001\? No money goes back by itself, `,
	} {
		_, err := shop.run(t, "n\n", line)
		require.ErrorIs(t, err, errRefused, line)
		require.Regexp(t, warns, shop.told, line)
	}
	out, err = shop.run(t, nil, "order disputed 100001 --dispute CB-1 --ended won")
	require.NoError(t, err)
	require.Regexp(t, `CB-1 about 30,00.€, won`, out)
	out, err = shop.run(t, nil, "order list --disputed -o json")
	require.NoError(t, err)
	require.JSONEq(t, `{"disputes": [], "orders": 0}`, out)
	_, err = shop.run(t, "n\n", "order refund 100001")
	require.ErrorIs(t, err, errRefused)
	require.Regexp(t, `^Give 49,00.€`, shop.told)
}
