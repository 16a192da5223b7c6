package archtest

import (
	"os"
	"path/filepath"
	"regexp"
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

// What comes from outside is read by a fuzz test as well: in each package that takes webhooks or browsers' events, and in those of the core that read
// forms, files and addresses. So it is with what kontor plugin new writes from.
func TestParsersOfUntrustedInputAreFuzzed(t *testing.T) {
	reads := regexp.MustCompile(`\) (HandleWebhook|Deliver)\(\w+ context\.Context, \w+ (base\.WebhookRequest|tracking\.Batch)\)|\b(image\.Decode|csv\.NewReader|multipart\.NewReader|url\.ParseQuery)\(`)
	found := 0
	for _, pattern := range []string{
		"../../plugins/payment/*", "../../plugins/shipping/*", "../../plugins/tracking/*", "../../plugins/example/*", "../*", "../catalog/*",
	} {
		folders, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, folder := range folders {
			files, err := filepath.Glob(filepath.Join(folder, "*.go"))
			require.NoError(t, err)
			var code, tests strings.Builder
			for _, file := range files {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				if strings.HasSuffix(file, "_test.go") {
					tests.Write(text)
				} else {
					code.Write(text)
				}
			}
			if reads.MatchString(code.String()) {
				require.Contains(t, tests.String(), "\nfunc Fuzz", "%s reads what comes from outside, and has no fuzz test", folder)
				found++
			}
		}
	}
	require.Greater(t, found, 15)
}
