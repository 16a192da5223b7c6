package cmd

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench/chaos"
)

func newBenchRecovery(s *session) *cobra.Command {
	times := 0
	o := chaos.Options{Orders: 100_000} // in stock: nobody knows before how many it takes
	c := &cobra.Command{
		Use: "recovery", Short: "Kill each part and see how long until reads, carts and orders are answered again", Args: noArguments,
		Long: `Starts a shop of its own (PostgreSQL, Temporal, API, worker, plugins, simulated providers) with one of each, lets one visitor
read, one fill carts and two order by PayPal, one call after the other, and kills the parts in turn with SIGKILL; each is started
again at once. The table says how long after the death the last call that failed, or took twice as long as nine of ten before (and
a second at least), was followed by one that was answered: the longest of all deaths of the part. A provider is away for a second. Exits with 1 when orders, money and goods do not agree
afterwards.`,
		Example: "  kontor bench recovery\n  kontor bench recovery --times 10 -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if times < 1 {
				return usageError{errors.New("--times takes 1 or more")}
			}
			o.Guests = 4 // who call at the same time
			o.Root, o.Tools, o.State, o.Say = cfg.Root, cfg.State.Tools, filepath.Join(cfg.State.Dir, "recovery"), sayer(c)
			r, err := chaos.Recovery(c.Context(), o, times)
			if err != nil {
				return err
			}
			return printRecovery(&s.out, r)
		},
	}
	c.Flags().IntVar(&times, "times", 3, "deaths of each part")
	c.Flags().Int64Var(&o.Seed, "seed", 1, "of what guests do")
	return c
}

func printRecovery(out *printer, r *chaos.RecoveryReport) error {
	if !out.json {
		rows := make([][]string, len(r.Worst))
		for i, d := range r.Worst {
			rows[i] = []string{d.Victim, outage(d.Reads), outage(d.Carts), outage(d.Orders)}
		}
		if err := out.table(nil, []string{"killed", "reads after", "carts after", "orders after"}, rows); err != nil {
			return err
		}
		out.line("")
	}
	if err := printChecks(out, r, r.Checks); err != nil || r.Kept() {
		return err
	}
	return exitCode(1)
}

// outage writes what callers of one kind saw.
func outage(o chaos.Outage) string {
	if o.After == 0 {
		return "not noticed"
	}
	return fmt.Sprintf("%.1f s (%d of %d calls failed)", o.After.Seconds(), o.Failed, o.Calls)
}
