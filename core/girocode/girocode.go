// Package girocode draws the QR code from which a bank's app fills in a SEPA credit transfer: that of the European Payments Council's
// guideline EPC069-12, known as GiroCode in Germany.
package girocode

import (
	"rsc.io/qr"

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
type Code struct{ drawn *qr.Code }

// Of gives the code of a transfer as customers are told of it (account_holder, iban, bic, amount and purpose of
// checkout.InstructionKeys), and of the same amount by the shop's books. It is nil where the two differ or the guideline does not have
// such a transfer: no code is better than a wrong one, and what is told stands beside it.
func Of(told map[string]string, amount money.Amount) *Code {
	content := payload(told, amount)
	if content == "" {
		return nil
	}
	drawn, err := qr.Encode(content, qr.M)
	if err != nil || drawn.Size > mostModules {
		return nil
	}
	return &Code{drawn}
}

// Size is how many modules the code is wide, without Quiet.
func (c *Code) Size() int { return c.drawn.Size }

// Bars gives the dark modules.
func (c *Code) Bars() (list []Bar) {
	for y := range c.Size() {
		for x := 0; x < c.Size(); x++ {
			begin := x
			for c.drawn.Black(x, y) { // beyond the code nothing is
				x++
			}
			if x > begin {
				list = append(list, Bar{begin, y, x - begin})
			}
		}
	}
	return list
}

// PNG gives the code as a picture, with Quiet around it and eight pixels a module.
func (c *Code) PNG() []byte { return c.drawn.PNG() }
