package temporal

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"
)

// store is one of the server's two databases.
type store struct {
	database string
	schema   string // the tool's name of the schema
	version  string // that the server of this Version wants
}

var (
	mainStore       = store{database: "temporal", schema: "postgresql/v12/temporal", version: "1.19"}
	visibilityStore = store{database: "temporal_visibility", schema: "postgresql/v12/visibility", version: "1.14"}
)

// ensureSchemas makes both databases and brings their tables to the version that the server wants.
func ensureSchemas(ctx context.Context, tool string, admin *url.URL, say func(string, ...any)) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range []store{mainStore, visibilityStore} {
		group.Go(func() error {
			have, err := s.currentVersion(ctx, admin)
			if err != nil {
				return fmt.Errorf("read the schema version of %s: %w", s.database, err)
			}
			if have == s.version {
				return nil
			}
			say("setting up Temporal's tables in %s", s.database)
			return s.update(ctx, tool, admin, have == "")
		})
	}
	return group.Wait()
}

// currentVersion is empty while the database has no tables. The database is made if it is missing.
func (s store) currentVersion(ctx context.Context, admin *url.URL) (string, error) {
	conn, err := pgx.Connect(ctx, admin.String())
	if err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "create database "+s.database)
	_ = conn.Close(ctx)
	if err != nil && !hasCode(err, "42P04") { // it exists
		return "", err
	}
	own := *admin
	own.Path = "/" + s.database
	if conn, err = pgx.Connect(ctx, own.String()); err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	var version string
	err = conn.QueryRow(ctx, "select curr_version from schema_version where version_partition = 0 and db_name = $1", s.database).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) || hasCode(err, "42P01") { // no such table
		return "", nil
	}
	return version, err
}

// forgetMembers removes the hosts of earlier runs, which a starting server would try to join for up to half a minute.
func forgetMembers(ctx context.Context, admin *url.URL) error {
	own := *admin
	own.Path = "/" + mainStore.database
	conn, err := pgx.Connect(ctx, own.String())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "delete from cluster_membership")
	return err
}

func (s store) update(ctx context.Context, tool string, admin *url.URL, fresh bool) error {
	if fresh {
		if err := s.run(ctx, tool, admin, "setup-schema", "--version", "0.0"); err != nil {
			return err
		}
	}
	return s.run(ctx, tool, admin, "update-schema", "--schema-name", s.schema)
}

func (s store) run(ctx context.Context, tool string, admin *url.URL, args ...string) error {
	password, _ := admin.User.Password()
	global := []string{
		"--plugin", pluginName, "--endpoint", admin.Hostname(), "--port", admin.Port(),
		"--user", admin.User.Username(), "--database", s.database,
	}
	cmd := exec.CommandContext(ctx, tool, append(global, args...)...)
	cmd.Env = append(os.Environ(), "SQL_PASSWORD="+password) // not an argument, which others could read
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s for %s: %w\n%s", filepath.Base(tool), args[0], s.database, err, strings.TrimSpace(string(out)))
	}
	return nil
}

func hasCode(err error, code string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == code
}
