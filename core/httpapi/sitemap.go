package httpapi

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// maxPages bounds one sitemap file, which may name 50,000 addresses: each page has one in either language.
const maxPages = 25_000

// private are the pages that search engines leave alone: they are the visitor's own, or endless. Each is a beginning of addresses, and has
// no star: "/*/kasse" would be a beginning of /kategorie/kassensysteme, too.
var private = []string{
	"/api/", "/kasse", "/en/kasse", "/warenkorb", "/en/warenkorb", "/merkzettel", "/en/merkzettel", "/kundenkonto", "/en/kundenkonto",
	"/newsletter/", "/en/newsletter/", "/produkte/", "/en/produkte/",
}

// serveRobots answers /robots.txt.
func (s *Server) serveRobots(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	b.WriteString("User-agent: *\n")
	for _, path := range private {
		b.WriteString("Disallow: " + path + "\n")
	}
	if s.deps.PublicURL != nil {
		b.WriteString("\nSitemap: " + s.originOf(siteOf(r.Context())) + "/sitemap.xml\n")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(b.Bytes())
}

// serveSitemap answers /sitemap.xml with every page of the site that a search engine should know, in either language. Where they are more than
// one file may name, it names the files: /sitemap.xml?part=1 and so on.
func (s *Server) serveSitemap(w http.ResponseWriter, r *http.Request) {
	part := 0
	if text := r.URL.Query().Get("part"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			writeProblem(w, r, errNoSitemap)
			return
		}
		part = n
	}
	found, err := s.keptSitemap(r.Context(), part)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	body := found.plain
	if zipped := found.zipped(); visitOf(r.Context()).zip && zipped != nil {
		w.Header().Set("Content-Encoding", "gzip")
		body = zipped
	}
	w.Header().Set("Vary", "Accept-Encoding")
	_, _ = w.Write(body)
}

// keptSitemap gives a part of the sitemap. One that the list of parts does not name is refused without another look at the
// whole catalogue: anybody can ask for any number.
func (s *Server) keptSitemap(ctx context.Context, part int) (*cachedAnswer, error) {
	if part > 1 {
		list, err := s.keptSitemap(ctx, 0)
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(list.plain, []byte("?part="+strconv.Itoa(part)+"<")) {
			return nil, errNoSitemap
		}
	}
	key := "sitemap " + siteOf(ctx).Key + " " + strconv.Itoa(part)
	return s.answers.file(ctx, key, func(ctx context.Context) ([]byte, bool, error) {
		encoded, err := s.sitemap(ctx, part)
		return encoded, true, err
	})
}

var errNoSitemap = fault.New(fault.NotFound, "sitemap_not_found")

// sitemap gives a part of the sitemap, counted from 1; 0 is the whole of it, or the list of its parts.
func (s *Server) sitemap(ctx context.Context, part int) ([]byte, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	pages := []sitemapPage{{path: "/newsletter"}}
	if t.root == 0 {
		pages = []sitemapPage{{path: "/"}, {path: "/newsletter"}, {path: "/studentenprogramm"}} // a partner's has no home page, and nobody who is a student
	}
	keys, err := s.deps.Content.PageKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if strings.HasPrefix(key, checkoutContent) || key == campusTerms && t.root != 0 {
			continue // a part of the checkout, no page; or a page of the shop's own alone
		}
		pages = append(pages, sitemapPage{path: "/" + key})
	}
	categories, err := s.deps.Catalog.Categories(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range categories {
		if t.sells(c.ID) && t.shows(&c) {
			pages = append(pages, sitemapPage{path: categoryPath + c.Slug})
		}
	}
	err = s.deps.Catalog.Each(ctx, func(p *catalog.Product) error {
		if t.sells(p.CategoryID) {
			pages = append(pages, sitemapPage{productPath + p.Slug, p.UpdatedAt})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return sitemapFile(s.originOf(siteOf(ctx)), pages, part, maxPages)
}

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// sitemapPage is a page, and when it last changed where the shop knows.
type sitemapPage struct {
	path    string
	changed time.Time
}

type sitemapEntry struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

func entryOf(address string, changed time.Time) sitemapEntry {
	if changed.IsZero() {
		return sitemapEntry{Loc: address}
	}
	return sitemapEntry{address, changed.UTC().Format(time.RFC3339)}
}

// sitemapFile writes one file about the pages, none of which names more than most.
func sitemapFile(origin string, pages []sitemapPage, part, most int) ([]byte, error) {
	named := struct {
		XMLName xml.Name       `xml:"urlset"`
		NS      string         `xml:"xmlns,attr"`
		URLs    []sitemapEntry `xml:"url"`
	}{NS: sitemapNamespace}
	files := struct {
		XMLName xml.Name       `xml:"sitemapindex"`
		NS      string         `xml:"xmlns,attr"`
		Files   []sitemapEntry `xml:"sitemap"`
	}{NS: sitemapNamespace}
	chunks := slices.Collect(slices.Chunk(pages, most))
	var file any
	switch {
	case part > len(chunks):
		return nil, errNoSitemap
	case part == 0 && len(chunks) > 1:
		for i, chunk := range chunks { // a crawler reads again what has changed since
			last := slices.MaxFunc(chunk, func(a, b sitemapPage) int { return a.changed.Compare(b.changed) })
			files.Files = append(files.Files, entryOf(fmt.Sprintf("%s/sitemap.xml?part=%d", origin, i+1), last.changed))
		}
		file = files
	default:
		for _, p := range chunks[max(part-1, 0)] { // which language is the other's, the pages say themselves
			named.URLs = append(named.URLs, entryOf(origin+p.path, p.changed), entryOf(strings.TrimSuffix(origin+"/en"+p.path, "/"), p.changed))
		}
		file = named
	}
	encoded, err := xml.Marshal(file)
	return append([]byte(xml.Header), encoded...), err
}
