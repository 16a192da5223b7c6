package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres/pgtest"
)

// A partner's shop whose category was mistyped is empty, and looks as if nothing were wrong.
func TestDoctorLooksForThePartnersCategory(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	_, err := runCatalog(t, write(t, "shelf.jsonl", shelf))
	require.NoError(t, err)
	check := func(slug string) (bool, string) {
		cfg, err := config.Read(config.Options{Set: []string{"whiteLabel.name=Grafikwerk", "whiteLabel.category=" + slug}})
		require.NoError(t, err)
		checks := partnerChecks(t.Context(), cfg)
		require.Len(t, checks, 1)
		return checks[0].OK, checks[0].Advice
	}
	ok, advice := check("pens")
	require.True(t, ok, advice)
	ok, advice = check("pen")
	require.False(t, ok)
	require.Contains(t, advice, `whiteLabel.category (KONTOR_WHITE_LABEL_CATEGORY) is "pen"`)
}
