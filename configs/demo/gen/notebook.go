package main

import (
	"fmt"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/catalog/illustration"
)

// notebooks adds the range: of every series its number of different configurations.
func (g *generator) notebooks() {
	for _, s := range notebookRange {
		dice := newDice(s.brand + s.name)
		seen := map[string]bool{}
		for tries := 0; len(seen) < s.count; tries++ {
			if tries > 10_000 {
				panic("too few configurations in " + s.name)
			}
			c := s.draw(dice)
			if seen[c.key()] {
				continue
			}
			seen[c.key()] = true
			g.notebook(c)
		}
	}
}

// configuration is one notebook of a series.
type configuration struct {
	series
	screen screen
	cpu    part
	gpu    part
	ram    int
	ssd    int
	system string
	colour string
	layout catalog.Text
}

func (s series) draw(d *dice) configuration {
	c := configuration{series: s, screen: pick(d, s.screens...), cpu: pick(d, s.cpus...), ram: pick(d, s.rams...), ssd: pick(d, s.ssds...),
		system: pick(d, s.systems...), colour: pick(d, s.colours...), layout: text("Deutsch (QWERTZ)", "German (QWERTZ)")}
	if len(s.gpus) > 0 {
		c.gpu = pick(d, s.gpus...)
	} else {
		c.gpu = part{name: c.cpu.igpu}
	}
	if d.chance(12) {
		c.layout = pick(d, text("US-Englisch (QWERTY)", "US English (QWERTY)"), text("Schweiz (QWERTZ)", "Swiss (QWERTZ)"), text("Nordisch (QWERTY)", "Nordic (QWERTY)"))
	}
	return c
}

func (c configuration) key() string {
	return fmt.Sprint(c.screen, c.cpu.name, c.gpu.name, c.ram, c.ssd, c.colour)
}

// cents adds up the parts and rounds to a price tag.
func (c configuration) cents() int64 {
	euros := c.base + c.screen.euros + c.cpu.euros + c.gpu.euros + c.ram*5 + c.ssd*8/100
	euros += map[string]int{w11h: 60, w11p: 110}[c.system]
	return int64(euros/50)*5000 + 4900
}

// charger says what the device charges with; some are sold without a charger. What takes more than USB-C gives comes with
// a supply of its own, and charges by USB-C as well, more slowly: Annex Ia knows no exception for it.
func (c configuration) charger() *catalog.Charger {
	const most = 240 // watts by USB Power Delivery
	if c.adapter > most {
		return &catalog.Charger{Included: true, MinWatts: 100, MaxWatts: 140, PowerDelivery: true}
	}
	return &catalog.Charger{Included: !newDice(c.key() + "charger").chance(20), MinWatts: c.adapter * 6 / 10, MaxWatts: c.adapter, PowerDelivery: true}
}

// durability is what the manufacturer says of updates and repair, which those of business devices do.
func (c configuration) durability() *catalog.Durability {
	if c.shape != "business" {
		return nil
	}
	d := newDice(c.key() + "durability")
	parts := d.between(5, 7)
	return &catalog.Durability{
		UpdatesUntil: fmt.Sprintf("%d-12-31", 2030+d.between(0, 2)),
		RepairScore:  fmt.Sprintf("%d,%d/10", d.between(7, 8), d.between(0, 9)),
		Repair: text(fmt.Sprintf("Akku, SSD und Arbeitsspeicher sind gesteckt. Ersatzteile gibt es mindestens %d Jahre lang, die Anleitung zur Reparatur beim Hersteller.", parts),
			fmt.Sprintf("Battery, SSD and memory are not soldered. Spare parts are available for at least %d years, the repair manual from the manufacturer.", parts)),
	}
}

func (g *generator) notebook(c configuration) {
	refurbished := newDice(c.key()).chance(4) && c.shape == "business"
	name := fmt.Sprintf("%s %s %s, %s, %d GB RAM, %s SSD", c.brand, c.name, shortPart(c.cpu.name), shortPart(c.gpu.name), c.ram, size(c.ssd))
	p := g.add("NB", c.category, c.brand, name, c.cents(), fmt.Sprintf("%s %d Hz", c.screen.panel, c.screen.hz), colourOf(c.colour).text.DE)
	if refurbished {
		p.Condition = string(catalog.Refurbished)
		p.PriceCents, p.PriceHistory = p.PriceCents*7/10/1000*1000+900, nil
		p.Name += " (generalüberholt)"
	}
	p.word("prozessor", c.cpu.name)
	p.word("grafikkarte", c.gpu.name)
	p.number("ram", itoa(c.ram))
	p.number("ssd", itoa(c.ssd))
	p.number("display", c.screen.inch)
	p.word("aufloesung", c.screen.shape)
	p.word("panel", c.screen.panel)
	p.number("hertz", itoa(c.screen.hz))
	weight := c.grams + p.dice.between(-3, 4)*10
	p.number("gewicht", kilograms(weight))
	p.number("akku", itoa(c.wattHours))
	p.both("betriebssystem", systemText(c.system))
	p.colour(c.colour)
	p.both("tastatur", c.layout)
	p.flag("touch", c.touch)
	p.word("anschluesse", c.ports)
	p.word("funk", pick(p.dice, "Wi-Fi 6E, Bluetooth 5.3", "Wi-Fi 7, Bluetooth 5.4"))
	p.number("netzteil", itoa(c.adapter))
	p.Charger = c.charger()
	p.Durability = c.durability()
	p.warn(batteryWarning)
	p.StudentCents = p.PriceCents * int64(p.dice.between(91, 95)) / 100 / 1000 * 1000
	p.Bundle = !refurbished && p.dice.chance(8)
	if p.Bundle {
		inch := dec(c.screen.inch)
		p.BundleParts = []exchange.BundlePart{{Quantity: 1, Title: text(
			"Notebook-Tasche für "+inch.in(catalog.German)+" Zoll", "Notebook sleeve for "+inch.in(catalog.English)+" inches")}}
	}
	p.extendWarranty()
	p.draw(illustration.Drawing{Kind: "notebook", Style: c.shape, Accent: screenTint(p.dice, c.shape)})
	p.finish(c.describe(p, weight), weight+900, 7000+p.dice.IntN(2500))
	p.MaxQuantity = 10
}

func (c configuration) describe(p *product, weight int) *prose {
	d := p.describe(map[string]any{
		"idea": c.idea, "cpu": c.cpu.name, "gpu": c.gpu.name, "ram": itoa(c.ram), "ssd": dec(size(c.ssd)), "inch": dec(c.screen.inch),
		"shape": c.screen.shape, "panel": c.screen.panel, "hz": itoa(c.screen.hz), "kg": dec(kilograms(weight)), "wh": itoa(c.wattHours),
		"system": systemText(c.system), "series": c.brand + " " + c.name,
		"carry": carry(weight),
	})
	return d.say(text("{idea}: das {series}.", "{idea}: the {series}.")).
		say(text("Darin arbeiten ein {cpu} und {ram} GB Arbeitsspeicher; für Programme und Daten ist eine SSD mit {ssd} da.", "Inside work a {cpu} and {ram} GB of memory; programs and data live on a {ssd} SSD."),
			text("{cpu}, {ram} GB Arbeitsspeicher und eine {ssd} große SSD sorgen für Tempo.", "A {cpu}, {ram} GB of memory and a {ssd} SSD set the pace.")).
		when(len(c.gpus) > 0, text("Um das Bild kümmert sich eine {gpu} mit eigenem Speicher.", "The picture is handled by an {gpu} with memory of its own."), text("Die Grafikkarte ist eine {gpu}.", "The graphics card is an {gpu}.")).
		say(text("Das {panel}-Display misst {inch} Zoll, löst {shape} auf und zeigt {hz} Bilder in der Sekunde.", "The {panel} display measures {inch} inches, resolves {shape} and shows {hz} frames a second."),
			text("Auf {inch} Zoll zeigt das {panel}-Display {shape} bei {hz} Hz.", "On {inch} inches the {panel} display shows {shape} at {hz} Hz.")).
		say(text("Mit {kg} kg und einem Akku von {wh} Wh {carry}.", "At {kg} kg and with a {wh} Wh battery {carry}.")).
		when(c.touch, text("Der Touchscreen lässt sich ganz umklappen und nimmt auch einen Stift an.", "The touchscreen folds all the way round and takes a pen.")).
		when(c.system != none, text("{system} ist eingerichtet.", "{system} is set up.")).
		when(c.system == none, text("Geliefert wird es ohne Betriebssystem, bereit für das eigene.", "It comes without an operating system, ready for your own.")).
		when(p.Bundle, text("Im Paket liegt eine passende Tasche bei.", "A matching sleeve is part of the bundle."))
}

func carry(grams int) catalog.Text {
	switch {
	case grams < 1250:
		return text("ist es in der Tasche kaum zu spüren", "it is hardly felt in a bag")
	case grams < 1900:
		return text("begleitet es durch den Tag", "it goes with you through the day")
	case grams < 2600:
		return text("wechselt es ohne Mühe den Platz", "it changes places without trouble")
	}
	return text("bleibt es meist auf dem Schreibtisch", "it mostly stays on the desk")
}

func systemText(system string) catalog.Text {
	if system == none {
		return text(none, "No operating system")
	}
	return text(system, "")
}

func kilograms(grams int) string { return fmt.Sprintf("%d.%02d", grams/1000, grams%1000/10) }

// shortPart drops the maker's name, which the model makes plain.
func shortPart(name string) string {
	for _, maker := range []string{"NVIDIA GeForce ", "NVIDIA ", "Intel ", "AMD ", "Qualcomm "} {
		if len(name) > len(maker) && name[:len(maker)] == maker {
			return name[len(maker):]
		}
	}
	return name
}

func screenTint(d *dice, shape string) string {
	if shape == "gaming" {
		return pick(d, "ff4d5e", "7a5cff", "19c3a6", "ff8a2a")
	}
	return pick(d, "3a6fd8", "1f9a8a", "d0662f", "8a4fd0", "2f86c9", "c9577f")
}
