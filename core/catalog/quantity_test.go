package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
)

func TestNumbersAreWrittenInTheLanguagesWay(t *testing.T) {
	for want, c := range map[string]struct {
		n, divisor int64
		lang       catalog.Lang
	}{
		"15,6": {156, 10, catalog.German}, "15.6": {156, 10, catalog.English}, "-15,6": {-156, 10, catalog.German}, "0,05": {5, 100, catalog.German},
		"16": {160, 10, catalog.German}, "7": {7, 0, catalog.German}, "0,3333": {1, 3, catalog.German}, "0": {1, 100_000, catalog.German},
		"1,0001": {10_001, 10_000, catalog.German}, "2,5": {2500, 1000, catalog.German}, "1,5": {1536, 1024, catalog.German}, "1.999": {2047, 1024, catalog.English},
	} {
		require.Equal(t, want, catalog.Decimal(c.n, c.divisor, c.lang))
	}
}

func TestStorageOfAThousandGigabytesIsToldInTerabytes(t *testing.T) {
	for want, c := range map[string]struct {
		n, divisor int64
		unit       string
		lang       catalog.Lang
	}{
		"512 GB": {512, 1, "GB", catalog.German}, "1 TB": {1000, 0, "GB", catalog.German}, "2 TB": {2000, 1, "GB", catalog.English},
		"1,5 TB": {1500, 1, "GB", catalog.German}, "1.5 TB": {1500, 1, "GB", catalog.English}, "1024 GB": {1024, 1, "GB", catalog.German},
		"8 TB": {8_000_000, 1000, "GB", catalog.German}, "12 GB": {12_000, 1000, "GB", catalog.German}, "144 Hz": {144, 1, "Hz", catalog.German},
		"2000 MHz": {2000, 1, "MHz", catalog.German}, "2000": {2000, 1, "", catalog.German}, "-2000 GB": {-2000, 1, "GB", catalog.German},
	} {
		def := catalog.AttributeDef{Unit: c.unit, Divisor: c.divisor}
		require.Equal(t, want, def.QuantityText(c.n, c.lang))
	}
	require.Equal(t, "2000 GB", catalog.AttributeDef{Unit: "GB"}.StoredText(2000, catalog.German), "as it was defined")
	inches := catalog.AttributeDef{Unit: "Zoll", UnitEN: "inch", Divisor: 10}
	require.Equal(t, "15,6 Zoll", inches.QuantityText(156, catalog.German))
	require.Equal(t, "15.6 inch", inches.QuantityText(156, catalog.English))
}
