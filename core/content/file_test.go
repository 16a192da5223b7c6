package content_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
)

func TestWhatAFileSaysArrivesWhole(t *testing.T) {
	slides, problems := content.ReadFile("slides.yaml", []byte(`
slides:
  - {title: {de: A, en: B}, text: {de: C, en: D}, image: a.jpg, url: /a, cta: {de: E, en: F}}
  - {title: {de: A, en: B}, image: b.jpg, url: "https://b.example/", cta: {de: E, en: F}}
`))
	require.Empty(t, problems)
	require.Equal(t, content.Item{Name: "slides", Kind: content.SlideKind, Slides: []content.Slide{
		{ID: 1, Title: catalog.Text{DE: "A", EN: "B"}, Text: catalog.Text{DE: "C", EN: "D"}, Image: "a.jpg", URL: "/a", CTA: catalog.Text{DE: "E", EN: "F"}},
		{ID: 2, Title: catalog.Text{DE: "A", EN: "B"}, Image: "b.jpg", URL: "https://b.example/", CTA: catalog.Text{DE: "E", EN: "F"}},
	}}, slides)
	ads, problems := content.ReadFile("ads.yaml", []byte(`
ads:
  - {id: a-1, target: top, title: {de: A, en: B}, text: {de: C, en: D}, cta: {de: E, en: F}, image: a.jpg, url: /a, device: mobile,
     categories: [notebooks, mini-pcs], keywords: {Brand: Acme}, lineItem: li, creative: cr, from: 2026-01-01}
`))
	require.Empty(t, problems)
	require.Equal(t, content.Item{Name: "ads", Kind: content.AdKind, Ads: []content.Ad{{
		ID: "a-1", Target: "top", Title: catalog.Text{DE: "A", EN: "B"}, Text: catalog.Text{DE: "C", EN: "D"}, CTA: catalog.Text{DE: "E", EN: "F"},
		Image: "a.jpg", URL: "/a", Device: "mobile", Categories: []string{"notebooks", "mini-pcs"}, Keywords: map[string]string{"Brand": "Acme"},
		LineItem: "li", Creative: "cr", From: time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC),
	}}}, ads)
}

func TestFilesAreTakenUpToTheirBounds(t *testing.T) {
	slide := "\n  - {title: {de: A, en: A}, cta: {de: A, en: A}, image: x, url: /}"
	deals := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("\n  - NB-%d", i)
		}
		return "deals:" + text + "\n"
	}
	page := "---\ntitle: x\n---\nText"
	for _, c := range []struct{ file, most, more, reason string }{
		{"slides.yaml", "slides:" + strings.Repeat(slide, content.SlideCount), "slides:" + strings.Repeat(slide, content.SlideCount+1), "has room for"},
		{"deals.yaml", deals(content.DealCount), deals(content.DealCount + 1), "has room for"},
		{"ads.yaml", "ads: []" + strings.Repeat(" ", content.MaxFile-7), "ads: []" + strings.Repeat(" ", content.MaxFile-6), "is larger than"},
	} {
		for text, wrong := range map[string]bool{c.most: false, c.more: true} {
			_, problems, err := content.Read(fstest.MapFS{c.file: {Data: []byte(text)}, "pages/a.de.md": {Data: []byte(page)}, "pages/a.en.md": {Data: []byte(page)}})
			require.NoError(t, err)
			require.Equal(t, wrong, len(problems) > 0, "%s: %v", c.file, problems)
			if wrong {
				require.Contains(t, problems[0].Reason, c.reason)
			}
		}
	}
}

// What is wrong is said once, where it is.
func TestOneMistakeIsOneProblem(t *testing.T) {
	const slide = "slides:\n  - title: {de: A, en: A}\n    image: x\n    url: /\n    cta: {de: B, en: C}\n"
	const ad = "ads:\n  - id: a\n    target: top\n    title: {de: A, en: A}\n    cta: {de: A, en: A}\n    url: /\n"
	for _, c := range []struct {
		file, text, old, new, reason string
		line                         int
	}{
		{"slides.yaml", slide, "title: {de: A, en: A}", "title: {}", "title.de is missing", 2},
		{"slides.yaml", slide, "    cta: {de: B, en: C}\n", "", "cta.de is missing", 2},
		{"slides.yaml", slide, "image: x", `image: ""`, "image is missing", 3},
		{"ads.yaml", ad, "id: a", "id: A 1", "id is lower-case words", 2},
		{"ads.yaml", ad, "ads:\n", "ads:\n  - {id: a, target: top, title: {de: A, en: A}, cta: {de: A, en: A}, url: /}\n", "a is there twice", 3},
		{"ads.yaml", ad, "target: top", "target: Top", "target is lower-case words", 3},
		{"ads.yaml", ad, "title: {de: A, en: A}", "title: {de: A}", "title.en is missing", 4},
		{"ads.yaml", ad, "cta: {de: A, en: A}", "cta: {}", "cta.de is missing", 5},
		{"ads.yaml", ad, "url: /", "url: //evil.example", "url is a path", 6},
		{"ads.yaml", ad, "url: /\n", "url: /\n    text: {en: A}\n", "text.de is missing", 7},
		{"pages/a.de.md", "---\ntitle: x\n---\nText", "title: x", `title: " "`, "title is missing", 1},
		{"pages/a.de.md", "---\ntitle: x\n---\nText", "Text", "<b>", "HTML is not taken", 4},
	} {
		item, problems := content.ReadFile(c.file, []byte(c.text))
		require.Empty(t, problems, c.file)
		require.NotEmpty(t, item.Name)
		require.Contains(t, c.text, c.old)
		_, problems = content.ReadFile(c.file, []byte(strings.Replace(c.text, c.old, c.new, 1)))
		require.Len(t, problems, 1, c.new)
		require.Contains(t, problems[0].Reason, c.reason)
		require.Equal(t, c.line, problems[0].Line, c.reason)
	}
	_, problems := content.ReadFile("pages/a.b.de.md", []byte("---\ntitle: x\n---\nText"))
	require.Len(t, problems, 1, "no page has such an address")
}

func TestProblemsAreInTheOrderOfTheFiles(t *testing.T) {
	_, problems, err := content.Read(fstest.MapFS{
		"pages/a.de.md": {Data: []byte("---\ntitle: x\n---\n<b>\n\n<i>")}, "ads.yaml": {Data: []byte("ads:\n  - 1\n")}, "b": {},
	})
	require.NoError(t, err)
	var at []string
	for _, p := range problems {
		at = append(at, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	require.Equal(t, []string{"ads.yaml:2", "b:0", "pages/a.de.md:0", "pages/a.de.md:4", "pages/a.de.md:6"}, at)
	_, problems, err = content.Read(fstest.MapFS{"ads.yaml": {Data: make([]byte, content.MaxFile+1)}})
	require.NoError(t, err)
	require.Len(t, problems, 1, "it is no folder without content")
}

func TestAPageThatCannotBeReadIsNotMissing(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "pages"), 0o700))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "pages", name), []byte(text), 0o600))
	}
	for name, german := range map[string]string{"latin": "---\ntitle: \xc4rger\n---\nText", "large": strings.Repeat("x", content.MaxFile+1)} {
		write(name+".de.md", german)
		write(name+".en.md", "---\ntitle: x\n---\nText")
	}
	write("twice.de.md", "---\ntitle: x\ntitle: y\n---\nText")
	require.NoError(t, os.Symlink("nowhere", filepath.Join(folder, "pages", "twice.en.md")))
	_, problems, err := content.Read(os.DirFS(folder))
	require.NoError(t, err)
	require.Equal(t, []content.Problem{
		{File: "pages/large.de.md", Reason: "is larger than 256 KB"},
		{File: "pages/latin.de.md", Reason: "is no text in UTF-8"},
		{File: "pages/twice.de.md", Line: 3, Reason: `mapping key "title" already defined`},
		{File: "pages/twice.en.md", Reason: "leads to no file"},
	}, problems)
}

// A page from an editor on Windows, or with blanks at the ends of lines, is the same page.
func TestLineEndsAreNoText(t *testing.T) {
	const text = "---\ntitle: Hilfe\n---\n\n## Fragen\n\nEine Zeile\nund noch eine\n\n- eins\n- zwei\n"
	want, problems := content.ReadFile("pages/a.de.md", []byte(text))
	require.Empty(t, problems)
	for _, end := range []string{"\r\n", " \n"} {
		got, problems := content.ReadFile("pages/a.de.md", []byte(strings.ReplaceAll(text, "\n", end)))
		require.Empty(t, problems)
		require.Equal(t, want, got)
	}
}

// A link is what it leads to.
func TestLinkedFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, ".kept"), []byte("deals: [NB-1]\n"), 0o600))
	require.NoError(t, os.Symlink(".kept", filepath.Join(folder, "deals.yaml")))
	items, problems, err := content.Read(os.DirFS(folder))
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Equal(t, []content.Item{{Name: "deals", Kind: content.DealKind, Deals: []string{"NB-1"}}}, items)
	require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(folder, "pages")))
	_, problems, err = content.Read(os.DirFS(folder))
	require.NoError(t, err)
	require.Equal(t, []content.Problem{{File: "pages", Reason: "is no file"}}, problems)
}
