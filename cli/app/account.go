package app

import (
	"context"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/vies"
)

// tellAccounts hands conversions, and VAT ids to ask the authority about, to the workflows of their customers.
func (b *buying) tellAccounts(ctx context.Context, events []outbox.Event) error {
	return each(events, func(e numbered) error { return b.accounts.Changed(ctx, e.ID) })
}

func newAuthority(cfg config.Config) *vies.Client {
	url := cfg.VAT.URL
	if url == "" {
		url = pluginVariable(cfg, "KONTOR_SIMULATOR_URL") + "/vies"
	}
	return vies.New(url, cfg.VAT.Requester)
}

// beginPrivacy starts the workflows of customers' requests about their data.
func (b *buying) beginPrivacy(ctx context.Context, events []outbox.Event) error {
	return each(events, func(e struct {
		ID string `json:"id"`
	}) error {
		return b.privacies.Begin(ctx, e.ID)
	})
}
