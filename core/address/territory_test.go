package address_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
)

func TestPlacesOutsideOfTheUnionsVAT(t *testing.T) {
	const germany, denmark, spain, finland, france, greece, italy = address.Germany, 57, 195, 240, 73, 84, 105
	for _, c := range []struct {
		country int
		zip     string
		export  bool
	}{
		{germany, "10115", false},
		{germany, "27498", true}, {germany, "78266", true}, {germany, "27499", false},
		{denmark, "3900", true}, {denmark, "3800", false},
		{spain, "35001", true}, {spain, "38670", true}, {spain, "51001", true}, {spain, "52006", true}, {spain, "28013", false}, {spain, "07001", false},
		{finland, "22100", true}, {finland, "00100", false},
		{france, "97110", true}, {france, "97 400", true}, {france, "98800", true}, {france, "98 000", false}, {france, "20000", false},
		{greece, "63086", true}, {greece, "630 87", true}, {greece, "105 57", false},
		{italy, "22061", true}, {italy, "23041", true}, {italy, "00118", false},
		{14, "6991", false}, {0, "35001", false},
	} {
		a := address.Address{CountryID: c.country, ZipCode: c.zip}
		require.Equal(t, c.export, a.Export(), "%d %s", c.country, c.zip)
	}
}
