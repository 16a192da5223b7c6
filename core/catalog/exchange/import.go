// Package exchange reads catalogue files (JSONL and CSV) into a catalog.Store, and writes them. It reads line by line, in
// batches of one transaction each, every line whole or not at all. A line of JSONL is the whole of a product; a row of CSV says
// what its columns name, and leaves the rest as it is stored. The format is described in core/docs/catalog-import.md.
package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// Format is how a file is written.
type Format string

// The formats.
const (
	JSONL Format = "jsonl"
	CSV   Format = "csv"
)

// FormatOf tells the format by a file's name, with or without ".gz"; "" for any other name.
func FormatOf(name string) Format {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	switch {
	case strings.HasSuffix(name, ".jsonl"), strings.HasSuffix(name, ".ndjson"):
		return JSONL
	case strings.HasSuffix(name, ".csv"), strings.HasSuffix(name, ".tsv"):
		return CSV
	}
	return ""
}

// Source is one file, unpacked.
type Source struct {
	Name   string
	Format Format
	In     io.Reader
}

// Options tune an import. The zero value imports in batches of 1000.
type Options struct {
	DryRun   bool            // checks everything, counts what would be done, and writes nothing
	Batch    int             // products per transaction
	Progress func(p Summary) // called after each batch, from the importing goroutine
	Known    []string        // warehouses that the shop has: the files' others are named in the summary; empty: none are
	Now      time.Time       // earlier prices must lie before it; the zero value is the current time
}

// maxErrors bounds the list of bad lines that a summary carries; Failed counts them all.
const maxErrors = 1000

// Summary says what an import did.
type Summary struct {
	Lines      int         `json:"lines"`
	Categories int         `json:"categories"`
	Products   int         `json:"products"` // that were right
	Created    int         `json:"created"`
	Updated    int         `json:"updated"`
	Unchanged  int         `json:"unchanged"`
	Failed     int         `json:"failed"`
	Errors     []LineError `json:"errors,omitempty"`        // the first thousand
	Warehouses []string    `json:"newWarehouses,omitempty"` // of right lines, that the shop did not have; see Options.Known
	DryRun     bool        `json:"dryRun,omitempty"`        // nothing was done; the counts are of what would be

	Leaps    []catalog.PriceLeap `json:"priceLeaps,omitempty"` // the first thousand
	LeapsAll int                 `json:"priceLeapCount,omitempty"`
}

// LineError is one line that was left out, and why. Problems are by field; Reason is about the line as a whole.
type LineError struct {
	File          string        `json:"file"`
	Line          int           `json:"line"`
	ArticleNumber string        `json:"articleNumber,omitempty"`
	Reason        string        `json:"reason,omitempty"`
	Problems      []fault.Field `json:"problems,omitempty"`
}

// Import reads the sources in turn. Bad lines are left out and reported in the summary; an error is about a file or the
// store, and what earlier batches wrote stays. Importing the same again changes nothing.
func Import(ctx context.Context, store catalog.Store, opts Options, sources ...Source) (Summary, error) {
	if opts.Batch <= 0 {
		opts.Batch = 1000
	}
	if opts.Now.IsZero() {
		opts.Now = time.Now()
	}
	r := &run{store: store, opts: opts, defs: map[string][]catalog.AttributeDef{}, parents: map[string]string{}, seen: map[string]string{}}
	r.summary.DryRun = opts.DryRun
	known, err := store.Categories(ctx)
	if err != nil {
		return r.summary, err
	}
	for _, c := range known {
		r.defs[c.Slug], r.parents[c.Slug] = c.Attributes, c.ParentSlug
	}
	for _, s := range sources {
		if err := r.file(ctx, s); err != nil {
			return r.summary, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return r.summary, nil
}

// run is one import under way.
type run struct {
	store   catalog.Store
	opts    Options
	summary Summary
	defs    map[string][]catalog.AttributeDef // by slug of every category known so far
	parents map[string]string                 // slugs of theirs
	seen    map[string]string                 // where each article number came first
	batch   catalog.Batch
	rows    []pending
}

func (r *run) file(ctx context.Context, s Source) error {
	var in reader
	switch s.Format {
	case JSONL:
		lines, err := newJSONL(s.In)
		if err != nil {
			return err
		}
		in = lines
	case CSV:
		table, err := newCSV(s.In)
		if err != nil {
			return err
		}
		in = table
	default:
		return fault.New(fault.Invalid, "catalog_format_unknown")
	}
	for {
		rec, line, err := in.next()
		if errors.Is(err, io.EOF) {
			return r.flush(ctx)
		}
		bad, isLine := errors.AsType[*lineFault](err)
		if err != nil && !isLine {
			return err
		}
		r.summary.Lines++
		at := LineError{File: s.Name, Line: line}
		if isLine {
			at.Reason, at.ArticleNumber = bad.reason, bad.articleNumber
		}
		switch {
		case s.Format == CSV:
			r.row(rec.row, at)
		case isLine:
			r.reject(at)
		case rec.category != nil:
			r.category(rec.category, at)
		default:
			r.product(rec.product, at)
		}
		if len(r.batch.Products) >= r.opts.Batch || len(r.rows) >= r.opts.Batch {
			if err := r.flush(ctx); err != nil {
				return err
			}
		}
	}
}

func (r *run) category(in *Category, at LineError) {
	c := in.domain()
	at.Problems = catalog.CheckCategory(c)
	if _, known := r.defs[c.ParentSlug]; c.ParentSlug != "" && !known {
		at.Problems = append(at.Problems, fault.Field{Name: "parent", Reason: "category_parent_unknown"})
	}
	if c.ParentSlug != c.Slug && r.below(c.ParentSlug, c.Slug) {
		at.Problems = append(at.Problems, fault.Field{Name: "parent", Reason: "own_descendant"})
	}
	if len(at.Problems) > 0 {
		r.reject(at)
		return
	}
	r.defs[c.Slug], r.parents[c.Slug] = c.Attributes, c.ParentSlug
	r.batch.Categories = append(r.batch.Categories, c)
	r.summary.Categories++
}

// below reports whether a category is another, or somewhere below it. The way up ends also in a ring that an earlier version
// let in.
func (r *run) below(slug, other string) bool {
	for range r.parents {
		if slug == "" || slug == other {
			break
		}
		slug = r.parents[slug]
	}
	return slug == other
}

func (r *run) product(in *Product, at LineError) {
	if r.twice(in.ArticleNumber, &at) {
		r.reject(at)
		return
	}
	defs, known := r.defs[in.Category]
	p, problems := in.checked(defs, known)
	at.Problems = problems
	for i, h := range p.PriceHistory {
		if !h.From.Before(r.opts.Now) {
			at.Problems = append(at.Problems, fault.Field{Name: fmt.Sprintf("priceHistory[%d].from", i), Reason: "in_future"})
		}
	}
	if len(at.Problems) > 0 {
		r.reject(at)
		return
	}
	r.batch.Products = append(r.batch.Products, p)
	r.accept(p)
}

// accept counts right products, and notes warehouses that nothing was in before.
func (r *run) accept(products ...*catalog.Product) {
	r.summary.Products += len(products)
	if len(r.opts.Known) == 0 {
		return
	}
	for _, p := range products {
		for _, s := range p.Stock {
			if !slices.Contains(r.opts.Known, s.Warehouse) && !slices.Contains(r.summary.Warehouses, s.Warehouse) {
				r.summary.Warehouses = append(r.summary.Warehouses, s.Warehouse)
			}
		}
	}
}

// twice notes where an article number stands, and reports whether it stood somewhere before.
func (r *run) twice(articleNumber string, at *LineError) bool {
	at.ArticleNumber = articleNumber
	if first, there := r.seen[articleNumber]; there && articleNumber != "" {
		at.Reason = "the article number is there already, in " + first
		return true
	}
	r.seen[articleNumber] = fmt.Sprintf("%s line %d", at.File, at.Line)
	return false
}

func (r *run) reject(at LineError) {
	r.summary.Failed++
	if len(r.summary.Errors) < maxErrors {
		r.summary.Errors = append(r.summary.Errors, at)
	}
}

func (r *run) flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.revise(ctx); err != nil {
		return err
	}
	if len(r.batch.Products)+len(r.batch.Categories) > 0 {
		result, err := r.write(ctx)
		if err != nil {
			return err
		}
		r.count(result)
	}
	r.batch = catalog.Batch{}
	if r.opts.Progress != nil {
		r.opts.Progress(r.summary)
	}
	return nil
}

// write writes the batch, or looks what that would do.
func (r *run) write(ctx context.Context) (catalog.Result, error) {
	if r.opts.DryRun {
		return r.store.Foresee(ctx, r.batch.Products, false)
	}
	return r.store.Apply(ctx, r.batch)
}

func (r *run) count(of catalog.Result) {
	r.summary.Created += of.Created
	r.summary.Updated += of.Updated
	r.summary.Unchanged += of.Unchanged
	r.summary.LeapsAll += len(of.Leaps)
	r.summary.Leaps = append(r.summary.Leaps, of.Leaps[:min(len(of.Leaps), maxErrors-len(r.summary.Leaps))]...)
}
