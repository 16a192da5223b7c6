package app

import (
	"context"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/vat"
	"kontor.dev/kontor/core/vies"
)

// checkVATIDs asks the authority about the VAT ids that customers gave. The outbox asks again until there is an answer.
func (p *parts) checkVATIDs(ctx context.Context, events []outbox.Event) error {
	checks := vat.NewService(postgres.NewVATEvidence(p.pool), newAuthority(p.cfg), systemClock)
	return each(events, func(e numbered) error { return checks.Check(ctx, e.ID) })
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
