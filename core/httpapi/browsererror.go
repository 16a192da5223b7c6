package httpapi

import (
	"context"
	"log/slog"
	"net/url"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// BrowserErrorRequest tells the shop of something that went wrong in a visitor's browser. What could name the visitor is
// taken out before it is logged, and who sent it is not noted.
type BrowserErrorRequest struct {
	Kind    string `json:"kind" enum:"error,rejection,report" doc:"thrown, a promise that nobody caught, or reported by the page itself"`
	Message string `json:"message" maxLength:"1000"`
	Page    string `json:"page,omitempty" maxLength:"2000" doc:"address of the page"`
	Source  string `json:"source,omitempty" maxLength:"2000" doc:"address of the script"`
	Line    int    `json:"line,omitempty" minimum:"0"`
	Column  int    `json:"column,omitempty" minimum:"0"`
}

// BrowserErrorAnswer says that the report was taken.
type BrowserErrorAnswer struct {
	Taken bool `json:"taken"`
}

const maxBrowserMessage = 300

func (s *Server) registerBrowserError(api huma.API) {
	register(api, post("content", "reportBrowserError", "/api/monitor/error", "Report an error of the page in the browser"), s.reportBrowserError)
}

// reportBrowserError writes the report to the log. It is not worth more than that: a page may be broken by what a visitor
// has installed.
func (s *Server) reportBrowserError(ctx context.Context, in *body[BrowserErrorRequest]) (BrowserErrorAnswer, error) {
	if err := s.limiter.allow(limitMonitor, visitOf(ctx).client); err != nil {
		return BrowserErrorAnswer{}, err
	}
	r := in.Body
	slog.WarnContext(ctx, "browser error", "kind", r.Kind, "message", anonymous(r.Message), "page", placeOf(r.Page),
		"source", placeOf(r.Source), "line", r.Line, "column", r.Column)
	return BrowserErrorAnswer{Taken: true}, nil
}

var (
	mailAddress = regexp.MustCompile(`[^\s@<>"'(]+@[^\s@<>"')]+`)
	webAddress  = regexp.MustCompile(`\bhttps?://[^\s"'<>]+`)
	// Five digits or more are a postcode, a telephone, an order or a card; so are letters and digits that long a token.
	number = regexp.MustCompile(`\d[\d\s./-]{3,}\d`)
	token  = regexp.MustCompile(`[A-Za-z0-9_-]{24,}`)
)

// anonymous is an error's text without what could tell who saw it, on one line.
func anonymous(text string) string {
	text = webAddress.ReplaceAllStringFunc(text, placeOf)
	text = mailAddress.ReplaceAllString(text, "[mail]")
	text = number.ReplaceAllString(text, "[number]")
	text = token.ReplaceAllString(text, "[token]")
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	if runes := []rune(text); len(runes) > maxBrowserMessage {
		text = string(runes[:maxBrowserMessage]) + "…"
	}
	return text
}

// placeOf is an address without what was asked for there: a query may hold a search or a token, a search's path its words.
func placeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	path := u.Path
	if head, _, found := strings.Cut(path, searchPath); found {
		path = head + searchPath + "…"
	}
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return path
	}
	return u.Host + path
}
