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
	seal, err := newSeal(p.cfg)
	if err != nil {
		return nil, err
	}
	return customer.NewCards(postgres.NewCards(p.pool), seal, systemClock), nil
}

// orderLinks makes the links to how orders stand.
func (p *parts) orderLinks() (*order.Links, error) {
	key, former, err := sealKeys(p.cfg)
	if err != nil {
		return nil, err
	}
	return order.NewLinks(key, former, clock.System{})
}

// newSeal opens what is kept for customers.
func newSeal(cfg config.Config) (*customer.Seal, error) {
	key, former, err := sealKeys(cfg)
	if err != nil {
		return nil, err
	}
	return customer.NewSeal(key, former)
}

// sealKeys are the shop's key, and the one before, nil without one.
func sealKeys(cfg config.Config) (key, former []byte, err error) {
	text, name := cfg.Customer.SealKey, "customer.sealKey"
	if text == "" {
		name = filepath.Join(cfg.State.Dir, "seal.key")
		if text, err = devstack.KeptSecret(name, func() string { return hex.EncodeToString(customer.NewSealKey()) }); err != nil {
			return nil, nil, err
		}
	}
	if key, err = hex.DecodeString(text); err != nil {
		return nil, nil, fmt.Errorf("%s is not hexadecimal", name)
	}
	if cfg.Customer.FormerSealKey == "" {
		return key, nil, nil
	}
	if former, err = hex.DecodeString(cfg.Customer.FormerSealKey); err != nil {
		return nil, nil, errors.New("customer.formerSealKey is not hexadecimal")
	}
	return key, former, nil
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
