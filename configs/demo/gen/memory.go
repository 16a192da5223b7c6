package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog/illustration"
)

func (g *generator) memory(r row) {
	brand, rest := splitBrand(r.str("name"))
	speed, modules := r.list("speed"), r.list("modules")
	kind := "DDR" + strings.TrimPrefix(speed[0], "1")
	if speed[0] == "1" {
		kind = "DDR"
	}
	sticks, each := 1, 0
	if len(modules) == 2 {
		sticks, each = atoi(modules[0]), atoi(modules[1])
	}
	kit := itoa(sticks) + "× " + itoa(each) + " GB"
	category := map[string]string{"DDR5": "ddr5-ram", "DDR4": "ddr4-ram"}[kind]
	if category == "" {
		category = "ddr3-ram"
	}
	p := g.add("RAM", category, brand, named(brand, rest, "("+kit+")", kind+"-"+speed[1], "CL"+tenths(r.str("cas_latency"))), centsOf(r.str("price")), r.paint())
	rgb := strings.Contains(rest, "RGB") || strings.Contains(rest, "LED")
	p.number("kapazitaet", itoa(sticks*each))
	p.word("speichertyp", kind)
	p.number("takt", speed[1])
	p.word("module", kit)
	if cl := r.str("cas_latency"); !strings.Contains(cl, ".") {
		p.number("cl", cl)
	}
	p.number("latenz", r.str("first_word_latency"))
	p.flag("rgb", rgb)
	p.colour(r.str("color"))
	p.warn(staticWarning)
	style := "plain"
	if rgb {
		style = "rgb"
	} else if strings.Contains(strings.ToLower(rest), "value") || strings.HasPrefix(r.str("color"), "Green") {
		style = "bare"
	}
	p.draw(illustration.Drawing{Kind: "ram", Count: min(sticks, 4), Style: style})
	d := p.describe(map[string]any{"kind": kind, "speed": speed[1], "total": itoa(sticks * each), "kit": kit, "sticks": itoa(sticks), "cl": dec(r.str("cas_latency")), "ns": dec(tenths(r.str("first_word_latency")))})
	d.say(text("{total} GB {kind}-Arbeitsspeicher mit {speed} MT/s.", "{total} GB of {kind} memory at {speed} MT/s."),
		text("Dieser {kind}-Speicher arbeitet mit {speed} MT/s und fasst zusammen {total} GB.", "This {kind} memory runs at {speed} MT/s and holds {total} GB in all.")).
		when(sticks > 1, text("Das Kit besteht aus {sticks} aufeinander abgestimmten Modulen ({kit}).", "The kit is {sticks} matched modules ({kit})."),
			text("Geliefert werden {sticks} Module ({kit}) für den Mehrkanalbetrieb.", "It comes as {sticks} modules ({kit}) for multi-channel operation.")).
		when(sticks == 1, text("Geliefert wird ein einzelnes Modul, das sich zum Aufrüsten eignet.", "It is a single module, handy for an upgrade.")).
		say(text("Mit CL{cl} liegt das erste Datenwort nach {ns} Nanosekunden an.", "At CL{cl} the first word arrives after {ns} nanoseconds."),
			text("Die CAS-Latenz beträgt {cl} Takte, das sind {ns} Nanosekunden.", "CAS latency is {cl} cycles, or {ns} nanoseconds.")).
		when(rgb, text("Die Beleuchtung lässt sich mit der übrigen im Rechner abstimmen.", "Its lighting can be matched to the rest of the build."))
	p.finish(d, 40+sticks*45, newer(kind, 100, "DDR5", "DDR4", "DDR3"))
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}
