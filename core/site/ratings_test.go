package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRatingsPartnerIsItsScript(t *testing.T) {
	partner, err := NewRatings("https://ratings.example/badge.js", "Sterne")
	require.NoError(t, err)
	require.Equal(t, &Ratings{Name: "Sterne", Script: "https://ratings.example/badge.js", Origin: "https://ratings.example"}, partner)

	none, err := NewRatings("", "")
	require.NoError(t, err)
	require.Nil(t, none)

	_, err = NewRatings("ratings.example/badge.js", "Sterne")
	require.ErrorContains(t, err, "ratings script")
	_, err = NewRatings("https://ratings.example/badge.js", "")
	require.ErrorContains(t, err, "without the partner's name")
}
