package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/deploy/devstack/testenv"
)

func newTestenv(s *session) *cobra.Command {
	var postgresOnly bool
	c := &cobra.Command{
		Use:   "testenv -- COMMAND [ARGUMENT...]",
		Short: "Run a command with a PostgreSQL and a Temporal server of its own",
		Long: `Starts PostgreSQL and Temporal on free ports, with state apart from the development stack's, runs the command with
` + testenv.EnvDatabase + ` and ` + testenv.EnvTemporal + ` set, stops them, and ends with the command's exit code.`,
		Example: "  kontor testenv -- go test ./core/...",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			env, err := testenv.Start(c.Context(), testenv.Options{
				StateDir: cfg.State.Dir, ToolsDir: cfg.State.Tools, NoTemporal: postgresOnly,
				Say: func(format string, args ...any) { _, _ = fmt.Fprintf(os.Stderr, "testenv: "+format+"\n", args...) },
			})
			if err != nil {
				return err
			}
			runErr := runIn(c.Context(), env.Vars(), args)
			return errors.Join(runErr, env.Stop(context.WithoutCancel(c.Context())))
		},
	}
	c.Flags().BoolVar(&postgresOnly, "postgres-only", false, "leave Temporal out")
	return c
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
