// Package pdf lays out simple documents: headings, rows of a label and a value, paragraphs.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Sheet lays out lines on A4 pages and writes them as PDF 1.4 with the two standard fonts that every reader has. What
// WinAnsiEncoding does not have becomes a question mark. The zero value is an empty document.
type Sheet struct {
	Lang  string // of its words, "de"; screen readers speak it
	title string // that a reader shows for the file's name
	pages []*bytes.Buffer
	y     float64 // of the next line, in points from the bottom
}

const (
	left, valueAt, right = 56.0, 240.0, 539.0
	top, bottom          = 786.0, 64.0
	rowHeight            = 17.0
	bolder               = 1.1 // how much wider than Helvetica its bold is
)

func (s *Sheet) page() *bytes.Buffer {
	if len(s.pages) == 0 || s.y < bottom {
		s.pages = append(s.pages, &bytes.Buffer{})
		s.y = top
	}
	return s.pages[len(s.pages)-1]
}

// Heading prints a small title, which may be empty, over a large name.
func (s *Sheet) Heading(title, name string) {
	s.title = strings.TrimPrefix(title+": "+name, ": ")
	if title != "" {
		s.print(left, "F2", 10, title)
		s.y -= 24
	}
	for _, line := range wrap(name, 18*bolder, right-left) {
		s.print(left, "F2", 18, line)
		s.y -= 23
	}
	s.y -= 8
}

// Section begins a part with a title, which may be empty. A title does not stand at the end of a page.
func (s *Sheet) Section(title string) {
	s.y -= 10
	if title != "" && s.y < bottom+3*rowHeight {
		s.y = 0
	}
	if title != "" {
		s.print(left, "F2", 11, title)
		s.y -= rowHeight
	}
}

// Row prints a label and its value over a thin line. A row without a value is left out.
func (s *Sheet) Row(label, value string) {
	if value == "" {
		return
	}
	labels, values := wrap(label, 10, valueAt-left-10), wrap(value, 10, right-valueAt)
	for i := range max(len(labels), len(values)) {
		if i > 0 {
			s.y += 4 // lines of one row stand closer
		}
		if i < len(labels) {
			s.print(left, "F1", 10, labels[i])
		}
		if i < len(values) {
			s.print(valueAt, "F1", 10, values[i])
		}
		s.y -= rowHeight
	}
	fmt.Fprintf(s.page(), "0.85 G 0.5 w %.1f %.1f m %.1f %.1f l S\n", left, s.y+12, right, s.y+12)
}

// Paragraph prints a text over the width of the page.
func (s *Sheet) Paragraph(text string) {
	for _, line := range wrap(text, 10, right-left) {
		s.print(left, "F1", 10, line)
		s.y -= 14
	}
}

func (s *Sheet) print(x float64, font string, size float64, text string) {
	fmt.Fprintf(s.page(), "BT /%s %.0f Tf %.1f %.1f Td (%s) Tj ET\n", font, size, x, s.y, encode(text))
}

// wrap breaks at spaces so that no line of a size is wider than width points, and within a word that is wider than that alone.
func wrap(text string, size, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && wide(line+" "+word, size) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
		for _, r := range word {
			if line != "" && wide(line+string(r), size) > width {
				lines, line = append(lines, line), ""
			}
			line += string(r)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// advance is how wide Helvetica's characters from the space to the tilde are, in thousandths of their size.
var advance = [...]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// wide says how wide a text is at most, in points: all beyond ASCII counts as a wide capital.
func wide(text string, size float64) float64 {
	sum := 0
	for _, r := range text {
		if i := int(r) - ' '; i >= 0 && i < len(advance) {
			sum += advance[i]
			continue
		}
		sum += 778
	}
	return float64(sum) * size / 1000
}

// winAnsi are the characters outside Latin-1 that WinAnsiEncoding has, and the nearest of some that it has not.
var winAnsi = map[rune]string{
	'€': "\x80", '‚': "\x82", 'ƒ': "\x83", '„': "\x84", '…': "\x85", '†': "\x86", '‡': "\x87", 'ˆ': "\x88", '‰': "\x89", 'Š': "\x8a", '‹': "\x8b",
	'Œ': "\x8c", 'Ž': "\x8e", '‘': "\x91", '’': "\x92", '“': "\x93", '”': "\x94", '•': "\x95", '–': "\x96", '—': "\x97", '˜': "\x98", '™': "\x99",
	'š': "\x9a", '›': "\x9b", 'œ': "\x9c", 'ž': "\x9e", 'Ÿ': "\x9f",
	'\u202f': " ", '\u2009': " ", '\u2010': "-", '\u2011': "-", '\u2212': "-", '\u2032': "'", '\u2033': "\"", 'Ω': "Ohm", '\u2126': "Ohm", 'μ': "\xb5", '⌀': "\xd8", '≤': "<=", '≥': ">=",
}

// encode writes a PDF string's content in WinAnsiEncoding.
func encode(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			b.WriteByte(byte(r))
		case winAnsi[r] != "":
			b.WriteString(winAnsi[r])
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// asUTF16 writes a text as PDF has it outside of pages, where all letters can be.
func asUTF16(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}

// pack makes a page a quarter as large: many of them go along in mails.
func pack(page []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(page) // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// Bytes gives the document; the same content gives the same bytes. It numbers the objects: catalog, page tree, two fonts, then a page
// and its content for each page, and at last what the document says of itself.
func (s *Sheet) Bytes() []byte {
	var kids []string
	for i := range s.pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", 5+2*i))
	}
	objects := []string{
		fmt.Sprintf("<</Type/Catalog/Pages 2 0 R/Lang%s/ViewerPreferences<</DisplayDocTitle true>>>>", asUTF16(s.Lang)),
		fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(kids), strings.Join(kids, " ")),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
	}
	for i, page := range s.pages {
		content := pack(page.Bytes())
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents %d 0 R>>", 6+2*i),
			fmt.Sprintf("<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream", len(content), content))
	}
	objects = append(objects, fmt.Sprintf("<</Title%s>>", asUTF16(s.title)))
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, len(objects), start)
	return out.Bytes()
}
