package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/voucher"
)

func TestVouchersAreFoundByCode(t *testing.T) {
	store := postgres.NewVouchers(pgtest.New(t))
	ten := &voucher.Voucher{Code: "ZEHN", Percent: 1000, ValidFrom: march, ValidUntil: march.Add(time.Hour), MaxRedemptions: 5}
	big := &voucher.Voucher{Code: "B2B20", Amount: money.Euro(2000), Minimum: money.Euro(100000), ValidFrom: march}
	for _, v := range []*voucher.Voucher{ten, big, big} {
		require.NoError(t, store.Save(t.Context(), v))
	}
	got, err := store.Voucher(t.Context(), " zehn ")
	require.NoError(t, err)
	require.Equal(t, ten, got)
	list, err := store.Vouchers(t.Context(), []string{"B2B20", "NONE", "ZEHN"})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "B2B20", list[0].Code)
	_, err = store.Voucher(t.Context(), "NONE")
	require.ErrorIs(t, err, fault.New(fault.NotFound, "voucher_unknown"))
	require.ErrorIs(t, store.Save(t.Context(), &voucher.Voucher{Code: "X", ValidFrom: march}), fault.New(fault.Invalid, "voucher_amount_or_percent"))
}

func TestVoucherCannotBeRedeemedTooOften(t *testing.T) {
	pool := pgtest.New(t)
	require.NoError(t, postgres.NewVouchers(pool).Save(t.Context(), &voucher.Voucher{Code: "EINS", Percent: 100, ValidFrom: march, MaxRedemptions: 1}))
	redeem := func() error {
		_, err := pool.Exec(t.Context(), `update voucher set redeemed = redeemed + 1 where code = 'EINS'`)
		return err
	}
	require.NoError(t, redeem())
	require.ErrorContains(t, redeem(), "voucher_redemptions_in_limit")
}
