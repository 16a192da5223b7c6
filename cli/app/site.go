package app

import (
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/site"
)

// faces makes what operators set of how visitors meet the shop: the support chat, nil without one, and the sites.
func faces(cfg config.Config) (*chat.Chat, *site.Sites, error) {
	support, err := chat.New(cfg.Chat.Script, cfg.Chat.Hours)
	if err != nil {
		return nil, nil, err
	}
	sites, err := site.New(site.Settings(cfg.WhiteLabel))
	return support, sites, err
}
