package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

func (g *generator) graphics(r row) {
	brand, rest := splitBrand(r.str("name"))
	chip := chipName(r.str("chipset"))
	memory := r.str("memory")
	p := g.add("GK", graphicsCategory(chip), brand, named(brand, withoutMarks(rest), chip, memory+" GB"), centsOf(r.str("price")), r.paint())
	length := r.num("length")
	fans := fanCount(length)
	p.word("grafikkarte", chip)
	p.number("speicher", memory)
	p.number("takt", r.str("boost_clock"))
	p.number("basistakt", r.str("core_clock"))
	p.number("laenge", r.str("length"))
	p.number("luefter", itoa(fans))
	p.colour(r.str("color"))
	p.warn(staticWarning)
	p.draw(illustration.Drawing{Kind: "gpu", Count: fans})
	boost := r.str("boost_clock")
	d := p.describe(map[string]any{"chip": chip, "memory": dec(memory), "boost": boost, "base": r.str("core_clock"), "length": r.str("length"), "purpose": graphicsPurpose(p.PriceCents, p.Category), "fans": text(fansWord(fans, "de"), fansWord(fans, "en"))})
	d.say(
		text("Die Karte mit {chip} und {memory} GB Grafikspeicher {purpose}.", "With {chip} graphics and {memory} GB of memory this card {purpose}."),
		text("Auf dieser Karte von {brand} arbeitet eine {chip} mit {memory} GB Speicher: Sie {purpose}.", "{brand} puts a {chip} with {memory} GB of memory on this card: it {purpose}.")).
		when(boost != "", text("Der Boost-Takt reicht bis {boost} MHz, der Grundtakt liegt bei {base} MHz.", "It boosts to {boost} MHz from a base clock of {base} MHz."),
			text("Unter Last steigt der Takt von {base} auf bis zu {boost} MHz.", "Under load the clock rises from {base} to as much as {boost} MHz.")).
		when(boost == "", text("Der Chip läuft mit {base} MHz.", "The chip runs at {base} MHz.")).
		when(length > 0, text("{fans} führt die Wärme ab; im Gehäuse sollten {length} mm Platz sein.", "{fans} takes the heat away; leave {length} mm of room in the case."),
			text("Die Karte ist {length} mm lang. {fans} hält den Chip auf Temperatur.", "The card is {length} mm long. {fans} keeps the chip at its temperature."))
	p.finish(d, 350+length*4, newer(chip, 300, "RTX 50", "RX 90", "Arc B", "RTX 40", "RX 7", "RTX 30", "RX 6", "Arc A", "GTX 16", "RTX 20"))
}

var chipSuffix = regexp.MustCompile(`\s+(\d+GB|LHR|75W|- \d+)`)

// chipName drops the memory size and other marks that some chips carry behind their name.
func chipName(chipset string) string { return chipSuffix.ReplaceAllString(chipset, "") }

// graphicsPurpose says what a card of that price is for.
func graphicsPurpose(cents int64, category string) catalog.Text {
	switch {
	case category == "workstation-grafikkarten":
		return text("ist für CAD, Simulation und Rendering gebaut", "is built for CAD, simulation and rendering")
	case cents > 90000:
		return text("stellt aktuelle Spiele in 4K mit vollen Details dar und beschleunigt KI-Anwendungen", "plays current games in 4K at full detail and speeds up AI work")
	case cents > 45000:
		return text("ist in WQHD zu Hause und schafft viele Spiele auch in 4K", "is at home in WQHD and manages many games in 4K too")
	case cents > 22000:
		return text("spielt in Full HD mit hohen Details und in WQHD mit Augenmaß", "plays in Full HD at high detail and in WQHD with some restraint")
	}
	return text("bringt Büro, Video und ältere Spiele flüssig auf den Bildschirm", "brings office work, video and older games smoothly to the screen")
}

func withoutMarks(rest string) string { return strings.TrimSuffix(strings.TrimSpace(rest), " OEM") }

func graphicsCategory(chip string) string {
	switch {
	case strings.HasPrefix(chip, "Arc"):
		return "intel-grafikkarten"
	case strings.HasPrefix(chip, "GeForce"), strings.HasPrefix(chip, "Titan"), strings.HasPrefix(chip, "TITAN"):
		return "nvidia-grafikkarten"
	case strings.HasPrefix(chip, "Radeon Pro"), strings.HasPrefix(chip, "Radeon PRO"):
		return "workstation-grafikkarten"
	case strings.HasPrefix(chip, "Radeon"):
		return "amd-grafikkarten"
	}
	return "workstation-grafikkarten"
}

func fanCount(length int) int {
	switch {
	case length >= 285:
		return 3
	case length >= 200 || length == 0:
		return 2
	}
	return 1
}

func fansWord(n int, lang string) string {
	words := map[string][]string{
		"de": {"", "Ein Kühler mit einem Lüfter", "Ein Kühler mit zwei Lüftern", "Ein Kühler mit drei Lüftern"},
		"en": {"", "A single-fan cooler", "A dual-fan cooler", "A triple-fan cooler"},
	}
	return words[lang][n]
}
