package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// Grown is what a catalogue of some size costs. Times of queries are medians of single ones, asked of the service in the
// process, without HTTP, of listings that are hardly ever asked for twice.
type Grown struct {
	Products    int           `json:"products"`
	Import      time.Duration `json:"import"`
	Index       time.Duration `json:"index"`
	Listing     time.Duration `json:"listing"` // a category, price range and manufacturers
	Filters     time.Duration `json:"filters"` // a category without filters: its largest counts
	Suggest     time.Duration `json:"suggest"`
	ByNumber    time.Duration `json:"byNumber"` // one product of the database
	IndexMemory int64         `json:"indexMemory"`
	Database    int64         `json:"database"` // bytes on disk
}

// GrowthOptions say where a growing shop lives and what it is modelled on.
type GrowthOptions struct {
	State, Tools string
	Model        func() (io.ReadCloser, error)
	Queries      int // of each kind
	Say          func(format string, args ...any)
}

// Growth makes a database of its own and fills it with catalogues of growing size, one after the other.
func Growth(ctx context.Context, o GrowthOptions, sizes []int) (_ []Grown, err error) {
	if err := os.RemoveAll(o.State); err != nil {
		return nil, err
	}
	ports, err := devstack.FreePorts(1)
	if err != nil {
		return nil, err
	}
	server, err := pgserver.Start(ctx, pgserver.Options{
		Dir: filepath.Join(o.State, "postgres"), ToolsDir: filepath.Join(o.Tools, "postgres"), LogDir: filepath.Join(o.State, "log"), Port: ports[0],
		Say: o.Say, Note: o.Say,
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop(context.WithoutCancel(ctx))) }()
	var all []Grown
	for i, n := range sizes {
		o.Say("%d products", n)
		g, err := grow(ctx, o, server, fmt.Sprintf("growth_%d", i), n)
		if err != nil {
			return all, fmt.Errorf("%d products: %w", n, err)
		}
		all = append(all, g)
	}
	return all, nil
}

func grow(ctx context.Context, o GrowthOptions, server *pgserver.Server, database string, n int) (Grown, error) {
	g := Grown{Products: n}
	if err := prepare(ctx, server, database); err != nil {
		return g, err
	}
	pool, err := postgres.Open(ctx, server.URL(database), postgres.Options{Name: "kontor growth"})
	if err != nil {
		return g, err
	}
	defer pool.Close()
	store := postgres.NewCatalog(pool, clock.System{})
	began := time.Now()
	if err := fill(ctx, o, store, n); err != nil {
		return g, err
	}
	g.Import = time.Since(began)
	if err := pool.QueryRow(ctx, `select pg_database_size(current_database())`).Scan(&g.Database); err != nil {
		return g, err
	}
	o.Say("imported in %s, indexing", g.Import.Round(time.Millisecond))
	before := living()
	engine := bleve.New()
	began = time.Now()
	if err := search.NewIndexer(store, engine).Rebuild(ctx); err != nil {
		return g, err
	}
	g.Index = time.Since(began)
	g.IndexMemory = living() - before
	o.Say("indexed in %s, %d MB, asking", g.Index.Round(time.Millisecond), g.IndexMemory>>20)
	return g, g.ask(ctx, o, store, engine)
}

// prepare makes a migrated database.
func prepare(ctx context.Context, server *pgserver.Server, database string) error {
	admin, err := pgx.Connect(ctx, server.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	if _, err := admin.Exec(ctx, "create database "+database); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, server.URL(database))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return postgres.Migrate(ctx, conn, postgres.Contract)
}

// fill generates and imports at the same time, so that the size of a catalogue is no matter of memory.
func fill(ctx context.Context, o GrowthOptions, store catalog.Store, n int) error {
	model, err := o.Model()
	if err != nil {
		return err
	}
	defer func() { _ = model.Close() }()
	in, out := io.Pipe()
	go func() { _ = out.CloseWithError(Generate(out, model, n)) }()
	summary, err := exchange.Import(ctx, store, exchange.Options{}, exchange.Source{Name: "generated", Format: exchange.JSONL, In: in})
	if err == nil && summary.Failed > 0 {
		err = fmt.Errorf("%d lines were left out, the first: %+v", summary.Failed, summary.Errors[0])
	}
	return errors.Join(err, in.Close())
}

// living is the memory of what lives after a collection.
func living() int64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// ask measures what visitors ask for.
func (g *Grown) ask(ctx context.Context, o GrowthOptions, store catalog.Store, engine search.Engine) error {
	service := search.NewService(engine, store.Categories)
	categories, err := store.Categories(ctx)
	if err != nil {
		return err
	}
	mix, err := newListingMix(categories, func(c catalog.Category) (seen shown, err error) {
		listing, err := service.Listing(ctx, search.Request{CategoryID: c.ID, Params: search.ParseParams(nil), Lang: catalog.German})
		if err != nil {
			return seen, err
		}
		text, err := json.Marshal(listing)
		if err != nil {
			return seen, err
		}
		return seen, json.Unmarshal(text, &seen)
	})
	if err != nil {
		return err
	}
	var ids []int64
	listed := func(params search.Params, category int64) error {
		listing, err := service.Listing(ctx, search.Request{CategoryID: category, Params: params, Lang: catalog.German})
		for _, c := range listing.Cards {
			ids = append(ids, c.ID)
		}
		return err
	}
	for _, of := range []struct {
		took *time.Duration
		do   func(i int) error
	}{
		{&g.Listing, func(int) error { c, query := mix.draw(); return listed(search.ParseParams(query), c.ID) }},
		{&g.Filters, func(i int) error { return listed(search.ParseParams(nil), mix.categories[i%len(mix.categories)].ID) }},
		{&g.Suggest, func(i int) error {
			_, err := service.Suggest(ctx, typed[i%len(typed)], 0, catalog.German)
			return err
		}},
		{&g.ByNumber, func(i int) error { _, err := store.Product(ctx, ids[i%len(ids)]); return err }},
	} {
		s := Slice{For: time.Second}
		for i := range o.Queries {
			began := time.Now()
			if err := of.do(i); err != nil {
				return err
			}
			s.times = append(s.times, time.Since(began))
		}
		s.sum()
		*of.took = s.P50
	}
	return nil
}
