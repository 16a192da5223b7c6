package httpapi

import (
	"cmp"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

// siteHeader tells the storefront's server, and its calls to the API, whose site a page is for. The front door sets it.
const siteHeader = "X-Kontor-Site"

// SiteView is the shop as visitors see it: its own, or a partner's with the partner's name and theme.
type SiteView struct {
	WhiteLabel bool   `json:"whiteLabel" doc:"a partner's: guests alone order, nobody logs in"`
	Name       string `json:"name" doc:"the partner's; empty for the shop's own"`
	Category   string `json:"category" doc:"slug of the category that the partner's shop is about"`
	Accent     string `json:"accent" doc:"#rrggbb; empty: the shop's own colour"`
	Origin     string `json:"origin" doc:"under which the shop is reached: https://shop.example"`
	Chat       bool   `json:"chat" doc:"there is a support chat"`
	Hotline    string `json:"hotline,omitempty" doc:"customers' telephone number; missing: there is none"`

	WithdrawalDays    int `json:"withdrawalDays" doc:"of the period to withdraw from a contract"`
	DeliveryCountries int `json:"deliveryCountries" doc:"how many countries private customers' goods are sent to"`

	Hides []site.Notice `json:"hides,omitempty" doc:"notices that a market asks for and the operator switched off"`

	PayLater *ThirdPartyView `json:"payLater,omitempty" doc:"missing: there is no such partner"`
	Ratings  *ThirdPartyView `json:"ratings,omitempty" doc:"missing: there is no such partner"`
}

var errGuestsOnly = fault.New(fault.Forbidden, "white_label_guests_only")

func (s *Server) registerSite(api huma.API) {
	register(api, get("home", "site", "/api/site", "Whose shop it is, by the host under which it was called"), s.siteView)
}

func (s *Server) siteView(ctx context.Context, _ *none) (SiteView, error) {
	own := siteOf(ctx)
	return SiteView{
		WhiteLabel: own.WhiteLabel(), Name: own.Name, Category: own.Category, Accent: own.Accent, Origin: s.originOf(own), Chat: s.deps.Chat != nil,
		Hotline: s.deps.Hotline, WithdrawalDays: cmp.Or(s.deps.Withdrawal.Days, withdrawal.LegalDays),
		DeliveryCountries: len(address.Countries(address.PrivateDelivery)), Hides: s.deps.Hides, PayLater: thirdPartyView(s.deps.PayLater), Ratings: thirdPartyView(s.deps.Ratings),
	}, nil
}

// originOf is the public address of a site. A partner's under every host is the shop's own.
func (s *Server) originOf(own site.Site) string {
	if s.deps.PublicURL == nil {
		return ""
	}
	return s.deps.Sites.Address(s.deps.PublicURL, own.Host)
}

// siteFor finds the site that a request is for: the one that the storefront's server asks for, else its host's.
func (s *Server) siteFor(r *http.Request) site.Site {
	if s.deps.Sites == nil {
		return site.Site{}
	}
	if key := r.Header.Get(siteHeader); key != "" {
		return s.deps.Sites.ByKey(key)
	}
	return s.deps.Sites.Of(r.Host)
}

// siteOf gives the site that the request is for.
func siteOf(ctx context.Context) site.Site { return visitOf(ctx).site }

// nameSite puts the site into a request for a page, whatever the visitor wrote there.
func (s *Server) nameSite(r *http.Request) {
	r.Header.Del(siteHeader)
	if s.deps.Sites == nil {
		return
	}
	if own := s.deps.Sites.Of(r.Host); own.WhiteLabel() {
		r.Header.Set(siteHeader, own.Key)
	}
}

// refusePartner keeps accounts from the partner's site, where guests alone order.
func (s *Server) refusePartner(ctx context.Context) error {
	if siteOf(ctx).WhiteLabel() {
		return errGuestsOnly
	}
	return nil
}
