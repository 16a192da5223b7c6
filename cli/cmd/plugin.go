package cmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
)

func newPlugin(s *session) *cobra.Command {
	c := &cobra.Command{Use: "plugin", Short: "Look at the payment, shipping and tracking plugins"}
	c.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "Start every configured plugin and say what it is and whether it works",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			return listPlugins(c.Context(), cfg, &s.out)
		},
	})
	c.AddCommand(newPluginNew(s), newPluginVerify(s))
	return c
}

// startTimeout is how long a plugin has to describe itself; one that takes longer is listed as it is then.
const startTimeout = 20 * time.Second

func listPlugins(ctx context.Context, cfg config.Config, out *printer) error {
	host, err := app.NewPluginHost(cfg)
	if err != nil {
		return err
	}
	defer func() { _ = host.Close() }()
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := host.Start(ctx); err != nil {
		return err
	}
	list := host.Status()
	rows := make([][]string, len(list))
	for i, p := range list {
		rows[i] = []string{p.Name, string(p.State), p.Version, strings.Join(p.Kinds, ","), strings.Join(p.Methods, ","), p.Problem}
	}
	return out.table(list, []string{"name", "state", "version", "kinds", "methods", "problem"}, rows)
}
