package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/testenv"
)

func newTestenv(s *session) *cobra.Command {
	var postgresOnly, full bool
	c := &cobra.Command{
		Use:   "testenv -- COMMAND [ARGUMENT...]",
		Short: "Run a command with a PostgreSQL and a Temporal server of its own, or with a whole shop",
		Long: `Starts PostgreSQL and Temporal on free ports, with state apart from the development stack's, runs the command with
` + testenv.EnvDatabase + ` and ` + testenv.EnvTemporal + ` set, stops them, and ends with the command's exit code.

With --full it starts the whole shop instead, with the demo catalogue and no orders, and sets ` + stack.EnvURL + `,
` + stack.EnvMail + ` and ` + stack.EnvSimulator + `.`,
		Example: "  kontor testenv -- go test ./core/...\n  kontor testenv --full -- npm --prefix storefront run test:e2e",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if full {
				return withShop(c.Context(), cfg, args)
			}
			return withServers(c.Context(), cfg, postgresOnly, args)
		},
	}
	c.Flags().BoolVar(&postgresOnly, "postgres-only", false, "leave Temporal out")
	c.Flags().BoolVar(&full, "full", false, "start the whole shop")
	c.MarkFlagsMutuallyExclusive("postgres-only", "full")
	return c
}

func withServers(ctx context.Context, cfg config.Config, postgresOnly bool, args []string) error {
	env, err := testenv.Start(ctx, testenv.Options{
		StateDir: cfg.State.Dir, ToolsDir: cfg.State.Tools, NoTemporal: postgresOnly,
		Say: func(format string, args ...any) { _, _ = fmt.Fprintf(os.Stderr, "testenv: "+format+"\n", args...) },
	})
	if err != nil {
		return err
	}
	runErr := runIn(ctx, env.Vars(), args)
	return errors.Join(runErr, env.Stop(context.WithoutCancel(ctx)))
}

func withShop(ctx context.Context, cfg config.Config, args []string) error {
	cfg, err := stack.Isolated(cfg)
	if err != nil {
		return err
	}
	if err := stack.Reset(cfg, false); err != nil {
		return err
	}
	console := devstack.NewConsole(os.Stderr)
	shop, err := stack.Start(ctx, stack.Options{Config: cfg, Console: console})
	console.Close() // the command writes from here on
	if err != nil {
		return err
	}
	runErr := runIn(ctx, shop.TestVars(), args)
	return errors.Join(runErr, shop.Stop(context.WithoutCancel(ctx)))
}

// runIn runs a command on this terminal with more environment and hands its exit code on.
func runIn(ctx context.Context, env, args []string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(max(exit.ExitCode(), 1))
	}
	return err
}
