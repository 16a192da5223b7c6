package stage

import (
	"bytes"
	"fmt"
	"strings"
)

// Label is the label of a simulated carrier: a PDF document of one page with text and filled boxes. Places are in points
// (1/72 inch) from the lower left corner.
type Label struct {
	width, height int
	content       strings.Builder
}

// NewLabel begins a label of width by height points.
func NewLabel(width, height int) *Label { return &Label{width: width, height: height} }

// Text writes a line of Helvetica, size points high, that begins at x and y. What Latin-1 has no letter for becomes "?".
func (l *Label) Text(size, x, y float64, text string) { l.text("F1", size, x, y, text) }

// Bold is Text in bold.
func (l *Label) Bold(size, x, y float64, text string) { l.text("F2", size, x, y, text) }

// Box fills a rectangle whose lower left corner is at x and y.
func (l *Label) Box(x, y, width, height float64) {
	fmt.Fprintf(&l.content, "%.2f %.2f %.2f %.2f re f\n", x, y, width, height)
}

func (l *Label) text(font string, size, x, y float64, text string) {
	fmt.Fprintf(&l.content, "BT /%s %.0f Tf %.0f %.0f Td (%s) Tj ET\n", font, size, x, y, latin1(text))
}

// PDF is the document.
func (l *Label) PDF() []byte {
	content := l.content.String()
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>", l.width, l.height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content)+1, content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// latin1 writes text as the body of a PDF string in the fonts' encoding, which is Latin-1 for all letters that addresses need.
func latin1(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= 0x20 && r < 0x7f:
			b.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			fmt.Fprintf(&b, "\\%03o", r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
