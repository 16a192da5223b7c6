package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

func cardStyle(connection string) string {
	if strings.HasPrefix(connection, "USB") {
		return "usb"
	}
	return "net"
}

func (g *generator) wired(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("NIC", "netzwerkkarten", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	connection := r.str("interface")
	usb := strings.HasPrefix(connection, "USB")
	p.word("schnittstelle", connection)
	p.colour(r.str("color"))
	p.warn(staticWarning)
	p.draw(illustration.Drawing{Kind: "card", Style: cardStyle(connection)})
	d := p.describe(map[string]any{"interface": connection})
	d.when(usb, text("Ein Netzwerkanschluss zum Einstecken: {interface} auf der einen, LAN auf der anderen Seite.", "A network port to plug in: {interface} on one end, LAN on the other."), text("Für Notebooks ohne LAN-Buchse; verbunden wird über {interface}.", "For laptops without a LAN socket; it connects through {interface}.")).
		when(!usb, text("Eine Netzwerkkarte für den Steckplatz {interface}.", "A network card for the {interface} slot."), text("Rüstet über {interface} einen schnellen Netzwerkanschluss nach.", "Adds a fast network port by way of {interface}.")).
		say(text("Treiber für gängige Systeme sind vorhanden.", "Drivers for common systems exist."), text("Sie wird von Windows und Linux erkannt.", "Windows and Linux recognise it."))
	p.finish(d, 130, 300)
}

func (g *generator) wireless(r row) {
	brand, rest := splitBrand(r.str("name"))
	standard, connection := r.str("protocol"), r.str("interface")
	p := g.add("WLAN", "wlan-adapter", brand, named(brand, rest, standard), centsOf(r.str("price")), r.paint())
	p.word("standard", standard)
	p.word("schnittstelle", connection)
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	style := "wifi"
	if strings.HasPrefix(connection, "USB") {
		style = "wifiusb"
	}
	p.draw(illustration.Drawing{Kind: "card", Style: style})
	d := p.describe(map[string]any{"standard": standard, "interface": connection})
	d.say(text("Bringt {standard} in Rechner, denen Funk fehlt.", "Brings {standard} to computers that lack wireless."), text("Mit {standard} geht es kabellos ins Netz.", "Go online without a cable, with {standard}.")).
		when(style == "wifiusb", text("Einstecken an {interface} genügt.", "Plugging it into {interface} is enough."), text("Er steckt in {interface} und ist schnell wieder abgezogen.", "It plugs into {interface} and comes off as quickly.")).
		when(style == "wifi", text("Eingebaut wird er in einen Steckplatz vom Typ {interface}.", "It is fitted into a slot of type {interface}.")).
		when(strings.HasPrefix(standard, "Wi-Fi 6E") || standard == "Wi-Fi 7", text("Auch das freie 6-GHz-Band wird genutzt.", "It uses the uncrowded 6 GHz band too."))
	p.finish(d, 90, newer(standard, 300, "Wi-Fi 7", "Wi-Fi 6E", "Wi-Fi 6", "Wi-Fi 5"))
}

func (g *generator) operatingSystem(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("SW", "betriebssysteme", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	edition := strings.Join(strings.Fields(rest)[:3], " ")
	licence := text("Vollversion", "Full version")
	if strings.Contains(rest, "OEM") {
		licence = text("Systembuilder (OEM)", "System builder (OEM)")
	}
	bits := strings.Join(r.list("mode"), "/") + " Bit"
	p.word("edition", edition)
	p.both("lizenz", licence)
	p.word("bit", bits)
	p.number("maxram", r.str("max_memory"))
	p.BillingCountries = []int{germany, austria}
	p.draw(illustration.Drawing{Kind: "software", Accent: "2f86c9"})
	d := p.describe(map[string]any{"edition": edition, "licence": licence, "bits": bits, "max": r.str("max_memory")})
	d.say(text("{edition} für einen Rechner, Lizenzart: {licence}.", "{edition} for one computer, licence: {licence}."), text("Eine Lizenz für {edition} ({licence}).", "A licence for {edition} ({licence}).")).
		say(text("Ausgabe: {bits}; bis zu {max} GB Arbeitsspeicher werden genutzt.", "Edition: {bits}; up to {max} GB of memory are used.")).
		when(strings.Contains(rest, "Download"), text("Der Schlüssel kommt per E-Mail, die Installation wird heruntergeladen.", "The key comes by e-mail, the installer is a download.")).
		when(strings.Contains(rest, "USB"), text("Die Installation liegt auf einem USB-Stick bei.", "The installer comes on a USB stick.")).
		when(strings.Contains(rest, "DVD"), text("Die Installation liegt auf DVD bei.", "The installer comes on a DVD."))
	p.finish(d, 120, 1500)
}

func (g *generator) ups(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("USV", "usv", brand, named(brand, rest, r.str("capacity_va")+" VA"), centsOf(r.str("price")), r.paint())
	p.number("leistung", r.str("capacity_w"))
	p.number("scheinleistung", r.str("capacity_va"))
	p.warn(text("Enthält Bleibatterien und Netzspannung: nicht öffnen, aufrecht betreiben, Altbatterien zurückgeben.", "Contains lead batteries and mains voltage: do not open, run upright, return old batteries."))
	p.draw(illustration.Drawing{Kind: "ups"})
	d := p.describe(map[string]any{"watts": r.str("capacity_w"), "va": r.str("capacity_va"), "for": upsFor(r.num("capacity_w"))})
	d.say(text("Überbrückt Stromausfälle mit bis zu {watts} Watt und schützt {for}.", "Bridges power cuts with up to {watts} watts and protects {for}."),
		text("{va} VA Scheinleistung und {watts} Watt sichern {for} gegen Ausfall und Spannungsspitzen.", "{va} VA of apparent power and {watts} watts guard {for} against outages and surges.")).
		say(text("So bleibt Zeit, Daten zu speichern und geordnet herunterzufahren.", "That leaves time to save and shut down in order."), text("Fällt der Strom aus, läuft die angeschlossene Technik ohne Unterbrechung weiter.", "When the power fails, what is connected runs on without a break.")).
		say(text("Die Batterie lässt sich zurückgeben; die Rücknahme ist kostenlos.", "The battery can be returned free of charge."))
	p.finish(d, 3000+r.num("capacity_va")*11, 400)
}

func upsFor(watts int) catalog.Text {
	switch {
	case watts >= 1800:
		return text("Server und Netzwerkschränke", "servers and network cabinets")
	case watts >= 700:
		return text("mehrere Rechner samt Bildschirmen", "several computers with their screens")
	}
	return text("einen Arbeitsplatz oder den Router", "one workplace or the router")
}
