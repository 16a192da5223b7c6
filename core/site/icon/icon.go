// Package icon draws the picture that browsers show beside a page's title and phones on their home screen: the shop's mark, or
// a partner's initial on the partner's colour.
package icon

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"kontor.dev/kontor/core/site"
)

const (
	side   = 32 // of the square that outlines are in
	corner = 7  // the radius of its corners
	letter = 24 // the size of an initial
	own    = "#c43d17"
)

// line is a part of an outline: to a point, around a bend where it is a curve.
type line struct {
	op   byte // M, L, Q, as in SVG
	bend [2]float32
	to   [2]float32
}

// mark is the shop's.
var mark = outlineOf(
	[][2]float32{{9, 7}, {13.6, 7}, {13.6, 25}, {9, 25}},
	[][2]float32{{15.2, 16}, {21.2, 7}, {26.4, 7}, {20.2, 16}, {26.6, 25}, {21.2, 25}},
)

func outlineOf(shapes ...[][2]float32) []line {
	var outline []line
	for _, shape := range shapes {
		for n, p := range shape {
			op := byte('L')
			if n == 0 {
				op = 'M'
			}
			outline = append(outline, line{op: op, to: p})
		}
	}
	return outline
}

var bold = func() *sfnt.Font {
	font, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		panic(err) // it is a part of the program
	}
	return font
}()

// look gives a site's colour and what stands on it in white.
func look(s site.Site) (ground string, outline []line) {
	if !s.WhiteLabel() {
		return own, mark
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(s.Name))
	return s.Accent, glyph(unicode.ToUpper(first))
}

// glyph gives a letter's outline in the middle of the square; nothing for one that the typeface has not.
func glyph(r rune) []line {
	var b sfnt.Buffer
	index, err := bold.GlyphIndex(&b, r)
	if err != nil || index == 0 {
		return nil
	}
	segments, err := bold.LoadGlyph(&b, index, fixed.I(letter), nil)
	if err != nil {
		return nil
	}
	box := segments.Bounds()
	middle := fixed.I(side)
	dx, dy := (middle-box.Min.X-box.Max.X)/2, (middle-box.Min.Y-box.Max.Y)/2
	at := func(p fixed.Point26_6) [2]float32 { return [2]float32{float32(p.X+dx) / 64, float32(p.Y+dy) / 64} }
	var outline []line
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			outline = append(outline, line{op: 'M', to: at(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			outline = append(outline, line{op: 'L', to: at(s.Args[0])})
		case sfnt.SegmentOpQuadTo:
			outline = append(outline, line{op: 'Q', bend: at(s.Args[0]), to: at(s.Args[1])})
		case sfnt.SegmentOpCubeTo: // a TrueType typeface has none
		}
	}
	return outline
}

// SVG draws a site's icon with round corners, of any size.
func SVG(s site.Site) []byte {
	ground, outline := look(s)
	var path bytes.Buffer
	for _, l := range outline {
		path.WriteByte(l.op)
		if l.op == 'Q' {
			path.WriteString(number(l.bend[0]) + " " + number(l.bend[1]) + " ")
		}
		path.WriteString(number(l.to[0]) + " " + number(l.to[1]))
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d"><rect width="%[1]d" height="%[1]d" rx="%[2]d" fill="%[3]s"/>`+
		`<path d="%[4]s" fill="#fff"/></svg>`, side, corner, ground, &path)
}

func number(f float32) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(float64(f), 'f', 2, 32), "0"), ".")
}

// PNG draws a site's icon without round corners, a square of size pixels: phones round them themselves.
func PNG(s site.Site, size int) ([]byte, error) { return encoded(s, size, 0) }

// ICO draws a site's icon with round corners as a file of icons, which holds a PNG, for who asks for no other. size is below 256.
func ICO(s site.Site, size uint8) ([]byte, error) {
	picture, err := encoded(s, int(size), corner)
	if err != nil {
		return nil, err
	}
	const headers = 22
	file := []byte{0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0} // one icon of that size, in 32 bits
	file = binary.LittleEndian.AppendUint32(file, uint32(len(picture)))
	file = binary.LittleEndian.AppendUint32(file, headers)
	return append(file, picture...), nil
}

func encoded(s site.Site, size int, round float32) ([]byte, error) {
	ground, outline := look(s)
	value, err := strconv.ParseUint(strings.TrimPrefix(ground, "#"), 16, 32)
	if err != nil {
		return nil, fmt.Errorf("the colour %q: %w", ground, err)
	}
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	fill(picture, square(round), color.NRGBA{uint8(value >> 16), uint8(value >> 8), uint8(value), 255}) // the bytes of #rrggbb
	fill(picture, outline, color.White)
	var b bytes.Buffer
	err = png.Encode(&b, picture)
	return b.Bytes(), err
}

// square is the whole of it, with corners of that radius.
func square(r float32) []line {
	return []line{
		{op: 'M', to: [2]float32{r, 0}}, {op: 'L', to: [2]float32{side - r, 0}},
		{op: 'Q', bend: [2]float32{side, 0}, to: [2]float32{side, r}}, {op: 'L', to: [2]float32{side, side - r}},
		{op: 'Q', bend: [2]float32{side, side}, to: [2]float32{side - r, side}}, {op: 'L', to: [2]float32{r, side}},
		{op: 'Q', bend: [2]float32{0, side}, to: [2]float32{0, side - r}}, {op: 'L', to: [2]float32{0, r}},
		{op: 'Q', bend: [2]float32{0, 0}, to: [2]float32{r, 0}},
	}
}

func fill(picture *image.NRGBA, outline []line, with color.Color) {
	size := picture.Bounds().Dx()
	scale := float32(size) / side
	pen := vector.NewRasterizer(size, size)
	for n, l := range outline {
		x, y := l.to[0]*scale, l.to[1]*scale
		switch l.op {
		case 'M':
			if n > 0 {
				pen.ClosePath()
			}
			pen.MoveTo(x, y)
		case 'Q':
			pen.QuadTo(l.bend[0]*scale, l.bend[1]*scale, x, y)
		default:
			pen.LineTo(x, y)
		}
	}
	pen.ClosePath()
	pen.Draw(picture, picture.Bounds(), image.NewUniform(with), image.Point{})
}
