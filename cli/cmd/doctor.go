package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/deploy/devstack"
)

func newDoctor(s *session) *cobra.Command {
	var market string
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine, the servers of the settings, plugins and deliveries, and say what to do",
		Long: "Checks that this machine has what `kontor up` needs, that the servers of the settings answer, every plugin works, with its provider\n" +
			"and not the simulator where the shop's address is public, and nothing waits too long for its delivery. Says what to do about the rest.\n" +
			"Exit code 1 when something is wrong.",
		Args: noArguments,

		Example: "  kontor doctor\n  kontor doctor --market de # what the law asks of a German shop, and whether this one may go live",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if market != "" {
				return s.doctorMarket(c.Context(), cfg, market)
			}
			checks := []stack.Check{{Name: "Kontor", OK: true, Detail: app.VersionAndPlatform()}}
			if stack.Deployed(cfg) {
				checks = append(checks, stack.DeployedChecks(cfg)...)
			} else {
				checks = append(checks, stack.Checks(c.Context(), cfg, runsByHand(c.Context(), cfg))...)
			}
			checks = append(checks, serverChecks(c.Context(), cfg)...)
			info, running := devstack.Running(cfg.State.Dir)
			switch {
			case running && len(info.Parts) == 0: // those that are not built yet would be called broken
				checks = append(checks, stack.Check{Name: "Plugins", OK: true, Detail: "not looked at: `kontor up` is still starting, which builds them"})
			case stack.Cramped(cfg.State.Dir) != "": // each starts from a copy: those that the shop runs would be called broken
				checks = append(checks, stack.Check{Name: "Plugins", OK: true, Detail: "not looked at: there is no room to start them in"})
			default:
				checks = append(checks, pluginChecks(c.Context(), cfg)...)
			}
			checks = append(checks, simulatedChecks(cfg)...)
			checks = append(append(checks, partnerChecks(c.Context(), cfg)...), outboxCheck(c.Context(), cfg)...)
			var rows [][]string
			wrong := 0
			for _, check := range checks {
				state := "ok"
				if !check.OK {
					state = "WRONG"
					wrong++
				}
				rows = append(rows, []string{state, check.Name, check.Detail})
			}
			if err := s.out.table(checks, []string{"", "what", "found"}, rows); err != nil || wrong == 0 {
				return err
			}
			s.out.line("")
			for _, check := range checks {
				if !check.OK {
					s.out.line("- %s", check.Advice)
				}
			}
			return exitCode(1)
		},
	}
	c.Flags().StringVar(&market, "market", "", "check the rules of a market instead: de")
	_ = c.RegisterFlagCompletionFunc("market", cobra.FixedCompletions([]string{"de"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// partnerChecks says whether a partner's shop has anything to show; nothing where there is none, or no database that knows.
func partnerChecks(ctx context.Context, cfg config.Config) []stack.Check {
	if cfg.WhiteLabel.Name == "" || cfg.Database.URL == "" {
		return nil
	}
	p, err := openCatalog(ctx, cfg)
	if err != nil {
		return nil
	}
	defer p.close()
	check := stack.Check{Name: "Partner's shop", OK: true, Detail: cfg.WhiteLabel.Name + ", category " + cfg.WhiteLabel.Category}
	if err := app.PartnerCategory(ctx, cfg, p.store); err != nil {
		check.OK, check.Detail, check.Advice = false, "no category "+cfg.WhiteLabel.Category, err.Error()
	}
	return []stack.Check{check}
}
