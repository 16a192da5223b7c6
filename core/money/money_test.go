package money

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFormatsGerman(t *testing.T) {
	for minor, want := range map[int64]string{
		0: "0,00\u00a0€", 5: "0,05\u00a0€", 123456: "1.234,56\u00a0€", -99: "-0,99\u00a0€",
		12345600: "123.456,00\u00a0€", 100000000: "1.000.000,00\u00a0€",
	} {
		require.Equal(t, want, Euro(minor).String())
	}
}

func TestShareRoundsHalfAwayFromZero(t *testing.T) {
	for _, c := range []struct{ minor, part, whole, want int64 }{
		{5, 1, 2, 3}, {-5, 1, 2, -3}, {7, 1, 3, 2}, {8, 1, 3, 3}, {-7, 1, 3, -2}, {1, 1, 2, 1}, {-1, 1, 2, -1}, {1, 49, 100, 0},
	} {
		require.Equal(t, Euro(c.want), Euro(c.minor).Share(c.part, c.whole), "%+v", c)
	}
}

func TestIncludedTaxRoundsHalfUp(t *testing.T) {
	require.Equal(t, Euro(1597), Euro(10000).IncludedTax(1900))
	require.Equal(t, Euro(2032), Euro(10000).IncludedTax(2550))
	require.Equal(t, Euro(-1597), Euro(-10000).IncludedTax(1900))
	require.Equal(t, Euro(0), Euro(10000).IncludedTax(0))
}

func TestMixingCurrenciesPanics(t *testing.T) {
	require.Panics(t, func() { Euro(1).Add(Amount{1, "USD"}) })
	require.Equal(t, Euro(3), Amount{}.Add(Euro(3)))
	require.Equal(t, Euro(3), Euro(3).Sub(Amount{}))
}

func TestAllocationAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := Euro(rapid.Int64Range(-1_000_000_000, 1_000_000_000).Draw(t, "amount"))
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1_000_000), 1, 20).Draw(t, "weights")
		var sum Amount
		for _, part := range amount.Allocate(weights) {
			sum = sum.Add(part)
		}
		require.Equal(t, amount, sum)
	})
}

func TestAllocationGivesTheRestToTheLargestRemainder(t *testing.T) {
	require.Equal(t, []Amount{Euro(34), Euro(33), Euro(33)}, Euro(100).Allocate([]int64{1, 1, 1}))
	require.Equal(t, []Amount{Euro(17), Euro(83)}, Euro(100).Allocate([]int64{1, 5}))
	require.Equal(t, []Amount{Euro(83), Euro(17)}, Euro(100).Allocate([]int64{5, 1}))
	require.Equal(t, []Amount{Euro(16), Euro(84)}, Euro(100).Allocate([]int64{16, 84}))
	require.Equal(t, []Amount{Euro(14), Euro(43), Euro(43)}, Euro(100).Allocate([]int64{1, 3, 3}))
	require.Equal(t, []Amount{Euro(-14), Euro(-43), Euro(-43)}, Euro(-100).Allocate([]int64{1, 3, 3}))
	require.Equal(t, []Amount{Euro(67), Euro(67), Euro(66)}, Euro(200).Allocate([]int64{1, 1, 1}))
	require.Empty(t, Euro(100).Allocate(nil))
	require.Equal(t, []Amount{Euro(100), Euro(0)}, Euro(100).Allocate([]int64{0, 0}))
}
