package app

import (
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/site"
)

// faces is what operators set of how visitors meet the shop.
type faces struct {
	chat     *chat.Chat // nil without one
	sites    *site.Sites
	payLater *site.PayLater // nil without one
	ratings  *site.Ratings  // nil without one
}

func facesOf(cfg config.Config) (f faces, err error) {
	if f.chat, err = chat.New(cfg.Chat.Script, cfg.Chat.Hours); err != nil {
		return f, err
	}
	if f.payLater, err = site.NewPayLater(cfg.PayLater.Script, cfg.PayLater.Name); err != nil {
		return f, err
	}
	if f.ratings, err = site.NewRatings(cfg.Ratings.Script, cfg.Ratings.Name); err != nil {
		return f, err
	}
	f.sites, err = site.New(site.Settings(cfg.WhiteLabel))
	return f, err
}
