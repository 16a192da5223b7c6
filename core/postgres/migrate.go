package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

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

// Schema is the number of the newest schema that this program knows.
func Schema() int {
	names, err := fs.Glob(Migrations(), "*.sql")
	if err != nil {
		panic(err) // the pattern is right: this cannot fail at run time
	}
	return len(names)
}

// Phase says how far a schema is brought.
type Phase int

const (
	// Expand runs what this version needs; processes of the version before run on the result. A database without a schema
	// has no such processes, and gets all.
	Expand Phase = iota
	// Contract also takes away what only the version before needs.
	Contract
)

// contracts is how a migration's file ends that takes something away. Those at the end of the list wait for Contract; a
// newer version's migrations come after them, and then they are run as any other.
const contracts = "_contract.sql"

// Migrate brings the database to the newest schema of a phase; each migration is one transaction. Running it again does
// nothing, and runs at the same time wait for each other.
func Migrate(ctx context.Context, conn *pgx.Conn, phase Phase) error {
	// The version is read under the lock: MigrateTo goes back where another run has gone further meanwhile.
	if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, migrating); err != nil {
		return FaultOf(err, nil)
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock($1)`, migrating) }()
	m, err := migrator(ctx, conn)
	if err != nil {
		return err
	}
	version, err := m.GetCurrentVersion(ctx)
	if err == nil && version < target(m, version, phase) {
		err = m.MigrateTo(ctx, target(m, version, phase))
	}
	if err != nil {
		return FaultOf(fmt.Errorf("migrate: %w", err), nil)
	}
	return nil
}

// migrating is the lock of runs at the same time.
const migrating = int64(0x6b6f6e746f72)

// Pending names the migrations that Migrate would run, in order.
func Pending(ctx context.Context, conn *pgx.Conn, phase Phase) ([]string, error) {
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
		if version < step.Sequence && step.Sequence <= target(m, version, phase) {
			names = append(names, step.Name)
		}
	}
	return names, nil
}

// target is the version that a phase ends at, for a database of a version.
func target(m *migrate.Migrator, version int32, phase Phase) int32 {
	last := len(m.Migrations)
	for phase == Expand && version > 0 && last > 0 && strings.HasSuffix(m.Migrations[last-1].Name, contracts) {
		last--
	}
	return int32(last)
}

// oldest is the major version of PostgreSQL that has all that the shop's statements use, MERGE among it.
const oldest = 15

// suits fails for a database in which the shop would not work, or would work wrongly without anybody noticing.
func suits(ctx context.Context, conn *pgx.Conn) error {
	var number int
	var version, encoding string
	err := conn.QueryRow(ctx, `
select current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')`).
		Scan(&number, &version, &encoding)
	switch {
	case err != nil:
		return FaultOf(err, nil)
	case number/10000 < oldest:
		return fmt.Errorf("the server is PostgreSQL %s, and the shop needs %d or newer", version, oldest)
	case encoding != "UTF8":
		return fmt.Errorf(`the database's encoding is %s, and the shop's texts are UTF-8: create it anew, with "encoding 'UTF8' template template0"`, encoding)
	}
	return nil
}

func migrator(ctx context.Context, conn *pgx.Conn) (*migrate.Migrator, error) {
	if err := suits(ctx, conn); err != nil {
		return nil, err
	}
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return nil, FaultOf(fmt.Errorf("prepare migrations: %w", err), nil)
	}
	if err := m.LoadMigrations(Migrations()); err != nil {
		return nil, fmt.Errorf("load migrations: %w", err)
	}
	return m, nil
}
