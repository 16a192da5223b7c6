package illustration

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"kontor.dev/kontor/core/catalog"
)

// Implementing Regulation (EU) 2025/1960 fixes the artwork of the notice on the legal guarantee (annex I) and of the label
// for a producer's guarantee (annex II). What is drawn here says the same in the colours of the regulation, but is not that
// artwork: Artwork puts the EU's files in its place.

// noticeText is what the notice says in a language, line by line.
type noticeText struct {
	Title  []string `json:"title"`
	Least  string   `json:"least"`
	Years  string   `json:"years"`
	Unit   string   `json:"unit"`
	Scope  []string `json:"scope"`
	When   []string `json:"when"`
	What   []string `json:"what"`
	How    []string `json:"how"`
	Beside string   `json:"beside"`
}

//go:embed notice.json
var noticeJSON []byte

var noticeTexts = func() map[catalog.Lang]noticeText {
	var texts map[catalog.Lang]noticeText
	if err := json.Unmarshal(noticeJSON, &texts); err != nil {
		panic(err) // the file is embedded: a test reads it before anyone else
	}
	return texts
}()

const (
	euBlue   = "#003399"
	euYellow = "#ffed00"
	bold     = `font-weight="700"`
	middle   = `text-anchor="middle"`
)

// Notice draws the notice on the legal guarantee, 210 by 297 units as a sheet of paper, in German unless the language is
// known.
func Notice(lang catalog.Lang) []byte {
	c := &canvas{}
	drawNotice(c, lang)
	return c.sheet(210, 297)
}

// pen draws the notice: a canvas as SVG, a page as PDF.
type pen interface {
	area(x, y, w, h, r float64, fill string)
	frame(x, y, w, h, r float64, colour string, width float64)
	line(at place, size float64, colour, text string)
	star(x, y, scale float64, colour string)
}

// place is where a line of text begins on its base line, or has its middle.
type place struct {
	x, y           float64
	heavy, centred bool
}

func drawNotice(p pen, lang catalog.Lang) {
	text, known := noticeTexts[lang]
	if !known {
		text = noticeTexts[catalog.German]
	}
	p.area(0, 0, 210, 297, 0, "#ffffff")
	p.frame(2, 2, 206, 293, 4, euBlue, 4)
	p.area(2, 2, 206, 62, 4, euBlue)
	stars(p, 34, 33, 18)
	for i, line := range text.Title {
		p.line(place{60, 30 + float64(i)*15, true, false}, 11, "#ffffff", line)
	}
	p.line(place{105, 80, true, true}, 11, euBlue, text.Least)
	calendar(p, 105, 85, text.Years, text.Unit)
	for i, line := range text.Scope {
		p.line(place{105, 138 + float64(i)*7.5, false, true}, 4.7, "#000000", line)
	}
	p.area(12, 160, 186, .8, 0, euBlue)
	list(p, 20, 171, text.When)
	list(p, 20, 207, text.What)
	p.area(12, 238, 186, .8, 0, euBlue)
	for i, line := range text.How {
		p.line(place{105, 248 + float64(i)*8, false, true}, 4.1, "#000000", line)
	}
	p.area(10, 266, 190, 18, 3, euYellow)
	p.line(place{105, 276.5, true, true}, 3.9, euBlue, text.Beside)
}

// Garan draws the label of a producer's guarantee, 95 by 100 units as its millimetres.
func Garan(g catalog.Guarantee) []byte {
	c := &canvas{}
	c.rect(.5, .5, 94, 99, 2, "#ffffff", `stroke="`+euBlue+`"`, `stroke-width="1"`)
	c.rect(.5, .5, 94, 21, 2, euBlue)
	c.text(5, 15.5, 12, "#ffffff", "GARAN", `font-weight="800"`)
	c.stroke("M60 11l4 4.5 7-9", euYellow, 2.5)
	stars(c, 82, 11, 7)
	c.text(4, 29, 3.6, "#000000", shorten(printable([]byte(g.Brand)), 18), `font-weight="600"`)
	c.text(91, 29, 3.6, "#000000", shorten(printable([]byte(g.Model)), 24), `font-weight="600"`, `text-anchor="end"`)
	c.text(4, 63, 30, euBlue, strconv.Itoa(g.Years), `font-weight="800"`)
	c.within("translate(69 33) scale(.9)", func() { calendar(c, 0, 0, "365", "") })
	c.rect(4, 75, 87, .5, 0, euBlue)
	for i, line := range []string{"Jahre · years · années · años · anni", "lata · jaar · anos · år · let · godina", "ani · gadi · metai · aastat · vuotta"} {
		c.text(47.5, 82+float64(i)*5.5, 3.4, "#000000", line, middle)
	}
	return c.sheet(95, 100)
}

// stars draws the twelve stars of the EU around a point.
func stars(p pen, x, y, r float64) {
	for i := range 12 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 6)
		p.star(x+r*sin, y-r*cos, r/5, euYellow)
	}
}

// calendar draws a sheet of a calendar below a point, with a number and what it counts.
func calendar(p pen, x, y float64, number, unit string) {
	p.area(x-20, y+3, 40, 38, 3, "#ffffff")
	p.frame(x-20, y+3, 40, 38, 3, euBlue, 2)
	p.area(x-20, y+3, 40, 9, 3, euBlue)
	p.area(x-12, y, 3, 7, 1, euYellow)
	p.area(x+9, y, 3, 7, 1, euYellow)
	if unit == "" {
		p.line(place{x, y + 32, true, true}, 16, euBlue, number)
		return
	}
	p.line(place{x, y + 29, true, true}, 18, euBlue, number)
	p.line(place{x, y + 38, true, true}, 7, euBlue, unit)
}

// list writes lines below each other, the first as their heading.
func list(p pen, x, y float64, lines []string) {
	for i, line := range lines {
		p.line(place{x, y + float64(i)*7.5, i == 0, false}, 4.9, "#000000", line)
	}
}

func (c *canvas) area(x, y, w, h, r float64, fill string) { c.rect(x, y, w, h, r, fill) }

func (c *canvas) frame(x, y, w, h, r float64, colour string, width float64) {
	c.rect(x, y, w, h, r, "none", `stroke="`+colour+`"`, `stroke-width="`+f(width)+`"`)
}

func (c *canvas) line(at place, size float64, colour, text string) {
	more := []string{`font-weight="400"`}
	if at.heavy {
		more[0] = bold
	}
	if at.centred {
		more = append(more, middle)
	}
	c.text(at.x, at.y, size, colour, text, more...)
}

func (c *canvas) star(x, y, scale float64, colour string) {
	c.within(fmt.Sprintf("translate(%s %s) scale(%s)", f(x), f(y), f(scale)), func() { c.polygon(colour, star...) })
}

// star is one of five points around 0, 0: x, y, x, y.
var star = []float64{0, -1.1, .3, -.3, 1.1, -.3, .5, .2, .7, 1, 0, .5, -.7, 1, -.5, .2, -1.1, -.3, -.3, -.3}

// sheet gives the finished SVG of a drawing that is not square.
func (c *canvas) sheet(width, height int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">%s</svg>`, width, height, c.body.String())
}
