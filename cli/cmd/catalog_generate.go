package cmd

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/bench"
)

// demoCatalogue is what generated catalogues are modelled on, below the root folder.
const demoCatalogue = "configs/demo/catalog.jsonl.gz"

func newCatalogGenerate(s *session) *cobra.Command {
	var n int
	var model string
	c := &cobra.Command{
		Use:   "generate FILE",
		Short: "Write a catalogue of any size, to test with",
		Long: `Writes a JSONL file (.jsonl or .jsonl.gz) of so many products for kontor catalog import: those of the model, over and over, each
time under another number, name and price. The same model and size give the same file. A file that exists is not written over.`,
		Example: "  kontor catalog generate -n 100000 big.jsonl.gz\n  kontor catalog import big.jsonl.gz",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if n < 1 {
				return usageError{errors.New("-n takes 1 or more")}
			}
			if model == "" {
				model = filepath.Join(cfg.Root, demoCatalogue)
			}
			size, err := generate(args[0], model, n)
			if err != nil {
				return err
			}
			return s.out.table(map[string]any{"file": args[0], "products": n, "bytes": size}, []string{"file", "products", "MB"},
				[][]string{{args[0], fmt.Sprint(n), fmt.Sprintf("%.1f", float64(size)/1e6)}})
		},
	}
	c.Flags().IntVarP(&n, "number", "n", 10_000, "products")
	c.Flags().StringVar(&model, "model", "", "catalogue to take products from (default "+demoCatalogue+")")
	return c
}

// generate leaves no file behind when it fails.
func generate(name, model string, n int) (size int64, err error) {
	if !strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".jsonl") {
		return 0, usageError{fmt.Errorf("%s: the file ends in .jsonl or .jsonl.gz", name)}
	}
	in, err := openModel(model)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	var out io.WriteCloser = file
	if strings.HasSuffix(name, ".gz") {
		out = gzip.NewWriter(file)
	}
	if err = bench.Generate(out, in, n); err == nil && out != file {
		err = out.Close()
	}
	if info, statErr := file.Stat(); statErr == nil {
		size = info.Size()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return size, err
}

// openModel opens a JSONL file, packed or not.
func openModel(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return file, err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{unpacked, file}, nil
}
