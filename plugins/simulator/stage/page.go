package stage

import (
	_ "embed"
	"html/template"
	"io/fs"
	"net/http"
)

//go:embed page.html
var frame string

// Look is what tells the pages of one provider from another's: colours as CSS writes them.
type Look struct {
	Ink, Soft, Line, Ground template.CSS // text, less important text, borders, and what lies behind the card
	Deep, Hover             template.CSS // the provider's name and its buttons, and those under the pointer
}

// Pages gives the pages of a provider, which are the files page/*.html in files, under their names. Each begins with
// {{template "head" page "TITLE" "NAME"}} and ends with {{template "foot"}}; between them stands the inside of its only card. Amounts are
// written by german, a decimal string's, and cents, a number's. A page that cannot be read ends the process: it comes with the program.
func Pages(files fs.FS, look Look) *template.Template {
	type page struct {
		Title, Name string
		Look
	}
	all := template.Must(template.New("frame").Funcs(template.FuncMap{
		"page":   func(title, name string) page { return page{title, name, look} },
		"german": German,
		"cents":  func(n int64) string { return German(FormatDecimal(n)) },
	}).Parse(frame))
	return template.Must(all.ParseFS(files, "page/*.html"))
}

// Show answers with the page of that name, which nobody may keep.
func Show(w http.ResponseWriter, pages *template.Template, name string, status int, view any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, name, view) // the reader may have left
}
