package typo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/typo"
)

func TestTheNearestWord(t *testing.T) {
	known := []string{"home-middle", "listing-top", "grafikkarten"}
	for word, want := range map[string]string{
		"home-midle": "home-middle", "Listing-Top": "listing-top", "grafikarten": "grafikkarten", "grafkkarten-": "grafikkarten", "footer": "", "": "",
	} {
		require.Equal(t, want, typo.Nearest(word, known), word)
	}
}
