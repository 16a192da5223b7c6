package cmd

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench/chaos"
)

func newBenchOverload(s *session) *cobra.Command {
	o := chaos.OverloadOptions{}
	c := &cobra.Command{
		Use: "overload", Short: "Offer a shop a multiple of what it can do, and see what it still does", Args: noArguments,
		Long: `Starts a shop of its own (PostgreSQL, Temporal, API, worker, plugins), finds out how many orders a second it takes, and then lets
a multiple of that come, whether or not it answers: each customer looks at a product, puts it into the cart and orders; who is
refused at the begin goes away, who has something in the cart comes again when told to. Before and after comes half of what it
can do. Exits with 1 when less than 80 % of the capacity is done, refusals are slow, an order is lost or doubled, memory or
connections grow, or it is not well within 10 seconds afterwards.`,
		Example: "  kontor bench overload\n  kontor bench overload --times 10 -d 60s -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if o.Guests < 1 || o.Times <= 0 || o.Capacity < time.Second || o.Calm < time.Second || o.Overload < 5*time.Second {
				return usageError{fmt.Errorf("--guests and --times take more than 0, --capacity and --calm at least 1s, --duration at least 5s")}
			}
			o.Orders = 1_000_000 // in stock, of each product
			o.Root, o.Tools, o.State, o.Say = cfg.Root, cfg.State.Tools, filepath.Join(cfg.State.Dir, "overload"), sayer(c)
			r, err := chaos.Overload(c.Context(), o)
			if err != nil {
				return err
			}
			return printOverload(&s.out, r)
		},
	}
	c.Flags().IntVarP(&o.Guests, "guests", "g", 24, "how many buy at once to find the capacity")
	c.Flags().Float64Var(&o.Times, "times", 4, "of the capacity that is offered")
	c.Flags().DurationVar(&o.Capacity, "capacity", 12*time.Second, "time to find the capacity")
	c.Flags().DurationVar(&o.Calm, "calm", 12*time.Second, "time before the overload, and after it")
	c.Flags().DurationVarP(&o.Overload, "duration", "d", 20*time.Second, "time of the overload")
	return c
}

// sayer gives what tells a person how a long run goes on.
func sayer(c *cobra.Command) func(string, ...any) {
	began := time.Now()
	return func(format string, args ...any) {
		_, _ = fmt.Fprintf(c.ErrOrStderr(), "%6.1f s  "+format+"\n", append([]any{time.Since(began).Seconds()}, args...)...)
	}
}

func printOverload(out *printer, r *chaos.OverloadReport) error {
	sayFailures(out, r.Run)
	out.line("capacity %.1f orders/s before and %.1f/s after, offered %.1f/s, done %.1f/s; %d refusals\n", r.Capacity, r.After, r.Offered, r.Goodput, r.Refusals)
	if !out.json {
		if err := out.table(nil, sliceHeadings, sliceRows(r.Run)); err != nil {
			return err
		}
		out.line("")
	}
	rows := make([][]string, 0, len(r.Checks))
	for _, b := range r.Checks {
		state := "ok"
		if !b.OK() {
			state = "WRONG"
		}
		bound := fmt.Sprintf("at most %.0f", b.To)
		if b.From > 0 {
			bound = fmt.Sprintf("at least %.0f", b.From)
		}
		rows = append(rows, []string{state, b.Name, bound, fmt.Sprintf("%.0f", b.Is), b.Unit})
	}
	if err := out.table(r, []string{"", "what", "bound", "is", ""}, rows); err != nil || r.Kept() {
		return err
	}
	return exitCode(1)
}
