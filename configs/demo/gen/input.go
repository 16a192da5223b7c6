package main

import (
	"slices"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
)

// connection sums up "Wired, Wireless, Bluetooth Wireless".
func connection(listed string) catalog.Text {
	wired, bluetooth := false, strings.Contains(listed, "Bluetooth")
	radio := false
	for part := range strings.SplitSeq(listed, ", ") {
		wired = wired || part == "Wired"
		radio = radio || part == "Wireless"
	}
	var de, en []string
	if wired {
		de, en = append(de, "Kabel"), append(en, "Cable")
	}
	if radio {
		de, en = append(de, "Funk 2,4 GHz"), append(en, "2.4 GHz wireless")
	}
	if bluetooth {
		de, en = append(de, "Bluetooth"), append(en, "Bluetooth")
	}
	return text(strings.Join(de, ", "), strings.Join(en, ", "))
}

var keyboardStyles = map[string]catalog.Text{
	"Gaming": text("Gaming", "Gaming"), "Standard": text("Standard", "Standard"), "Mini": text("Mini", "Mini"),
	"Slim": text("Flach", "Slim"), "Ergonomic": text("Ergonomisch", "Ergonomic"), "Ergonomic Split": text("Ergonomisch geteilt", "Ergonomic split"),
}

var keyboardLights = map[string]catalog.Text{
	"RGB": text("RGB", "RGB"), "White": text("Weiß", "White"), "Blue": text("Blau", "Blue"), "Multicolor": text("Mehrfarbig", "Multicolour"),
	"Red": text("Rot", "Red"), "Green": text("Grün", "Green"), "Orange": text("Orange", "Orange"), "": text("Ohne", "None"),
}

func (g *generator) keyboard(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("TAS", "tastaturen", brand, named(brand, rest), centsOf(r.str("price")), r.paint(), r.str("switches"))
	style, light, link := keyboardStyles[r.str("style")], keyboardLights[r.str("backlit")], connection(r.str("connection_type"))
	switches, compact := r.str("switches"), r.bool("tenkeyless")
	layout := pick(p.dice, text("Deutsch (QWERTZ)", "German (QWERTZ)"), text("Deutsch (QWERTZ)", "German (QWERTZ)"), text("US-Englisch (QWERTY)", "US English (QWERTY)"))
	p.both("bauart", style)
	p.word("schalter", switches)
	p.both("licht", light)
	p.flag("kompakt", compact)
	p.both("verbindung", link)
	p.both("belegung", layout)
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	shape := "full"
	if compact {
		shape = "tkl"
	}
	if r.str("backlit") == "RGB" || r.str("backlit") == "Multicolor" {
		shape += "rgb"
	}
	p.draw(illustration.Drawing{Kind: "keyboard", Style: shape})
	d := p.describe(map[string]any{"switches": switches, "light": light, "link": link, "layout": layout, "style": style})
	d.when(compact, text("Ohne Ziffernblock bleibt mehr Platz für die Maus.", "Without a number pad there is more room for the mouse."), text("Die kompakte Bauform spart Platz auf dem Schreibtisch.", "Its compact shape saves space on the desk.")).
		when(!compact, text("Eine Tastatur in voller Größe mit Ziffernblock.", "A full-size keyboard with a number pad."), text("Volle Größe, Ziffernblock inklusive: gut für Zahlen und lange Texte.", "Full size, number pad included: good for figures and long texts.")).
		when(switches != "", text("Unter den Kappen sitzen mechanische Schalter vom Typ {switches}.", "Under the caps sit {switches} switches."), text("{switches} geben jedem Anschlag sein Gefühl.", "{switches} give every stroke its feel.")).
		when(switches == "", text("Die Tasten arbeiten leise und mit kurzem Weg.", "Its keys work quietly and with short travel.")).
		say(text("Tastenbelegung: {layout}.", "Layout: {layout}."), text("Beschriftet ist sie {layout}.", "The legends are {layout}.")).
		when(link.DE != "", text("Verbindung: {link}.", "Connection: {link}.")).
		when(r.str("backlit") != "", text("Die Beleuchtung ({light}) hilft im Dunkeln.", "The backlight ({light}) helps in the dark."))
	p.finish(d, 800, 900)
}

func (g *generator) mouse(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("MAU", "maeuse", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	tracking := map[string]catalog.Text{
		"Optical": text("Optisch", "Optical"), "Laser": text("Laser", "Laser"), "Trackball": text("Trackball", "Trackball"), "Touchpad": text("Touchpad", "Touchpad"),
	}[r.str("tracking_method")]
	hand := map[string]catalog.Text{
		"Right": text("Rechtshänder", "Right-handed"), "Both": text("Beidhändig", "Ambidextrous"), "Left": text("Linkshänder", "Left-handed"),
	}[r.str("hand_orientation")]
	link := connection(r.str("connection_type"))
	p.both("abtastung", tracking)
	p.both("verbindung", link)
	p.number("dpi", r.str("max_dpi"))
	p.both("hand", hand)
	p.colour(r.str("color"))
	p.warn(smallPartsWarning)
	shape := ""
	if link.EN != "" && !strings.Contains(link.EN, "Cable") {
		shape = "wireless"
	}
	p.draw(illustration.Drawing{Kind: "mouse", Style: shape})
	d := p.describe(map[string]any{"dpi": r.str("max_dpi"), "link": link, "hand": hand, "tracking": tracking})
	d.when(r.num("max_dpi") >= 12000, text("Der Sensor löst bis zu {dpi} dpi auf und folgt auch schnellen Bewegungen.", "Its sensor resolves up to {dpi} dpi and follows fast moves."), text("Für schnelle Spiele: bis {dpi} dpi und kurze Wege vom Klick zur Aktion.", "For fast games: up to {dpi} dpi and a short way from click to action.")).
		when(r.num("max_dpi") > 0 && r.num("max_dpi") < 12000, text("Mit bis zu {dpi} dpi ist sie für Büro und Alltag fein genug.", "At up to {dpi} dpi it is fine enough for office and everyday use."), text("{dpi} dpi genügen für ruhiges Arbeiten auf großen Bildschirmen.", "{dpi} dpi are plenty for calm work on large screens.")).
		when(r.num("max_dpi") == 0, text("Eine schlichte Maus für den täglichen Gebrauch.", "A plain mouse for daily use.")).
		when(link.DE != "", text("Verbindung: {link}.", "Connection: {link}."), text("Sie verbindet sich über {link}.", "It connects by {link}.")).
		when(r.str("hand_orientation") == "Both", text("Die Form passt in beide Hände.", "Its shape fits either hand.")).
		when(r.str("hand_orientation") == "Right", text("Die Form ist für die rechte Hand gebaut.", "Its shape is made for the right hand.")).
		when(r.str("hand_orientation") == "Left", text("Die Form ist für die linke Hand gebaut.", "Its shape is made for the left hand."))
	p.finish(d, 110, 900)
}

func (g *generator) webcam(r row) {
	brand, rest := splitBrand(r.str("name"))
	p := g.add("CAM", "webcams", brand, named(brand, rest), centsOf(r.str("price")), r.paint())
	resolution := "720p"
	for _, better := range []string{"1080p", "2k", "4k"} {
		if slices.Contains(r.list("resolutions"), better) {
			resolution = better
		}
	}
	resolution = strings.ToUpper(resolution[:1]) + strings.Replace(strings.Replace(resolution[1:], "k", "K", 1), "080P", "080p", 1)
	focus := map[string]catalog.Text{"Auto": text("Autofokus", "Autofocus"), "Fixed": text("Fixfokus", "Fixed focus"), "Manual": text("Manuell", "Manual")}[r.str("focus_type")]
	p.word("aufloesung", resolution)
	p.word("anschluss", r.str("connection"))
	p.both("fokus", focus)
	p.number("blickfeld", tenths(r.str("fov")))
	p.warn(smallPartsWarning)
	p.draw(illustration.Drawing{Kind: "webcam"})
	d := p.describe(map[string]any{"resolution": resolution, "focus": focus, "fov": dec(tenths(r.str("fov"))), "port": r.str("connection")})
	d.say(text("Zeigt dich in Videogesprächen mit {resolution}.", "Shows you in video calls at {resolution}."), text("{resolution} für Besprechung, Unterricht und Aufnahme.", "{resolution} for meetings, lessons and recording.")).
		when(focus.DE != "", text("Scharfstellung: {focus}.", "Focus: {focus}.")).
		when(r.str("fov") != "", text("Das Blickfeld von {fov}° erfasst auch eine zweite Person oder eine Tafel.", "A field of view of {fov}° takes in a second person or a board."), text("Ihr Blickfeld misst {fov}°.", "Its field of view measures {fov}°.")).
		say(text("Angeschlossen wird sie über {port}.", "It connects by {port}."))
	p.finish(d, 160, 700)
}
