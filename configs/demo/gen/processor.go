package main

import (
	"regexp"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

func itoa(n int) string { return strconv.Itoa(n) }

// The socket of each microarchitecture whose processors all fit one.
var socketOf = map[string]string{
	"Zen 5": "AM5", "Zen 4": "AM5", "Zen 3": "AM4", "Zen 2": "AM4", "Zen+": "AM4", "Zen": "AM4",
	"Arrow Lake": "LGA1851", "Raptor Lake Refresh": "LGA1700", "Raptor Lake": "LGA1700", "Alder Lake": "LGA1700",
	"Rocket Lake": "LGA1200", "Comet Lake": "LGA1200", "Coffee Lake Refresh": "LGA1151", "Coffee Lake": "LGA1151",
	"Kaby Lake": "LGA1151", "Skylake": "LGA1151", "Broadwell": "LGA1150", "Haswell Refresh": "LGA1150", "Haswell": "LGA1150",
	"Ivy Bridge": "LGA1155", "Sandy Bridge": "LGA1155", "Piledriver": "AM3+", "Bulldozer": "AM3+", "Steamroller": "FM2+", "K10": "AM3",
}

// Processors of the large sockets, which share their architecture's name with the ordinary ones.
var desktopExtreme = regexp.MustCompile(`Extreme|i[79]-\d{4,5}XE?\b|i7-(3820|3930K|4820K|4930K|5820K|5930K|6800K|6850K)\b`)

func socket(name, architecture string) string {
	switch {
	case strings.Contains(name, "Threadripper"), strings.Contains(name, "Xeon"), strings.Contains(name, "Opteron"):
		return ""
	case strings.Contains(name, " A4-"), strings.Contains(name, " A6-"), strings.Contains(name, " A8-"), strings.Contains(name, " A10-"):
		return "FM2"
	case desktopExtreme.MatchString(name):
		return ""
	}
	return socketOf[architecture]
}

func (g *generator) processor(r row) {
	brand, rest := splitBrand(r.str("name"))
	category := "intel-prozessoren"
	if brand == "AMD" {
		category = "amd-prozessoren"
	}
	p := g.add("CPU", category, brand, named(brand, rest), centsOf(r.str("price")))
	cores, boost, graphics, architecture := r.num("core_count"), r.str("boost_clock"), r.str("graphics"), r.str("microarchitecture")
	p.word("sockel", socket(p.Name, architecture))
	p.number("kerne", itoa(cores))
	p.number("takt", hundredths(r.str("core_clock")))
	p.number("boost", hundredths(boost))
	p.number("tdp", r.str("tdp"))
	p.word("architektur", architecture)
	p.word("igpu", graphics)
	p.warn(staticWarning)
	p.accent = map[bool]string{true: "d9531e", false: "2f6fb5"}[brand == "AMD"]
	p.draw(illustration.Drawing{Kind: "cpu"})
	d := p.describe(map[string]any{
		"cores": coresWord(cores), "boost": dec(boost), "base": dec(r.str("core_clock")), "tdp": r.str("tdp"),
		"architecture": architecture, "graphics": graphics, "socket": socket(p.Name, architecture),
	})
	d.say(text("{cores} der Architektur {architecture} rechnen im {name}.", "The {name} computes with {cores} of the {architecture} generation."),
		text("Der {name} gehört zur Generation {architecture} und bringt {cores} mit.", "The {name} belongs to the {architecture} generation and brings {cores}.")).
		when(boost != "", text("Der Takt beginnt bei {base} GHz und steigt bei Bedarf auf {boost} GHz.", "It starts at {base} GHz and climbs to {boost} GHz on demand."),
			text("Einzelne Kerne erreichen {boost} GHz; im Alltag genügen {base} GHz Grundtakt.", "Single cores reach {boost} GHz; everyday work runs at a base of {base} GHz.")).
		when(boost == "", text("Alle Kerne laufen mit {base} GHz.", "All cores run at {base} GHz.")).
		when(socket(p.Name, architecture) != "", text("Er passt auf Mainboards mit Sockel {socket} und ist auf {tdp} Watt ausgelegt.", "It fits boards with socket {socket} and is rated at {tdp} watts.")).
		when(graphics != "", text("Die integrierte Grafik ({graphics}) macht für Büro und Video eine eigene Grafikkarte entbehrlich.", "Integrated graphics ({graphics}) make a separate card unnecessary for office work and video.")).
		when(graphics == "", text("Für die Bildausgabe braucht es eine Grafikkarte.", "A graphics card is needed for a picture."))
	p.finish(d, 90, newer(architecture, 200, "Zen 5", "Arrow Lake", "Zen 4", "Raptor Lake", "Alder Lake", "Zen 3", "Rocket Lake", "Zen 2", "Comet Lake"))
}

func coresWord(n int) catalog.Text {
	if n == 1 {
		return text("Ein Kern", "one core")
	}
	return text(itoa(n)+" Kerne", itoa(n)+" cores")
}

// hundredths cuts a decimal after its second place.
func hundredths(decimal string) string {
	whole, fraction, found := strings.Cut(decimal, ".")
	if !found {
		return decimal
	}
	return whole + "." + fraction[:min(len(fraction), 2)]
}

// tenths cuts a decimal after its first place.
func tenths(decimal string) string {
	whole, fraction, found := strings.Cut(decimal, ".")
	if !found {
		return decimal
	}
	return whole + "." + fraction[:min(len(fraction), 1)]
}
