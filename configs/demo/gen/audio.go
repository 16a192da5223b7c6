package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

var wearings = map[string]catalog.Text{
	"Circumaural": text("Ohrumschließend", "Over-ear"), "Supra-aural": text("Ohraufliegend", "On-ear"),
	"In Ear": text("In-Ear", "In-ear"), "Earbud": text("Earbud", "Earbud"),
}

func response(r row) string {
	if l := r.list("frequency_response"); len(l) == 2 {
		return l[0] + " Hz – " + l[1] + " kHz"
	}
	return ""
}

func (g *generator) headphones(r row) {
	brand, rest := splitBrand(r.str("name"))
	mic, wireless := r.bool("microphone"), r.bool("wireless")
	category := "kopfhoerer"
	if mic {
		category = "headsets"
	}
	p := g.add("KH", category, brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	wearing := wearings[r.str("type")]
	enclosure := map[string]catalog.Text{"Closed": text("Geschlossen", "Closed"), "Open": text("Offen", "Open"), "Semi-open": text("Halboffen", "Semi-open")}[r.str("enclosure_type")]
	p.both("bauart", wearing)
	p.both("gehaeuse", enclosure)
	p.flag("mikrofon", mic)
	p.flag("funk", wireless)
	p.word("frequenz", response(r))
	p.colour(r.str("color"))
	p.warn(hearingWarning)
	style := "over"
	if r.str("type") == "In Ear" || r.str("type") == "Earbud" {
		style = "inear"
	}
	if mic && style == "over" {
		style = "headset"
	}
	p.draw(illustration.Drawing{Kind: "headphones", Style: style})
	d := p.describe(map[string]any{"range": strings.Replace(response(r), " – ", "–", 1), "wearing": wearing, "enclosure": enclosure})
	d.when(style != "inear", text("Bauart: {wearing}, {enclosure}.", "Design: {wearing}, {enclosure}."), text("Der Bügel verteilt das Gewicht, die Polster sitzen auch nach Stunden angenehm.", "The band spreads the weight and the pads stay pleasant for hours.")).
		when(style == "inear", text("Klein genug für jede Tasche, mit Aufsätzen für den sicheren Sitz im Ohr.", "Small enough for any pocket, with tips for a secure fit."), text("Ein leichter Begleiter für unterwegs, der im Ohr sitzt und nicht drückt.", "A light companion for the road that sits in the ear without pressing.")).
		when(r.str("enclosure_type") == "Closed", text("Die geschlossene Bauweise hält Umgebungsgeräusche draußen.", "Its closed design keeps outside noise away.")).
		when(r.str("enclosure_type") == "Open", text("Offen gebaut klingt es weit und natürlich; Umstehende hören mit.", "The open design sounds wide and natural; people nearby hear it too.")).
		when(r.str("enclosure_type") == "Semi-open", text("Halboffen gebaut verbindet es Räumlichkeit mit etwas Abschirmung.", "Semi-open, it combines space with some isolation.")).
		when(mic, text("Ein Mikrofon für Gespräche und Mitspieler gehört dazu.", "A microphone for calls and team mates is included."), text("Gesprochenes nimmt das eingebaute Mikrofon auf.", "The built-in microphone picks up your voice.")).
		when(wireless, text("Der Ton kommt ohne Kabel.", "Sound comes without a cable."), text("Kabellos heißt: aufstehen, ohne abzusetzen.", "Wireless means you can get up without taking it off.")).
		when(response(r) != "", text("Der Übertragungsbereich reicht über {range}.", "Its frequency range is {range}."))
	p.finish(d, map[string]int{"inear": 60}[style]+240, 900)
}

func (g *generator) speakers(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("LS", "lautsprecher", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	system := r.str("configuration")
	if !strings.Contains(system, ".") {
		system += ".0"
	}
	p.word("system", system)
	p.number("leistung", tenths(r.str("wattage")))
	p.word("frequenz", response(r))
	p.colour(r.str("color"))
	p.warn(hearingWarning)
	style := map[string]string{"1.0": "bar", "2.1": "sub", "5.1": "sub"}[system]
	p.draw(illustration.Drawing{Kind: "speakers", Style: style})
	d := p.describe(map[string]any{"system": system, "watts": dec(tenths(r.str("wattage"))), "range": response(r)})
	d.when(system == "1.0", text("Ein einzelner Lautsprecher, der unter den Bildschirm passt.", "A single speaker that fits under the screen.")).
		when(system == "2.0", text("Ein Stereopaar für Schreibtisch und Regal.", "A stereo pair for desk and shelf."), text("Zwei Lautsprecher, klar getrennt nach links und rechts.", "Two speakers, clearly apart to left and right.")).
		when(style == "sub", text("Ein {system}-System: Der Subwoofer übernimmt die Tiefen, die kleinen Boxen den Rest.", "A {system} system: the subwoofer takes the lows, the small boxes the rest.")).
		when(r.str("wattage") != "", text("Die Leistung beträgt {watts} Watt.", "It delivers {watts} watts."), text("{watts} Watt füllen auch größere Zimmer.", "{watts} watts fill larger rooms too.")).
		when(response(r) != "", text("Übertragen werden {range}.", "It reproduces {range}."))
	p.finish(d, 1500+r.num("wattage")*25, 700)
}

func (g *generator) soundCard(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("SK", "soundkarten", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	p.word("kanaele", r.str("channels"))
	p.number("bit", r.str("digital_audio"))
	p.number("snr", r.str("snr"))
	p.number("abtastrate", r.str("sample_rate"))
	p.word("schnittstelle", r.str("interface"))
	p.warn(staticWarning)
	p.draw(illustration.Drawing{Kind: "card", Style: "sound"})
	d := p.describe(map[string]any{"channels": r.str("channels"), "snr": r.str("snr"), "bit": r.str("digital_audio"), "rate": r.str("sample_rate")})
	d.say(text("Gibt Ton auf {channels} Kanälen aus und entlastet den Chip auf dem Mainboard.", "Puts out sound on {channels} channels and relieves the chip on the board."), text("{channels} Kanäle mit einem Rauschabstand von {snr} dB.", "{channels} channels with a signal-to-noise ratio of {snr} dB.")).
		when(r.str("sample_rate") != "" && r.str("digital_audio") != "", text("Wandelt mit {bit} Bit und {rate} kHz.", "Converts at {bit} bit and {rate} kHz."))
	p.finish(d, 250, 300)
}
