package httpapi

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
)

// Ads are what a page shows in its places for ads. A place that is not among the templates stays empty.
type Ads struct {
	Error            string        `json:"error" doc:"translation key; empty: it went well"`
	RotationIsActive bool          `json:"rotationIsActive" doc:"asking again may show others"`
	Templates        map[string]Ad `json:"templates" doc:"by target"`
}

// Ad is a banner.
type Ad struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	CTA      string `json:"cta"`
	Image    string `json:"image" doc:"key: /images/{size}/{key}; empty for none"`
	URL      string `json:"url"`
	LineItem string `json:"lineItem,omitempty"`
	Creative string `json:"creative,omitempty"`
}

type adsRequest struct {
	Targets    string `query:"targets" required:"true" maxLength:"500" doc:"comma list"`
	IsMobile   string `query:"is-mobile" maxLength:"10"`
	Categories string `query:"categories" maxLength:"500" doc:"slugs of the page's path, joined by slashes, lower case"`
	KeyValues  string `query:"key-values" maxLength:"2000" doc:"JSON object of texts, lower case"`
	LineItem   string `query:"adn-lp-li" maxLength:"80" doc:"of a preview"` //nolint:misspell // the spec's name
	Creative   string `query:"adn-lp-c" maxLength:"80" doc:"of a preview"`  //nolint:misspell // the spec's name
}

const maxTargets = 20

// adTurnSeconds is how long it is one ad's turn among several: a page that fills a place anew does so after as long. Whoever
// asks meanwhile, for a phone or not, is given the same.
const adTurnSeconds = 60

func (s *Server) registerAds(api huma.API) {
	register(api, get("content", "ads", "/api/banana-handler/get-multiple", "The ads of a page's places"), s.ads)
}

func (s *Server) ads(ctx context.Context, in *adsRequest) (Ads, error) {
	r := content.AdRequest{
		Targets: split(in.Targets, ","), Mobile: in.IsMobile == "1" || in.IsMobile == "true", Categories: split(in.Categories, "/"),
		LineItem: in.LineItem, Creative: in.Creative,
	}
	if len(r.Targets) > maxTargets {
		return Ads{}, fault.InvalidFields("input_invalid", fault.Field{Name: "targets", Reason: "too_long"})
	}
	if in.KeyValues != "" {
		if err := json.Unmarshal([]byte(in.KeyValues), &r.Keywords); err != nil {
			return Ads{}, fault.InvalidFields("input_invalid", fault.Field{Name: "key-values", Reason: "invalid"})
		}
	}
	if siteOf(ctx).WhiteLabel() {
		t, err := s.tree(ctx)
		if err != nil {
			return Ads{}, err
		}
		r.Leads = t.leads
	}
	found, rotates, err := s.deps.Content.Ads(ctx, r, int(time.Now().Unix()/adTurnSeconds))
	if err != nil {
		return Ads{}, err
	}
	answer, lang := Ads{RotationIsActive: rotates, Templates: map[string]Ad{}}, language(ctx)
	for target, ad := range found {
		answer.Templates[target] = Ad{
			ID: ad.ID, Title: ad.Title.In(lang), Text: ad.Text.In(lang), CTA: ad.CTA.In(lang), Image: ad.Image, URL: ad.URL,
			LineItem: ad.LineItem, Creative: ad.Creative,
		}
	}
	return answer, nil
}

// split gives the parts that are not empty, in lower case.
func split(text, separator string) []string {
	var parts []string
	for part := range strings.SplitSeq(strings.ToLower(text), separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
