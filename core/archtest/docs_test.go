package archtest

import (
	"io/fs"
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
	for _, document := range []string{
		"core/docs/security.md", "core/docs/runbooks.md", "deploy/README.md", "core/docs/README.md", "core/docs/architecture.md", "core/docs/capacity.md",
		"core/docs/merchant.md", "core/docs/faults.md", "core/docs/market-de.md", "core/docs/api.md", "core/docs/comparison.md", "core/docs/performance.md",
		"plugins/sdk/README.md", "storefront/docs/speed.md", "README.md", "CONTRIBUTING.md",
	} {
		text, err := os.ReadFile(filepath.Join("../..", document))
		require.NoError(t, err)
		for _, m := range repositoryPath.FindAllStringSubmatch(string(text), -1) {
			found, err := filepath.Glob(filepath.Join("../..", strings.TrimSuffix(m[1], "/")))
			require.NoError(t, err)
			require.NotEmpty(t, found, "%s names %s", document, m[1])
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// slug is the name that a heading has in addresses.
func slug(text string) string {
	return strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
}

// Every link of every document leads to a file, folder or heading that is there.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	links := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == "node_modules" || name == "configs" || strings.HasPrefix(name, ".") && name != "..") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], ":") {
				continue
			}
			links++
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			_, err := os.Stat(target)
			require.NoError(t, err, "%s leads to %s", path, m[1])
			if anchor == "" || filepath.Ext(target) != ".md" || strings.HasSuffix(target, "contract.md") { // which has anchors of its own
				continue
			}
			there, err := os.ReadFile(target)
			require.NoError(t, err)
			slugs := []string{}
			for _, h := range heading.FindAllStringSubmatch(string(there), -1) {
				slugs = append(slugs, slug(h[1]))
			}
			require.Contains(t, slugs, anchor, "%s leads to %s", path, m[1])
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, links, 60, "the search must see the links")
}
