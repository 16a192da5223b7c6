package sim

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// labelPDF draws a label of 4 by 6 inches: sender, receiver and number as text.
func labelPDF(sh *shipment, p *parcel) []byte {
	const width, height = 288, 432
	l := stage.NewLabel(width, height)
	y := height - 40.0
	write := func(size float64, text string) {
		l.Bold(size, 18, y, text)
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
	return l.PDF()
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
