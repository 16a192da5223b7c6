package cmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/postgres"
)

// What came of an import is hundreds of lines, and a failure a paragraph: the terminal gets what tells entries apart.
func TestAuditFitsATerminal(t *testing.T) {
	shop := try(t)
	log := postgres.NewAudit(shop.pool)
	long := strings.Repeat("ä long word, ", 40)
	id, err := log.Begin(t.Context(), audit.Entry{Actor: "somebody@a-machine.of.the.shop.example", Action: "plugin.retire-method", Subject: "topic " + long, Reason: long})
	require.NoError(t, err)
	require.NoError(t, log.End(t.Context(), id, []byte(`{"text": "`+long+`"}`), long))
	out, err := shop.run(t, nil, "audit list")
	require.NoError(t, err)
	for line := range strings.Lines(out) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 120, line)
	}
	require.Contains(t, out, "failed: ä long")
	require.Contains(t, out, "1 of 1 entry;")
	out, err = shop.run(t, nil, "audit list -o json")
	require.NoError(t, err)
	require.Equal(t, 4, strings.Count(out, long))
}
