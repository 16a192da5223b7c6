package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"sync"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/postgres"
)

var template struct {
	sync.Mutex
	ready map[string]string // server address → template name
}

// ensureTemplate gives the name of a database that holds the schema of the embedded migrations, building it first if
// need be. An advisory lock makes parallel test binaries build it once.
func ensureTemplate(ctx context.Context, server string) (string, error) {
	template.Lock()
	defer template.Unlock()
	if name, ok := template.ready[server]; ok {
		return name, nil
	}
	name, err := templateName(postgres.Migrations())
	if err != nil {
		return "", err
	}
	if err := buildTemplate(ctx, server, name); err != nil {
		return "", err
	}
	if template.ready == nil {
		template.ready = map[string]string{}
	}
	template.ready[server] = name
	return name, nil
}

func buildTemplate(ctx context.Context, server, name string) error {
	admin, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer admin.Close(ctx) // ends the session and with it the lock
	if _, err := admin.Exec(ctx, "select pg_advisory_lock($1)", lockKey(name)); err != nil {
		return err
	}
	var done bool
	err = admin.QueryRow(ctx, "select exists (select from pg_database where datname = $1 and datistemplate)", name).Scan(&done)
	if err != nil || done {
		return err
	}
	// A database of that name that is not marked as a template is what a killed test binary left half-built.
	for _, sql := range []string{"drop database if exists %s with (force)", "create database %s template template0"} {
		if _, err := admin.Exec(ctx, fmt.Sprintf(sql, quote(name))); err != nil {
			return err
		}
	}
	if err := migrateTemplate(ctx, server, name); err != nil {
		return err
	}
	_, err = admin.Exec(ctx, fmt.Sprintf("alter database %s is_template true", quote(name)))
	return err
}

func migrateTemplate(ctx context.Context, server, name string) error {
	address, err := withDatabase(server, name)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return postgres.Migrate(ctx, conn, postgres.Contract)
}

// templateName changes whenever a migration does.
func templateName(migrations fs.FS) (string, error) {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, name := range names {
		body, err := fs.ReadFile(migrations, name)
		if err != nil {
			return "", err
		}
		_, _ = io.WriteString(sum, name)
		_, _ = sum.Write(body)
	}
	return Prefix + "template_" + hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

func lockKey(name string) int64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, name)
	return int64(h.Sum64()) // any 64 bits will do
}
