package main

import (
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// parts reads the data set and adds a product for every priced row.
func (g *generator) parts(folder string) error {
	for _, f := range []struct {
		file string
		add  func(row)
	}{
		{"video-card", g.graphics}, {"cpu", g.processor}, {"motherboard", g.board}, {"memory", g.memory},
		{"internal-hard-drive", g.drive}, {"external-hard-drive", g.external}, {"optical-drive", g.optical},
		{"monitor", g.monitor}, {"power-supply", g.powerSupply}, {"case", g.chassis}, {"cpu-cooler", g.cooler},
		{"case-fan", g.fan}, {"fan-controller", g.fanController}, {"thermal-paste", g.paste},
		{"keyboard", g.keyboard}, {"mouse", g.mouse}, {"webcam", g.webcam}, {"headphones", g.headphones},
		{"speakers", g.speakers}, {"sound-card", g.soundCard}, {"wired-network-card", g.wired},
		{"wireless-network-card", g.wireless}, {"os", g.operatingSystem}, {"ups", g.ups},
	} {
		rows, err := readRows(folder, f.file)
		if err != nil {
			return err
		}
		for _, r := range rows {
			f.add(r)
		}
	}
	return nil
}

// named joins the manufacturer, what the data set calls the part, and the words that tell it from its siblings.
func named(manufacturer, rest string, more ...string) string {
	name := strings.TrimSpace(manufacturer + " " + rest)
	for _, m := range more {
		if m != "" && !strings.Contains(strings.ToLower(name), strings.ToLower(m)) {
			name += " " + m
		}
	}
	return name
}

// size writes gigabytes as people do: 512 GB, 2 TB, 1.5 TB.
func size(gigabytes int) string {
	switch {
	case gigabytes >= 1000 && gigabytes%1000 == 0:
		return itoa(gigabytes/1000) + " TB"
	case gigabytes >= 1000 && gigabytes%100 == 0:
		return itoa(gigabytes/1000) + "." + itoa(gigabytes%1000/100) + " TB"
	}
	return itoa(gigabytes) + " GB"
}

// newer gives the popularity of a product by how new its generation is: the first mark that its name holds counts.
func newer(name string, otherwise int, marks ...string) int {
	for i, m := range marks {
		if strings.Contains(name, m) {
			return 7000 - i*6000/len(marks)
		}
	}
	return otherwise
}

var staticWarning = text(
	"Elektrostatisch empfindliches Bauteil: vor dem Einbau den Rechner vom Stromnetz trennen und sich erden.",
	"Sensitive to static electricity: unplug the computer and ground yourself before fitting the part.")

var mainsWarning = text(
	"Gerät mit Netzspannung: Gehäuse nicht öffnen, vor Feuchtigkeit schützen, nur an eine geerdete Steckdose anschließen.",
	"Mains voltage inside: do not open the housing, keep dry, connect only to an earthed socket.")

var batteryWarning = text(
	"Enthält einen Lithium-Ionen-Akku: nicht erhitzen, nicht durchstechen, nicht kurzschließen und getrennt entsorgen.",
	"Contains a lithium-ion battery: do not heat, pierce or short-circuit it, and dispose of it separately.")

var hearingWarning = text(
	"Hohe Lautstärke über längere Zeit kann das Gehör schädigen. Kleinteile von Kindern unter drei Jahren fernhalten.",
	"Listening at high volume for long can damage your hearing. Keep small parts away from children under three.")

var smallPartsWarning = text(
	"Kleinteile und Kabel von Kindern unter drei Jahren fernhalten.",
	"Keep small parts and cables away from children under three.")

func (p *product) warn(w catalog.Text) { p.Safety.Warnings = w }
