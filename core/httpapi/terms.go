package httpapi

import (
	"net/http"
	"strconv"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pdf"
)

// campusTerms is the page with the terms of the campus programme, which a partner's customers have not.
const campusTerms = "infocenter/section/campus"

var errNoContent = fault.New(fault.NotFound, "content_not_found")

// campusTermsFiles are the documents at whose addresses the terms can be kept.
var campusTermsFiles = map[string]catalog.Lang{"campus-terms.pdf": catalog.German, "campus-terms.en.pdf": catalog.English}

// serveCampusTerms gives what editors wrote on the page of the terms as a PDF: /documents/campus-terms.pdf.
func (s *Server) serveCampusTerms(w http.ResponseWriter, r *http.Request) {
	lang, ok := campusTermsFiles[r.PathValue("file")]
	if !ok || siteOf(r.Context()).WhiteLabel() {
		writeProblem(w, r, errNoContent)
		return
	}
	page, err := s.deps.Content.Page(r.Context(), campusTerms, lang)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="`+r.PathValue("file")+`"`)
	w.Header().Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(printed(page, lang))
}

// printed lays a page out on paper. Links are their texts.
func printed(page *content.Page, lang catalog.Lang) []byte {
	s := &pdf.Sheet{Lang: string(lang)}
	s.Heading("", page.Title)
	for _, b := range page.Blocks {
		switch b.Kind {
		case "heading":
			s.Section(wordsOf(b.Spans))
		case "paragraph":
			s.Paragraph(wordsOf(b.Spans))
		default:
			for i, item := range b.Items {
				mark := "•"
				if b.Kind == "ordered" {
					mark = strconv.Itoa(i+1) + "."
				}
				s.Paragraph(mark + " " + wordsOf(item))
			}
		}
	}
	return s.Bytes()
}

func wordsOf(spans []content.Span) string {
	text := ""
	for _, span := range spans {
		text += span.Text
	}
	return text
}
