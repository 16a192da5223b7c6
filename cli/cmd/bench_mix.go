package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/deploy/devstack"
)

func newBenchMix(s *session) *cobra.Command {
	var perSecond, spike float64
	var run, slice time.Duration
	c := &cobra.Command{
		Use: "mix", Short: "Let visitors of all kinds come at a rate, whether or not the running shop answers", Args: noArguments,
		Long: `Most look at listings and products, some search, few fill a cart, three of a hundred order. They come at the given rate for as
long as asked for: minutes for a look, hours for a soak; with --spike so many times as many come in the middle fifth. The
table shows the run in slices. It places real orders and takes real stock. A visitor who is told to come again was refused, and one
who is told that there is no more of a product met it sold out; all else that is not done has failed, is listed by its reason,
and makes the command exit with 1.

Each slice ends with a look at what the shop holds then: connections to the database and the size of what it stores; memory by part and
open files where 'kontor up' runs it on this machine; goroutines where admin.addr is set. What grows from slice to slice and does not stop is a leak.`,
		Example: "  kontor bench mix --rate 50 -d 2m\n  kontor bench mix --rate 20 -d 4h --slice 10m -o json  # a soak\n  kontor bench mix --rate 20 --spike 10 -d 5m",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if perSecond <= 0 || spike < 1 || slice < time.Second || run < slice {
				return usageError{errors.New("--rate takes more than 0, --spike 1 or more, --slice at least 1s and at most --duration")}
			}
			var r bench.Offered
			look, unwatch, err := watchShop(c.Context(), cfg, s.out.line)
			if err != nil {
				return err
			}
			defer unwatch()
			_, err = withSuite(c.Context(), cfg, mixConnections, false, func(ctx context.Context, suite *bench.Suite) error {
				r = bench.Offer(ctx, bench.Spike(perSecond, spike, run), run, slice, suite.Mixed(), look)
				return ctx.Err()
			})
			if err != nil {
				return err
			}
			sayFailures(&s.out, r)
			headings, rows := usageColumns(r)
			if err := s.out.table(r, headings, rows); err != nil || r.Total.Failed == 0 {
				return err
			}
			return exitCode(1)
		},
	}
	c.Flags().Float64Var(&perSecond, "rate", 20, "visits a second")
	c.Flags().Float64Var(&spike, "spike", 1, "times the rate in the middle fifth")
	c.Flags().DurationVarP(&run, "duration", "d", time.Minute, "time of the run")
	c.Flags().DurationVar(&slice, "slice", 5*time.Second, "time of a row of the table")
	return c
}

// mixConnections is how many calls may be under way at once.
const mixConnections = 1024

// watchShop gives what looks at the running shop. What cannot be looked at is said once.
func watchShop(ctx context.Context, cfg config.Config, say func(format string, args ...any)) (look func() *bench.Usage, stop func(), err error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor bench", MaxConns: 1})
	if err != nil {
		return nil, nil, err
	}
	meter := bench.Meter{Database: pool, Admin: cfg.Admin.Addr}
	if info, ok := devstack.Running(cfg.State.Dir); ok {
		meter.Stack = info.PID
	}
	var once sync.Once
	return func() *bench.Usage {
		usage, err := meter.Look(ctx)
		if err != nil {
			once.Do(func() { say("what the shop holds could not be seen: %v", err) })
			return nil
		}
		return &usage
	}, pool.Close, nil
}

// sayFailures lists why visits failed.
func sayFailures(out *printer, run bench.Offered) {
	for _, f := range run.Failures {
		out.line("%d failed: %s", f.Count, f.Reason)
		if f.First != "" && f.First != f.Reason {
			out.line("  the first: %s", f.First)
		}
	}
}

// usageColumns are a run as it went on, and what the shop held meanwhile.
func usageColumns(run bench.Offered) (headings []string, rows [][]string) {
	var parts []string
	for _, part := range bench.Parts {
		if slices.ContainsFunc(run.Slices, func(s bench.Slice) bool { return s.Usage != nil && s.Usage.Memory[part] > 0 }) {
			parts = append(parts, part)
		}
	}
	headings = slices.Clone(sliceHeadings)
	for _, part := range parts {
		headings = append(headings, part+" MB")
	}
	headings = append(headings, "all MB", "connections", "goroutines", "files", "disk MB")
	rows = sliceRows(run)
	for i, s := range run.Slices {
		if s.Usage == nil {
			continue
		}
		for _, part := range parts {
			rows[i] = append(rows[i], megabytes(s.Usage.Memory[part]))
		}
		rows[i] = append(rows[i], megabytes(s.Usage.Total()), fmt.Sprint(s.Usage.Connections), fmt.Sprint(s.Usage.Goroutines),
			fmt.Sprint(s.Usage.Files), megabytes(s.Usage.Disk))
	}
	return headings, rows
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/(1<<20)) }

var sliceHeadings = []string{"from", "came", "done", "refused", "sold out", "failed", "done/s", "p50 ms", "p95 ms", "p99 ms"}

// sliceRows are a run as it went on.
func sliceRows(run bench.Offered) [][]string {
	rows := make([][]string, 0, len(run.Slices))
	for _, s := range run.Slices {
		rows = append(rows, []string{
			fmt.Sprintf("%.0f s", s.From.Seconds()), fmt.Sprint(s.Came), fmt.Sprint(s.Done), fmt.Sprint(s.Refused), fmt.Sprint(s.SoldOut), fmt.Sprint(s.Failed),
			fmt.Sprintf("%.1f", s.PerSecond), milliseconds(s.P50), milliseconds(s.P95), milliseconds(s.P99),
		})
	}
	return rows
}
