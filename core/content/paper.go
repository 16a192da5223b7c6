package content

import (
	"strconv"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/pdf"
)

// PDF gives the page as a document to keep. Links into the shop are their texts; others name their address as well.
func (p *Page) PDF(lang catalog.Lang) []byte {
	s := &pdf.Sheet{Lang: string(lang)}
	s.Heading("", p.Title)
	above := "heading"
	for _, b := range p.Blocks {
		switch {
		case b.Kind == "heading":
			s.Section(onPaper(b.Spans))
		case above != "heading":
			s.Section("")
		}
		if b.Kind == "paragraph" {
			for line := range strings.SplitSeq(onPaper(b.Spans), "\n") {
				s.Paragraph(line)
			}
		}
		for i, item := range b.Items {
			mark := "•"
			if b.Kind == "ordered" {
				mark = strconv.Itoa(i+1) + "."
			}
			s.Paragraph(mark + " " + onPaper(item))
		}
		above = b.Kind
	}
	return s.Bytes()
}

func onPaper(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
		if strings.HasPrefix(s.URL, "https:") && s.Text != s.URL {
			b.WriteString(" (" + s.URL + ")")
		}
	}
	return b.String()
}
