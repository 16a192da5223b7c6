package archtest

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page on security names the tests of each section of the standard; one that was renamed or removed leaves a hole.
func TestEverySectionOnSecurityHasItsTests(t *testing.T) {
	page, err := os.ReadFile("../docs/security.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "\n## OWASP ASVS ")
	require.True(t, found)
	table, _, found = strings.Cut(table, "\n## ")
	require.True(t, found)
	sections := 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| V") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		require.Len(t, cells, 3, line)
		require.Contains(t, cells[2], "`", "%s has no test", cells[0])
		namedTests(t, cells[0], cells[2])
		sections++
	}
	require.Greater(t, sections, 30)
}
