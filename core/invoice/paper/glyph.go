package paper

import (
	"strings"
	"unicode"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

var glyphs = func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
}()

// printed gives a text with what the font can print of it: letters that it lacks become question marks, symbols (emoji are) and
// what joins or directs letters are left out. The library panics over what is beyond the basic plane, and PDF/A has no place
// for a glyph that is not there.
func printed(text string) string {
	var buffer sfnt.Buffer
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		i, err := glyphs.GlyphIndex(&buffer, r)
		switch {
		case r == '\n' || err == nil && i != 0 && r <= 0xffff:
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.L, unicode.N):
			return '?'
		}
		return -1
	}, norm.NFC.String(text)))
}

// What is written goes through printed, whoever wrote it.

func (p *sheet) CellFormat(w, h float64, text, border string, ln int, align string, fill bool, link int, address string) {
	p.Fpdf.CellFormat(w, h, printed(text), border, ln, align, fill, link, address)
}

func (p *sheet) MultiCell(w, h float64, text, border, align string, fill bool) {
	p.Fpdf.MultiCell(w, h, printed(text), border, align, fill)
}

func (p *sheet) SplitText(text string, w float64) []string { return p.Fpdf.SplitText(printed(text), w) }
