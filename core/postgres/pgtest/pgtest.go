// Package pgtest gives each test a PostgreSQL database of its own, with the shop's schema.
//
// The schema is built once per set of migrations into a template database; a test's database is a copy of it, made in
// tens of milliseconds and dropped when the test ends. Test binaries that run at the same time share the template.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// EnvURL is the variable that holds the address of a server on which the tests may create databases.
const EnvURL = "KONTOR_TEST_DATABASE_URL"

// Prefix starts the name of every database that this package creates.
const Prefix = "kontor_test_"

const timeout = 60 * time.Second

// New gives a pool on a fresh, migrated, empty database. Both are gone when the test ends. Without a server the test
// fails and says how to get one.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	pool, err := postgres.Open(ctx, URL(t), postgres.Options{MaxConns: 16, Name: "test"})
	if err != nil {
		t.Fatalf("open the test database: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL is like New for tests that give the address to another process.
func URL(t testing.TB) string {
	t.Helper()
	server := os.Getenv(EnvURL)
	if server == "" {
		t.Fatalf("%s is not set: run the tests with `make test`, or these alone with `kontor testenv -- go test ./...`", EnvURL)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	template, err := ensureTemplate(ctx, server)
	if err != nil {
		t.Fatalf("prepare the template database: %v", err)
	}
	name := Prefix + ident.New()[24:]
	if err := exec(ctx, server, fmt.Sprintf("create database %s template %s", quote(name), quote(template))); err != nil {
		t.Fatalf("create the test database: %v", err)
	}
	t.Cleanup(func() { drop(t, server, name) })
	address, err := withDatabase(server, name)
	if err != nil {
		t.Fatalf("%s: %v", EnvURL, err)
	}
	return address
}

func drop(t testing.TB, server, name string) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := exec(ctx, server, fmt.Sprintf("drop database if exists %s with (force)", quote(name))); err != nil {
		t.Errorf("drop the test database: %v", err)
	}
}

func exec(ctx context.Context, server, sql string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

func withDatabase(server, name string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
