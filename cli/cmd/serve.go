package cmd

import (
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
)

func newServe(s *session) *cobra.Command {
	var worker bool
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Run the front door: the API, the images, and the storefront behind it",
		Args:    noArguments,
		Example: "  kontor serve\n  kontor serve --worker --set http.addr=0.0.0.0:8080",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			return app.Serve(c.Context(), cfg, worker)
		},
	}
	c.Flags().BoolVar(&worker, "worker", false, "do the worker's part in the same process")
	return c
}
