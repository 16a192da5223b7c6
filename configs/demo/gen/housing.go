package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

var efficiencies = map[string]string{
	"plus": "80 PLUS", "bronze": "80 PLUS Bronze", "silver": "80 PLUS Silver", "gold": "80 PLUS Gold",
	"platinum": "80 PLUS Platinum", "titanium": "80 PLUS Titanium",
}

func (g *generator) powerSupply(r row) {
	brand, rest := splitBrand(r.str("name"))
	watts, efficiency, form := r.str("wattage"), efficiencies[r.str("efficiency")], r.str("type")
	more := watts + " W"
	if strings.Contains(rest, watts) {
		more = ""
	}
	p := g.add("NT", "netzteile", brand, named(brand, rest, more), centsOf(r.str("price")), r.paint())
	modular := text("Fest", "Fixed")
	switch r.str("modular") {
	case "Full", "Full / Side":
		modular = text("Vollmodular", "Fully modular")
	case "Semi":
		modular = text("Teilmodular", "Semi-modular")
	}
	p.number("leistung", watts)
	p.word("effizienz", efficiency)
	p.word("format", form)
	p.both("modular", modular)
	p.colour(r.str("color"))
	p.warn(mainsWarning)
	if strings.Contains(efficiency, "Platinum") || strings.Contains(efficiency, "Titanium") {
		p.Guarantee = &catalog.Guarantee{Years: 10, Brand: brand, Model: rest}
	}
	p.draw(illustration.Drawing{Kind: "psu"})
	d := p.describe(map[string]any{"watts": watts, "efficiency": efficiency, "form": form, "for": psuFor(r.num("wattage"))})
	d.say(text("{watts} Watt im Format {form} versorgen {for}.", "{watts} watts in {form} format feed {for}."),
		text("Dieses {form}-Netzteil liefert {watts} Watt, genug für {for}.", "This {form} power supply delivers {watts} watts, enough for {for}.")).
		when(efficiency != "", text("Nach {efficiency} zertifiziert, gibt es wenig Energie als Wärme verloren.", "Certified to {efficiency}, it loses little energy as heat."),
			text("Das Siegel {efficiency} steht für einen hohen Wirkungsgrad.", "The {efficiency} badge stands for high efficiency.")).
		when(modular.EN == "Fully modular", text("Alle Kabel sind steckbar: Im Gehäuse liegt nur, was gebraucht wird.", "Every cable unplugs, so the case holds only what is needed.")).
		when(modular.EN == "Semi-modular", text("Die Hauptkabel sitzen fest, alle übrigen lassen sich abziehen.", "The main cables are fixed, all others come off.")).
		when(modular.EN == "Fixed", text("Die Kabel sind fest angebracht, was den Preis niedrig hält.", "Its cables are fixed, which keeps the price down."))
	p.finish(d, 1400+r.num("wattage"), 700+min(r.num("wattage")*2, 2400))
}

func psuFor(watts int) catalog.Text {
	switch {
	case watts >= 1000:
		return text("Rechner mit den größten Grafikkarten und viel Reserve", "computers with the largest graphics cards and plenty in reserve")
	case watts >= 700:
		return text("Spielerechner mit kräftiger Grafikkarte", "gaming computers with a strong graphics card")
	case watts >= 450:
		return text("Rechner der Mittelklasse", "mid-range computers")
	}
	return text("sparsame und kompakte Rechner", "frugal and compact computers")
}

func (g *generator) chassis(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("GEH", "gehaeuse", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	panel := sidePanels[r.str("side_panel")]
	volume := tenths(r.str("external_volume"))
	p.word("format", r.str("type"))
	p.both("seitenteil", panel)
	p.number("volumen", volume)
	p.number("schaechte", r.str("internal_35_bays"))
	p.number("netzteil", r.str("psu"))
	p.colour(r.str("color"))
	p.warn(text("Schwere Packstücke zu zweit heben. Scheiben aus Glas nicht auf harten Böden abstellen.", "Lift heavy parcels with two people. Do not set glass panels down on hard floors."))
	style := "tower"
	switch {
	case strings.Contains(r.str("type"), "Mini ITX"):
		style = "itx"
	case strings.Contains(r.str("type"), "Desktop"), strings.Contains(r.str("type"), "HTPC"), strings.Contains(r.str("type"), "Slim"):
		style = "desktop"
	}
	p.draw(illustration.Drawing{Kind: "case", Style: style, Accent: pick(p.dice, "3fa7ff", "ff5f8f", "7affc1", "ffb347", "9d7bff")})
	d := p.describe(map[string]any{"type": r.str("type"), "volume": dec(volume), "bays": r.str("internal_35_bays"), "panel": panel, "psu": r.str("psu")})
	d.say(text("Ein Gehäuse der Bauform {type} mit klarer Linie.", "A case of the {type} type with a clean line."),
		text("{brand} baut hier ein Gehäuse im Format {type}.", "{brand} offers a {type} case here.")).
		when(panel.DE != "", text("Das Seitenteil: {panel}.", "The side panel: {panel}."), text("Material der Seite: {panel}.", "Material of the side: {panel}.")).
		when(volume != "", text("Es nimmt {volume} Liter Raum ein.", "It takes up {volume} litres.")).
		when(r.num("internal_35_bays") > 0, text("Plätze für 3,5-Zoll-Laufwerke: {bays}.", "Bays for 3.5 inch drives: {bays}.")).
		when(r.str("psu") != "", text("Ein Netzteil mit {psu} Watt ist eingebaut.", "A power supply of {psu} watts is built in."))
	p.finish(d, 2500+r.num("external_volume")*120, 900)
}

var sidePanels = map[string]catalog.Text{
	"Tempered Glass": text("Hartglas", "Tempered glass"), "Tinted Tempered Glass": text("Getöntes Hartglas", "Tinted tempered glass"),
	"Mesh": text("Lochgitter", "Mesh"), "Acrylic": text("Acryl", "Acrylic"), "Tinted Acrylic": text("Getöntes Acryl", "Tinted acrylic"),
}
