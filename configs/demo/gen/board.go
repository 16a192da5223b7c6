package main

import (
	"regexp"
	"strings"

	"kontor.dev/kontor/core/catalog/illustration"
)

var boardChipset = regexp.MustCompile(`\b([ABHXZWQ]\d{2,3}E?|TRX\d\d|WRX\d\d)`)

func (g *generator) board(r row) {
	brand, rest := splitBrand(r.str("name"))
	socket := r.str("socket")
	category := "intel-mainboards"
	if strings.HasPrefix(socket, "AM") || strings.HasPrefix(socket, "FM") || strings.HasPrefix(socket, "sTR") || strings.HasPrefix(socket, "TR") || strings.HasPrefix(socket, "sWR") {
		category = "amd-mainboards"
	}
	p := g.add("MB", category, brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	chipset := boardChipset.FindString(strings.ToUpper(rest))
	wifi := strings.Contains(strings.ToUpper(rest), "WIFI") || strings.Contains(strings.ToUpper(rest), "WI-FI") || strings.HasSuffix(rest, " AX")
	form := strings.Replace(r.str("form_factor"), "EATX", "E-ATX", 1)
	p.word("sockel", socket)
	p.word("chipsatz", chipset)
	p.word("format", form)
	p.number("steckplaetze", r.str("memory_slots"))
	p.number("maxram", r.str("max_memory"))
	p.flag("wlan", wifi)
	p.colour(r.str("color"))
	p.warn(staticWarning)
	style := "atx"
	if strings.Contains(form, "Mini") {
		style = "itx"
	} else if strings.Contains(form, "Micro") {
		style = "matx"
	}
	p.draw(illustration.Drawing{Kind: "mainboard", Style: style, Count: min(r.num("memory_slots"), 8)})
	d := p.describe(map[string]any{"socket": socket, "chipset": chipset, "form": form, "slots": r.str("memory_slots"), "max": r.str("max_memory")})
	d.say(text("Ein {form}-Mainboard für Prozessoren mit Sockel {socket}.", "A {form} board for processors with socket {socket}."),
		text("Wer auf Sockel {socket} baut, bekommt hier ein Mainboard im Format {form}.", "Building on socket {socket}? This board comes in {form} format.")).
		when(chipset != "", text("Den Ton gibt der Chipsatz {chipset} an.", "The {chipset} chipset sets the pace."), text("Es setzt auf den Chipsatz {chipset}.", "It relies on the {chipset} chipset.")).
		say(text("{slots} Steckplätze nehmen bis zu {max} GB Arbeitsspeicher auf.", "{slots} slots take up to {max} GB of memory."),
			text("Der Arbeitsspeicher lässt sich auf {slots} Steckplätzen bis {max} GB ausbauen.", "Memory can grow to {max} GB over {slots} slots.")).
		when(wifi, text("WLAN ist schon eingebaut.", "Wi-Fi is built in."), text("Ein WLAN-Modul gehört dazu.", "A Wi-Fi module is part of it."))
	p.finish(d, 1100, newer(socket, 200, "AM5", "LGA1851", "LGA1700", "AM4", "LGA1200"))
}
