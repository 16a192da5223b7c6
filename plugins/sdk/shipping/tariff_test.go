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
	for _, c := range []struct {
		country string
		grams   int64
		want    shipping.Range
	}{
		{"DE", 1, shipping.Range{Below: 31501}}, {"DE", 31501, shipping.Range{From: 31501, Below: 70001}}, {"DE", 70001, shipping.Range{From: 70001}},
		{"FR", 5, shipping.Range{}},
	} {
		require.Equal(t, c.want, tariff.Range(c.country, []shipping.Parcel{{WeightGrams: c.grams}}), c)
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

func TestSides(t *testing.T) {
	for _, c := range []struct {
		n, limit int64
		want     shipping.Range
	}{
		{99, 100, shipping.Range{Below: 100}}, {100, 100, shipping.Range{From: 100}}, {5, 0, shipping.Range{}}, {0, 1, shipping.Range{Below: 1}},
	} {
		got := shipping.Side(c.n, c.limit)
		require.Equal(t, c.want, got, c)
		require.True(t, got.Has(c.n), c)
	}
	l := shipping.Limits{Grams: 1000, LengthMM: 500, SideMM: 300}
	require.Equal(t, shipping.Range{Below: 1001}, l.Range([]shipping.Parcel{{WeightGrams: 1000}, {}}))
	require.Equal(t, shipping.Range{From: 1001}, l.Range([]shipping.Parcel{{WeightGrams: 1001}, {}}))
}
