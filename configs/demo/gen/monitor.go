package main

import (
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/catalog/illustration"
)

var resolutionNames = map[string]string{
	"1920x1080": "Full HD", "2560x1440": "WQHD", "3840x2160": "4K UHD", "3440x1440": "UWQHD", "5120x1440": "Dual QHD",
	"2560x1080": "UWFHD", "1920x1200": "WUXGA", "1280x1024": "SXGA", "3840x1600": "UWQHD+", "5120x2160": "5K2K", "5120x2880": "5K",
	"1600x900": "HD+", "1366x768": "HD", "6016x3384": "6K", "3840x1080": "Dual Full HD",
}

func (g *generator) monitor(r row) {
	brand, rest := splitBrand(r.str("name"))
	res := r.list("resolution")
	width, height := atoi(res[0]), atoi(res[1])
	pixels := res[0] + "x" + res[1]
	shape := pixels
	if n := resolutionNames[pixels]; n != "" {
		shape = n + " (" + res[0] + " × " + res[1] + ")"
	}
	hz, inch, panel, ratio := r.num("refresh_rate"), r.str("screen_size"), r.str("panel_type"), r.str("aspect_ratio")
	p := g.add("MON", monitorCategory(width, height, hz), brand, named(brand, rest, inch+"\""), centsOf(r.str("price")))
	class, consumption := energyOf(p.dice, inch, width*height, hz, panel)
	p.number("diagonale", tenths(inch))
	p.word("aufloesung", shape)
	p.number("hertz", r.str("refresh_rate"))
	p.word("panel", panel)
	p.number("reaktion", hundredths(r.str("response_time")))
	p.word("format", ratio)
	p.word("energie", class)
	p.number("verbrauch", itoa(consumption))
	p.energy(class, consumption, inch, width, height)
	p.warn(mainsWarning)
	p.extendWarranty()
	style := "wide"
	switch {
	case width*10 >= height*30:
		style = "superwide"
	case width*10 >= height*21:
		style = "ultrawide"
	case width*10 < height*15:
		style = "classic"
	}
	p.draw(illustration.Drawing{Kind: "monitor", Style: style, Accent: pick(p.dice, "3a6fd8", "8a4fd0", "1f9a8a", "d0662f", "2f86c9", "b23a6b")})
	d := p.describe(map[string]any{"inch": dec(inch), "shape": shape, "hz": itoa(hz), "panel": panel, "ms": dec(hundredths(r.str("response_time"))), "class": class, "kwh": itoa(consumption), "use": monitorUse(p.Category), "panelSays": panelSays(panel)})
	d.say(text("{inch} Zoll Bildfläche mit {shape}: {use}.", "{inch} inches of screen at {shape}: {use}."),
		text("Der {name} zeigt {shape} auf {inch} Zoll; {use}.", "The {name} shows {shape} on {inch} inches; {use}."))
	d.when(panel != "", text("Das {panel}-Panel {panelSays}.", "The {panel} panel {panelSays}.")).
		when(hz > 75, text("Mit {hz} Hz bleiben Bewegungen scharf und Eingaben unmittelbar.", "At {hz} Hz motion stays sharp and input immediate."), text("{hz} Hz Bildwiederholrate halten auch schnelle Szenen flüssig.", "A refresh rate of {hz} Hz keeps fast scenes fluid.")).
		when(r.str("response_time") != "" && hz > 75, text("Die Reaktionszeit gibt der Hersteller mit {ms} ms an.", "The maker rates its response time at {ms} ms."))
	d.say(text("In 1.000 Stunden braucht er {kwh} kWh (Klasse {class}).", "It uses {kwh} kWh in 1,000 hours (class {class})."), text("Energieeffizienzklasse {class}, {kwh} kWh je 1.000 Stunden.", "Energy class {class}, {kwh} kWh per 1,000 hours."))
	weight := 900 + atoi(inch)*atoi(inch)*7
	if width*10 >= height*21 {
		weight += 2500
	}
	p.finish(d, weight, 600+min(hz*12, 3600)+min(width*height/4000, 2000))
	if atoi(inch) >= 40 {
		p.DeliveryCountries = []int{germany}
	}
}

func monitorCategory(width, height, hz int) string {
	switch {
	case width*10 >= height*21:
		return "ultrawide-monitore"
	case hz >= 120:
		return "gaming-monitore"
	case height >= 2160:
		return "4k-monitore"
	}
	return "office-monitore"
}

func monitorUse(category string) catalog.Text {
	switch category {
	case "ultrawide-monitore":
		return text("Platz für drei Fenster nebeneinander oder ein weites Spielfeld", "room for three windows side by side or a wide field of play")
	case "gaming-monitore":
		return text("gemacht für schnelle Spiele", "made for fast games")
	case "4k-monitore":
		return text("fein genug für Bildbearbeitung und Text ohne sichtbare Pixel", "fine enough for photo work and text without visible pixels")
	}
	return text("ein Bildschirm für Büro, Lernen und Alltag", "a screen for office, study and everyday use")
}

func panelSays(panel string) catalog.Text {
	switch {
	case strings.Contains(panel, "OLED"):
		return text("schaltet jeden Bildpunkt einzeln ab und zeigt so tiefes Schwarz", "switches every pixel by itself and so shows deep black")
	case strings.Contains(panel, "VA"):
		return text("hebt den Kontrast und eignet sich für dunkle Szenen", "raises contrast and suits dark scenes")
	case strings.Contains(panel, "TN"):
		return text("reagiert schnell und ist günstig", "reacts quickly and costs little")
	}
	return text("hält die Farben auch bei schrägem Blick", "keeps its colours even from the side")
}

// energyOf estimates consumption from area, pixels and rate, and gives the class that goes with it.
func energyOf(d *dice, inch string, pixels, hz int, panel string) (class string, kwh int) {
	size := atoi(inch)
	kwh = size*size/36 + pixels/900000 + hz/24 + d.between(0, 3)
	if strings.Contains(panel, "OLED") {
		kwh += size / 3
	}
	switch perArea := kwh * 1000 / (size*size + 1); {
	case perArea < 33 && d.chance(25):
		return "C", kwh * 3 / 5
	case perArea < 38:
		return "D", kwh * 4 / 5
	case perArea < 46:
		return "E", kwh
	case perArea < 56:
		return "F", kwh
	}
	return "G", kwh
}

func (p *product) energy(class string, kwh int, inch string, width, height int) {
	diagonal, _ := strconv.ParseFloat(inch, 64)
	label := illustration.EnergyLabel{
		Class: class, Supplier: p.Manufacturer, Model: p.Name, KWh: kwh, DiagonalCM: int(diagonal*2.54 + 0.5),
		DiagonalInch: atoi(inch), Width: width, Height: height,
	}
	p.Energy = &catalog.Energy{
		Class: class, Scale: "A-G", LabelKey: label.Key(), SheetURL: "/datasheets/" + p.ArticleNumber + ".pdf",
		EPRELURL: "https://eprel.ec.europa.eu/screen/product/electronicdisplays",
	}
	p.DataSheetURL = p.Energy.SheetURL
}

// extendWarranty offers two extensions whose price follows the product's.
func (p *product) extendWarranty() {
	for _, w := range []struct{ months, percent int }{{36, 7}, {60, 13}} {
		years := strconv.Itoa(w.months / 12)
		p.Warranties = append(p.Warranties, exchange.Warranty{
			Months: w.months, PriceCents: priceEnding(p.PriceCents * int64(w.percent) / 100),
			Title: text("Garantieverlängerung auf "+years+" Jahre", "Warranty extension to "+years+" years"),
		})
	}
}
