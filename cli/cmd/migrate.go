package cmd

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
)

func newMigrate(s *session) *cobra.Command {
	var dryRun, contract bool
	c := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the newest schema",
		Args:  noArguments,
		Long: `Brings the database to the newest schema. While processes of the version before run beside those of this one, both use it:
what only the version before needs stays until --contract. Give that when the last of them is gone; if nobody does, the
migrations of the next version do.`,
		Example: "  kontor migrate --dry-run\n  kontor migrate\n  kontor migrate --contract",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			phase := postgres.Expand
			if contract {
				phase = postgres.Contract
			}
			return migrate(c.Context(), cfg, &s.out, phase, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only say what would be done")
	c.Flags().BoolVar(&contract, "contract", false, "also take away what only the version before needs")
	return c
}

func migrate(ctx context.Context, cfg config.Config, out *printer, phase postgres.Phase, dryRun bool) error {
	address, err := postgres.Address(cfg.Database.URL)
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, address)
	if err != nil {
		return postgres.FaultOf(err, nil)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	pending, err := postgres.Pending(ctx, conn, phase)
	if err != nil {
		return err
	}
	if !dryRun {
		if err := postgres.Migrate(ctx, conn, phase); err != nil {
			return err
		}
	}
	if out.json {
		return out.value(struct {
			Migrations []string `json:"migrations"`
			Applied    bool     `json:"applied"`
		}{append([]string{}, pending...), !dryRun})
	}
	switch {
	case len(pending) == 0:
		out.line("The schema is the newest.")
	case dryRun:
		out.line("To do:")
	default:
		out.line("Done:")
	}
	for _, name := range pending {
		out.line("  %s", name)
	}
	return nil
}
