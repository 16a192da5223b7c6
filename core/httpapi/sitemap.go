package httpapi

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"strings"

	"kontor.dev/kontor/core/catalog"
)

// maxAddresses is the bound of one sitemap file.
const maxAddresses = 50_000

// private are the pages that search engines leave alone: they are the visitor's own, or endless.
var private = []string{
	"/api/", "/*/kasse", "/kasse", "/*/warenkorb", "/warenkorb", "/*/merkzettel", "/merkzettel", "/*/kundenkonto", "/kundenkonto",
	"/newsletter/", "/*/newsletter/", "/produkte/", "/*/produkte/",
}

// serveRobots answers /robots.txt.
func (s *Server) serveRobots(w http.ResponseWriter, _ *http.Request) {
	var b bytes.Buffer
	b.WriteString("User-agent: *\n")
	for _, path := range private {
		b.WriteString("Disallow: " + path + "\n")
	}
	if s.deps.PublicURL != nil {
		b.WriteString("\nSitemap: " + s.origin() + "/sitemap.xml\n")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(b.Bytes())
}

func (s *Server) origin() string {
	if s.deps.PublicURL == nil {
		return ""
	}
	return s.deps.PublicURL.Scheme + "://" + s.deps.PublicURL.Host
}

// serveSitemap answers /sitemap.xml with every page of the shop that a search engine should know.
func (s *Server) serveSitemap(w http.ResponseWriter, r *http.Request) {
	found, err := s.answers.file(r.Context(), "sitemap", func(ctx context.Context) ([]byte, bool, error) {
		encoded, err := s.sitemap(ctx)
		return encoded, true, err
	})
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

type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

func (s *Server) sitemap(ctx context.Context) ([]byte, error) {
	set := struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		URLs    []sitemapURL `xml:"url"`
	}{NS: "http://www.sitemaps.org/schemas/sitemap/0.9"}
	add := func(path, modified string) {
		if len(set.URLs) < maxAddresses {
			set.URLs = append(set.URLs, sitemapURL{s.origin() + path, modified})
		}
	}
	add("/", "")
	add("/newsletter", "")
	add("/studentenprogramm", "")
	keys, err := s.deps.Content.PageKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if strings.HasPrefix(key, checkoutContent) {
			continue // a part of the checkout, no page
		}
		add("/"+key, "")
	}
	categories, err := s.deps.Catalog.Categories(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range categories {
		add(categoryPath+c.Slug, "")
	}
	err = s.deps.Catalog.Each(ctx, func(p *catalog.Product) error {
		add(productPath+p.Slug, "")
		return nil
	})
	if err != nil {
		return nil, err
	}
	encoded, err := xml.Marshal(set)
	return append([]byte(xml.Header), encoded...), err
}
