package httpapi

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestASitemapOfManyPagesIsInParts(t *testing.T) {
	march := time.Date(2026, time.March, 1, 9, 30, 0, 0, time.UTC)
	pages := []sitemapPage{
		{path: "/"}, {path: "/kategorie/a"}, {"/produkt/b-1", march.Add(time.Hour)}, {"/produkt/c-2", march}, {path: "/produkt/d-3"},
	}
	both := []string{
		"/", "/en", "/kategorie/a", "/en/kategorie/a", "/produkt/b-1", "/en/produkt/b-1", "/produkt/c-2", "/en/produkt/c-2",
		"/produkt/d-3", "/en/produkt/d-3",
	}
	named := func(part, most int) []string {
		file, err := sitemapFile("https://shop.example", pages, part, most)
		require.NoError(t, err)
		var list []string
		for _, piece := range strings.Split(string(file), "<loc>https://shop.example")[1:] {
			path, _, _ := strings.Cut(piece, "</loc>")
			list = append(list, path)
		}
		return list
	}
	require.Equal(t, both, named(0, 5), "one file where there is room")
	require.Equal(t, []string{"/sitemap.xml?part=1", "/sitemap.xml?part=2", "/sitemap.xml?part=3"}, named(0, 2))
	require.Equal(t, both, append(append(named(1, 2), named(2, 2)...), named(3, 2)...))
	_, err := sitemapFile("https://shop.example", pages, 4, 2)
	require.ErrorIs(t, err, errNoSitemap)

	list, err := sitemapFile("https://shop.example", pages, 0, 2)
	require.NoError(t, err)
	require.Contains(t, string(list), "<sitemap><loc>https://shop.example/sitemap.xml?part=1</loc></sitemap>", "nobody knows when these changed")
	require.Contains(t, string(list), "?part=2</loc><lastmod>2026-03-01T10:30:00Z</lastmod>", "the part's last change")
	part, err := sitemapFile("https://shop.example", pages, 2, 2)
	require.NoError(t, err)
	require.Contains(t, string(part), "/produkt/c-2</loc><lastmod>2026-03-01T09:30:00Z</lastmod>")
	require.Contains(t, string(part), "/en/produkt/b-1</loc><lastmod>2026-03-01T10:30:00Z</lastmod>")
}

// Search engines take a line for a beginning of addresses in which a star is any signs.
func TestRobotsLeaveAloneWhatIsPrivateAndNothingElse(t *testing.T) {
	robots := callAt(New(Deps{}), http.MethodGet, "shop.example", "/robots.txt").Body.String()
	left := func(path string) bool {
		for line := range strings.Lines(robots) {
			beginning, ok := strings.CutPrefix(strings.TrimSpace(line), "Disallow: ")
			pattern := strings.ReplaceAll(regexp.QuoteMeta(beginning), `\*`, ".*")
			if ok && regexp.MustCompile("^"+pattern).MatchString(path) {
				return true
			}
		}
		return false
	}
	for _, path := range []string{"/kasse", "/warenkorb", "/merkzettel", "/kundenkonto/bestellungen", "/newsletter/abmelden", "/produkte/ssd"} {
		require.True(t, left(path), path)
		require.True(t, left("/en"+path), path)
	}
	for _, path := range []string{
		"/", "/newsletter", "/kategorie/kassensysteme", "/produkt/kassenlade-1", "/produkt/merkzettel-block-2", "/kategorie/warenkorb", "/produkt/kundenkonto-3",
	} {
		require.False(t, left(path), path)
		require.False(t, left("/en"+path), path)
	}
}
