package app

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/site"
)

// faces is what operators set of how visitors meet the shop.
type faces struct {
	chat     *chat.Chat // nil without one
	sites    *site.Sites
	payLater *site.ThirdParty // nil without one
	ratings  *site.ThirdParty // nil without one
}

func facesOf(cfg config.Config) (f faces, err error) {
	if f.chat, err = chat.New(cfg.Chat.Script, cfg.Chat.Hours); err != nil {
		return f, err
	}
	if f.payLater, err = site.NewThirdParty(site.PayLaterService, cfg.PayLater.Script, cfg.PayLater.Name); err != nil {
		return f, err
	}
	if f.ratings, err = site.NewThirdParty(site.RatingsService, cfg.Ratings.Script, cfg.Ratings.Name); err != nil {
		return f, err
	}
	f.sites, err = site.New(site.Settings(cfg.WhiteLabel))
	return f, err
}

// siteAt finds the site of a host and its address.
func (f faces) siteAt(own *url.URL) mailer.Sites {
	return func(host string) (site.Site, string) { return f.sites.Of(host), f.sites.Address(own, host) }
}

// Categories reads the catalogue's tree.
type Categories interface {
	Categories(ctx context.Context) ([]catalog.Category, error)
}

// PartnerCategory is nil when there is the category that a partner's shop is about, or no such shop: without it that is empty.
func PartnerCategory(ctx context.Context, cfg config.Config, tree Categories) error {
	if cfg.WhiteLabel.Name == "" {
		return nil
	}
	list, err := tree.Categories(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(c catalog.Category) bool { return c.Slug == cfg.WhiteLabel.Category }) {
		return nil
	}
	return fmt.Errorf("the shop of %s is empty: whiteLabel.category (%s) is %q, and the catalogue has no category with that slug",
		cfg.WhiteLabel.Name, config.EnvName("whiteLabel.category"), cfg.WhiteLabel.Category)
}

// urlsOf gives the addresses that payment providers need. Customers come back to the host where they went to pay, so that
// the partner's customers stay in the partner's shop, whose cookie alone knows their cart.
func urlsOf(cfg config.Config) (checkout.URLs, error) {
	own, err := parseURL("http.publicURL", cfg.HTTP.PublicURL)
	if err != nil {
		return checkout.URLs{}, err
	}
	shown, err := facesOf(cfg)
	if err != nil {
		return checkout.URLs{}, err
	}
	at := func(host, path, name string) string { return shown.sites.Address(own, host) + path + name }
	return checkout.URLs{
		Return:  func(attemptID, host string) string { return at(host, "/kasse/zahlung/", attemptID) },
		Express: func(method, host string) string { return at(host, "/kasse/express/", method) },
		Webhook: func(plugin string) string { return at("", "/webhooks/", plugin) },
	}, nil
}
