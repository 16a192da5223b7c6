package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPayLaterPartnerIsItsScript(t *testing.T) {
	partner, err := NewPayLater("https://offers.example:8443/consent.js?shop=1", "Später")
	require.NoError(t, err)
	require.Equal(t, &PayLater{Name: "Später", Script: "https://offers.example:8443/consent.js?shop=1", Origin: "https://offers.example:8443"}, partner)

	none, err := NewPayLater("", "Später")
	require.NoError(t, err)
	require.Nil(t, none)
}

func TestWrongPayLaterSettingsAreRefused(t *testing.T) {
	for _, script := range []string{"offers.example/consent.js", "javascript:alert(1)", "://"} {
		_, err := NewPayLater(script, "Später")
		require.ErrorContains(t, err, "is not an address", script)
	}
	_, err := NewPayLater("https://offers.example/consent.js", "")
	require.ErrorContains(t, err, "without the partner's name")
}
