package cmd

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

func runContent(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	root := newRoot(s)
	root.SetErr(&out)
	root.SetArgs(append([]string{"content"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestContentImportIsAllOrNothing(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	put("pages/hilfe.de.md", "---\ntitle: Hilfe\n---\nRuf an.\n")
	put("pages/hilfe.en.md", "---\ntitle: Help\n---\nCall.\n")
	put("deals.yaml", "deals: [NB-1]\nmore: 1\n")
	out, err := runContent(t, "import", dir)
	require.ErrorIs(t, err, exitCode(1))
	require.Contains(t, out, "deals.yaml:2: field more not found")
	out, err = runContent(t, "list")
	require.NoError(t, err)
	require.NotContains(t, out, "hilfe")

	put("deals.yaml", "deals: [P-1]\n")
	_, err = runCatalog(t, write(t, "shelf.jsonl", shelf))
	require.NoError(t, err)
	out, err = runContent(t, "preview", dir)
	require.NoError(t, err)
	require.Regexp(t, `pages/hilfe.de\s+page\s+created`, out)
	out, err = runContent(t, "import", dir)
	require.NoError(t, err)
	require.Regexp(t, `deals\s+deals\s+created`, out)
	pool, err := pgxpool.New(t.Context(), os.Getenv("KONTOR_DATABASE_URL"))
	require.NoError(t, err)
	defer pool.Close()
	log, total, err := postgres.NewAudit(pool).Entries(t.Context(), audit.Filter{Action: "content.import"}, page.Page{Number: 1, Size: 9})
	require.NoError(t, err)
	require.Equal(t, 1, total, "neither refused folders nor previews are written down")
	require.Contains(t, string(log[0].After), `"deals"`)
	out, err = runContent(t, "list")
	require.NoError(t, err)
	require.Contains(t, out, "pages/hilfe.en")
	out, err = runContent(t, "preview", dir, "pages/hilfe.de")
	require.NoError(t, err)
	require.Contains(t, out, "Hilfe\n=====\n\nRuf an.")
	_, err = runContent(t, "preview", dir, "pages/unknown")
	require.ErrorAs(t, err, &usageError{})

	require.NoError(t, os.Remove(filepath.Join(dir, "deals.yaml")))
	out, err = runContent(t, "import", "--prune", dir)
	require.NoError(t, err)
	require.Regexp(t, `deals\s+deals\s+removed`, out)
}

func TestContentNamesWhatTheShopHas(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	_, err := runCatalog(t, write(t, "shelf.jsonl", strings.Replace(shelf, `"priceCents"`, `"active":false,"priceCents"`, 1)))
	require.NoError(t, err)
	const drawn = "gpu~v1~b1f2125~n3"
	folder := func(deal, picture, category, target string) string {
		const texts = "title: {de: A, en: A}, cta: {de: A, en: A},\n     url: "
		slide := texts + "\"/kategorie/" + category + "?marke=x\",\n     image: " + picture + "}\n"
		dir := filepath.Dir(write(t, "deals.yaml", "deals:\n  - P-1\n"+deal))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "slides.yaml"), []byte("slides:\n  - {"+slide), 0o600))
		ads := "ads:\n  - {id: none, target: home-middle, " + texts + "/}\n  - {id: week, target: " + target + ",\n     categories: [" + category + "],\n" +
			"     keywords: {pagetyp: home, pagetype: homepage},\n     " + slide
		require.NoError(t, os.WriteFile(filepath.Join(dir, "ads.yaml"), []byte(ads), 0o600))
		return dir
	}
	wrong := folder("  - P-2\n", "gpu~v9", "penss", "listing-top")
	for _, command := range []string{"preview", "import"} {
		out, err := runContent(t, command, wrong)
		require.ErrorIs(t, err, exitCode(1))
		for _, reason := range []string{
			"deals.yaml:3: the catalogue has no article P-2", `slides.yaml:4: there is no picture "gpu~v9"`, `ads.yaml:9: there is no picture "gpu~v9"`,
			`slides.yaml:3: there is no category "penss" to lead to (did you mean pens?)`, `ads.yaml:8: there is no category "penss" to lead to`,
			`ads.yaml:5: there is no category "penss" in which the ad could be shown`, "Nothing was stored.",
		} {
			require.Contains(t, out, reason)
		}
		require.NotContains(t, out, "P-1", "it is not sold for now")
	}
	out, err := runContent(t, "import", folder("", drawn, "pens", "home-midle"))
	require.NoError(t, err, out)
	for _, doubt := range []string{
		`ads.yaml:4: the shop's storefront has no place "home-midle", and never shows the ad: it has home-middle, listing-top (did you mean home-middle?)`,
		`ads.yaml:6: the shop's storefront has no keyword "pagetyp"`, `ads.yaml:6: the shop's storefront has no pagetype "homepage"`,
	} {
		require.Contains(t, out, doubt)
	}
	items, _, err := content.Read(os.DirFS("../../configs/demo/content"))
	require.NoError(t, err)
	require.Empty(t, content.Doubts(os.DirFS("../../configs/demo/content"), items))
}

// The places that content import knows are those of the storefront.
func TestAdPlacesAreThoseOfTheStorefront(t *testing.T) {
	var found []string
	target := regexp.MustCompile(`<ReservedSlot[^>]* target="([^"]+)"`)
	require.NoError(t, filepath.WalkDir("../../storefront/src/app", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tsx" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			found = append(found, m[1])
		}
		return err
	}))
	require.ElementsMatch(t, content.Targets, found)
}
