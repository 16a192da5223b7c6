package backup

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"kontor.dev/kontor/core/ident"
)

// takeBase copies the cluster by PostgreSQL's own streaming protocol, as pg_basebackup does: no program of the server's
// version has to be installed here. See "BASE_BACKUP" in
// https://www.postgresql.org/docs/18/protocol-replication.html.
func takeBase(ctx context.Context, url, dir string, d *Description) error {
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return err
	}
	config.RuntimeParams["replication"] = "true"
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("a backup needs a connection that may replicate (role with REPLICATION, a line \"replication\" in pg_hba.conf); "+
			"where the server gives none, use its own snapshots: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	keepWAL(ctx, conn)
	archive, err := create(filepath.Join(dir, base))
	if err != nil {
		return err
	}
	files, err := os.OpenFile(filepath.Join(dir, manifest), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	s := stream{archive: archive, manifest: files}
	err = s.receive(ctx, conn)
	d.From, d.To = s.from, s.to
	closed := errors.Join(archive.Close(), files.Close())
	if err != nil {
		return err // which the archive tells again
	}
	return closed
}

// keepWAL has the server keep the WAL of the copy until conn is closed. Without it what other backups and a busy shop write meanwhile
// makes the server remove what the copy ends with, and the backup fails. A server without a free slot is asked all the same.
func keepWAL(ctx context.Context, conn *pgconn.PgConn) {
	slot := "kontor_backup_" + strings.ReplaceAll(ident.New(), "-", "_")
	_, _ = conn.Exec(ctx, "CREATE_REPLICATION_SLOT "+slot+" TEMPORARY PHYSICAL RESERVE_WAL").ReadAll() // it ends with the session
}

// stream sorts the messages of a base backup.
type stream struct {
	archive, manifest io.Writer
	target            io.Writer // what data belongs to now
	archives          int
	from, to          string
	copied            bool
}

func (s *stream) receive(ctx context.Context, conn *pgconn.PgConn) error {
	conn.Frontend().Send(&pgproto3.Query{String: `BASE_BACKUP (LABEL 'kontor', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`})
	if err := conn.Frontend().Flush(); err != nil {
		return err
	}
	for {
		message, err := conn.ReceiveMessage(ctx)
		if err != nil {
			return err
		}
		switch m := message.(type) {
		case *pgproto3.ErrorResponse:
			return pgconn.ErrorResponseToPgError(m)
		case *pgproto3.DataRow:
			s.position(m)
		case *pgproto3.CopyData:
			if err := s.data(m.Data); err != nil {
				return err
			}
		case *pgproto3.CopyDone:
			s.copied = true
		case *pgproto3.ReadyForQuery:
			if s.archives != 1 || s.to == "" {
				return errors.New("the server ended the copy before it was whole")
			}
			return nil
		}
	}
}

// position takes the first WAL position that is told, and the one after the copy.
func (s *stream) position(row *pgproto3.DataRow) {
	if len(row.Values) == 0 {
		return
	}
	switch position := string(row.Values[0]); {
	case s.copied:
		s.to = position
	case s.from == "":
		s.from = position
	}
}

// data takes one message of the copy: 'n' begins an archive, 'm' the manifest, 'd' is of the one begun, 'p' is progress.
func (s *stream) data(data []byte) error {
	if len(data) == 0 {
		return errors.New("the server sent an empty message")
	}
	switch data[0] {
	case 'n':
		if s.archives++; s.archives > 1 {
			return errors.New("the cluster has table spaces of its own, which this backup does not take: use pg_basebackup")
		}
		name, _, _ := bytes.Cut(data[1:], []byte{0})
		if string(name) != "base.tar" {
			return fmt.Errorf("the server sent %q first, not base.tar", name)
		}
		s.target = s.archive
	case 'm':
		s.target = s.manifest
	case 'd':
		if s.target == nil {
			return errors.New("the server sent data of nothing")
		}
		_, err := s.target.Write(data[1:])
		return err
	case 'p':
	default:
		return fmt.Errorf("the server sent an unknown message %q", data[0])
	}
	return nil
}

// compressed is a gzip file.
type compressed struct {
	*gzip.Writer
	file *os.File
}

func create(path string) (*compressed, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	w, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	return &compressed{w, file}, err
}

// Close ends the file, and gives back once the disk has it.
func (c *compressed) Close() error {
	return errors.Join(c.Writer.Close(), c.file.Sync(), c.file.Close())
}
