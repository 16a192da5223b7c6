package httpapi

import (
	"net/http"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
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
	_, _ = w.Write(page.PDF(lang))
}
