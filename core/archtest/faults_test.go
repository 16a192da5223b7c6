package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	faultRow  = regexp.MustCompile("(?m)^\\| .* \\| (`.*Test.*) \\|$")
	faultWord = regexp.MustCompile("`([a-z/]+)`|(Test[A-Za-z0-9]+)")
)

// The page of faults names a test for each; a test that was renamed or removed leaves a promise that nobody keeps.
func TestEveryFaultHasItsTests(t *testing.T) {
	page, err := os.ReadFile("../docs/faults.md")
	require.NoError(t, err)
	rows := faultRow.FindAllStringSubmatch(string(page), -1)
	require.Equal(t, strings.Count(string(page), "\n| ")-2, len(rows), "every row but the two headings names a test")
	for _, row := range rows {
		folder := ""
		for _, word := range faultWord.FindAllStringSubmatch(row[1], -1) {
			if word[1] != "" {
				folder = word[1]
				continue
			}
			require.True(t, hasTest(t, folder, word[2]), "%s has no %s", folder, word[2])
		}
	}
}

func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(code), "func "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}
