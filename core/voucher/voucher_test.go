package voucher

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

func TestAVoucherAppliesWithinItsBounds(t *testing.T) {
	from, until := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	v := Voucher{Code: "FROH", Percent: 1000, Minimum: money.Euro(5000), ValidFrom: from, ValidUntil: until, MaxRedemptions: 3}
	open := Voucher{Code: "IMMER", Amount: money.Euro(500)}
	for name, c := range map[string]struct {
		of       Voucher
		now      time.Time
		goods    int64
		redeemed int
		reason   string
	}{
		"a moment too early":     {v, from.Add(-1), 5000, 0, "voucher_not_yet_valid"},
		"the first moment":       {v, from, 5000, 2, ""},
		"the last moment":        {v, until.Add(-1), 5000, 0, ""},
		"a moment too late":      {v, until, 5000, 0, "voucher_expired"},
		"as often as it may be":  {v, from, 5000, 3, "voucher_used_up"},
		"a cent too little":      {v, from, 4999, 0, "voucher_minimum"},
		"one without any bounds": {open, until, 0, 1000, ""},
	} {
		c.of.Redeemed = c.redeemed
		err := c.of.Check(c.now, money.Euro(c.goods))
		if taken := Discounts([]*Voucher{&c.of}, c.now, money.Euro(c.goods)); c.reason == "" {
			require.NoError(t, err, name)
			require.Len(t, taken, 1, name)
		} else {
			require.Equal(t, c.reason, fault.ReasonOf(err), name)
			require.Empty(t, taken, name)
		}
	}
	require.Equal(t, pricing.Discount{Code: "FROH", Percent: 1000, Minimum: money.Euro(5000)}, v.Discount())
	require.Equal(t, pricing.Discount{Code: "IMMER", Amount: money.Euro(500)}, open.Discount())
	require.Equal(t, "FROH", Code(" froh "))
}

func TestAPromotionIsForThoseItIsMeantFor(t *testing.T) {
	all := Promotion{Code: "all", Amount: money.Euro(100), Minimum: money.Euro(1000)}
	everybody := pricing.Discount{Code: "all", Amount: money.Euro(100), Minimum: money.Euro(1000), Promotion: true}
	business := pricing.Discount{Code: "business", Amount: money.Euro(2000), Minimum: money.Euro(100000), Promotion: true}
	list := []Promotion{BusinessPromotion, all}
	require.Equal(t, []pricing.Discount{everybody}, Promoted(list, false))
	require.Equal(t, []pricing.Discount{business, everybody}, Promoted(list, true))
}

func TestACodeOfTwoWordsIsFoundHoweverItsSpaceIsTyped(t *testing.T) {
	for _, typed := range []string{"Sommer 26", "  sommer   26 ", "SOMMER\t26", "sommer\u00a026"} {
		require.Equal(t, "SOMMER 26", Code(typed), "%q", typed)
	}
}
