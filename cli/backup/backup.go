// Package backup keeps a copy of everything that a shop cannot make again: the whole PostgreSQL cluster at one moment
// (the shop's database and, in the same cluster, Temporal's, so that orders and their workflows fit together), product
// images and installed plugins, and what the shop was told. The search index is not kept: it is built anew.
//
//	DIR/backup.json      what it is: when, of which server, with which settings and keys, and the checksum of each file
//	DIR/base.tar.gz      the data folder, with the WAL that makes it consistent
//	DIR/manifest.json    PostgreSQL's checksum of every file in it
//	DIR/media.tar.gz     and plugins.tar.gz, where there are any
//	DIR/plugins.yaml     the list of plugins with their settings, which names secrets and holds none
//
// Keys are not in a backup, only their fingerprints: keep KONTOR_CAMPUS_KEY and KONTOR_CUSTOMER_SEAL_KEY apart from it,
// without them proofs and saved cards cannot be read.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack"
)

const (
	description = "backup.json"
	base        = "base.tar.gz"
	manifest    = "manifest.json"
	format      = 1
)

// Source is what is backed up.
type Source struct {
	Program  string            // version of this Kontor
	Database string            // address of the shop's database; its user may replicate
	Folders  map[string]string // name in the backup → folder; missing ones are left out
	Files    map[string]string // name in the backup → file; missing ones are left out
	Settings map[string]string // what the shop is told, but for secrets
	Keys     map[string]string // setting → secret, of which a fingerprint is kept
}

// Description is what a backup says of itself.
type Description struct {
	Format    int               `json:"format"`
	CreatedAt time.Time         `json:"createdAt"`
	Program   string            `json:"program,omitempty"` // version of the Kontor that took it
	Server    string            `json:"server"`            // PostgreSQL's version
	From      string            `json:"from"`              // WAL positions between which it was taken
	To        string            `json:"to"`
	Database  string            `json:"database"` // the shop's
	Schema    int               `json:"schema"`   // number of its last migration
	Rows      map[string]int64  `json:"rows"`     // at least so many, by table
	Files     []File            `json:"files"`
	Folders   []string          `json:"folders"`
	Settings  map[string]string `json:"settings"`
	Keys      map[string]string `json:"keys"` // setting → fingerprint; "" for a key that was not set
}

// File is one file of a backup.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// counted are the tables whose rows are counted: a restored database must have at least as many.
var counted = []string{"shop_order", "customer", "product", "checkout_attempt", "outbox"}

// unfinished ends the name of a backup that is being taken.
const unfinished = ".new"

// Create takes a backup into a new folder below dir, named by the time, and gives it. The shop runs on. A backup that
// fails leaves nothing that looks like one; what backups left in dir that were killed is removed.
func Create(ctx context.Context, src Source, dir string, now time.Time) (string, Description, error) {
	d := Description{
		Format: format, CreatedAt: now.UTC().Truncate(time.Second), Program: src.Program, Settings: src.Settings, Keys: map[string]string{}, Rows: map[string]int64{},
	}
	for setting, secret := range src.Keys {
		d.Keys[setting] = Fingerprint(secret)
	}
	final, release, err := begin(ctx, dir, d.CreatedAt)
	if err != nil {
		return "", d, err
	}
	defer release()
	fresh := final + unfinished
	if err := fill(ctx, src, fresh, &d); err != nil {
		return "", d, errors.Join(err, os.RemoveAll(fresh))
	}
	return final, d, os.Rename(fresh, final)
}

// begin makes the folder that becomes final when the backup is done, for this process alone: others that begin in the same second get
// another one, and none takes it for one that is left until release.
func begin(ctx context.Context, dir string, at time.Time) (final string, release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	one, err := devstack.AwaitFolder(ctx, dir) // between making a folder and locking it, it would look like one that is left
	if err != nil {
		return "", nil, err
	}
	defer one()
	if err := removeLeft(dir); err != nil {
		return "", nil, err
	}
	name := filepath.Join(dir, "kontor-"+at.Format("20060102T150405Z"))
	final = name
	for n := 2; ; n++ {
		if _, err = os.Stat(final); err != nil {
			err = os.Mkdir(final+unfinished, 0o700)
		} else {
			err = fs.ErrExist
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
		final = fmt.Sprintf("%s-%d", name, n)
	}
	if err != nil {
		return "", nil, err
	}
	held, err := devstack.LockFolder(final + unfinished)
	if err != nil { // not every file system has locks: there nobody removes what is left
		return final, func() {}, nil
	}
	return final, func() { _ = held.Close() }, nil
}

// removeLeft removes copies of all that a shop knows of its customers, which nobody would read, before they fill the disk.
func removeLeft(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, "kontor-*"+unfinished))
	if err != nil {
		return err
	}
	for _, folder := range left {
		held, err := devstack.LockFolder(folder)
		if err != nil {
			continue // it is being taken, or is another user's
		}
		if err := errors.Join(os.RemoveAll(folder), held.Close()); err != nil {
			return err
		}
	}
	return nil
}

func fill(ctx context.Context, src Source, dir string, d *Description) error {
	if err := describe(ctx, src.Database, d); err != nil {
		return err
	}
	if err := takeBase(ctx, src.Database, dir, d); err != nil {
		return err
	}
	if err := recount(ctx, src.Database, d); err != nil {
		return err
	}
	for name, folder := range src.Folders {
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := pack(ctx, folder, filepath.Join(dir, name+".tar.gz")); err != nil {
			return err
		}
		d.Folders = append(d.Folders, name)
	}
	for name, path := range src.Files {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o600)); err != nil {
			return err
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		sum, size, err := checksum(ctx, filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		d.Files = append(d.Files, File{Name: f.Name(), Size: size, SHA256: sum})
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, description), append(text, '\n'), 0o600)
}

// describe reads what a restored database is held against. It is read before the copy, so that the copy has no less.
func describe(ctx context.Context, url string, d *Description) error {
	address, err := postgres.Address(url)
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, address)
	if err != nil {
		return postgres.FaultOf(err, nil)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = conn.QueryRow(ctx, `select current_setting('server_version'), current_database(), version from schema_version`).
		Scan(&d.Server, &d.Database, &d.Schema)
	if err != nil {
		return err
	}
	d.Rows, err = rows(ctx, conn)
	return err
}

// recount counts again after the copy: accounts may have been deleted meanwhile.
func recount(ctx context.Context, url string, d *Description) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	now, err := rows(ctx, conn)
	for table, n := range now {
		d.Rows[table] = min(d.Rows[table], n)
	}
	return err
}

func rows(ctx context.Context, conn *pgx.Conn) (map[string]int64, error) {
	counts := map[string]int64{}
	for _, table := range counted {
		var n int64
		if err := conn.QueryRow(ctx, "select count(*) from "+pgx.Identifier{table}.Sanitize()).Scan(&n); err != nil {
			return nil, err
		}
		counts[table] = n
	}
	return counts, nil
}

// Fingerprint tells one key from another without telling it; "" for none.
func Fingerprint(secret string) string {
	if secret == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("kontor backup key\x00" + secret))
	return hex.EncodeToString(sum[:8])
}

// Read gives what a backup says of itself.
func Read(dir string) (Description, error) {
	var d Description
	text, err := os.ReadFile(filepath.Join(dir, description))
	if err != nil {
		return d, fmt.Errorf("%s is no backup: %w", dir, err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("%s: %w", description, err)
	}
	if d.Format != format {
		return d, fmt.Errorf("the backup has format %d, this program reads %d", d.Format, format)
	}
	return d, nil
}

func checksum(ctx context.Context, path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	size, err = io.Copy(h, interruptible{ctx, f})
	return hex.EncodeToString(h.Sum(nil)), size, err
}
