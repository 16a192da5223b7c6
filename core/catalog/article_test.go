package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
)

func TestValidEAN(t *testing.T) {
	for _, s := range []string{"4006381333931", "96385074"} {
		require.True(t, catalog.ValidEAN(s), s)
	}
	for _, s := range []string{"", "4006381333932", "400638133393", "40063813339311", "400638133393x"} {
		require.False(t, catalog.ValidEAN(s), s)
	}
}

func TestSlug(t *testing.T) {
	require.Equal(t, "gehaeuse-fuer-maeuse-und-co-7", catalog.Slug("Gehäuse für Mäuse & Co.", 7))
	require.Equal(t, "be-quiet-pure-power-12-m-7", catalog.Slug("be quiet! Pure Power 12 M", 7))
	require.Equal(t, "7", catalog.Slug("日本", 7))
	long := catalog.Slugify("eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf dreizehn vierzehn fuenfzehn")
	require.LessOrEqual(t, len(long), 80)
	require.Equal(t, "eins-zwei-drei-vier-fuenf-sechs-sieben-acht-neun-zehn-elf-zwoelf-dreizehn", long)
}
