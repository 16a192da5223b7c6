package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThirdPartyIsItsScript(t *testing.T) {
	const script = "https://offers.example:8443/consent.js?shop=1"
	partner, err := NewThirdParty(PayLaterService, script, "Später")
	require.NoError(t, err)
	require.Equal(t, &ThirdParty{Service: "pay-later", Name: "Später", Script: script, Origin: "https://offers.example:8443"}, partner)

	none, err := NewThirdParty(PayLaterService, "", "Später")
	require.NoError(t, err)
	require.Nil(t, none)
}

func TestWrongThirdPartySettingsAreRefused(t *testing.T) {
	for _, script := range []string{"offers.example/consent.js", "javascript:alert(1)", "://"} {
		_, err := NewThirdParty(PayLaterService, script, "Später")
		require.ErrorContains(t, err, "is not an address", script)
	}
	_, err := NewThirdParty(RatingsService, "https://ratings.example/badge.js", "")
	require.ErrorContains(t, err, "ratings script: visitors cannot agree to it without the partner's name")
}
