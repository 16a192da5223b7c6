package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/session"
	"kontor.dev/kontor/core/site"
)

// visit is what the API knows about the request that it answers.
type visit struct {
	w         http.ResponseWriter
	requestID string
	client    string // address of the caller
	agent     string // what the caller's browser calls itself
	host      string // under which the shop was called
	site      site.Site
	lang      catalog.Lang
	address   string // path and query, to the letter
	zip       bool   // the caller takes gzip
	token     string // of the session cookie, "" for none
	session   *session.Session
}

type visitKey struct{}

func (s *Server) withVisit(w http.ResponseWriter, r *http.Request) *http.Request {
	v := &visit{
		w: w, requestID: r.Header.Get("X-Request-Id"), client: clientOf(r, s.deps.TrustedProxies), agent: agentOf(r),
		host: r.Host, site: s.siteFor(r), lang: langOf(r), address: r.RequestURI,
		zip: takes(r.Header, "gzip"),
	}
	if len(v.requestID) < 8 || len(v.requestID) > 64 {
		v.requestID = ident.New()
	}
	if c, err := r.Cookie(session.CookieName); err == nil {
		v.token = c.Value
	}
	w.Header().Set("X-Request-Id", v.requestID)
	return r.WithContext(context.WithValue(r.Context(), visitKey{}, v))
}

func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

func requestID(ctx context.Context) string {
	if v := visitOf(ctx); v != nil {
		return v.requestID
	}
	return ""
}

// language is the language that the answer is to be in.
func language(ctx context.Context) catalog.Lang { return visitOf(ctx).lang }

// speak has the answer in a language that is known better than from the browser: where a provider sends a customer back to, the
// page that they left is not known any more. "" changes nothing.
func speak(ctx context.Context, lang catalog.Lang) {
	if lang != "" {
		visitOf(ctx).lang = lang
	}
}

// cacheControl sets the answer's Cache-Control; without it, answers are not stored.
func cacheControl(ctx context.Context, value string) {
	h := visitOf(ctx).w.Header()
	h.Set("Cache-Control", value)
	if strings.HasPrefix(value, "public") {
		h.Add("Vary", byLanguage)
	}
}

// byLanguage names what langOf and siteFor look at besides the address, for shared caches.
const byLanguage = "X-Lang, Cookie, Accept-Language, " + siteHeader

// langOf takes the storefront's choice, the visitor's cookie, or what the browser asks for; else German.
func langOf(r *http.Request) catalog.Lang {
	if lang := catalog.Lang(r.Header.Get("X-Lang")); lang == catalog.German || lang == catalog.English {
		return lang
	}
	if c, err := r.Cookie("lang"); err == nil && (c.Value == "de" || c.Value == "en") {
		return catalog.Lang(c.Value)
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		switch part = strings.ToLower(strings.TrimSpace(part)); {
		case strings.HasPrefix(part, "de"):
			return catalog.German
		case strings.HasPrefix(part, "en"):
			return catalog.English
		}
	}
	return catalog.German
}

// clientOf gives the caller's address: who connected, or, when that is a trusted proxy, the last one in
// X-Forwarded-For that is none. What stands before that anybody can write.
func clientOf(r *http.Request, trusted []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if len(trusted) == 0 || !within(host, trusted) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := hopAddress(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		if host = address.String(); !within(host, trusted) {
			break
		}
	}
	return host
}

// hopAddress reads an entry of X-Forwarded-For. Some proxies write the port with it: 203.0.113.7:5, [2001:db8::1]:5.
func hopAddress(hop string) (netip.Addr, error) {
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr(), nil
	}
	if inner, ok := strings.CutPrefix(hop, "["); ok {
		hop = strings.TrimSuffix(inner, "]")
	}
	return netip.ParseAddr(hop)
}

func within(host string, networks []netip.Prefix) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
}

func agentOf(r *http.Request) string {
	const most = 512
	agent := r.UserAgent()
	return strings.ToValidUTF8(agent[:min(len(agent), most)], "")
}

// browser is what the caller's browser shows of itself, and whose shop it looks at.
func (s *Server) browser(ctx context.Context) checkout.Browser {
	v := visitOf(ctx)
	return checkout.Browser{IP: v.client, UserAgent: v.agent, Host: s.deps.Sites.Named(v.host)}
}

// currentSession gives the visitor's session for calls that show something; fault Unauthenticated when there is none.
func (s *Server) currentSession(ctx context.Context) (*session.Session, error) {
	return s.find(ctx, s.deps.Sessions.Resolve)
}

// liveSession is currentSession for calls where an ended session must not pass, not even for seconds.
func (s *Server) liveSession(ctx context.Context) (*session.Session, error) {
	return s.find(ctx, s.deps.Sessions.Fresh)
}

func (s *Server) find(ctx context.Context, by func(context.Context, string) (*session.Session, error)) (*session.Session, error) {
	v := visitOf(ctx)
	if v.token == "" {
		return nil, fault.New(fault.Unauthenticated, "session_missing")
	}
	found, err := by(ctx, v.token)
	if fault.CodeOf(err) == fault.Unauthenticated {
		found, err = s.successor(ctx, v)
	}
	if err != nil {
		return nil, err
	}
	v.session = found
	s.note(ctx, v)
	return found, nil
}

// successor gives the session that came after the visitor's, with its token: the answer that had it was lost.
func (s *Server) successor(ctx context.Context, v *visit) (*session.Session, error) {
	next, found, err := s.deps.Sessions.Successor(ctx, v.token)
	if err == nil {
		s.setToken(v, next)
	}
	return found, err
}

// note remembers where the visitor's session is used. No call fails for it.
func (s *Server) note(ctx context.Context, v *visit) {
	if err := s.deps.Sessions.Note(ctx, v.token, v.session, session.Device(v.agent), v.client); err != nil {
		slog.WarnContext(ctx, "where a session is used was not noted", "error", err)
	}
}

// ensureSession gives the visitor's session and begins one where there is none. Call it before anything is written. It begins
// none for a call that was under way when a log-in renewed the token: its cookie would come after the log-in's.
func (s *Server) ensureSession(ctx context.Context) (*session.Session, error) {
	found, err := s.currentSession(ctx)
	if err == nil || fault.CodeOf(err) != fault.Unauthenticated || errors.Is(err, session.ErrRenewed) {
		return found, err
	}
	v := visitOf(ctx)
	if !s.own(v.client) {
		if err := s.limiter.allow(limitSession, v.client); err != nil {
			return nil, err
		}
	}
	token, made, err := s.deps.Sessions.Start(ctx, v.lang)
	if err != nil {
		return nil, err
	}
	v.session = made
	s.setToken(v, token)
	return made, nil
}

// setToken gives the visitor the token of the session.
func (s *Server) setToken(v *visit, token string) {
	v.token = token
	http.SetCookie(v.w, &http.Cookie{
		Name: session.CookieName, Value: token, Path: "/", MaxAge: int(session.Absolute.Seconds()),
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// dropToken takes the token away.
func (s *Server) dropToken(v *visit) {
	v.token, v.session = "", nil
	http.SetCookie(v.w, &http.Cookie{
		Name: session.CookieName, Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// secure reports whether browsers reach the shop by https.
func (s *Server) secure() bool { return s.deps.PublicURL != nil && s.deps.PublicURL.Scheme == "https" }
