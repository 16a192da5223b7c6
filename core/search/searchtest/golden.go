package searchtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/search"
)

// is says whether a product is an answer to a query.
type is func(*Demo, search.Card) bool

// golden is a query over the demo catalogue: the first top results must all be right.
type golden struct {
	query string
	top   int
	right is
}

func under(slugs ...string) is {
	return func(d *Demo, c search.Card) bool {
		return slices.ContainsFunc(slugs, func(slug string) bool { return d.under(c, slug) })
	}
}

func named(part string) is {
	return func(_ *Demo, c search.Card) bool {
		return strings.Contains(strings.ToLower(c.Name), strings.ToLower(part))
	}
}

func by(manufacturer string) is {
	return func(_ *Demo, c search.Card) bool { return c.Manufacturer == manufacturer }
}

func article(number string) is {
	return func(_ *Demo, c search.Card) bool { return c.ArticleNumber == number }
}

// measuring looks at an attribute of numbers, in the scale of its definition.
func measuring(key string, n int64) is {
	return func(d *Demo, c search.Card) bool { return d.attribute(c, key).Number == n }
}

func having(key, text string) is {
	return func(d *Demo, c search.Card) bool { return strings.Contains(d.attribute(c, key).Text.DE, text) }
}

func all(conditions ...is) is {
	return func(d *Demo, c search.Card) bool {
		return !slices.ContainsFunc(conditions, func(right is) bool { return !right(d, c) })
	}
}

// goldens are what customers of such a shop type. They ask no more than a customer would notice: the kind of goods
// first, then what the text says of them.
var goldens = []golden{
	// The kind of goods: singular, plural, English, synonym.
	{"Notebook", 20, under("notebooks")},
	{"laptop", 20, under("notebooks")},
	{"Gaming Notebook", 20, under("gaming-notebooks")},
	{"gaming-laptop", 20, under("gaming-notebooks")},
	{"Grafikkarte", 20, under("grafikkarten")},
	{"gpu", 20, under("grafikkarten")},
	{"graphics card", 20, under("grafikkarten")},
	{"Netzteil", 20, under("netzteile")},
	{"power supply", 20, under("netzteile")},
	{"Prozessor", 20, under("prozessoren")},
	{"cpu", 5, under("prozessoren", "cpu-luftkuehler")},
	{"Mainboard", 20, under("mainboards")},
	{"Hauptplatine", 20, under("mainboards")},
	{"Arbeitsspeicher", 20, under("arbeitsspeicher")},
	{"Festplatte", 20, under("festplatten", "externe-festplatten")},
	{"Monitor", 20, under("monitore")},
	{"Bildschirm", 20, under("monitore")},
	{"Tastatur", 20, under("tastaturen")},
	{"Maus", 20, under("maeuse")},
	{"Webcam", 20, under("webcams")},
	{"Wasserkühlung", 20, under("wasserkuehlungen")},
	{"Wärmeleitpaste", 20, under("waermeleitpaste")},
	{"Netzwerkkarte", 20, under("netzwerkkarten")},
	{"Soundkarte", 10, under("soundkarten")},
	{"wlan adapter", 20, under("wlan-adapter")},
	{"Lautsprecher", 20, under("lautsprecher")},
	// Umlauts as they are, spelled out, and left off.
	{"Gehäuse", 20, under("gehaeuse", "gehaeuseluefter")},
	{"Gehaeuse", 20, under("gehaeuse", "gehaeuseluefter")},
	{"kopfhorer", 20, under("kopfhoerer-und-headsets")},
	{"Kopfhoerer", 20, under("kopfhoerer-und-headsets")},
	// Compounds in parts, and parts of compounds.
	{"Gehäuse Lüfter", 20, under("gehaeuseluefter")},
	{"Luftkühler", 20, under("cpu-luftkuehler")},
	{"externe Festplatte", 20, under("externe-festplatten")},
	// Typing errors.
	{"grafikarte", 20, under("grafikkarten")},
	{"netzteill", 20, under("netzteile")},
	{"tastatr", 20, under("tastaturen")},
	{"mainbord", 20, under("mainboards")},
	{"prozesor", 20, under("prozessoren")},
	{"wasserkülung", 20, under("wasserkuehlungen")},
	// Makers and models.
	{"be quiet netzteil", 10, all(by("be quiet!"), under("netzteile"))},
	{"asus mainboard", 20, all(by("ASUS"), under("mainboards"))},
	{"logitech maus", 20, all(by("Logitech"), under("maeuse"))},
	{"samsung 990 pro", 4, named("Samsung 990 Pro")},
	{"rtx 4090", 10, named("RTX 4090")},
	{"rtx 4070 grafikkarte", 10, all(named("RTX 4070"), under("grafikkarten"))},
	{"ryzen 7 7800x3d", 1, all(named("7800X3D"), under("amd-prozessoren"))},
	{"7800x3d", 1, all(named("7800X3D"), under("amd-prozessoren"))},
	{"core i7-14700k", 1, all(named("i7-14700K"), under("intel-prozessoren"))},
	{"b650 mainboard", 10, all(named("B650"), under("amd-mainboards"))},
	{"noctua lüfter", 10, all(by("Noctua"), under("kuehlung"))},
	{"Fjellborg Fjord", 20, named("Fjellborg Fjord")},
	{"windows 11 pro", 1, all(named("Windows 11 Pro"), under("betriebssysteme"))},
	// What the goods are like.
	{"netzteil 750 watt", 3, all(measuring("leistung", 750), under("netzteile"))},
	{"netzteil 750w", 3, all(measuring("leistung", 750), under("netzteile"))},
	{"ddr5 32 gb", 10, all(named("32 GB"), under("ddr5-ram"))},
	{"notebook oled", 10, all(having("panel", "OLED"), under("notebooks"))},
	{"notebook rtx 5070", 5, all(having("grafikkarte", "RTX 5070"), under("notebooks"))},
	{"mainboard am5", 10, all(having("sockel", "AM5"), under("mainboards"))},
	{`ssd 2,5"`, 10, under("sata-ssds")},
	{"ssd 2,5 zoll", 10, under("sata-ssds")},
	{"wifi 6 adapter", 10, having("standard", "Wi-Fi 6")},
	{"ssd 2 tb", 10, all(named("2 TB"), under("ssds", "externe-ssds"))},
	// Numbers of articles.
	{"NB-100001", 1, article("NB-100001")},
	{"gk100019", 1, article("GK-100019")},
	{"2100047685869", 1, article("NT-100001")},
}

// RunDemo asks an engine what customers ask of the demo catalogue. open gives an empty engine.
func RunDemo(t *testing.T, demo *Demo, open func(t *testing.T) search.Engine) {
	e := open(t)
	start := time.Now()
	require.NoError(t, e.Rebuild(t.Context(), Feed(demo.Docs)))
	t.Logf("index of %d products built in %v", len(demo.Docs), time.Since(start).Round(100*time.Millisecond))
	n, err := e.Size(t.Context())
	require.NoError(t, err)
	require.Len(t, demo.Docs, n)
	for _, g := range goldens {
		t.Run(g.query, func(t *testing.T) {
			a := ask(t, e, search.Query{Text: g.query})
			require.GreaterOrEqual(t, len(a.Cards), g.top, "results")
			for i, c := range a.Cards[:g.top] {
				require.True(t, g.right(demo, c), "place %d is %s (%s)", i+1, c.Name, c.ArticleNumber)
			}
		})
	}
	for text, slug := range map[string]string{"grafik": "nvidia-grafikkarten", "netzt": "netzteile", "tasta": "tastaturen", "webc": "webcams"} {
		t.Run("suggest "+text, func(t *testing.T) {
			list, err := e.Suggest(t.Context(), text, 0)
			require.NoError(t, err)
			require.Len(t, list, search.MaxSuggestions)
			require.Equal(t, demo.CategoryID(slug), list[0].CategoryID, "the category in which it was found comes first")
			require.NotNil(t, list[len(list)-1].Product)
		})
	}
	for _, text := range []string{"xyzzyplugh", "GK-999999", "rtx 9999 grafikkarte"} {
		require.Zero(t, ask(t, e, search.Query{Text: text}).Total, "%s: what the shop does not have is not found", text)
	}
}
