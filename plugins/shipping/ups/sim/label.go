package sim

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"strings"
)

// labelPDF draws a label of 4 by 6 inches: sender, receiver and number as text.
func labelPDF(sh *shipment, p *parcel) []byte {
	const width, height = 288, 432
	var c strings.Builder
	y := height - 40
	write := func(size int, text string) {
		fmt.Fprintf(&c, "BT /F1 %d Tf 18 %d Td (%s) Tj ET\n", size, y, latin(text))
		y -= size + 8
	}
	write(16, "EXPRESS (SIMULATOR)")
	write(8, sh.sender.Name+", "+sh.sender.Address.PostalCode+" "+sh.sender.Address.City)
	for _, line := range append([]string{sh.To.Name}, sh.To.Address.AddressLine...) {
		write(12, line)
	}
	write(12, sh.To.Address.PostalCode+" "+sh.To.Address.City+" "+sh.To.Address.CountryCode)
	write(9, sh.Reference+", "+p.Weight+" kg")
	write(14, p.Number)
	return document(width, height, c.String())
}

// latin writes text as a PDF string body in Latin-1.
func latin(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case strings.ContainsRune(`()\`, r):
			b.WriteString(`\` + string(r))
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

// document wraps page content into a PDF of one page with one font.
func document(width, height int, content string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>", width, height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content)+1, content),
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

// labelImage draws a picture with bars that follow the number; it is no code that a scanner reads.
func labelImage(number, format string) []byte {
	picture := image.NewPaletted(image.Rect(0, 0, 400, 600), color.Palette{color.White, color.Black})
	x := 20
	for _, r := range number {
		for bit := range 8 {
			for y := 300; y < 420 && r>>bit&1 == 1; y++ {
				picture.SetColorIndex(x, y, 1)
				picture.SetColorIndex(x+1, y, 1)
			}
			x += 2
		}
	}
	var b bytes.Buffer
	var err error
	if format == "GIF" {
		err = gif.Encode(&b, picture, nil)
	} else {
		err = png.Encode(&b, picture)
	}
	if err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}
