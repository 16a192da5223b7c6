package sim

import (
	"bytes"
	"fmt"
	"strings"
)

// widths of Interleaved 2 of 5, the symbology of German parcel codes: n is narrow, w is wide.
var widths = [10]string{"nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"}

// bars gives the rectangles of a bar code for an even number of digits, from x to the right, as PDF operators.
func bars(digits string, x, y, height, narrow float64) string {
	var b strings.Builder
	put := func(pattern string, ink bool) {
		for _, c := range pattern {
			w := narrow
			if c == 'w' {
				w = 2.5 * narrow
			}
			if ink {
				fmt.Fprintf(&b, "%.2f %.2f %.2f %.2f re f\n", x, y, w, height)
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
	return b.String()
}

// labelPDF draws a label of 103 by 199 mm: sender, receiver, reference and the shipment number as bar code and text.
func labelPDF(sh *shipment) []byte {
	const width, height = 292, 564
	var c strings.Builder
	text := func(font string, size, x, y float64, s string) {
		fmt.Fprintf(&c, "BT /%s %.0f Tf %.0f %.0f Td (%s) Tj ET\n", font, size, x, y, winAnsi(s))
	}
	text("F2", 16, 20, height-34, "PAKET (SIMULATOR)")
	text("F1", 8, 20, height-52, "Von: "+strings.TrimSpace(sh.from.Name1)+", "+sh.from.PostalCode+" "+sh.from.City)
	c.WriteString("20 500 252 1 re f\n")
	y := 470.0
	for _, line := range addressLines(sh.To) {
		text("F2", 13, 20, y, line)
		y -= 18
	}
	text("F1", 9, 20, 330, "Referenz: "+sh.RefNo)
	text("F1", 9, 20, 316, "Gewicht: "+sh.Grams)
	c.WriteString("20 300 252 1 re f\n")
	c.WriteString(bars(sh.No, 24, 160, 110, 1.5))
	text("F2", 12, 70, 140, sh.No)
	text("F1", 8, 20, 24, "Kein Versandetikett: erzeugt vom Simulator.")
	return pdf(width, height, c.String())
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

// winAnsi writes text as a PDF string body in the fonts' encoding, which is Latin-1 for all letters that addresses need.
func winAnsi(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= 0x20 && r < 0x7f:
			b.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			fmt.Fprintf(&b, "\\%03o", r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// pdf wraps page content into a document of one page with two fonts.
func pdf(width, height int, content string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>", width, height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content)+1, content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}
