package cmd

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
)

func newMigrate(s *session) *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use:     "migrate",
		Short:   "Bring the database to the newest schema",
		Args:    cobra.NoArgs,
		Example: "  kontor migrate --dry-run\n  kontor migrate",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			return migrate(c.Context(), cfg, &s.out, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only say what would be done")
	return c
}

func migrate(ctx context.Context, cfg config.Config, out *printer, dryRun bool) error {
	address, err := pgx.ParseConfig(cfg.Database.URL)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "database_url_invalid")
	}
	conn, err := pgx.ConnectConfig(ctx, address)
	if err != nil {
		return postgres.FaultOf(err, nil)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	pending, err := postgres.Pending(ctx, conn)
	if err != nil {
		return err
	}
	if !dryRun {
		if err := postgres.Migrate(ctx, conn); err != nil {
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
