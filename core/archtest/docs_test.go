package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var repositoryPath = regexp.MustCompile("`((?:core|cli|workflows|plugins|storefront|deploy|configs)/[A-Za-z0-9_./*-]+)`")

// The operators' documents name files and folders that are there.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	for _, document := range []string{"core/docs/security.md", "core/docs/runbooks.md", "deploy/README.md"} {
		text, err := os.ReadFile(filepath.Join("../..", document))
		require.NoError(t, err)
		for _, m := range repositoryPath.FindAllStringSubmatch(string(text), -1) {
			found, err := filepath.Glob(filepath.Join("../..", strings.TrimSuffix(m[1], "/")))
			require.NoError(t, err)
			require.NotEmpty(t, found, "%s names %s", document, m[1])
		}
	}
}
