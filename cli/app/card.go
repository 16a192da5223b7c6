package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
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
	key, err := p.sealKey()
	if err != nil {
		return nil, err
	}
	return customer.NewSeal(key)
}

func (p *parts) sealKey() ([]byte, error) {
	if text := p.cfg.Customer.SealKey; text != "" {
		key, err := hex.DecodeString(text)
		if err != nil {
			return nil, errors.New("customer.sealKey is not hexadecimal")
		}
		return key, nil
	}
	path := filepath.Join(p.cfg.State.Dir, "seal.key")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return readKey(path)
}

// makeKey makes the file in one step, and whole: another process may read it at once, and a crash must not lose a key that has
// sealed something. Of two who make it, one has fs.ErrExist.
func makeKey(path string) error {
	file, err := os.CreateTemp(filepath.Dir(path), "seal-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(hex.EncodeToString(customer.NewSealKey()))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Link(file.Name(), path)
}

func readKey(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(string(text))
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
