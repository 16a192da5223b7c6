package httpapi

import (
	"net/http"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/site"
)

// RatingsView is the script of a partner that collects ratings, for a visitor who agreed to its service.
type RatingsView struct {
	Script  string `json:"script" doc:"its address"`
	Service string `json:"service" doc:"the consent service without which it is not loaded"`
}

func (s *Server) ratingsView() *RatingsView {
	if s.deps.Ratings == nil {
		return nil
	}
	return &RatingsView{Script: s.deps.Ratings.Script, Service: site.RatingsService}
}

// ratingsConsent asks visitors about the partner beside the tracking services.
func (s *Server) ratingsConsent(lang catalog.Lang) []ConsentServiceView {
	if s.deps.Ratings == nil {
		return nil
	}
	return []ConsentServiceView{{ServiceName: site.RatingsService, Title: s.deps.Ratings.Name, Purpose: texts["ratingsPurpose"].In(lang)}}
}

// letRatingsIn adds the partner's origin to a page's content security policy, as letPayLaterIn does.
func (s *Server) letRatingsIn(res *http.Response) {
	policy := res.Header.Get("Content-Security-Policy")
	if policy == "" || s.deps.Ratings == nil {
		return
	}
	res.Header.Set("Content-Security-Policy", extendPolicy(policy, []string{s.deps.Ratings.Origin}))
}
