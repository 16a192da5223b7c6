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
	// A cell names files, and behind each the tests in it: Go's by name, a browser's by the beginning of its title.
	marketWord   = regexp.MustCompile("`([a-zA-Z0-9/._-]+)`|\\b(Test[A-Z][A-Za-z0-9]+)|\"([^\"]+)\"")
	marketSwitch = regexp.MustCompile("`([a-z]+\\.?[a-zA-Z]*)`")
)

// The operators' page on the German market says for each rule what switches it and which test holds it. A test that was
// renamed or removed leaves a promise that nobody keeps.
func TestEveryMarketRuleHasItsSwitchAndItsTests(t *testing.T) {
	page, err := os.ReadFile("../docs/market-de.md")
	require.NoError(t, err)
	settings, err := os.ReadFile("../docs/configuration.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "\n## Every rule\n")
	require.True(t, found)
	rules, journeys := 0, 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| ") || cells[0] == "Rule" {
			continue
		}
		require.Len(t, cells, 6, line)
		rules++
		for _, name := range marketSwitch.FindAllStringSubmatch(cells[3], -1) {
			require.Contains(t, string(settings), "| `"+name[1], "%s: no such setting", cells[0])
		}
		require.Regexp(t, "^`[a-zA-Z]+\\.|^none: ", cells[3], "%s: a switch, or why there is none", cells[0])
		require.Contains(t, cells[5], "`", "%s: no test", cells[0])
		named := namedTests(t, cells[0], cells[5])
		require.True(t, named > 0 || strings.Contains(cells[4], "so no journey"), "%s: a browser's test, or why there can be none", cells[0])
		journeys += named
	}
	require.Greater(t, rules, 40)
	require.Greater(t, journeys, 45, "almost every rule shows in a browser")
}

// namedTests looks for every test that a cell names, and counts the browser's.
func namedTests(t *testing.T, rule, cell string) (journeys int) {
	t.Helper()
	code := ""
	for _, word := range marketWord.FindAllStringSubmatch(cell, -1) {
		switch {
		case word[1] != "":
			file := strings.Replace("../../"+word[1], "../../e2e/", "../../storefront/e2e/", 1)
			content, err := os.ReadFile(filepath.FromSlash(file))
			require.NoError(t, err, rule)
			code = string(content)
		case word[2] != "":
			require.Contains(t, code, "func "+word[2]+"(t *testing.T)", rule)
		default:
			journeys++
			require.Regexp(t, `(?m)^(test|bare)\(\s*"`+regexp.QuoteMeta(word[3]), code, rule)
		}
	}
	return journeys
}
