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
	namedTest = regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]+`)
	namedFile = regexp.MustCompile("`((?:e2e|f|l)/[a-z0-9/._-]+\\.(?:spec|test)\\.ts)`")
	goTest    = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(t \*testing\.T\)`)
)

// The pages that go through the specification name tests; one that was renamed or removed leaves a promise that nobody
// keeps.
func TestTheSpecificationsPagesNameTestsThatExist(t *testing.T) {
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
	folders := strings.NewReplacer("e2e/", "e2e/", "f/", "src/features/", "l/", "src/lib/")
	for _, page := range []string{"spec.md", "checkout.md", "account.md"} {
		content, err := os.ReadFile("../../storefront/docs/" + page)
		require.NoError(t, err)
		for _, name := range namedTest.FindAllString(string(content), -1) {
			require.True(t, tests[name], "%s names %s", page, name)
		}
		for _, file := range namedFile.FindAllStringSubmatch(string(content), -1) {
			folder, name, _ := strings.Cut(file[1], "/")
			require.FileExists(t, "../../storefront/"+folders.Replace(folder+"/")+name, page)
		}
	}
}
