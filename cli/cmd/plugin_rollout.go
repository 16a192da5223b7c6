package cmd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/rollout"
)

// rolloutTimeout is how long the processes of the shop have to start another version.
const rolloutTimeout = time.Minute

// withOperator runs a command on the plugins of the configured shop.
func (s *session) withOperator(c *cobra.Command, do func(context.Context, *app.PluginOperator) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context(), rolloutTimeout)
	defer cancel()
	operator, err := app.OpenPluginOperator(ctx, cfg)
	if err != nil {
		return err
	}
	defer operator.Close()
	letShopRead()
	return do(ctx, operator)
}

// rollsOut changes which versions of a plugin are at work, and writes down who did it.
func (s *session) rollsOut(c *cobra.Command, name, reason string, do func(context.Context, *app.PluginOperator) (rollout.Rollout, error)) error {
	return s.withOperator(c, func(ctx context.Context, o *app.PluginOperator) error {
		var r rollout.Rollout
		err := writtenDown(ctx, o, c, name, reason, func(ctx context.Context) (after any, err error) {
			if r, err = do(ctx, o); err != nil {
				return nil, err
			}
			return r, nil
		})
		if err != nil {
			return err
		}
		return s.printRollout(r)
	})
}

// writtenDown does what a command does to a plugin, and writes down who did it and how the plugin stood before.
func writtenDown(ctx context.Context, o *app.PluginOperator, c *cobra.Command, name, reason string, do func(context.Context) (after any, err error)) error {
	standing, err := o.Standing(ctx, name)
	if err != nil {
		return err
	}
	var before any
	if standing != nil {
		before = standing
	}
	e := audit.Entry{Actor: operator(), Action: "plugin." + c.Name(), Subject: "plugin-" + name, Reason: reason}
	return audit.Act(ctx, o.Log(), e, before, do)
}

func newPluginInstall(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "install FILE",
		Short: "Check a plugin's program and put it into the plugins folder; nothing runs it yet",
		Long: `Starts the program without a configuration, asks it for its name and version, copies it into the plugins folder of this
machine and pins its checksum for the whole shop. A version is one program for ever. On other machines that run the shop
the same program is installed with the same command.`,
		Args:    cobra.ExactArgs(1),
		Example: "  kontor plugin install ./paypal-1.4.0",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withOperator(c, func(ctx context.Context, o *app.PluginOperator) error {
				r, err := o.Install(ctx, args[0])
				if err != nil {
					return err
				}
				if s.out.json {
					return s.out.value(r)
				}
				s.out.line("%s %s (%s) is installed. `kontor plugin settings %s` shows what it is to be told, and where; once that is written, `kontor plugin upgrade %s %s` puts it to work.",
					r.Plugin, r.Version, strings.Join(r.Kinds, ", "), r.Plugin, r.Plugin, r.Version)
				return nil
			})
		},
	}
}

func newPluginUpgrade(s *session) *cobra.Command {
	share, reason := 100, ""
	c := &cobra.Command{
		Use:   "upgrade NAME FILE|VERSION",
		Short: "Put another version of a plugin to work, beside the running one",
		Long: `Runs the version beside the current one in every process of the shop. Once it runs everywhere it takes the new payments,
or the given share of them; payments under way stay with the version that began them, and a version stops when none is
left. A process that cannot run the new version leaves everything as it was. What the version before offers and the new one does
not is named on standard error. The first version of a plugin, and one of a carrier or of tracking, can only take all.`,
		Example: `  kontor plugin upgrade paypal ./paypal-1.5.0 --canary 10
  kontor plugin upgrade paypal 1.5.0`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return s.rollsOut(c, args[0], reason, func(ctx context.Context, o *app.PluginOperator) (rollout.Rollout, error) {
				r, err := o.Upgrade(ctx, args[0], args[1], share)
				if err != nil {
					return r, err
				}
				if reports, _, err := o.Look(ctx); err == nil { // the upgrade is made, whether or not it can be looked at
					warnOfLost(os.Stderr, r, rollout.Lines(reports))
				}
				return r, nil
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	c.Flags().Var(&number[int]{&share, 1, 100}, "canary", "give it only this share of the new payments, in percent")
	return c
}

// warnOfLost says what customers are offered no more since an upgrade. It may be meant, and is not seen in a plugin that works.
func warnOfLost(out io.Writer, r rollout.Rollout, lines []rollout.Line) {
	from, to := r.Previous, r.Stable
	if r.Canary != "" {
		from, to = r.Stable, r.Canary
	}
	if lost := rollout.Lost(lines, r.Plugin, from, to); len(lost) > 0 {
		_, _ = fmt.Fprintf(out, "kontor: %[1]s %[3]s does not offer what %[2]s does: %[4]s. `kontor plugin rollback %[1]s` goes back, if that is not meant.\n",
			r.Plugin, from, to, strings.Join(lost, ", "))
	}
}

func newPluginRollback(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:     "rollback NAME",
		Short:   "Take the canary out of work, or return to the version before the last upgrade",
		Args:    cobra.ExactArgs(1),
		Example: "  kontor plugin rollback paypal",
		RunE: func(c *cobra.Command, args []string) error {
			return s.rollsOut(c, args[0], reason, func(ctx context.Context, o *app.PluginOperator) (rollout.Rollout, error) {
				return o.Rollback(ctx, args[0])
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func (s *session) printRollout(r rollout.Rollout) error {
	if s.out.json {
		return s.out.value(r)
	}
	if r.Canary != "" {
		s.out.line("%s %s takes %d %% of the new payments, %s the rest.", r.Plugin, r.Canary, r.Share, r.Stable)
		return nil
	}
	s.out.line("%s %s takes all that is new. What other versions began they finish.", r.Plugin, r.Stable)
	return nil
}

func newPluginRetire(s *session) *cobra.Command {
	reason, undo := "", false
	c := &cobra.Command{
		Use:   "retire-method CODE",
		Short: "Offer a payment method no more; old orders still show it",
		Example: `  kontor plugin retire-method paypal --reason "The provider shut it down."
  kontor plugin retire-method paypal --undo`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return s.withOperator(c, func(ctx context.Context, o *app.PluginOperator) error {
				code := args[0]
				e := audit.Entry{Actor: operator(), Action: "plugin.retire-method", Subject: "method-" + code, Reason: reason}
				if undo {
					e.Action = "plugin.restore-method"
				}
				err := audit.Act(ctx, o.Log(), e, nil, func(ctx context.Context) (any, error) {
					if undo {
						return nil, o.Restore(ctx, code)
					}
					return nil, o.Retire(ctx, code, cmp.Or(reason, "Retired by the operator."))
				})
				if err != nil {
					return err
				}
				if undo {
					return s.out.done(map[string]any{"method": code, "retired": false}, "%s is retired no more: it is offered wherever its plugin offers it.", code)
				}
				return s.out.done(map[string]any{"method": code, "retired": true}, "%s is offered no more. Payments under way are finished.", code)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for kontor plugin list and kontor audit list")
	c.Flags().BoolVar(&undo, "undo", false, "offer it again")
	return c
}

func newPluginRemove(s *session) *cobra.Command {
	reason, undo := "", false
	c := &cobra.Command{
		Use:   "remove NAME",
		Short: "Take a plugin out of the shop that was put to work with install and upgrade",
		Long: `Offers the plugin's methods, deliveries and services no more, at once. Once no order needs it, it is stopped; until then it
goes on with those that do, which are named, and the command is given again later. Its versions stay installed. What has to be
given back of an order long done needs the plugin once more: ` + "`kontor plugin upgrade NAME VERSION`" + ` puts it back to work.

A plugin that plugins.yaml names is taken out there: write disabled: true beside its name, and start the shop's processes anew.`,
		Example: `  kontor plugin remove acme --reason "The contract has ended."
  kontor plugin remove acme --undo`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			name := args[0]
			if undo {
				return s.rollsOut(c, name, reason, func(ctx context.Context, o *app.PluginOperator) (rollout.Rollout, error) {
					return o.Stay(ctx, name)
				})
			}
			return s.withOperator(c, func(ctx context.Context, o *app.PluginOperator) error {
				var using []int64
				err := writtenDown(ctx, o, c, name, reason, func(ctx context.Context) (after any, err error) {
					using, err = o.Remove(ctx, name)
					return nil, err
				})
				if len(using) > 0 && !s.out.json {
					s.out.line("%s is offered no more. These orders need it still%s:", name, map[bool]string{true: ", among others"}[len(using) == rollout.Shown])
					for _, id := range using {
						s.out.line("  kontor order show %d", id)
					}
				}
				if err != nil {
					return err
				}
				return s.out.done(map[string]any{"plugin": name, "removed": true}, "%s is taken out.", name)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	c.Flags().BoolVar(&undo, "undo", false, "offer it again, as long as it is not stopped")
	return c
}
