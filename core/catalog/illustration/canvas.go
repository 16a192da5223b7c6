package illustration

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// canvas collects an SVG document of 600 by 600 units.
type canvas struct {
	defs strings.Builder
	body strings.Builder
	ids  int
}

const side = 600

// document gives the finished SVG, size pixels wide and high.
func (c *canvas) document(size int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"><defs>%s</defs>%s</svg>`,
		size, size, side, side, c.defs.String(), c.body.String())
}

// f writes a coordinate with at most one decimal.
func f(v float64) string {
	return strconv.FormatFloat(float64(int64(v*10+0.5*sign(v)))/10, 'f', -1, 64)
}

func sign(v float64) float64 {
	if v < 0 {
		return -1
	}
	return 1
}

func (c *canvas) id() string {
	c.ids++
	return "d" + strconv.Itoa(c.ids)
}

// down gives a fill that runs from the first colour at the top to the last at the bottom.
func (c *canvas) down(colours ...string) string { return c.gradient("0", "1", colours) }

// across gives a fill that runs from left to right.
func (c *canvas) across(colours ...string) string { return c.gradient("1", "0", colours) }

// diagonal gives a fill that runs from the top left to the bottom right.
func (c *canvas) diagonal(colours ...string) string { return c.gradient("1", "1", colours) }

func (c *canvas) gradient(x, y string, colours []string) string {
	id := c.id()
	fmt.Fprintf(&c.defs, `<linearGradient id="%s" x1="0" y1="0" x2="%s" y2="%s">%s</linearGradient>`, id, x, y, stops(colours))
	return "url(#" + id + ")"
}

// round gives a fill that runs from the centre outward.
func (c *canvas) round(colours ...string) string {
	id := c.id()
	fmt.Fprintf(&c.defs, `<radialGradient id="%s">%s</radialGradient>`, id, stops(colours))
	return "url(#" + id + ")"
}

func stops(colours []string) string {
	var b strings.Builder
	for i, colour := range colours {
		at := i * 100 / max(len(colours)-1, 1)
		paint, opacity, _ := strings.Cut(colour, "@")
		if opacity == "" {
			opacity = "1"
		}
		fmt.Fprintf(&b, `<stop offset="%d%%" stop-color="%s" stop-opacity="%s"/>`, at, paint, opacity)
	}
	return b.String()
}

// rect draws a rectangle with rounded corners; more holds further attributes.
func (c *canvas) rect(x, y, w, h, r float64, fill string, more ...string) {
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s" fill="%s"%s/>`, f(x), f(y), f(w), f(h), f(r), fill, attributes(more))
}

func (c *canvas) circle(x, y, r float64, fill string, more ...string) {
	fmt.Fprintf(&c.body, `<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>`, f(x), f(y), f(r), fill, attributes(more))
}

func (c *canvas) ellipse(x, y, rx, ry float64, fill string, more ...string) {
	fmt.Fprintf(&c.body, `<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s"%s/>`, f(x), f(y), f(rx), f(ry), fill, attributes(more))
}

func (c *canvas) path(d, fill string, more ...string) {
	fmt.Fprintf(&c.body, `<path d="%s" fill="%s"%s/>`, d, fill, attributes(more))
}

// stroke draws a line without filling it.
func (c *canvas) stroke(d, colour string, width float64, more ...string) {
	more = append([]string{`stroke="` + colour + `"`, `stroke-width="` + f(width) + `"`, `stroke-linecap="round"`, `stroke-linejoin="round"`}, more...)
	c.path(d, "none", more...)
}

// polygon draws a closed shape through points given as x, y, x, y.
func (c *canvas) polygon(fill string, points ...float64) {
	parts := make([]string, len(points))
	for i, p := range points {
		parts[i] = f(p)
	}
	fmt.Fprintf(&c.body, `<polygon points="%s" fill="%s"/>`, strings.Join(parts, " "), fill)
}

func (c *canvas) text(x, y, size float64, fill, s string, more ...string) {
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-family="Inter,Calibri,Helvetica,Arial,sans-serif" font-size="%s" fill="%s"%s>%s</text>`,
		f(x), f(y), f(size), fill, attributes(more), html.EscapeString(s))
}

// within draws inside a transformation.
func (c *canvas) within(transform string, draw func()) {
	fmt.Fprintf(&c.body, `<g transform="%s">`, transform)
	draw()
	c.body.WriteString(`</g>`)
}

func attributes(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " " + strings.Join(list, " ")
}

func opacity(v float64) string { return `opacity="` + strconv.FormatFloat(v, 'f', -1, 64) + `"` }

// shade mixes a colour with white (percent above 0) or black (below 0).
func shade(hex string, percent int) string {
	toward := int64(0)
	if percent > 0 {
		toward = 255
	} else {
		percent = -percent
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return "#888888"
	}
	mix := func(v int64) int64 { return v + (toward-v)*int64(percent)/100 }
	return fmt.Sprintf("#%02x%02x%02x", mix(n>>16&255), mix(n>>8&255), mix(n&255))
}

// light reports whether a colour is so light that it needs dark details.
func light(hex string) bool {
	n, err := strconv.ParseInt(strings.TrimPrefix(hex, "#"), 16, 32)
	return err == nil && (n>>16&255)*3+(n>>8&255)*6+(n&255) > 1650
}
