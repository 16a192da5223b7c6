package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench/chaos"
)

func newBenchRolling(s *session) *cobra.Command {
	o := chaos.Options{}
	c := &cobra.Command{
		Use: "rolling", Short: "Buy while every process is replaced, and lose no call", Args: noArguments,
		Long: `Starts a shop of its own with two APIs behind a load balancer and two workers, lets guests buy by mixed methods, and meanwhile
replaces each process, one after the other, as a rollout in Kubernetes does: the new one is ready before the old one is asked to
stop, and the old one says that it is not ready any more before it takes no more calls. Exits with 1 when a call fails, or when
orders, money and goods do not agree afterwards.

With --from another version runs first, built from its sources in that folder, and is upgraded to this one when a quarter of the
guests have bought: 'kontor migrate', each API and worker, 'kontor migrate --contract'. It is the rehearsal of an upgrade.`,
		Example: "  kontor bench rolling\n  kontor bench rolling --orders 500 -o json\n  kontor bench rolling --from ../kontor-1.0.0",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if o.Orders < 1 || o.Guests < 1 {
				return usageError{fmt.Errorf("--orders and --guests take 1 or more")}
			}
			if o.From != "" {
				if o.From, err = filepath.Abs(o.From); err != nil {
					return err
				}
				if _, err := os.Stat(filepath.Join(o.From, "cli", "kontor")); err != nil {
					return usageError{fmt.Errorf("--from takes the folder of a version's sources: %w", err)}
				}
			}
			o.Root, o.Tools, o.State, o.Say = cfg.Root, cfg.State.Tools, filepath.Join(cfg.State.Dir, "rolling"), sayer(c)
			r, err := chaos.Rolling(c.Context(), o)
			if err != nil {
				return err
			}
			s.out.line("%d guests and %d calls in %s; replaced %d APIs and %d workers %s", r.Guests, r.Calls, r.Took.Round(time.Second), r.APIs, r.Workers, r.FirstFailed)
			if err := printChecks(&s.out, r, r.Checks); err != nil || r.Kept() {
				return err
			}
			return exitCode(1)
		},
	}
	c.Flags().IntVarP(&o.Orders, "orders", "n", 300, "guests, who buy once each")
	c.Flags().IntVarP(&o.Guests, "guests", "g", 4, "how many buy at the same time")
	c.Flags().Int64Var(&o.Seed, "seed", 1, "of what guests do")
	c.Flags().StringVar(&o.From, "from", "", "folder with the sources of a version that runs first and is upgraded")
	return c
}
