package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/tern/v2/migrate"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const versionTable = "public.schema_version"

// Migrations gives the numbered SQL files (001_name.sql, no gaps; "{{" in them starts a template action).
func Migrations() fs.FS {
	sub, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic(err) // the folder is embedded: this cannot fail at run time
	}
	return sub
}

// Migrate brings the database to the newest schema; each migration is one transaction. Running it again does
// nothing, and runs at the same time wait for each other.
func Migrate(ctx context.Context, conn *pgx.Conn) error {
	m, err := migrator(ctx, conn)
	if err != nil {
		return err
	}
	if err := m.Migrate(ctx); err != nil {
		return FaultOf(fmt.Errorf("migrate: %w", err), nil)
	}
	return nil
}

// Pending names the migrations that Migrate would run, in order.
func Pending(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	m, err := migrator(ctx, conn)
	if err != nil {
		return nil, err
	}
	version, err := m.GetCurrentVersion(ctx)
	if err != nil {
		return nil, FaultOf(fmt.Errorf("read schema version: %w", err), nil)
	}
	var names []string
	for _, step := range m.Migrations {
		if step.Sequence > version {
			names = append(names, step.Name)
		}
	}
	return names, nil
}

func migrator(ctx context.Context, conn *pgx.Conn) (*migrate.Migrator, error) {
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return nil, FaultOf(fmt.Errorf("prepare migrations: %w", err), nil)
	}
	if err := m.LoadMigrations(Migrations()); err != nil {
		return nil, fmt.Errorf("load migrations: %w", err)
	}
	return m, nil
}
