package cmd

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench/chaos"
	"kontor.dev/kontor/core/money"
)

func newBenchChaos(s *session) *cobra.Command {
	o := chaos.Options{}
	c := &cobra.Command{
		Use: "chaos", Short: "Buy while everything is killed, and hold the books against each other", Args: noArguments,
		Long: `Starts a shop of its own (PostgreSQL, Temporal, API, worker, plugins, simulated providers), lets guests buy by mixed methods,
and kills its processes, the providers too, at random moments meanwhile, or cuts the connections to these. Then it waits
until all has settled and counts: every order that a guest was told of exists once, the providers' money is the shop's to the
cent, and the stock adds up. Exits with 1 when something does not.

The same seed gives the same guests and the same order of deaths; what each hits differs with the machine's speed.`,
		Example: "  kontor bench chaos\n  kontor bench chaos --orders 100 --seed 42 -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if o.Orders < 1 || o.Guests < 1 {
				return usageError{fmt.Errorf("--orders and --guests take 1 or more")}
			}
			o.Root, o.Tools, o.State = cfg.Root, cfg.State.Tools, filepath.Join(cfg.State.Dir, "chaos")
			o.Say = sayer(c)
			r, err := chaos.Run(c.Context(), o)
			if err != nil {
				return err
			}
			return printChaos(&s.out, r)
		},
	}
	c.Flags().IntVarP(&o.Orders, "orders", "n", 1000, "guests, who buy once each")
	c.Flags().IntVarP(&o.Guests, "guests", "g", 16, "how many buy at the same time")
	c.Flags().Int64Var(&o.Seed, "seed", 1, "of what guests do and of what dies when")
	return c
}

func printChaos(out *printer, r *chaos.Report) error {
	deaths := make([]string, 0, len(r.Kills))
	for _, what := range slices.Sorted(maps.Keys(r.Kills)) {
		deaths = append(deaths, fmt.Sprintf("%s %d", what, r.Kills[what]))
	}
	out.line("seed %d: %d guests, %d attempts in %s; killed: %s\n", r.Seed, r.Guests, r.Attempts, r.Took.Round(time.Second), strings.Join(deaths, ", "))
	if err := printChecks(out, r, r.Checks); err != nil || r.Kept() {
		return err
	}
	return exitCode(1)
}

// printChecks writes what was counted, of a report.
func printChecks(out *printer, report any, checks []chaos.Check) error {
	rows := make([][]string, 0, len(checks))
	for _, check := range checks {
		state := "ok"
		if !check.OK() {
			state = "WRONG"
		}
		rows = append(rows, []string{state, check.Name, chaosCount(check, check.Want), chaosCount(check, check.Have)})
	}
	return out.table(report, []string{"", "what", "should be", "is"}, rows)
}

func chaosCount(c chaos.Check, n int64) string {
	if c.Euro {
		return money.Euro(n).String()
	}
	return strconv.FormatInt(n, 10)
}
