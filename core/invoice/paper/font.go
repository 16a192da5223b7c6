package paper

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The fonts for letters that the document's own lacks: names are printed as their owners write them. NOTICE has their licences.
//
//go:embed fonts
var fontFiles embed.FS

// face is a font that texts are printed in. What it costs to read one is paid by the first document that needs it.
type face struct {
	name   string
	source func() []byte
	parsed func() *sfnt.Font
	covers func() []bool // by letter
}

func newFace(name string, source func() []byte) face {
	source = sync.OnceValue(source)
	parsed := sync.OnceValue(func() *sfnt.Font {
		f, err := sfnt.Parse(source())
		if err != nil {
			panic(err) // the font is part of the program
		}
		return f
	})
	return face{name, source, parsed, sync.OnceValue(func() []bool {
		var buffer sfnt.Buffer
		covers := make([]bool, plane)
		for r := range covers {
			i, err := parsed().GlyphIndex(&buffer, rune(r))
			covers[r] = err == nil && i != 0
		}
		return covers
	})}
}

// plane is how many letters a font can have here: the library panics over what is beyond the basic plane.
const plane = 1 << 16

// faces are tried in turn. The second has Latin letters with all accents, Greek, Cyrillic, Hebrew and Arabic; the third has Chinese and
// Japanese. The own one has a bold style, the others have none.
var faces = []face{
	newFace(ownFont, func() []byte { return goregular.TTF }),
	newFace("dejavu", unpacked("fonts/DejaVuSans.ttf.gz")),
	newFace("droid", unpacked("fonts/DroidSansFallbackFull.ttf.gz")),
}

const ownFont = "go"

func unpacked(file string) func() []byte {
	return func() []byte {
		packed, err := fontFiles.ReadFile(file)
		if err == nil {
			var r *gzip.Reader
			if r, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
				packed, err = io.ReadAll(r)
			}
		}
		if err != nil {
			panic(err) // the file is part of the program
		}
		return packed
	}
}

func (f *face) has(r rune) bool { return r < plane && f.covers()[r] }

// advance is how wide a letter is, of a font of size 1.
func (f *face) advance(r rune) float64 {
	var buffer sfnt.Buffer
	const size = 1000
	i, err := f.parsed().GlyphIndex(&buffer, r)
	if err != nil {
		return 0
	}
	a, err := f.parsed().GlyphAdvance(&buffer, i, fixed.I(size), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(a) / 64 / size
}

// run is a piece of a text in one font.
type run struct {
	face int
	text string
}

// faceOf gives the first font that has every letter, -1 for none.
func faceOf(text string) int {
	for i := range faces {
		if strings.IndexFunc(text, func(r rune) bool { return !faces[i].has(r) }) < 0 {
			return i
		}
	}
	return -1
}

// runsOf divides a text by fonts. A word is in one font where one has it all: a name with a foreign letter in it looks torn.
func runsOf(text string) []run {
	var list []run
	add := func(face int, text string) {
		if n := len(list); n > 0 && list[n-1].face == face {
			list[n-1].text += text
			return
		}
		list = append(list, run{face, text})
	}
	for word := range strings.SplitAfterSeq(text, " ") {
		if f := faceOf(word); f >= 0 {
			add(f, word)
			continue
		}
		for _, r := range word {
			add(max(faceOf(string(r)), 0), string(r))
		}
	}
	return list
}

// plain reports whether the own font prints all of a text, in the order that it is written in.
func plain(text string) bool { return faceOf(strings.ReplaceAll(text, "\n", "")) == 0 }

// widthOf is how wide a text is, of a font of size 1.
func widthOf(text string) float64 {
	sum := 0.0
	for _, part := range runsOf(text) {
		for _, r := range part.text {
			sum += faces[part.face].advance(r)
		}
	}
	return sum
}

// The library writes in one font, from left to right, and measures so. What needs more is put together of its cells.

func (p *sheet) CellFormat(w, h float64, text, border string, ln int, align string, fill bool, link int, address string) {
	text = printed(text)
	if plain(text) {
		p.Fpdf.CellFormat(w, h, text, border, ln, align, fill, link, address)
		return
	}
	text = visual(text)
	style, margin, x := p.GetFontStyle(), p.GetCellMargin(), p.GetX()
	points, size := p.GetFontSize()
	at := x + margin
	switch align {
	case "R":
		at = x + w - margin - widthOf(text)*size
	case "C":
		at = x + (w-widthOf(text)*size)/2
	}
	p.SetCellMargin(0)
	for _, part := range runsOf(text) {
		p.use(part.face, style, points)
		p.SetX(at)
		width := widthOf(part.text) * size
		p.Fpdf.CellFormat(width, h, part.text, "", 0, "L", fill, link, address)
		at += width
	}
	p.SetCellMargin(margin)
	p.use(0, style, points)
	p.SetX(x)
	p.Fpdf.CellFormat(w, h, "", border, ln, align, false, 0, "")
}

// use sets a font, which the document has from its first letter on.
func (p *sheet) use(number int, style string, points float64) {
	f := &faces[number]
	if number == 0 {
		p.SetFont(f.name, style, points)
		return
	}
	if !p.loaded[number] {
		p.AddUTF8FontFromBytes(f.name, "", f.source())
		p.loaded[number] = true
	}
	p.SetFont(f.name, "", points)
}

func (p *sheet) MultiCell(w, h float64, text, border, align string, fill bool) {
	text = printed(text)
	if plain(text) {
		p.Fpdf.MultiCell(w, h, text, border, align, fill)
		return
	}
	for _, l := range p.SplitText(text, w) {
		p.CellFormat(w, h, l, border, 2, align, fill, 0, "")
	}
	p.SetX(left)
}

// SplitText breaks a text into lines: between words, and within one that is longer than a line or has no spaces by nature.
func (p *sheet) SplitText(text string, w float64) []string {
	text = printed(text)
	if plain(text) {
		return p.Fpdf.SplitText(text, w)
	}
	_, size := p.GetFontSize()
	return wrap(text, (w-2*p.GetCellMargin())/size)
}
