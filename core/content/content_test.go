package content_test

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/search"
)

// The demo shop's files are right, and have what the storefront links to.
func TestDemoContent(t *testing.T) {
	items, problems, err := content.Read(os.DirFS("../../configs/demo/content"))
	require.NoError(t, err)
	require.Empty(t, problems)
	names := map[string]bool{}
	for _, item := range items {
		names[item.Name] = true
	}
	for _, section := range []string{"imprint", "privacy", "terms", "revocation", "recycling", "shipping", "accessibility", "help", "repair", "campus"} {
		require.True(t, names["pages/infocenter/section/"+section+".de"], section)
		require.True(t, names["pages/infocenter/section/"+section+".en"], section)
	}
	require.True(t, names["slides"])
}

func TestMarkdown(t *testing.T) {
	item, problems := content.ReadFile("pages/help/faq.de.md", []byte("\ufeff"+`---
title: Hilfe
description: Kurz
---

## Ein **Titel**

Eine Zeile
und ihre Fortsetzung\
neue Zeile mit [Link](/warenkorb).

- eins
  und mehr
- **zwei**

1. zuerst
`))
	require.Empty(t, problems)
	require.Equal(t, &content.Page{Key: "help/faq", Lang: catalog.German, Title: "Hilfe", Description: "Kurz", Blocks: []content.Block{
		{Kind: "heading", Level: 2, Spans: []content.Span{{Text: "Ein "}, {Text: "Titel", Strong: true}}},
		{Kind: "paragraph", Spans: []content.Span{{Text: "Eine Zeile und ihre Fortsetzung\nneue Zeile mit "}, {Text: "Link", URL: "/warenkorb"}, {Text: "."}}},
		{Kind: "list", Items: [][]content.Span{{{Text: "eins und mehr"}}, {{Text: "zwei", Strong: true}}}},
		{Kind: "ordered", Items: [][]content.Span{{{Text: "zuerst"}}}},
	}}, item.Page)
}

// What looks like Markdown and is none stays as it is, and a list begins below a paragraph as in every Markdown.
func TestTextThatOnlyLooksLikeMarkdown(t *testing.T) {
	const text = "5 * 3 * 2 < 40 & UVP* oder a_b_c, C:\\Temp <3"
	item, problems := content.ReadFile("pages/a.de.md", []byte("---\ntitle: x\n---\n"+text+"\n- eins\n- zwei\n\nSeit\n2026. Danach\n1. zuerst\n"))
	require.Empty(t, problems)
	require.Equal(t, []content.Block{
		{Kind: "paragraph", Spans: []content.Span{{Text: text}}},
		{Kind: "list", Items: [][]content.Span{{{Text: "eins"}}, {{Text: "zwei"}}}},
		{Kind: "paragraph", Spans: []content.Span{{Text: "Seit 2026. Danach"}}},
		{Kind: "ordered", Items: [][]content.Span{{{Text: "zuerst"}}}},
	}, item.Page.Blocks)
}

func TestMistakesAreReportedByLine(t *testing.T) {
	for _, c := range []struct {
		name, file, text, reason string
		line                     int
	}{
		{"no front matter", "pages/a.de.md", "Text", "begins with title", 1},
		{"no title", "pages/a.de.md", "---\ndescription: x\n---\nText", "title is missing", 1},
		{"unknown key", "pages/a.de.md", "---\ntitle: x\nauthor: me\n---\nText", "author not found", 3},
		{"script link", "pages/a.de.md", "---\ntitle: x\n---\n\n[x](javascript:alert)", "is no address", 5},
		{"foreign host by two slashes", "pages/a.de.md", "---\ntitle: x\n---\n[x](//evil.example)", "is no address", 4},
		{"foreign host by a backslash", "pages/a.de.md", "---\ntitle: x\n---\n[x](/\\evil.example)", "is no address", 4},
		{"html", "pages/a.de.md", "---\ntitle: x\n---\nText\n<script>", "HTML is not taken", 5},
		{"first level", "pages/a.de.md", "---\ntitle: x\n---\n# Text", "two to four #", 4},
		{"open strong", "pages/a.de.md", "---\ntitle: x\n---\nText **more", "not closed", 4},
		{"open strong before a link", "pages/a.de.md", "---\ntitle: x\n---\nText **more [x](/y)", "not closed", 4},
		{"html within a line", "pages/a.de.md", "---\ntitle: x\n---\nEin <b>Wort</b>", "HTML is not taken", 4},
		{"html in a list", "pages/a.de.md", "---\ntitle: x\n---\n- Ein <br/> Wort", "HTML is not taken", 4},
		{"html in strong", "pages/a.de.md", "---\ntitle: x\n---\n**<i>Wort</i>**", "HTML is not taken", 4},
		{"entity", "pages/a.de.md", "---\ntitle: x\n---\nMeier &amp; Co", "the character itself", 4},
		{"code", "pages/a.de.md", "---\ntitle: x\n---\nEin `Wort`", "code is not taken", 4},
		{"struck through", "pages/a.de.md", "---\ntitle: x\n---\nEin ~~altes~~ Wort", "text that is struck through is not taken", 4},
		{"footnote", "pages/a.de.md", "---\ntitle: x\n---\nEin Wort[^1].", "footnotes and boxes to tick are not taken", 4},
		{"box to tick", "pages/a.de.md", "---\ntitle: x\n---\n- [x] fertig", "footnotes and boxes to tick are not taken", 4},
		{"picture within a line", "pages/a.de.md", "---\ntitle: x\n---\nEin ![Bild](/x.png)", "pictures are not taken", 4},
		{"link with a title", "pages/a.de.md", "---\ntitle: x\n---\n[x](/y \"Titel\")", "a link is written", 4},
		{"link by reference", "pages/a.de.md", "---\ntitle: x\n---\n[x][1]", "a link is written", 4},
		{"strong link", "pages/a.de.md", "---\ntitle: x\n---\n**[x](/y)**", "not within **", 4},
		{"emphasis", "pages/a.de.md", "---\ntitle: x\n---\nEin *Wort*.", "is written **so**", 4},
		{"emphasis by underscores", "pages/a.de.md", "---\ntitle: x\n---\n_Ein Wort_", "is written **so**", 4},
		{"escape", "pages/a.de.md", "---\ntitle: x\n---\nEin \\* Stern", "a backslash", 4},
		{"line", "pages/a.de.md", "---\ntitle: x\n---\nText\n\n---\n", "lines and underlined", 6},
		{"underlined heading", "pages/a.de.md", "---\ntitle: x\n---\nText\n====\n", "lines and underlined", 5},
		{"heading further in", "pages/a.de.md", "---\ntitle: x\n---\nText\n  ## Mehr\n", "start of its line", 5},
		{"list in a list", "pages/a.de.md", "---\ntitle: x\n---\n- eins\n  - zwei\n", "list within a list", 5},
		{"empty page", "pages/a.de.md", "---\ntitle: x\n---\n", "has no text", 3},
		{"other name", "notes.txt", "x", "is none of", 0},
		{"broken yaml", "slides.yaml", "slides:\n  - title: [", "did not find", 2},
		{"unknown key in a list", "slides.yaml", "slides:\n  - titel: x\n", "field titel not found", 2},
		{"not a list", "ads.yaml", "ads: {a: b}\n", "a map does not belong here", 1},
		{"two documents", "deals.yaml", "deals: [NB-1]\n---\ndeals: [NB-2]\n", "would be lost", 0},
		{"UTF-16", "deals.yaml", "\xff\xfed\x00", "is no text in UTF-8", 0},
		{"U+0000", "pages/a.de.md", "---\ntitle: x\n---\nTe\x00xt", "is no text in UTF-8", 0},
		{"empty yaml", "ads.yaml", "", "is empty", 1},
		{"no English", "slides.yaml", "slides:\n  - title: {de: A}\n    image: x\n    url: /\n    cta: {de: B, en: C}\n", "title.en is missing", 2},
		{"slide to nowhere", "slides.yaml", "slides:\n  - title: {de: A, en: A}\n    image: x\n    url: kategorie\n    cta: {de: B, en: C}\n", "url is a path", 4},
		{"blank text", "slides.yaml", "slides:\n  - title: {de: \" \", en: A}\n    image: x\n    url: /\n    cta: {de: B, en: C}\n", "title.de is missing", 2},
		{"English alone", "slides.yaml", "slides:\n  - title: {de: A, en: A}\n    text: {en: A}\n    image: x\n    url: /\n    cta: {de: B, en: C}\n", "text.de is missing", 3},
		{"slide to a mail", "slides.yaml", "slides:\n  - title: {de: A, en: A}\n    image: x\n    url: mailto:a@b.de\n    cta: {de: B, en: C}\n", "url is a path", 4},
		{"too many slides", "slides.yaml", "slides:" + strings.Repeat("\n  - {title: {de: A, en: A}, cta: {de: A, en: A}, image: x, url: /}", content.SlideCount+1), "has room for 8", 2},
		{"deal twice", "deals.yaml", "deals:\n  - NB-1\n  - NB-1\n", "there twice", 3},
		{"ad's date", "ads.yaml", "ads:\n  - id: a\n    target: top\n    title: {de: A, en: A}\n    cta: {de: A, en: A}\n    url: /\n    from: morgen\n", "is no date", 7},
		{"ad's device", "ads.yaml", "ads:\n  - id: a\n    target: top\n    title: {de: A, en: A}\n    cta: {de: A, en: A}\n    url: /\n    device: tv\n", "mobile or desktop", 7},
		{"ad's category", "ads.yaml", "ads:\n  - id: a\n    target: top\n    title: {de: A, en: A}\n    cta: {de: A, en: A}\n    url: /\n    categories:\n      - Notebooks\n", "as in its address", 8},
		{"ad that ends before it begins", "ads.yaml", "ads:\n  - id: a\n    target: top\n    title: {de: A, en: A}\n    cta: {de: A, en: A}\n    url: /\n    from: 2026-12-24\n    until: 2026-12-23\n", "never be shown", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := content.ReadFile(c.file, []byte(c.text))
			require.NotEmpty(t, problems)
			require.Contains(t, problems[0].Reason, c.reason)
			require.NotContains(t, problems[0].Reason, " type ", "it names a type of the program")
			require.Equal(t, c.line, problems[0].Line)
			require.Equal(t, c.file, problems[0].File)
		})
	}
}

// What is missing because of a wrong key has a line as well: an editor looks for it among many slides.
func TestAWrongKeyDoesNotHideWhereAnotherIsMissing(t *testing.T) {
	_, problems := content.ReadFile("slides.yaml", []byte(`slides:
  - {title: {de: A, en: A}, cta: {de: A, en: A}, image: x, url: /}
  - title: {fr: A, en: A}
    cta: {de: A, en: A}
    image: x
    url: /
`))
	require.Len(t, problems, 2)
	for _, p := range problems {
		require.Equal(t, 3, p.Line, p.Reason)
	}
}

func TestAnAdsDaysAreGermanAndItsLastOneCounts(t *testing.T) {
	item, problems := content.ReadFile("ads.yaml", []byte(`
ads:
  - {id: a, target: top, title: {de: A, en: A}, cta: {de: A, en: A}, url: /, from: 2026-03-28, until: 2026-03-29}
  - {id: b, target: top, title: {de: A, en: A}, cta: {de: A, en: A}, url: /, from: 2026-12-24, until: "2026-12-24T18:00:00+01:00"}
`))
	require.Empty(t, problems)
	at := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return at
	}
	for i, want := range []string{"2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z", "2026-12-23T23:00:00Z", "2026-12-24T17:00:00Z"} {
		ad := item.Ads[i/2]
		require.Equal(t, at(want), []time.Time{ad.From, ad.Until}[i%2], want)
	}
}

func TestAPageHasBothLanguages(t *testing.T) {
	page := &fstest.MapFile{Data: []byte("---\ntitle: x\n---\nText")}
	_, problems, err := content.Read(fstest.MapFS{"pages/a.de.md": page, "pages/b.de.md": page, "pages/b.en.md": page})
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].String(), "pages/a.de.md: pages/a.en.md is missing")
}

// shelf is a store of one item.
type shelf struct {
	content.Store
	item content.Item
}

func (s shelf) Item(_ context.Context, name string) (*content.Item, error) {
	if name != s.item.Name {
		return nil, fault.New(fault.NotFound, "content_not_found")
	}
	return &s.item, nil
}

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// A folder that somebody keeps under version control is read, and one that has nothing for the shop is a mistake: an import that
// prunes would leave a shop without its imprint.
func TestAFolderIsOneOfContent(t *testing.T) {
	page := &fstest.MapFile{Data: []byte("---\ntitle: x\n---\nText")}
	git := &fstest.MapFile{Data: []byte("ref: refs/heads/main")}
	items, problems, err := content.Read(fstest.MapFS{"pages/a.de.md": page, "pages/a.en.md": page, ".git/HEAD": git, ".DS_Store": git})
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Len(t, items, 2)
	for _, empty := range []fstest.MapFS{{}, {".git/HEAD": git}, {"pages/.keep": git}} {
		_, problems, err = content.Read(empty)
		require.NoError(t, err)
		require.Equal(t, []content.Problem{{File: ".", Reason: "has no content"}}, problems)
	}
}

func TestWhatIsTooLargeOrNoFileIsNotRead(t *testing.T) {
	_, problems, err := content.Read(fstest.MapFS{
		"ads.yaml":    {Data: []byte("ads: []\n")},
		"deals.yaml":  {Data: []byte(strings.Repeat("#", content.MaxFile+1))},
		"slides.yaml": {Mode: fs.ModeNamedPipe},
	})
	require.NoError(t, err)
	require.Equal(t, []content.Problem{{File: "deals.yaml", Reason: "is larger than 256 KB"}, {File: "slides.yaml", Reason: "is no file"}}, problems)
}

// A slide for some days comes and goes by itself.
func TestSlidesHaveTheirDays(t *testing.T) {
	item, problems := content.ReadFile("slides.yaml", []byte(`
slides:
  - {title: {de: A, en: A}, cta: {de: A, en: A}, image: a, url: /, until: 2026-11-29}
  - {title: {de: B, en: B}, cta: {de: B, en: B}, image: b, url: /, from: 2026-11-30, until: 2026-11-30}
  - {title: {de: C, en: C}, cta: {de: C, en: C}, image: c, url: /}
`))
	require.Empty(t, problems)
	now := clock.NewFixed(time.Date(2026, 11, 29, 22, 59, 59, 0, time.UTC)) // a second before midnight in Germany
	s := content.NewService(shelf{item: item}, nil, now)
	shown := func() (titles string) {
		slides, err := s.Slides(t.Context())
		require.NoError(t, err)
		for _, slide := range slides {
			titles += slide.Title.DE
		}
		return titles
	}
	require.Equal(t, "AC", shown())
	now.Advance(time.Second)
	require.Equal(t, "BC", shown())
	now.Advance(24 * time.Hour)
	require.Equal(t, "C", shown())
	_, problems = content.ReadFile("slides.yaml", []byte("slides:\n  - {title: {de: A, en: A}, cta: {de: A, en: A}, image: a, url: /,\n     from: 2026-12-02,\n     until: 2026-12-01}\n"))
	require.Len(t, problems, 1)
	require.Equal(t, 4, problems[0].Line)
}

func TestAds(t *testing.T) {
	day := 24 * time.Hour
	s := content.NewService(shelf{item: content.Item{Name: "ads", Ads: []content.Ad{
		{ID: "a", Target: "top"}, {ID: "b", Target: "top"},
		{ID: "old", Target: "side", Until: noon}, {ID: "new", Target: "side", From: noon.Add(day), LineItem: "li"},
		{ID: "phone", Target: "foot", Device: "mobile"},
		{ID: "gpu", Target: "list", Categories: []string{"grafikkarten"}, Keywords: map[string]string{"Brand": "Acme"}},
	}}}, nil, clock.NewFixed(noon))
	ask := func(r content.AdRequest, turn int) map[string]string {
		found, rotates, err := s.Ads(t.Context(), r, turn)
		require.NoError(t, err)
		ids := map[string]string{}
		for target, ad := range found {
			ids[target] = ad.ID
		}
		require.Equal(t, ids["top"] != "", rotates)
		return ids
	}
	require.Equal(t, map[string]string{"top": "a"}, ask(content.AdRequest{Targets: []string{"top", "side", "foot", "none"}}, 0))
	require.Equal(t, map[string]string{"top": "b", "foot": "phone"}, ask(content.AdRequest{Targets: []string{"top", "foot"}, Mobile: true}, 1))
	require.Equal(t, map[string]string{"side": "new"}, ask(content.AdRequest{Targets: []string{"side", "top"}, LineItem: "li"}, 0), "a preview")
	require.Empty(t, ask(content.AdRequest{Targets: []string{"list"}, Categories: []string{"grafikkarten"}}, 0))
	require.NotEmpty(t, ask(content.AdRequest{
		Targets: []string{"list"}, Categories: []string{"x", "grafikkarten"}, Keywords: map[string]string{"brand": "acme"},
	}, 0))
}

func TestAPageAsksAgainWhileAnAdEndsOrBegins(t *testing.T) {
	now := clock.NewFixed(noon)
	s := content.NewService(shelf{item: content.Item{Name: "ads", Ads: []content.Ad{
		{ID: "today", Target: "top", Until: noon.Add(time.Hour)}, {ID: "tomorrow", Target: "top", From: noon.Add(time.Hour)},
		{ID: "always", Target: "side"}, {ID: "phone", Target: "side", Device: "mobile", From: noon.Add(time.Hour), LineItem: "li"},
	}}}, nil, now)
	ask := func(target, lineItem string) []any {
		found, rotates, err := s.Ads(t.Context(), content.AdRequest{Targets: []string{target}, LineItem: lineItem}, 0)
		require.NoError(t, err)
		return []any{found[target].ID, rotates}
	}
	require.Equal(t, []any{"today", true}, ask("top", ""))
	require.Equal(t, []any{"always", false}, ask("side", ""), "what begins is for phones")
	require.Equal(t, []any{"phone", false}, ask("side", "li"), "a preview knows no time")
	now.Advance(time.Hour)
	require.Equal(t, []any{"tomorrow", false}, ask("top", ""))
}

type products []search.Card

func (p products) Search(_ context.Context, q search.Query) (search.Answer, error) {
	if len(q.Selections) == 1 && q.Selections[0].Facet == search.FacetAvailability {
		p = slices.DeleteFunc(slices.Clone(p), func(c search.Card) bool { return !c.Available })
	}
	return search.Answer{Cards: p}, nil
}

func TestTopProductsCanBeBought(t *testing.T) {
	s := content.NewService(shelf{}, products{{ArticleNumber: "A"}, {ArticleNumber: "B", Available: true}}, clock.System{})
	top, err := s.TopProducts(t.Context())
	require.NoError(t, err)
	require.Len(t, top, 1)
	require.Equal(t, "B", top[0].ArticleNumber)
}

func TestChosenDealsAreAskedForAtOnce(t *testing.T) {
	reduced := products{{ArticleNumber: "R", Available: true, Prices: catalog.Prices{Price: money.Euro(1), UVP: money.Euro(2)}}}
	s := content.NewService(shelf{item: content.Item{Name: "deals", Deals: []string{"C", "B", "A"}}}, reduced, clock.System{})
	deals := func(sold ...search.Card) string {
		cards, err := s.Deals(t.Context(), func(_ context.Context, numbers []string) ([]search.Card, error) {
			require.Equal(t, []string{"C", "B", "A"}, numbers)
			return sold, nil
		})
		require.NoError(t, err)
		require.LessOrEqual(t, len(cards), content.DealCount)
		var list []string
		for _, c := range cards {
			list = append(list, c.ArticleNumber)
		}
		return strings.Join(list, " ")
	}
	require.Equal(t, "C A", deals(search.Card{ArticleNumber: "C", Available: true}, search.Card{ArticleNumber: "B"},
		search.Card{ArticleNumber: "A", Available: true}), "what cannot be bought is left out")
	require.Equal(t, "R", deals(search.Card{ArticleNumber: "B"}), "what is reduced, where nothing is left")
	deals(slices.Repeat([]search.Card{{Available: true}}, content.DealCount+1)...)
}
