package httpapi

import (
	"net/http"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/site"
)

// ThirdPartyView is a partner's script for a visitor who agreed to its service.
type ThirdPartyView struct {
	Script  string `json:"script" doc:"its address"`
	Service string `json:"service" doc:"the consent service without which it is not loaded"`
}

func thirdPartyView(partner *site.ThirdParty) *ThirdPartyView {
	if partner == nil {
		return nil
	}
	return &ThirdPartyView{Script: partner.Script, Service: partner.Service}
}

// The text that says what a partner's service is for.
var partnerPurposes = map[string]string{site.PayLaterService: "payLaterPurpose", site.RatingsService: "ratingsPurpose"}

// thirdParties are those that the shop has.
func (s *Server) thirdParties() []*site.ThirdParty {
	var all []*site.ThirdParty
	for _, partner := range []*site.ThirdParty{s.deps.PayLater, s.deps.Ratings} {
		if partner != nil {
			all = append(all, partner)
		}
	}
	return all
}

// thirdPartyConsents asks visitors about the partners beside the tracking services.
func (s *Server) thirdPartyConsents(lang catalog.Lang) []ConsentServiceView {
	views := []ConsentServiceView{}
	for _, partner := range s.thirdParties() {
		purpose := texts[partnerPurposes[partner.Service]].In(lang)
		views = append(views, ConsentServiceView{ServiceName: partner.Service, Title: partner.Name, Purpose: purpose})
	}
	return views
}

// letThirdPartiesIn adds the partners' origins to a page's content security policy. The page itself loads nothing from there
// before the visitor has agreed.
func (s *Server) letThirdPartiesIn(res *http.Response) {
	policy := res.Header.Get("Content-Security-Policy")
	if policy == "" {
		return
	}
	for _, partner := range s.thirdParties() {
		policy = extendPolicy(policy, []string{partner.Origin})
	}
	res.Header.Set("Content-Security-Policy", policy)
}
