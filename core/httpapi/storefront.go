package httpapi

import (
	_ "embed"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"time"
)

//go:embed unavailable.html
var unavailablePage []byte

// storefront passes pages on to the storefront's server and keeps those that are the same for everyone.
func (s *Server) storefront() http.Handler {
	if s.deps.Storefront == nil {
		return http.NotFoundHandler()
	}
	proxy := &httputil.ReverseProxy{
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			MaxIdleConnsPerHost: 64,
			IdleConnTimeout:     90 * time.Second,
			DisableCompression:  true, // the page stays encoded as the storefront made it
		},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(s.deps.Storefront)
			p.SetXForwarded()
			p.Out.Host = p.In.Host
		},
		ModifyResponse: s.keepPage,
		ErrorHandler:   serveUnavailable,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			if page, ok := s.pages.get(r); ok {
				page.write(w)
				return
			}
			r = s.pages.begin(r)
		}
		proxy.ServeHTTP(w, r)
	})
}

// keepPage stores a page on its way to the visitor.
func (s *Server) keepPage(res *http.Response) error {
	lifetime, ok := sharedLifetime(res)
	if !ok {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxPage+1))
	if err != nil {
		return err
	}
	if len(body) > maxPage {
		res.Body = rest{io.MultiReader(newBody(body), res.Body), res.Body}
		return nil
	}
	if err := res.Body.Close(); err != nil {
		return err
	}
	res.Body = io.NopCloser(newBody(body))
	s.pages.put(res, body, lifetime)
	return nil
}

// rest is a body whose beginning was read already.
type rest struct {
	io.Reader
	io.Closer
}

func serveUnavailable(w http.ResponseWriter, r *http.Request, err error) {
	slog.WarnContext(r.Context(), "storefront does not answer", "path", r.URL.Path, "error", err)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "3")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write(unavailablePage)
}
