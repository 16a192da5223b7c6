package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kontor.dev/kontor/core/fault"
)

// NoRows is the key in FaultOf's map for a query that found nothing.
const NoRows = "no rows"

// FaultOf turns a database error into a fault. A violated constraint found in byConstraint becomes that fault, and so
// does pgx.ErrNoRows under the key NoRows (without it: NotFound, "not_found"). A server that is away becomes
// Unavailable ("database_unavailable"), and a text with a character that the database does not store Invalid
// ("input_invalid"). Faults and nil pass unchanged; anything else is returned as it is and counts as Internal. What the database
// said stays reachable through errors.As.
func FaultOf(err error, byConstraint map[string]*fault.Error) error {
	if err == nil || isFault(err) {
		return err
	}
	if errors.Is(err, pgx.ErrNoRows) {
		if f, ok := byConstraint[NoRows]; ok {
			return f
		}
		return fault.Wrap(err, fault.NotFound, "not_found")
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		if f, ok := byConstraint[pg.ConstraintName]; ok && pg.ConstraintName != "" {
			return fmt.Errorf("%w: %w", f, err)
		}
	}
	if away(err) {
		return fault.Wrap(err, fault.Unavailable, "database_unavailable")
	}
	if unstorable(err) {
		return fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	return err
}

// unstorable reports whether a text, alone or in JSON, has a character that PostgreSQL does not store: U+0000.
func unstorable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "22021" || pg.Code == "22P05")
}

func invalidURL(err error) error { return fault.Wrap(err, fault.Invalid, "database_url_invalid") }

func commitFault(err error) error {
	if err == nil {
		return nil
	}
	if away(err) {
		return fault.Wrap(err, fault.Unknown, "database_commit_unknown")
	}
	return err
}

func isFault(err error) bool {
	_, ok := errors.AsType[*fault.Error](err)
	return ok
}

// repeatable reports whether the server rolled the transaction back because of another one.
func repeatable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01")
}

// away reports whether the server could not be reached, has no room for a connection or on its disk, or went down.
func away(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(pg.Code, "08") || pg.Code == "53100" || pg.Code == "53300" || strings.HasPrefix(pg.Code, "57P")
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return !errors.Is(err, context.Canceled)
	}
	return pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "unexpected EOF")
}
