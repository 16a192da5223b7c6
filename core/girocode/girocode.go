// Package girocode draws the QR code from which a bank's app fills in a SEPA credit transfer: that of the European Payments Council's
// guideline EPC069-12, known as GiroCode in Germany.
package girocode

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"github.com/boombuler/barcode/qr"

	"kontor.dev/kontor/core/money"
)

// Quiet is how many modules around a code stay white: readers find it by them.
const Quiet = 4

// The guideline's limits: error correction is M, the version at most 13, of 69 modules.
const mostModules = 69

// Bar is dark modules side by side.
type Bar struct {
	X, Y  int // of the first, from the upper left corner
	Width int
}

// Code is a square of modules. Its colours are black and white, whatever surrounds it.
type Code struct {
	Size int // in modules, without Quiet
	Bars []Bar
}

// Of gives the code of a transfer as customers are told of it (account_holder, iban, bic, amount and purpose of
// checkout.InstructionKeys), and of the same amount by the shop's books. It is nil where the two differ or the guideline does not have
// such a transfer: no code is better than a wrong one, and what is told stands beside it.
func Of(told map[string]string, amount money.Amount) *Code {
	content := payload(told, amount)
	if content == "" {
		return nil
	}
	drawn, err := qr.Encode(content, qr.M, qr.Unicode)
	if err != nil || drawn.Bounds().Dx() > mostModules {
		return nil
	}
	c := &Code{Size: drawn.Bounds().Dx()}
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			begin := x
			for x < c.Size && drawn.At(x, y) == color.Black {
				x++
			}
			if x > begin {
				c.Bars = append(c.Bars, Bar{begin, y, x - begin})
			}
		}
	}
	return c
}

// pixels is how wide a module is in PNG.
const pixels = 6

// PNG gives the code as a picture.
func (c *Code) PNG() []byte {
	width := (c.Size + 2*Quiet) * pixels
	picture := image.NewPaletted(image.Rect(0, 0, width, width), color.Palette{color.White, color.Black})
	for _, b := range c.Bars {
		for y := (b.Y + Quiet) * pixels; y < (b.Y+Quiet+1)*pixels; y++ {
			for x := (b.X + Quiet) * pixels; x < (b.X+Quiet+b.Width)*pixels; x++ {
				picture.SetColorIndex(x, y, 1)
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		panic(err) // a picture of two colours into memory
	}
	return b.Bytes()
}
