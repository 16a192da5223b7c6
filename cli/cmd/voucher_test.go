package cmd

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func TestVouchersAreMadeChangedAndEnded(t *testing.T) {
	shop := try(t)
	of := func(line string) []voucherTerms {
		t.Helper()
		out, err := shop.run(t, nil, line+" -o json")
		require.NoError(t, err, line)
		var list []voucherTerms
		require.NoError(t, json.Unmarshal([]byte(out), &list), out)
		return list
	}
	require.Empty(t, of("voucher list"))
	made := of("voucher set winter10 --percent 7,5 --minimum 100 --from 2030-12-01 --until 2030-12-24 --max 5 --reason winter")
	require.Len(t, made, 1)
	require.Equal(t, "WINTER10", made[0].Code)
	require.InDelta(t, 7.5, made[0].Percent, 0)
	require.EqualValues(t, 10000, made[0].Minimum.Minor)
	require.Equal(t, "2030-11-30T23:00:00Z", made[0].From.Format(time.RFC3339), "the day begins in Germany")
	require.Equal(t, "2030-12-24T23:00:00Z", made[0].Until.Format(time.RFC3339), "its last day is whole")
	out, err := shop.run(t, nil, "voucher list")
	require.NoError(t, err)
	require.Regexp(t, `2030-12-01 +2030-12-24 `, out, "as they were set")
	_, err = shop.pool.Exec(t.Context(), `update voucher set redeemed = 3`)
	require.NoError(t, err)

	changed := of("voucher set WINTER10 --amount 12,50")
	require.EqualValues(t, 1250, changed[0].Amount.Minor)
	require.Zero(t, changed[0].Percent)
	require.Zero(t, changed[0].Max)
	require.Equal(t, 3, changed[0].Redeemed)
	ended := of("voucher end winter10")
	require.False(t, ended[0].Until.After(time.Now()))
	require.Equal(t, ended, of("voucher list"))
	require.Equal(t, ended, of("voucher end winter10"), "it ended when it did")

	entries, total, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Subject: "voucher-WINTER10"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, 4, total)
	require.Equal(t, "voucher.end", entries[0].Action)
	require.Equal(t, "winter", entries[3].Reason)
	require.Contains(t, string(entries[1].Before), `"minor": 1250`)
}

func TestWrongVouchersAreRefused(t *testing.T) {
	shop := try(t)
	before := shop.everything(t)
	for _, line := range []string{
		"voucher set X", "voucher set X --amount 0", "voucher set X --amount 5 --percent 5", "voucher set X --percent 100.01", "voucher set X --percent ten",
		"voucher set X --amount 5 --until 24.12.2030", "voucher set X --amount 5 --from 2030-12-24 --until 2030-12-23", "voucher set X --amount 5 --max -1",
	} {
		_, err := shop.run(t, nil, line)
		require.Error(t, err, line)
	}
	_, err := shop.run(t, nil, "voucher end NONE")
	require.ErrorContains(t, err, "NONE: ")
	require.Equal(t, before, shop.everything(t))
}
