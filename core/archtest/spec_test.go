package archtest

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	namedTest = regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]+`)
	namedPath = regexp.MustCompile("`((?:e2e|f|c|l|api|pg|chk|core|cli|plugins|workflows|messages)/[A-Za-z0-9/._*-]+)`")
	goTest    = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(t \*testing\.T\)`)
)

// The pages that go through the specification name tests, files and folders; what was renamed or removed leaves a promise that
// nobody keeps.
func TestTheSpecificationsPagesNameWhatIsThere(t *testing.T) {
	tests := map[string]bool{}
	for _, folder := range []string{"core", "plugins", "workflows", "cli"} {
		require.NoError(t, filepath.WalkDir("../../"+folder, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			code, err := os.ReadFile(path)
			for _, name := range goTest.FindAllStringSubmatch(string(code), -1) {
				tests[name[1]] = true
			}
			return err
		}))
	}
	folders := map[string]string{
		"e2e": "storefront/e2e", "f": "storefront/src/features", "c": "storefront/src/components", "l": "storefront/src/lib",
		"api": "core/httpapi", "pg": "core/postgres", "chk": "core/checkout", "messages": "storefront/messages",
	}
	for _, page := range []string{"spec.md", "checkout.md", "account.md"} {
		content, err := os.ReadFile("../../storefront/docs/" + page)
		require.NoError(t, err)
		for _, name := range namedTest.FindAllString(string(content), -1) {
			require.True(t, tests[name], "%s names %s", page, name)
		}
		for _, path := range namedPath.FindAllStringSubmatch(string(content), -1) {
			folder, name, _ := strings.Cut(path[1], "/")
			found, err := filepath.Glob(filepath.Join("../..", cmp.Or(folders[folder], folder), name))
			require.NoError(t, err)
			require.NotEmpty(t, found, "%s names %s", page, path[1])
		}
	}
}
