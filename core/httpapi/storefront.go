package httpapi

import (
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
)

// developmentPath is where the storefront's development server hears of errors in the browser; the built one has no such page.
const developmentPath = "/__nextjs"

// storefront passes pages on to the storefront's server and keeps those that are the same for everyone.
func (s *Server) storefront() http.Handler {
	if s.deps.Storefront == nil {
		return http.NotFoundHandler()
	}
	var transport http.RoundTripper = &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
		ResponseHeaderTimeout: renderTimeout,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       90 * time.Second,
		DisableCompression:    true, // the page stays encoded as the storefront made it
	}
	if s.overload != nil {
		transport = gated{transport, s}
	}
	proxy := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(s.deps.Storefront)
			if !utf8.ValidString(p.Out.URL.Path) { // the storefront's router fails at it; so it finds a page or none
				p.Out.URL.Path, p.Out.URL.RawPath = strings.ToValidUTF8(p.Out.URL.Path, "\ufffd"), ""
			}
			p.SetXForwarded()
			p.Out.Host = p.In.Host
			otel.GetTextMapPropagator().Inject(p.In.Context(), propagation.HeaderCarrier(p.Out.Header))
		},
		ModifyResponse: func(res *http.Response) error {
			if err := s.refuseFailed(res); err != nil {
				return err
			}
			s.letProvidersIn(res)
			s.letChatIn(res)
			s.letThirdPartiesIn(res)
			shareNoFailure(res)
			return s.keepPage(res)
		},
		ErrorHandler: s.serveUnavailable,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && !strings.HasPrefix(r.URL.Path, developmentPath) {
			methods := s.methods(r)
			if len(methods) == 0 {
				methods = []string{http.MethodGet, http.MethodHead}
			}
			refuseMethod(w, methods)
			return
		}
		if small, ok := writtenSmall(r.URL); ok {
			http.Redirect(w, r, small, http.StatusPermanentRedirect)
			return
		}
		if !slices.ContainsFunc(ownFiles, func(prefix string) bool { return strings.HasPrefix(r.URL.Path, prefix) }) {
			maps.DeleteFunc(r.Header, func(name string, _ []string) bool { return !pageHeaders[name] })
			sameEncoding(r.Header)
		}
		s.nameSite(r)
		if r.Method != http.MethodGet {
			proxy.ServeHTTP(w, r)
			return
		}
		page, rendering := s.pages.get(r)
		if page != nil {
			page.write(w)
			return
		}
		r = rendering.with(r)
		defer s.pages.end(r)
		proxy.ServeHTTP(w, r)
	})
}

// ownFiles are the beginnings of the paths of the storefront's files and of its development server, which asks for web sockets.
var ownFiles = []string{"/_next/", developmentPath}

// pageHeaders are all of a request for a page that the storefront is told: what its answers depend on, and say so. Its framework
// looks at others as well, and writes what stands there into the page, as a nonce of Content-Security-Policy; one that is kept would
// have it for everyone. Nor does a page know of cookies: it holds no personal data.
var pageHeaders = map[string]bool{
	"Accept-Encoding": true, "Range": true, "If-Range": true, "If-None-Match": true, "If-Modified-Since": true,
	"Rsc": true, "Next-Router-State-Tree": true, "Next-Router-Prefetch": true, "Next-Router-Segment-Prefetch": true, "Next-Url": true,
}

// verbatim are the beginnings of addresses whose capitals mean something: the storefront's files, and what somebody searches for.
var verbatim = []string{"/_next/", developmentPath, "/produkte/", "/en/produkte/"}

// writtenSmall gives the address of a page as the shop writes it, which has no capitals, for one that has.
func writtenSmall(u *url.URL) (string, bool) {
	capital := func(r rune) bool { return 'A' <= r && r <= 'Z' }
	begins := func(prefix string) bool { return strings.HasPrefix(u.Path, prefix) }
	if !strings.ContainsFunc(u.Path, capital) || begins("//") || slices.ContainsFunc(verbatim, begins) {
		return "", false // two slashes would begin the name of another host
	}
	return (&url.URL{Path: strings.ToLower(u.Path), RawQuery: u.RawQuery}).String(), true
}

// keepPage stores a page on its way to the visitor. Nobody waits for the way.
func (s *Server) keepPage(res *http.Response) error {
	defer s.pages.end(res.Request)
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

// letProvidersIn adds to a page's content security policy the origins that payment methods need in the browser. Every
// page gets them: the checkout may be reached without another page being loaded.
func (s *Server) letProvidersIn(res *http.Response) {
	policy := res.Header.Get("Content-Security-Policy")
	if policy == "" || s.deps.PaymentMethods == nil {
		return
	}
	methods, err := s.deps.PaymentMethods(res.Request.Context())
	if err != nil {
		return // the page is of use without them
	}
	var origins []string
	for _, m := range methods {
		if !m.Retired {
			origins = append(origins, m.Origins...)
		}
	}
	slices.Sort(origins)
	if origins = slices.Compact(origins); len(origins) > 0 {
		res.Header.Set("Content-Security-Policy", extendPolicy(policy, origins))
	}
}

// extendPolicy lets the origins in where a payment method needs them.
func extendPolicy(policy string, origins []string) string {
	add := " " + strings.Join(origins, " ")
	directives := strings.Split(policy, ";")
	for i, d := range directives {
		switch name, _, _ := strings.Cut(strings.TrimSpace(d), " "); name {
		case "script-src", "connect-src", "frame-src", "form-action", "img-src":
			directives[i] = d + add
		}
	}
	return strings.Join(directives, ";")
}

// rest is a body whose beginning was read already.
type rest struct {
	io.Reader
	io.Closer
}
