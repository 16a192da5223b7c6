package shipping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/shipping"
)

func TestTariff(t *testing.T) {
	tariff, ok := shipping.ReadTariff([]string{"DE 70000=6990", "DE,AT 31500=3990"})
	require.True(t, ok)
	for _, c := range []struct {
		country string
		grams   int64
		minor   int64
		served  bool
	}{
		{"DE", 31500, 3990, true}, {"DE", 31501, 6990, true}, {"DE", 70001, 0, false}, {"AT", 1, 3990, true}, {"FR", 1, 0, false},
	} {
		minor, served := tariff.Fee(c.country, []shipping.Parcel{{WeightGrams: c.grams - 1}, {WeightGrams: 1}})
		require.Equal(t, c.served, served, c)
		require.Equal(t, c.minor, minor, c)
	}
	require.True(t, tariff.Serves("AT"))
	require.False(t, tariff.Serves("FR"))
	for _, wrong := range [][]string{nil, {"DE=1"}, {"de 70000=3990"}, {"DE 70000=39,90"}, {"DE 70000=-1"}, {"DE 1=1", "AT"}} {
		_, ok := shipping.ReadTariff(wrong)
		require.False(t, ok, wrong)
	}
}

func TestLimitsTurnAParcel(t *testing.T) {
	l := shipping.Limits{Grams: 1000, LengthMM: 500, SideMM: 300}
	for _, c := range []struct {
		parcel shipping.Parcel
		fits   bool
	}{
		{shipping.Parcel{WeightGrams: 1000, LengthMM: 300, WidthMM: 500, HeightMM: 300}, true},
		{shipping.Parcel{WeightGrams: 1001}, false},
		{shipping.Parcel{HeightMM: 501}, false},
		{shipping.Parcel{LengthMM: 301, HeightMM: 400}, false},
	} {
		require.Equal(t, c.fits, l.Take([]shipping.Parcel{{}, c.parcel}), c.parcel)
	}
}
