package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

func (g *generator) drive(r row) {
	brand, rest := splitBrand(r.str("name"))
	capacity := size(r.num("capacity"))
	if r.str("type") == "SSD" {
		g.solidState(r, brand, rest, capacity)
		return
	}
	form := inches(r.str("form_factor"))
	p := g.add("HDD", "festplatten", brand, named(brand, rest, capacity), centsOf(r.str("price")), r.paint())
	speed := r.str("type")
	p.number("kapazitaet", r.str("capacity"))
	p.both("format", form)
	p.number("drehzahl", speed)
	p.word("schnittstelle", r.str("interface"))
	p.number("cache", r.str("cache"))
	p.warn(staticWarning)
	style := "35"
	if strings.HasPrefix(form.DE, "2,5") {
		style = "25"
	}
	p.draw(illustration.Drawing{Kind: "hdd", Style: style})
	d := p.describe(map[string]any{"capacity": dec(capacity), "form": form, "speed": speed, "interface": r.str("interface"), "cache": r.str("cache"), "use": diskUse(rest)})
	d.say(text("{capacity} Speicherplatz auf einer {form}-Festplatte: {use}.", "{capacity} of space on a {form} hard drive: {use}."),
		text("Diese Festplatte fasst {capacity}; {use}.", "This hard drive holds {capacity}; {use}.")).
		when(speed != "", text("Die Scheiben drehen mit {speed} Umdrehungen in der Minute.", "Its platters spin at {speed} rpm.")).
		when(r.str("cache") != "", text("{cache} MB Cache puffern Zugriffe.", "{cache} MB of cache buffer its accesses."), text("Der Cache misst {cache} MB.", "The cache measures {cache} MB.")).
		say(text("Angeschlossen wird sie über {interface}.", "It connects through {interface}."))
	p.finish(d, map[string]int{"35": 680, "25": 110}[style], 400+min(r.num("capacity")/8, 3000))
}

func (g *generator) solidState(r row, brand, rest, capacity string) {
	form := r.str("form_factor")
	category, style := "sata-ssds", "sata"
	if strings.HasPrefix(form, "M.2") {
		category, style = "m2-ssds", "m2"
	}
	p := g.add("SSD", category, brand, named(brand, rest, capacity), centsOf(r.str("price")), r.paint())
	connection := r.str("interface")
	p.number("kapazitaet", r.str("capacity"))
	p.both("format", inches(form))
	p.word("schnittstelle", connection)
	p.number("cache", r.str("cache"))
	p.warn(staticWarning)
	p.draw(illustration.Drawing{Kind: "ssd", Style: style, Accent: pick(p.dice, "2f63c6", "c62f3b", "2f8f5b", "7a4fb5", "c9a557", "2a8c91")})
	d := p.describe(map[string]any{"capacity": dec(capacity), "form": inches(form), "interface": connection, "cache": r.str("cache"), "rate": ssdRate(connection)})
	d.say(text("{capacity} schneller Flash-Speicher im Format {form}.", "{capacity} of fast flash storage in {form} format."),
		text("Die {name} bringt {capacity} im Format {form} in den Rechner.", "The {name} puts {capacity} in {form} format into your computer.")).
		say(text("Über {interface} sind {rate} möglich.", "{interface} allows {rate}."), text("Die Schnittstelle {interface} lässt {rate} zu.", "Its {interface} interface allows {rate}.")).
		when(r.num("cache") > 0, text("Ein DRAM-Cache von {cache} MB hält die Geschwindigkeit auch bei vielen kleinen Dateien hoch.", "A DRAM cache of {cache} MB keeps it fast with many small files too.")).
		when(r.num("cache") == 0 && style == "m2", text("Ohne eigenen DRAM-Cache bleibt sie sparsam und kühl.", "Having no DRAM cache of its own, it stays frugal and cool."))
	p.finish(d, map[string]int{"m2": 12, "sata": 55}[style], newer(connection, 300, "PCIe 5.0", "PCIe 4.0", "PCIe 3.0", "SATA 6.0"))
}

func inches(form string) catalog.Text {
	switch form {
	case "2.5", "3.5":
		return text(strings.Replace(form, ".", ",", 1)+" Zoll", form+" inch")
	case "PCIe":
		return text("PCIe-Karte", "PCIe card")
	}
	return text(form, "")
}

func diskUse(name string) catalog.Text {
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(strings.ToLower(name), w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("ironwolf", "red", "n300", "nas"):
		return text("gebaut für den Dauerbetrieb im NAS", "built to run all day in a NAS")
	case has("exos", "ultrastar", "gold", "enterprise", "constellation", "mg0", "re4"):
		return text("ausgelegt für Server und Rechenzentren", "made for servers and data centres")
	case has("skyhawk", "purple", "surveillance"):
		return text("abgestimmt auf Videoüberwachung", "tuned for video surveillance")
	case has("travelstar", "momentus", "scorpio", "mobile"):
		return text("gedacht für Notebooks und kompakte Rechner", "meant for laptops and compact computers")
	}
	return text("für Archive, Spielesammlungen und Sicherungen", "for archives, game libraries and backups")
}

func ssdRate(connection string) catalog.Text {
	switch {
	case strings.Contains(connection, "5.0"):
		return text("deutlich mehr als 10.000 MB/s", "well over 10,000 MB/s")
	case strings.Contains(connection, "4.0"):
		return text("Übertragungsraten bis in den Bereich von 7.000 MB/s", "transfer rates up to around 7,000 MB/s")
	case strings.Contains(connection, "3.0 X4"):
		return text("Übertragungsraten von gut 3.000 MB/s", "transfer rates of about 3,000 MB/s")
	case strings.Contains(connection, "SATA"):
		return text("bis zu 560 MB/s, ein Vielfaches einer Festplatte", "up to 560 MB/s, many times that of a hard drive")
	}
	return text("kurze Zugriffszeiten", "short access times")
}

func (g *generator) external(r row) {
	brand, rest := splitBrand(r.str("name"))
	capacity := size(r.num("capacity"))
	fast := strings.Contains(r.str("interface"), "Type-C 3.2 Gen 2") || strings.Contains(r.str("interface"), "4.0") || strings.Contains(strings.ToUpper(rest), "SSD")
	category := "externe-festplatten"
	if fast {
		category = "externe-ssds"
	}
	p := g.add("EXT", category, brand, named(brand, rest, capacity), centsOf(r.str("price")), r.paint())
	desk := r.str("type") == "Desktop"
	p.number("kapazitaet", r.str("capacity"))
	p.both("bauart", map[bool]catalog.Text{true: text("Desktop", "Desktop"), false: text("Tragbar", "Portable")}[desk])
	connection, _, _ := strings.Cut(r.str("interface"), ",")
	p.word("schnittstelle", connection)
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	p.draw(illustration.Drawing{Kind: "external", Style: map[bool]string{true: "desktop", false: "portable"}[desk]})
	d := p.describe(map[string]any{"capacity": dec(capacity), "interface": connection})
	d.when(desk, text("Auf dem Schreibtisch bietet dieses Laufwerk {capacity} Platz für Sicherungen und Mediensammlungen.", "On the desk this drive offers {capacity} for backups and media."),
		text("{capacity} für alles, was sich angesammelt hat: ein Laufwerk für den festen Platz am Rechner.", "{capacity} for everything that has piled up: a drive with a fixed place beside the computer.")).
		when(!desk, text("{capacity} zum Mitnehmen, klein genug für die Jackentasche.", "{capacity} to take along, small enough for a pocket."),
			text("Dieser Speicher fasst {capacity} und reist in jeder Tasche mit.", "This drive holds {capacity} and travels in any bag.")).
		when(fast, text("Der Flash-Speicher im Inneren übersteht Stöße und überträgt große Dateien zügig.", "Flash memory inside shrugs off knocks and moves big files quickly.")).
		when(connection != "", text("Der Anschluss: {interface}.", "The connection: {interface}."))
	p.finish(d, map[bool]int{true: 980, false: 180}[desk], 1200)
}

func (g *generator) optical(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("ODD", "optische-laufwerke", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	blu := r.str("bd") != "" || r.str("bd_write") != ""
	kind := text("DVD-Brenner", "DVD writer")
	if blu {
		kind = text("Blu-ray-Brenner", "Blu-ray writer")
	}
	p.both("laufwerk", kind)
	p.number("dvd", r.str("dvd"))
	p.number("cd", r.str("cd"))
	p.number("bd", r.str("bd"))
	p.warn(text("Laserprodukt der Klasse 1: Gehäuse nicht öffnen.", "Class 1 laser product: do not open the housing."))
	p.draw(illustration.Drawing{Kind: "optical"})
	d := p.describe(map[string]any{"kind": kind, "dvd": r.str("dvd"), "cd": r.str("cd")})
	d.say(text("Ein interner {kind} für Filme, Archive und ältere Software.", "An internal {kind} for films, archives and older software."),
		text("Wer noch Scheiben liest oder beschreibt, findet im {name} einen {kind}.", "Still reading or writing discs? The {name} is a {kind}.")).
		when(r.str("dvd") != "", text("DVDs liest er mit {dvd}-facher Geschwindigkeit.", "It reads DVDs at {dvd}×.")).
		when(r.str("cd") != "", text("Bei CDs ist es die {cd}-fache.", "For CDs that is {cd}×."))
	p.finish(d, 700, 150)
}
