package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack"
)

const cardMethod = "creditcard"

// cards makes the service of saved cards. Its key is the setting customer.sealKey; without one it is made once and kept
// in the state folder, which is for one machine: servers that share a database need the setting.
func (p *parts) cards() (*customer.Cards, error) {
	seal, err := p.seal()
	if err != nil {
		return nil, err
	}
	return customer.NewCards(postgres.NewCards(p.pool), seal, systemClock), nil
}

// seal opens what is kept for customers.
func (p *parts) seal() (*customer.Seal, error) {
	key, err := sealKey(p.cfg)
	if err != nil {
		return nil, err
	}
	return customer.NewSeal(key)
}

// orderLinks makes the links to how orders stand.
func (p *parts) orderLinks() (*order.Links, error) {
	key, err := sealKey(p.cfg)
	if err != nil {
		return nil, err
	}
	return order.NewLinks(key, clock.System{})
}

// sealKey is the shop's key.
func sealKey(cfg config.Config) ([]byte, error) {
	if text := cfg.Customer.SealKey; text != "" {
		key, err := hex.DecodeString(text)
		if err != nil {
			return nil, errors.New("customer.sealKey is not hexadecimal")
		}
		return key, nil
	}
	path := filepath.Join(cfg.State.Dir, "seal.key")
	text, err := devstack.KeptSecret(path, func() string { return hex.EncodeToString(customer.NewSealKey()) })
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// cardForm gives the card method's form without a checkout.
func (p *parts) cardForm(ctx context.Context) (map[string]string, error) {
	methods, err := p.plugins.Payments().Methods(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range methods {
		if m.Code == cardMethod && !m.Retired {
			made, err := p.plugins.Payments().Start(ctx, checkout.SessionRequest{
				Plugin: m.Plugin, MethodCode: m.Code, IdempotencyKey: ident.New(),
			})
			return made.Client, err
		}
	}
	return nil, fault.New(fault.Conflict, "payment_method_not_available")
}
