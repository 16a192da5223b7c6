package illustration

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"kontor.dev/kontor/core/catalog"
)

// Paper gives the notice on the legal guarantee as a file that goes along in mails: what Notice gives, but the shop's drawing as a PDF,
// because no mail program shows SVG and many servers hold it back.
func (a *Artwork) Paper(lang catalog.Lang) Picture {
	if a != nil {
		if p, has := a.notices[lang]; has {
			return p
		}
	}
	if lang != catalog.English {
		lang = catalog.German
	}
	return Picture{"application/pdf", papers[lang]()}
}

// papers are drawn once: to draw one takes longer than writing a mail.
var papers = map[catalog.Lang]func() []byte{
	catalog.German:  sync.OnceValue(func() []byte { return noticePDF(catalog.German) }),
	catalog.English: sync.OnceValue(func() []byte { return noticePDF(catalog.English) }),
}

func noticePDF(lang catalog.Lang) []byte {
	doc := fpdf.New("P", "mm", "A4", "")
	p := sheet{doc, doc.UnicodeTranslatorFromDescriptor("cp1252")}
	never := time.Unix(0, 0).UTC() // the same drawing gives the same bytes
	p.SetCreationDate(never)
	p.SetModificationDate(never)
	p.SetCatalogSort(true)
	p.SetTitle(strings.Join(noticeTexts[lang].Title, " "), true)
	p.SetLang(string(lang))
	p.SetAutoPageBreak(false, 0)
	p.AddPage()
	drawNotice(p, lang)
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		panic(err) // the words are embedded: a test draws them before anyone else
	}
	return b.Bytes()
}

// noticeFont is one of those that every reader has: with letters of its own the file would be seven times as large, and it goes along with
// each order's mail.
const noticeFont = "Helvetica"

// sheet is a page whose millimetres are the drawing's units.
type sheet struct {
	*fpdf.Fpdf
	encode func(string) string // as the font has its letters
}

func (p sheet) area(x, y, w, h, r float64, fill string) {
	p.SetFillColor(rgb(fill))
	p.RoundedRect(x, y, w, h, r, "1234", "F")
}

func (p sheet) frame(x, y, w, h, r float64, colour string, width float64) {
	p.SetDrawColor(rgb(colour))
	p.SetLineWidth(width)
	p.RoundedRect(x, y, w, h, r, "1234", "D")
}

func (p sheet) line(at place, size float64, colour, text string) {
	style := ""
	if at.heavy {
		style = "B"
	}
	p.SetFont(noticeFont, style, 0)
	p.SetFontUnitSize(size)
	p.SetTextColor(rgb(colour))
	text = p.encode(text)
	if at.centred {
		at.x -= p.GetStringWidth(text) / 2
	}
	p.Text(at.x, at.y, text)
}

func (p sheet) star(x, y, scale float64, colour string) {
	points := make([]fpdf.PointType, len(star)/2)
	for i := range points {
		points[i] = fpdf.PointType{X: x + star[2*i]*scale, Y: y + star[2*i+1]*scale}
	}
	p.SetFillColor(rgb(colour))
	p.Polygon(points, "F")
}

// rgb reads "#003399".
func rgb(colour string) (r, g, b int) {
	n, _ := strconv.ParseInt(strings.TrimPrefix(colour, "#"), 16, 32) // of a drawing
	return int(n >> 16 & 255), int(n >> 8 & 255), int(n & 255)
}
