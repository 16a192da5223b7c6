package cmd

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/bench"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/search"
	processes "kontor.dev/kontor/workflows/client"
)

func newBench(s *session) *cobra.Command {
	o := bench.Options{}
	var names []string
	var atOnce []int
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the running shop as ratios to what the machine can do",
		Long: `Visits the running shop and, in the same run, measures baselines on the same servers: an empty HTTP handler, one
indexed select, the search engine asked directly, an empty page of the storefront, a page rendered anew, and a workflow that
does nothing. A scenario's ratio is its rate divided by its baseline's; of a step of the checkout and of the last one,
process, it is the median's. The empty page is there in a shop that was started with storefront.benchPage. The freshness
scenario changes a price by a cent and back, and the checkout scenario places real orders and takes real stock: run them
on a shop that is there for it. Scenarios: ` + strings.Join(bench.Names, ", ") + ".",
		Args:    noArguments,
		Example: "  kontor bench\n  kontor bench -s product -s cart -c 16 -d 30s -o json\n  kontor bench -s step -s process -c 1,8,32\n  kontor bench -s checkout --turns 5 -d 4s",
		RunE: func(c *cobra.Command, _ []string) error {
			if len(atOnce) == 0 || slices.Min(atOnce) < 1 {
				return usageError{fmt.Errorf("--concurrency takes 1 or more")}
			}
			if o.Turns < 1 {
				return usageError{fmt.Errorf("--turns takes 1 or more")}
			}
			cfg, err := s.load()
			if err != nil {
				return err
			}
			results, err := runBench(c.Context(), cfg, o, atOnce, names, func(name string) {
				_, _ = fmt.Fprintf(c.ErrOrStderr(), "%s …\n", name)
			})
			if err != nil {
				return err
			}
			return printBench(&s.out, results)
		},
	}
	c.AddCommand(newBenchChaos(s), newBenchOverload(s), newBenchRolling(s), newBenchRecovery(s), newBenchGrowth(s), newBenchMix(s))
	c.Flags().IntSliceVarP(&atOnce, "concurrency", "c", []int{16}, "calls under way at once; several are measured in turn")
	c.Flags().DurationVarP(&o.Duration, "duration", "d", 10*time.Second, "time per scenario and turn")
	c.Flags().IntVar(&o.Turns, "turns", 1, "how often the scenarios run, one after the other, so that a machine whose speed changes is as fast for each")
	c.Flags().DurationVar(&o.Warmup, "warmup", 2*time.Second, "uncounted time before it")
	c.Flags().StringSliceVarP(&names, "scenario", "s", nil, "only these, with their baselines (default all)")
	return c
}

type benchReport struct {
	Machine bench.Machine  `json:"machine"`
	Engine  string         `json:"engine"`
	Results []bench.Result `json:"results"`
}

func runBench(ctx context.Context, cfg config.Config, o bench.Options, atOnce []int, names []string, progress func(string)) (benchReport, error) {
	report := benchReport{Machine: bench.ThisMachine()}
	var err error
	report.Engine, err = withSuite(ctx, cfg, slices.Max(atOnce), bench.AsksEngine(names), func(ctx context.Context, suite *bench.Suite) error {
		for _, o.Concurrency = range atOnce {
			results, err := suite.Run(ctx, names, o, progress)
			if err != nil {
				return err
			}
			report.Results = append(report.Results, results...)
		}
		return nil
	})
	return report, err
}

// withSuite prepares what visits the running shop, and gives the name of its search engine; asked says whether that will be
// asked directly.
func withSuite(ctx context.Context, cfg config.Config, concurrency int, asked bool, do func(context.Context, *bench.Suite) error) (engineName string, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor bench"})
	if err != nil {
		return "", err
	}
	defer pool.Close()
	store := postgres.NewCatalog(pool, clock.System{})
	engine, err := app.SearchEngine(cfg)
	if err != nil {
		return "", err
	}
	name := engine.Name()
	if asked {
		indexer := search.NewIndexer(store, engine)
		indexer.ShareWith(postgres.NewOutbox(pool))
		if err := indexer.Start(ctx); err != nil { // also a server's: the shop may have started a moment ago, and be building it
			return "", err
		}
	} else {
		engine = nil
	}
	if err := processes.Addressed(cfg.Temporal.Address); err != nil {
		return "", err
	}
	temporal, err := client.DialContext(ctx, client.Options{
		HostPort: cfg.Temporal.Address, Namespace: cfg.Temporal.Namespace, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
		ConnectionOptions: client.ConnectionOptions{GrpcCompression: &client.GrpcCompressionNone{}}, // as the shop's
	})
	if err != nil {
		return "", fmt.Errorf("temporal: %w", err)
	}
	defer temporal.Close()
	suite, err := bench.New(ctx, bench.Deps{
		Outbox:  postgres.NewOutbox(pool),
		Address: cfg.HTTP.Addr, Storefront: cfg.Storefront.Addr, Catalog: store, Engine: engine, Temporal: temporal,
	}, concurrency)
	if err != nil {
		return "", err
	}
	return name, do(ctx, suite)
}

func printBench(out *printer, report benchReport) error {
	m := report.Machine
	out.line("%s, %d cores, %s, %s, %s; search: %s\n", m.CPU, m.Cores, m.Memory, m.OS, m.Go, report.Engine)
	rows := make([][]string, len(report.Results))
	for i, r := range report.Results {
		ratio := ""
		switch {
		case r.Latency > 0:
			ratio = fmt.Sprintf("%.2f times the median of %s", r.Latency, r.Baseline)
		case r.Within > 0:
			ratio = fmt.Sprintf("the slowest %s of %s", r.Slowest.Round(time.Millisecond), r.Within)
		case r.Ratio > 0:
			ratio = fmt.Sprintf("%.0f %% of %s", 100*r.Ratio, r.Baseline)
		}
		rows[i] = []string{
			r.Name, fmt.Sprint(r.Concurrency), fmt.Sprintf("%.0f", r.PerSecond), milliseconds(r.P50), milliseconds(r.P95), milliseconds(r.P99),
			fmt.Sprint(r.Errors), ratio, r.FirstError,
		}
	}
	return out.table(report, []string{"scenario", "at once", "per second", "p50 ms", "p95 ms", "p99 ms", "errors", "ratio", ""}, rows)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }
