package sim

import (
	"fmt"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// widths of Interleaved 2 of 5, the symbology of German parcel codes: n is narrow, w is wide.
var widths = [10]string{"nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"}

// bars draws a bar code for an even number of digits, from x to the right.
func bars(l *stage.Label, digits string, x, y, height, narrow float64) {
	put := func(pattern string, ink bool) {
		for _, c := range pattern {
			w := narrow
			if c == 'w' {
				w = 2.5 * narrow
			}
			if ink {
				l.Box(x, y, w, height)
			}
			x += w
			ink = !ink
		}
	}
	put("nnnn", true)
	for i := 0; i+1 < len(digits); i += 2 {
		bar, gap := widths[digits[i]-'0'], widths[digits[i+1]-'0']
		for j := range bar {
			put(string(bar[j]), true)
			put(string(gap[j]), false)
		}
	}
	put("wnn", true)
}

// labelPDF draws a label of 103 by 199 mm: sender, receiver, reference and the shipment number as bar code and text.
func labelPDF(sh *shipment) []byte {
	const width, height = 292, 564
	l := stage.NewLabel(width, height)
	l.Bold(16, 20, height-34, "PAKET (SIMULATOR)")
	l.Text(8, 20, height-52, "Von: "+strings.TrimSpace(sh.from.Name1)+", "+sh.from.PostalCode+" "+sh.from.City)
	l.Box(20, 500, 252, 1)
	y := 470.0
	for _, line := range addressLines(sh.To) {
		l.Bold(13, 20, y, line)
		y -= 18
	}
	l.Text(9, 20, 330, "Referenz: "+sh.RefNo)
	l.Text(9, 20, 316, "Gewicht: "+sh.Grams)
	l.Box(20, 300, 252, 1)
	bars(l, sh.No, 24, 160, 110, 1.5)
	l.Bold(12, 70, 140, sh.No)
	l.Text(8, 20, 24, "Kein Versandetikett: erzeugt vom Simulator.")
	return l.PDF()
}

func addressLines(a contact) []string {
	lines := []string{strings.TrimSpace(a.Name1 + a.Name)}
	for _, extra := range []string{a.Name2, a.Name3, a.Additional1} {
		if extra != "" {
			lines = append(lines, extra)
		}
	}
	switch {
	case a.LockerID != 0:
		lines = append(lines, "Postnummer "+a.PostNumber, fmt.Sprintf("Packstation %d", a.LockerID))
	case a.RetailID != 0:
		lines = append(lines, fmt.Sprintf("Postfiliale %d", a.RetailID))
	default:
		lines = append(lines, strings.TrimSpace(a.AddressStreet+" "+a.AddressHouse))
	}
	return append(lines, a.PostalCode+" "+a.City)
}
