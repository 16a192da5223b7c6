package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Verify reads a whole backup: each file against its checksum, and each file of the cluster against PostgreSQL's. An
// error says what is damaged or missing.
func Verify(ctx context.Context, dir string) (Description, error) {
	d, err := Read(dir)
	if err != nil {
		return d, err
	}
	var damaged []error
	for _, f := range d.Files {
		sum, size, err := checksum(ctx, filepath.Join(dir, f.Name))
		switch {
		case ctx.Err() != nil:
			return d, ctx.Err()
		case err != nil:
			damaged = append(damaged, err)
		case size != f.Size || sum != f.SHA256:
			damaged = append(damaged, fmt.Errorf("%s is not what was written", f.Name))
		}
	}
	if len(damaged) > 0 {
		return d, errors.Join(damaged...)
	}
	return d, verifyBase(ctx, dir)
}

// verifyBase compares the archive with the server's list.
func verifyBase(ctx context.Context, dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, manifest))
	if err != nil {
		return err
	}
	var list struct {
		Files []struct {
			Path     string
			Size     int64
			Checksum string
		}
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("%s: %w", manifest, err)
	}
	type file struct {
		size int64
		sum  string
	}
	missing := map[string]file{}
	for _, f := range list.Files {
		missing[f.Path] = file{f.Size, f.Checksum}
	}
	err = each(ctx, filepath.Join(dir, base), func(h *tar.Header, content io.Reader) error {
		want, listed := missing[h.Name]
		if !listed { // folders, and WAL, which the server checks when it reads it
			return nil
		}
		sum := sha256.New()
		size, err := io.Copy(sum, content)
		if err == nil && (size != want.size || hex.EncodeToString(sum.Sum(nil)) != want.sum) {
			err = fmt.Errorf("%s is not what the server sent", h.Name)
		}
		delete(missing, h.Name)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err() // what was not read is not missing
	}
	for path := range missing {
		err = errors.Join(err, fmt.Errorf("%s is missing from the copy", path))
	}
	return err
}

// Unfit says why the shop that `kontor up` runs here cannot go on with a backup: its cluster is of another major version of
// PostgreSQL, or its schema is newer than this program's. It is nil where it can.
func Unfit(d Description) error {
	var why []error
	if was, _, _ := strings.Cut(d.Server, "."); was != pgserver.Major {
		why = append(why, fmt.Errorf("the backup is of PostgreSQL %s, `kontor up` runs %s: restore it with --data for a server of that version",
			d.Server, pgserver.Major))
	}
	if newest := postgres.Schema(); d.Schema > newest {
		why = append(why, fmt.Errorf("the backup's schema is number %d, this program's is %d: install the version of Kontor that it was taken with",
			d.Schema, newest))
	}
	return errors.Join(why...)
}

// OtherKeys names the keys of a backup that are not among those given, by setting. What they sealed cannot be read then.
func OtherKeys(d Description, given ...map[string]string) []string {
	var other []string
	for setting, fingerprint := range d.Keys {
		has := func(keys map[string]string) bool { return Fingerprint(keys[setting]) == fingerprint }
		if fingerprint != "" && !slices.ContainsFunc(given, has) {
			other = append(other, setting)
		}
	}
	slices.Sort(other)
	return other
}

// OtherSettings says which settings are not those of a backup, a sentence each, and which of its files are not those given
// by name. A backup that was taken before settings were kept says nothing.
func OtherSettings(dir string, d Description, settings, files map[string]string) (other []string) {
	if d.Settings == nil {
		return nil
	}
	all := maps.Clone(d.Settings)
	maps.Copy(all, settings)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		was, told := d.Settings[key]
		is, tells := settings[key]
		switch {
		case !told: // only what is not the default is kept
			other = append(other, fmt.Sprintf("%s is %q here, it was the default", key, is))
		case !tells:
			other = append(other, fmt.Sprintf("%s is the default here, it was %q", key, was))
		case was != is:
			other = append(other, fmt.Sprintf("%s is %q here, it was %q", key, is, was))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		kept := filepath.Join(dir, name)
		was, err := os.ReadFile(kept)
		if is, here := os.ReadFile(files[name]); err == nil && (here != nil || !bytes.Equal(was, is)) {
			other = append(other, fmt.Sprintf("%s is not %s, with which the shop ran", files[name], kept))
		}
	}
	return other
}

// Unpack writes the cluster of a backup to a new folder data, and its other folders into those given. A PostgreSQL
// server of the same major version that starts on data recovers by itself.
func Unpack(ctx context.Context, dir, data string, folders map[string]string) error {
	d, err := Read(dir)
	if err != nil {
		return err
	}
	if err := unpack(ctx, filepath.Join(dir, base), data); err != nil {
		return err
	}
	for _, name := range d.Folders {
		to := folders[name]
		if to == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := unpack(ctx, filepath.Join(dir, name+".tar.gz"), to); err != nil {
			return err
		}
	}
	return nil
}

// Check holds a restored database against what the backup says: the schema, and no fewer rows than when it began.
func Check(ctx context.Context, d Description, url string) (map[string]int64, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var schema int
	if err := conn.QueryRow(ctx, `select version from schema_version`).Scan(&schema); err != nil {
		return nil, err
	}
	if schema != d.Schema {
		return nil, fmt.Errorf("the schema is number %d, the backup's %d", schema, d.Schema)
	}
	have, err := rows(ctx, conn)
	if err != nil {
		return nil, err
	}
	var fewer []string
	for table, n := range d.Rows {
		if table != "outbox" && have[table] < n { // delivered events are removed in time
			fewer = append(fewer, fmt.Sprintf("%s has %d rows of %d", table, have[table], n))
		}
	}
	if len(fewer) > 0 {
		return have, errors.New(strings.Join(fewer, ", "))
	}
	return have, nil
}
