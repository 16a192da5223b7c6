package illustration

import (
	_ "embed"
	"encoding/json"
	"fmt"
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
	text, known := noticeTexts[lang]
	if !known {
		text = noticeTexts[catalog.German]
	}
	c := &canvas{}
	c.rect(0, 0, 210, 297, 0, "#ffffff")
	c.rect(2, 2, 206, 293, 4, "#ffffff", `stroke="`+euBlue+`"`, `stroke-width="4"`)
	c.rect(2, 2, 206, 62, 4, euBlue)
	c.stars(34, 33, 18)
	for i, line := range text.Title {
		c.text(60, 30+float64(i)*15, 11, "#ffffff", line, bold)
	}
	c.text(105, 80, 11, euBlue, text.Least, bold, middle)
	c.calendar(105, 85, text.Years, text.Unit)
	for i, line := range text.Scope {
		c.text(105, 138+float64(i)*7.5, 4.7, "#000000", line, middle)
	}
	c.rect(12, 160, 186, .8, 0, euBlue)
	c.list(20, 171, text.When)
	c.list(20, 207, text.What)
	c.rect(12, 238, 186, .8, 0, euBlue)
	for i, line := range text.How {
		c.text(105, 248+float64(i)*8, 4.1, "#000000", line, middle)
	}
	c.rect(10, 266, 190, 18, 3, euYellow)
	c.text(105, 276.5, 3.9, euBlue, text.Beside, bold, middle)
	return c.sheet(210, 297)
}

// Garan draws the label of a producer's guarantee, 95 by 100 units as its millimetres.
func Garan(g catalog.Guarantee) []byte {
	c := &canvas{}
	c.rect(.5, .5, 94, 99, 2, "#ffffff", `stroke="`+euBlue+`"`, `stroke-width="1"`)
	c.rect(.5, .5, 94, 21, 2, euBlue)
	c.text(5, 15.5, 12, "#ffffff", "GARAN", `font-weight="800"`)
	c.stroke("M60 11l4 4.5 7-9", euYellow, 2.5)
	c.stars(82, 11, 7)
	c.text(4, 29, 3.6, "#000000", shorten(printable([]byte(g.Brand)), 18), `font-weight="600"`)
	c.text(91, 29, 3.6, "#000000", shorten(printable([]byte(g.Model)), 24), `font-weight="600"`, `text-anchor="end"`)
	c.text(4, 63, 30, euBlue, strconv.Itoa(g.Years), `font-weight="800"`)
	c.within("translate(69 33) scale(.9)", func() { c.calendar(0, 0, "365", "") })
	c.rect(4, 75, 87, .5, 0, euBlue)
	for i, line := range []string{"Jahre · years · années · años · anni", "lata · jaar · anos · år · let · godina", "ani · gadi · metai · aastat · vuotta"} {
		c.text(47.5, 82+float64(i)*5.5, 3.4, "#000000", line, middle)
	}
	return c.sheet(95, 100)
}

// stars draws the twelve stars of the EU around a point.
func (c *canvas) stars(x, y, r float64) {
	for i := range 12 {
		c.within(fmt.Sprintf("translate(%s %s) rotate(%d) translate(0 %s) rotate(%d) scale(%s)", f(x), f(y), i*30, f(-r), -i*30, f(r/5)), func() {
			c.path("M0-1.1L.3-.3 1.1-.3.5.2.7 1 0 .5-.7 1-.5.2-1.1-.3-.3-.3Z", euYellow)
		})
	}
}

// calendar draws a sheet of a calendar below a point, with a number and what it counts.
func (c *canvas) calendar(x, y float64, number, unit string) {
	c.rect(x-20, y+3, 40, 38, 3, "#ffffff", `stroke="`+euBlue+`"`, `stroke-width="2"`)
	c.rect(x-20, y+3, 40, 9, 3, euBlue)
	c.rect(x-12, y, 3, 7, 1, euYellow)
	c.rect(x+9, y, 3, 7, 1, euYellow)
	if unit == "" {
		c.text(x, y+32, 16, euBlue, number, bold, middle)
		return
	}
	c.text(x, y+29, 18, euBlue, number, bold, middle)
	c.text(x, y+38, 7, euBlue, unit, bold, middle)
}

// list writes lines below each other, the first as their heading.
func (c *canvas) list(x, y float64, lines []string) {
	for i, line := range lines {
		weight := `font-weight="400"`
		if i == 0 {
			weight = bold
		}
		c.text(x, y+float64(i)*7.5, 4.9, "#000000", line, weight)
	}
}

// sheet gives the finished SVG of a drawing that is not square.
func (c *canvas) sheet(width, height int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">%s</svg>`, width, height, c.body.String())
}
