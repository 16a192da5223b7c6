package catalog_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
)

// The storefront writes days in the same way: storefront/src/lib/i18n/use-formatter.test.ts.
func TestDaysAreThoseOfGermanyInOneWay(t *testing.T) {
	late := time.Date(2026, time.November, 3, 23, 30, 0, 0, time.UTC)
	require.Equal(t, "04.11.2026", catalog.German.Date(late))
	require.Equal(t, "4 November 2026", catalog.English.Date(late))
	require.Equal(t, "04.11.2026, 00:30:00 Uhr (CET)", catalog.German.Moment(late))
	require.Equal(t, "4 November 2026, 00:30:00 CET", catalog.English.Moment(late))
}
