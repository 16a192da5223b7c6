package illustration

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// EnergyLabel is the label of Regulation (EU) 2019/2013 for displays. Without a Supplier it shows the class alone.
type EnergyLabel struct {
	Class        string // A to G
	Supplier     string
	Model        string
	KWh          int // per 1000 h, standard dynamic range
	DiagonalCM   int
	DiagonalInch int
	Width        int // pixels
	Height       int
}

// Key gives the image key: "energy-F" for a class alone, with the label's figures behind it otherwise.
func (l EnergyLabel) Key() string {
	key := "energy-" + l.Class
	if l.Supplier == "" {
		return key
	}
	figures := fmt.Sprintf("%d.%d.%d.%d.%d", l.KWh, l.DiagonalCM, l.DiagonalInch, l.Width, l.Height)
	return strings.Join([]string{key, figures, encodeName(l.Supplier), encodeName(l.Model)}, "~")
}

func encodeName(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

func parseLabel(key string) (EnergyLabel, bool) {
	rest, isLabel := strings.CutPrefix(key, "energy-")
	parts := strings.Split(rest, "~")
	l := EnergyLabel{Class: parts[0]}
	if !isLabel || len(l.Class) != 1 || !strings.Contains("ABCDEFG", l.Class) || len(key) > 600 {
		return l, false
	}
	if len(parts) == 1 {
		return l, true
	}
	if len(parts) != 4 {
		return l, false
	}
	if n, err := fmt.Sscanf(parts[1], "%d.%d.%d.%d.%d", &l.KWh, &l.DiagonalCM, &l.DiagonalInch, &l.Width, &l.Height); err != nil || n != 5 {
		return l, false
	}
	supplier, err1 := base64.RawURLEncoding.DecodeString(parts[2])
	model, err2 := base64.RawURLEncoding.DecodeString(parts[3])
	l.Supplier, l.Model = printable(supplier), printable(model)
	return l, err1 == nil && err2 == nil && l.Key() == key
}

// printable drops what must not stand in an XML document.
func printable(text []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\ufffd' || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, string(text))
}

// The colours of the classes A to G.
var classColours = []string{"#00a651", "#50b848", "#bfd730", "#fff200", "#fdb913", "#f37021", "#ed1c24"}

func (l EnergyLabel) svg(size int) []byte {
	c := &canvas{}
	// The label is 96 by 192 millimetres; here it stands in the middle of a square picture.
	c.rect(0, 0, side, side, 0, "#ffffff")
	c.within("translate(156 12) scale(3)", func() { l.draw(c) })
	return c.document(size)
}

func (l EnergyLabel) draw(c *canvas) {
	c.rect(.5, .5, 95, 191, 3, "#ffffff", `stroke="#003399"`, `stroke-width="1"`)
	c.rect(4, 4, 22, 15, 0, "#003399")
	for i := range 12 {
		c.within(fmt.Sprintf("translate(15 11.5) rotate(%d) translate(0 -5) rotate(%d)", i*30, -i*30), func() {
			c.path("M0-1.1L.3-.3 1.1-.3.5.2.7 1 0 .5-.7 1-.5.2-1.1-.3-.3-.3Z", "#ffdd00")
		})
	}
	c.text(29, 16.5, 13, "#003399", "ENERG", `font-weight="700"`)
	c.circle(84, 11.5, 6, "none", `stroke="#003399"`, `stroke-width="1"`)
	c.path("M85 6.5l-4.2 6h3l-1 4.5 4.5-6.2h-3.2l1.6-4.3z", "#003399")
	if l.Supplier != "" {
		c.text(5, 26, 5, "#000000", shorten(l.Supplier, 24), `font-weight="700"`)
		c.text(5, 32, 4, "#000000", shorten(l.Model, 46))
	}
	c.rect(4, 35, 88, .5, 0, "#003399")
	for i, colour := range classColours {
		y, w := 39+float64(i)*11, 24+float64(i)*5
		c.polygon(colour, 5, y, 5+w, y, 10+w, y+4.7, 5+w, y+9.4, 5, y+9.4)
		c.text(9, y+7.7, 8.5, "#ffffff", string(rune('A'+i)), `font-weight="700"`, `stroke="#000000"`, `stroke-width=".25"`)
	}
	at := 39 + float64(l.Class[0]-'A')*11
	c.polygon("#000000", 66, at+4.7, 73, at-3, 91, at-3, 91, at+12.4, 73, at+12.4)
	c.text(78, at+9.4, 14, "#ffffff", l.Class, `font-weight="700"`)
	c.rect(4, 119, 88, .5, 0, "#003399")
	if l.Supplier == "" {
		c.text(48, 150, 6, "#000000", "2019/2013", `text-anchor="middle"`)
		return
	}
	c.text(48, 135, 13, "#000000", strconv.Itoa(l.KWh), `font-weight="700"`, `text-anchor="end"`)
	c.text(50, 135, 7, "#000000", "kWh/1000h", `font-weight="700"`)
	c.rect(4, 142, 88, .5, 0, "#003399")
	c.rect(12, 150, 30, 18, 1.5, "none", `stroke="#000000"`, `stroke-width="1"`)
	c.stroke("M14 166L40 152", "#000000", .7)
	c.rect(22, 168, 10, 2, 0, "#000000")
	c.text(27, 178, 5, "#000000", fmt.Sprintf("%d cm", l.DiagonalCM), `text-anchor="middle"`, `font-weight="700"`)
	c.text(27, 184, 5, "#000000", fmt.Sprintf("%d inch", l.DiagonalInch), `text-anchor="middle"`, `font-weight="700"`)
	c.text(70, 160, 6, "#000000", fmt.Sprintf("%d px", l.Width), `text-anchor="middle"`, `font-weight="700"`)
	c.text(70, 168, 6, "#000000", fmt.Sprintf("%d px", l.Height), `text-anchor="middle"`, `font-weight="700"`)
	c.text(90, 187, 4, "#000000", "2019/2013", `text-anchor="end"`)
}

func shorten(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
