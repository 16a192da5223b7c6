package cmd

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench"
)

func newBenchGrowth(s *session) *cobra.Command {
	var sizes []int
	var queries int
	c := &cobra.Command{
		Use: "growth", Short: "Measure what catalogues of growing size cost", Args: noArguments,
		Long: `Starts a PostgreSQL of its own and fills it with generated catalogues, one after the other: how long the import and the index
take, how large both are, and how listings, filters and suggestions grow. The index is that of the process.`,
		Example: "  kontor bench growth\n  kontor bench growth --products 10000,100000,1000000 -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			for _, n := range sizes {
				if n < 1 || queries < 1 {
					return usageError{errors.New("--products and --queries take 1 or more")}
				}
			}
			grown, err := bench.Growth(c.Context(), bench.GrowthOptions{
				State: filepath.Join(cfg.State.Dir, "growth"), Tools: cfg.State.Tools, Queries: queries, Say: sayer(c),
				Model: func() (io.ReadCloser, error) { return openModel(filepath.Join(cfg.Root, demoCatalogue)) },
			}, sizes)
			return errors.Join(printGrowth(&s.out, grown), err)
		},
	}
	c.Flags().IntSliceVar(&sizes, "products", []int{10_000, 100_000}, "sizes")
	c.Flags().IntVar(&queries, "queries", 400, "of each kind")
	return c
}

func printGrowth(out *printer, grown []bench.Grown) error {
	rows := make([][]string, 0, len(grown))
	for _, g := range grown {
		rows = append(rows, []string{
			fmt.Sprint(g.Products), fmt.Sprintf("%.1f", g.Import.Seconds()), fmt.Sprintf("%.1f", g.Index.Seconds()), milliseconds(g.Listing), milliseconds(g.Filters),
			milliseconds(g.Suggest), milliseconds(g.ByNumber), fmt.Sprint(g.IndexMemory >> 20), fmt.Sprint(g.Database >> 20),
		})
	}
	return out.table(grown, []string{"products", "import s", "index s", "listing ms", "filters ms", "suggest ms", "product ms", "index MB", "database MB"}, rows)
}
