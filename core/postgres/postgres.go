// Package postgres keeps the shop's state. Each domain package has one store file here; transactions stay inside this
// package, constraints are named, and a violated one becomes the domain's fault in FaultOf.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/fault"
)

// Options tune a pool. The zero value is right for a server process.
type Options struct {
	MaxConns int32           // 0: pool_max_conns of the URL, else four for each processor, 8 to 32
	Name     string          // shown in pg_stat_activity; "" is "kontor"
	Tracer   pgx.QueryTracer // nil: no tracing
}

// maxConns is as many connections as keep the processors and the disk of a database busy, where it has as many processors
// as the process. What is beyond waits in the pool: it would wait in the database too, where it makes everybody's statements slower.
func maxConns(processors int) int32 { return int32(min(max(4*processors, 8), 32)) } // 8 to 32

// Open makes a pool and checks that the server answers. Statements are prepared once per connection and cached.
// The session's time zone is UTC. Errors are faults: Invalid for a malformed URL, Unavailable for a silent server.
func Open(ctx context.Context, url string, opts Options) (*pgxpool.Pool, error) {
	cfg, err := poolConfig(url, opts)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, FaultOf(err, nil)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, FaultOf(err, nil)
	}
	return pool, nil
}

// Address reads where the database is. An empty address is refused: the driver would take whichever server the environment or the
// home folder of who called names, as PGHOST and .pgpass do, and that is not the shop's. Faults as of Open.
func Address(url string) (*pgx.ConnConfig, error) {
	if url == "" {
		return nil, fault.Wrap(errors.New("database.url is empty"), fault.Unavailable, "database_unavailable")
	}
	conn, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, invalidURL(err)
	}
	return conn, nil
}

func poolConfig(url string, opts Options) (*pgxpool.Config, error) {
	// Parsing twice: only the connection part keeps pool_max_conns as a parameter, which tells set from default.
	conn, err := Address(url)
	if err != nil {
		return nil, err
	}
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, invalidURL(err)
	}
	if _, set := conn.RuntimeParams["pool_max_conns"]; !set {
		cfg.MaxConns = maxConns(runtime.GOMAXPROCS(0))
	}
	if opts.MaxConns > 0 {
		cfg.MaxConns = opts.MaxConns
	}
	params := cfg.ConnConfig.RuntimeParams
	if opts.Name == "" {
		opts.Name = "kontor"
	}
	if params["application_name"] == "" {
		params["application_name"] = opts.Name
	}
	params["timezone"] = "UTC"
	cfg.ConnConfig.Tracer = opts.Tracer
	return cfg, nil
}

// onePlan makes the statements after it in its transaction run by plans that are made once per connection. PostgreSQL
// plans some statements anew each time because it hopes for a better plan; of those that look for a key and have many
// parts, planning takes several times as long as running. (SET LOCAL does the same, and warns in a batch without BEGIN.)
const onePlan = `select set_config('plan_cache_mode', 'force_generic_plan', true)`

// inTx runs fn in one transaction and commits when it returns nil. A serialization failure or a deadlock rolls back
// and runs fn again, so fn must have no effect outside the transaction. When the connection is lost during the
// commit, the error is a fault of code Unknown: the work may or may not be stored.
func inTx(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return repeat(ctx, func() error { return tryTx(ctx, pool, fn) })
}

// repeat runs a transaction until no other one makes it roll back.
func repeat(ctx context.Context, try func() error) error {
	const tries = 5
	var err error
	for n := range tries {
		if err = try(); !repeatable(err) {
			return err
		}
		// At once, the loser could take its first row again before the winner has woken, and lose again.
		pause := time.Duration(n+1)*5*time.Millisecond + rand.N(10*time.Millisecond)
		select {
		case <-ctx.Done():
			return FaultOf(ctx.Err(), nil)
		case <-time.After(pause):
		}
	}
	return fmt.Errorf("transaction lost %d races: %w", tries, err)
}

func tryTx(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return FaultOf(err, nil)
	}
	// The caller's context may be the reason to roll back, so the rollback must not depend on it.
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := fn(tx); err != nil {
		return err
	}
	return commitFault(tx.Commit(ctx))
}

// batches is a transaction that is made of batches alone. It begins with the first and commits with the last, so that
// neither takes a round trip of its own.
type batches struct {
	conn  *pgxpool.Conn
	begun bool
}

// inBatches is inTx for such a transaction. What fn does not commit is rolled back, also when it returns nil.
func inBatches(ctx context.Context, pool *pgxpool.Pool, fn func(*batches) error) error {
	return repeat(ctx, func() error {
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return FaultOf(err, nil)
		}
		defer func() {
			if conn.Conn().PgConn().TxStatus() != 'I' {
				_, _ = conn.Exec(context.WithoutCancel(ctx), `rollback`) // a connection that cannot is thrown away
			}
			conn.Release()
		}()
		return fn(&batches{conn: conn})
	})
}

// send runs a batch.
func (t *batches) send(ctx context.Context, b *pgx.Batch) error {
	if !t.begun {
		b.QueuedQueries = slices.Insert(b.QueuedQueries, 0, &pgx.QueuedQuery{SQL: `begin`})
		t.begun = true
	}
	return t.conn.SendBatch(ctx, b).Close()
}

// commit runs the last batch and commits. When the connection is lost meanwhile, the error is a fault of code Unknown.
func (t *batches) commit(ctx context.Context, b *pgx.Batch) error {
	b.Queue(`commit`)
	return commitFault(t.send(ctx, b))
}
