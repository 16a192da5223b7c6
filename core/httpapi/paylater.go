package httpapi

import (
	"net/http"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/site"
)

// PayLaterView is the partner's script for a visitor who agreed to its service.
type PayLaterView struct {
	Script  string `json:"script" doc:"its address"`
	Service string `json:"service" doc:"the consent service without which it is not loaded"`
}

func (s *Server) payLaterView() *PayLaterView {
	if s.deps.PayLater == nil {
		return nil
	}
	return &PayLaterView{Script: s.deps.PayLater.Script, Service: site.PayLaterService}
}

// payLaterConsent asks visitors about the partner beside the tracking services.
func (s *Server) payLaterConsent(lang catalog.Lang) []ConsentServiceView {
	if s.deps.PayLater == nil {
		return nil
	}
	return []ConsentServiceView{{ServiceName: site.PayLaterService, Title: s.deps.PayLater.Name, Purpose: texts["payLaterPurpose"].In(lang)}}
}

// letPayLaterIn adds the partner's origin to a page's content security policy. The page itself loads nothing from there
// before the visitor has agreed.
func (s *Server) letPayLaterIn(res *http.Response) {
	policy := res.Header.Get("Content-Security-Policy")
	if policy == "" || s.deps.PayLater == nil {
		return
	}
	res.Header.Set("Content-Security-Policy", extendPolicy(policy, []string{s.deps.PayLater.Origin}))
}
