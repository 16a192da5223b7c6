package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

func (g *generator) cooler(r row) {
	brand, rest := splitBrand(r.str("name"))
	radiator := r.str("size")
	category, fans, style := "cpu-luftkuehler", 1, "air"
	if radiator != "" {
		category, style = "wasserkuehlungen", "aio"
		fans = max(r.num("size")/120, 1)
		if r.num("size")%140 == 0 {
			fans = r.num("size") / 140
		}
	}
	more := ""
	if radiator != "" {
		more = radiator + " mm"
	}
	p := g.add("CK", category, brand, named(brand, rest), centsOf(r.str("price")), more, r.paint())
	p.number("radiator", radiator)
	p.number("drehzahl", r.last("rpm"))
	p.number("lautstaerke", tenths(r.last("noise_level")))
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	p.draw(illustration.Drawing{Kind: "cooler", Style: style, Count: fans})
	d := p.describe(map[string]any{"radiator": radiator, "rpm": r.last("rpm"), "low": r.list0("rpm"), "noise": dec(tenths(r.last("noise_level")))})
	d.when(radiator != "", text("Eine geschlossene Wasserkühlung mit {radiator}-mm-Radiator, fertig befüllt.", "A closed liquid cooler with a {radiator} mm radiator, filled at the factory."),
		text("Über den {radiator} mm langen Radiator führt diese Wasserkühlung auch die Wärme starker Prozessoren ab.", "With its {radiator} mm radiator this liquid cooler takes away the heat of strong processors too.")).
		when(radiator == "", text("Ein Luftkühler, der den Prozessor ohne Pumpe und Schläuche auf Temperatur hält.", "An air cooler that keeps the processor in check without pump or tubes."),
			text("Der {name} setzt auf Kühlrippen, Wärmerohre und einen ruhigen Lüfter.", "The {name} relies on fins, heat pipes and a calm fan.")).
		when(r.last("rpm") != "", text("Der Lüfter dreht bis {rpm} Mal in der Minute.", "Its fan turns up to {rpm} times a minute."), text("Die Drehzahl reicht bis {rpm} U/min.", "Fan speed goes up to {rpm} rpm.")).
		when(r.last("noise_level") != "", text("Am lautesten Punkt sind es {noise} dB(A).", "At its loudest it is {noise} dB(A)."), text("Mehr als {noise} dB(A) sind nicht zu hören.", "It stays at or below {noise} dB(A)."))
	p.finish(d, map[string]int{"air": 850, "aio": 1500}[style], 800)
}

// list0 gives the smallest of a range.
func (r row) list0(key string) string {
	if l := r.list(key); len(l) > 0 {
		return l[0]
	}
	return ""
}

func (g *generator) fan(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("LUE", "gehaeuseluefter", brand, named(brand, rest), centsOf(r.str("price")), r.str("size")+" mm", r.paint())
	rgb := strings.Contains(rest, "RGB")
	air := cubicMetres(r.last("airflow"))
	p.number("groesse", r.str("size"))
	p.number("drehzahl", r.last("rpm"))
	p.number("luftstrom", air)
	p.number("lautstaerke", tenths(r.last("noise_level")))
	p.flag("pwm", r.bool("pwm"))
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	style := ""
	if rgb {
		style = "rgb"
	}
	p.draw(illustration.Drawing{Kind: "fan", Style: style, Count: packOf(rest)})
	d := p.describe(map[string]any{"size": r.str("size"), "rpm": r.last("rpm"), "air": dec(air), "noise": dec(tenths(r.last("noise_level")))})
	d.say(text("Ein Gehäuselüfter mit {size} mm Rahmen.", "A case fan with a {size} mm frame."), text("Für Einbauplätze mit {size} mm: der {name}.", "For mounts of {size} mm: the {name}.")).
		when(air != "", text("Er bewegt bis zu {air} Kubikmeter Luft in der Stunde.", "It moves up to {air} cubic metres of air an hour.")).
		when(r.last("noise_level") != "", text("Dabei bleibt er bei höchstens {noise} dB(A).", "It does so at {noise} dB(A) or less."), text("Sein Geräusch liegt bei {noise} dB(A) und darunter.", "Its noise is {noise} dB(A) and below.")).
		when(r.bool("pwm"), text("Über den vierpoligen PWM-Anschluss regelt das Mainboard die Drehzahl stufenlos.", "The board controls its speed smoothly through the four-pin PWM connector.")).
		when(!r.bool("pwm"), text("Geregelt wird er über die Spannung am dreipoligen Anschluss.", "It is controlled by voltage on its three-pin connector.")).
		when(rgb, text("Die Beleuchtung folgt auf Wunsch dem übrigen System.", "Its lighting follows the rest of the system if you like."))
	p.finish(d, 160*max(packOf(rest), 1), 500)
}

// packOf reads "3-Pack" from a name.
func packOf(name string) int {
	for n, mark := range []string{"", "", "2-Pack", "3-Pack", "4-Pack", "5-Pack"} {
		if mark != "" && strings.Contains(name, mark) {
			return min(n, 3)
		}
	}
	return 0
}

// cubicMetres turns cubic feet a minute into cubic metres an hour (1.699), in tenths.
func cubicMetres(cfm string) string {
	if cfm == "" {
		return ""
	}
	hundredth := centsOf(hundredths(cfm)) * 1699 / 1000
	return itoa(int(hundredth/100)) + "." + itoa(int(hundredth%100/10))
}

func (g *generator) fanController(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("LST", "lueftersteuerungen", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	p.number("kanaele", r.str("channels"))
	p.flag("pwm", r.bool("pwm"))
	p.colour(r.str("color"))
	p.warn(staticWarning)
	p.draw(illustration.Drawing{Kind: "controller", Count: r.num("channels")})
	d := p.describe(map[string]any{"channels": r.str("channels")})
	d.say(text("Verteilt Strom und Drehzahlsignal auf {channels} Lüfter und ordnet die Kabel.", "Spreads power and speed signal over {channels} fans and tidies the cables."),
		text("{channels} Lüfter lassen sich hier gemeinsam anschließen und steuern.", "Connects and controls {channels} fans together.")).
		when(r.bool("pwm"), text("PWM wird unterstützt.", "PWM is supported."))
	p.finish(d, 120, 300)
}

func (g *generator) paste(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("WLP", "waermeleitpaste", brand, named(brand, rest, r.str("amount")+" g"), centsOf(r.str("price")), r.paint())
	grams := tenths(r.str("amount"))
	p.number("menge", grams)
	p.Measure = &catalog.Measure{Unit: catalog.Kilogram, Micro: centsOf(r.str("amount")) * 10}
	p.warn(text("Nicht verschlucken, Kontakt mit den Augen vermeiden, für Kinder unzugänglich aufbewahren.", "Do not swallow, avoid contact with the eyes, keep out of the reach of children."))
	p.draw(illustration.Drawing{Kind: "paste", Accent: pick(p.dice, "2f63c6", "c62f3b", "e2792c", "2a8c91", "7b818a")})
	d := p.describe(map[string]any{"grams": dec(grams), "uses": itoa(max(1, int(centsOf(grams))/50))})
	d.say(text("{grams} Gramm Wärmeleitpaste für den Übergang zwischen Prozessor und Kühler.", "{grams} grams of thermal paste for the gap between processor and cooler."),
		text("Die Paste füllt Unebenheiten, die das Auge nicht sieht, und senkt die Temperatur des Prozessors; im Spender sind {grams} Gramm.", "This paste fills gaps the eye cannot see and lowers the processor's temperature; the syringe holds {grams} grams.")).
		say(text("Das reicht für etwa {uses} Anwendungen.", "That is enough for about {uses} applications."))
	p.finish(d, 30+int(centsOf(grams)/100), 700)
}
