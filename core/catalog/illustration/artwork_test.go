package illustration_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

var brand = catalog.Guarantee{Years: 10, Brand: "Müller & <Sohn>", Model: "Quelle 850 W, Fully Modular Power Supply Unit"}

func TestTheNoticeAndTheLabelAreDrawn(t *testing.T) {
	var none *illustration.Artwork
	for lang, says := range map[catalog.Lang]string{catalog.German: "Gewährleistungsrecht", catalog.English: "Legal guarantee", "fr": "Gewährleistungsrecht"} {
		notice := none.Notice(lang)
		require.Equal(t, "image/svg+xml", notice.Type)
		require.Greater(t, wellFormed(t, notice.Data), 20)
		require.Contains(t, string(notice.Data), says)
		require.Contains(t, string(notice.Data), "europa.eu/youreurope")
	}
	label := none.Garan(brand)
	require.Greater(t, wellFormed(t, label.Data), 20)
	for _, says := range []string{"GARAN", ">10<", "Müller &amp; &lt;Sohn&gt;", "Quelle 850 W"} {
		require.Contains(t, string(label.Data), says)
	}
	notice, official := none.Official()
	require.False(t, notice || official)
}

// Mail programs show no SVG: what goes along is paper, the shop's drawing too.
func TestTheNoticeGoesAlongAsPaper(t *testing.T) {
	var none *illustration.Artwork
	seen := map[string]bool{}
	for _, lang := range []catalog.Lang{catalog.German, catalog.English} {
		made := none.Paper(lang)
		require.Equal(t, "application/pdf", made.Type)
		require.True(t, strings.HasPrefix(string(made.Data), "%PDF-1."))
		require.Contains(t, string(made.Data), "/Lang ("+string(lang)+")")
		require.Less(t, len(made.Data), 8<<10, "each order's mail takes it along")
		seen[string(made.Data)] = true
	}
	require.Len(t, seen, 2)
	require.Equal(t, none.Paper(catalog.German), none.Paper("fr"))
	a, err := illustration.LoadArtwork(fstest.MapFS{"notice-de.png": {Data: []byte("\x89PNG the EU's")}})
	require.NoError(t, err)
	require.Equal(t, a.Notice(catalog.German), a.Paper(catalog.German))
	require.Equal(t, "application/pdf", a.Paper(catalog.English).Type)
}

// The fonts that every reader has, have no others.
func TestTheNoticesLettersAreInItsFont(t *testing.T) {
	words, err := os.ReadFile("notice.json")
	require.NoError(t, err)
	_, err = charmap.Windows1252.NewEncoder().Bytes(words)
	require.NoError(t, err)
}

func TestTheEUsFilesTakeTheDrawingsPlace(t *testing.T) {
	folder := fstest.MapFS{
		"notice-de.png": {Data: []byte("\x89PNG the EU's")}, "notice-en.svg": {Data: []byte("<svg/>")},
		"garan.svg": {Data: []byte("<svg><text>{{brand}} {{model}} {{years}}</text></svg>")},
	}
	a, err := illustration.LoadArtwork(folder)
	require.NoError(t, err)
	notice, label := a.Official()
	require.True(t, notice && label)
	require.Equal(t, illustration.Picture{Type: "image/png", Data: folder["notice-de.png"].Data}, a.Notice(catalog.German))
	drawn := a.Garan(brand)
	wellFormed(t, drawn.Data)
	require.True(t, strings.HasPrefix(string(drawn.Data), "<svg><text>Müller &amp; &lt;Sohn&gt; Quelle 850 W"), "%s", drawn.Data)
	require.NotContains(t, string(drawn.Data), "{{")

	delete(folder, "notice-en.svg")
	a, err = illustration.LoadArtwork(folder)
	require.NoError(t, err)
	notice, _ = a.Official()
	require.False(t, notice, "one language is the shop's drawing still")
	require.Contains(t, string(a.Notice(catalog.English).Data), "Legal guarantee")
}

func TestArtworkThatCannotBeShownIsRefused(t *testing.T) {
	for name, folder := range map[string]fstest.MapFS{
		"{{model}}": {"garan.svg": {Data: []byte("<svg>{{years}} {{brand}}</svg>")}},
		"is empty":  {"notice-de.svg": {Data: nil}},
	} {
		_, err := illustration.LoadArtwork(folder)
		require.ErrorContains(t, err, name)
	}
}
