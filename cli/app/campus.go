package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

// NewCampus makes the campus programme over a database. A shop without the file of universities takes documents alone,
// one without a key takes none.
func NewCampus(cfg config.Config, pool *pgxpool.Pool) (*campus.Service, error) {
	vault, err := newVault(cfg)
	if err != nil {
		return nil, err
	}
	if vault == nil {
		slog.Warn("campus.key is empty: the campus programme takes no documents")
	}
	universities, err := universities(cfg.Campus.Universities)
	if err != nil {
		return nil, err
	}
	return campus.NewService(postgres.NewCampus(pool), universities, vault, systemClock), nil
}

func newVault(cfg config.Config) (*campus.Vault, error) {
	vault, err := campus.NewVault(cfg.Campus.Key, cfg.Campus.FormerKey)
	if err != nil {
		return nil, fmt.Errorf("campus.key or campus.formerKey: %w", err)
	}
	return vault, nil
}

func universities(path string) ([]campus.University, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return campus.ReadUniversities(file)
}

// tellStudents hands changes in the campus programme to the workflows that wait for them.
func (b *buying) tellStudents(ctx context.Context, events []outbox.Event) error {
	for _, e := range events {
		var payload struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
		if err := b.students.Changed(ctx, payload.ID); err != nil {
			return err
		}
	}
	return nil
}
