// Command fake is a scripted plugin of all kinds for tests. The request chooses the outcome: the word before the @ of
// the customer's e-mail, or the client data "fake", which goes first. The words are listed at word.
//
// Its provider is a ledger: a directory when the setting state_dir is given, so that a charge survives the death of the
// plugin as it would at a real provider, else memory.
package main

import (
	"context"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// Set by tests that need several of them (-ldflags "-X main.name=... -X main.version=...").
var (
	name    = "fake"
	version = "1.0.0"
)

func main() { sdk.Serve(newPlugin()) }

func newPlugin() sdk.Plugin {
	f := &fake{}
	return sdk.Plugin{
		Base: base.New(manifest(), f.configure, f.health), Payment: payments{f}, Shipping: parcels{fake: f}, Tracking: &events{},
	}
}

func manifest() base.Manifest {
	return base.Manifest{Name: name, Version: version, Settings: []base.Setting{
		{Key: "api_key", Secret: true, Required: true, Help: "Any text; it must never be seen again."},
		{Key: "webhook_secret", Secret: true, Required: true, Help: "The key that signs webhooks (HMAC-SHA256)."},
		{Key: "state_dir", Help: "A directory for the ledger; memory when empty."},
		{Key: "shipping_fee", Type: base.SettingInt, Default: "499", Help: "Fee of the standard option in cents."},
		{Key: "illness", Help: "Why it cannot work, as it tells when asked for its health."},
		{Key: "countries", Type: base.SettingList, Help: "Billing countries of the methods; all when empty."},
	}}
}

type fake struct {
	config base.Config
	ledger *ledger
}

func (f *fake) configure(_ context.Context, c base.Config) error {
	f.config, f.ledger = c, newLedger(c.String("state_dir"))
	return nil
}

func (f *fake) health(context.Context) base.Health {
	illness := f.config.String("illness")
	return base.Health{OK: illness == "", Message: illness}
}
