package privacy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/privacy"
)

func TestTheYearOfASaleIsGermanys(t *testing.T) {
	for sold, years := range map[string]int{"2025-12-31T22:59:59Z": 2036, "2025-12-31T23:00:00Z": 2037, "2026-07-01T12:00:00Z": 2037} {
		at, err := time.Parse(time.RFC3339, sold)
		require.NoError(t, err)
		require.Equal(t, time.Date(years, time.January, 1, 0, 0, 0, 0, time.UTC), privacy.Release(at), sold)
	}
}
