package cmd

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/plugindev"
)

func newPluginNew(s *session) *cobra.Command {
	var scaffold plugindev.Scaffold
	c := &cobra.Command{
		Use:   "new KIND NAME [FOLDER]",
		Short: "Write a small, complete plugin: " + strings.Join(plugindev.Kinds, ", "),
		Long: `Writes a plugin with a simulator of its provider, tests, a README and a verification profile. It passes go test and
` + "`kontor plugin verify`" + ` as it is; replace the made-up provider's calls with your own.

Inside Kontor's module it becomes plugins/KIND/NAME. Anywhere else it is a module of its own in ./NAME.`,
		Example:   "  kontor plugin new payment acme\n  kontor plugin new shipping acme ../acme --module github.com/acme/kontor-plugin",
		Args:      cobra.RangeArgs(2, 3),
		ValidArgs: plugindev.Kinds,
		RunE: func(c *cobra.Command, args []string) error {
			scaffold.Kind, scaffold.Name = args[0], args[1]
			if len(args) == 3 {
				scaffold.Dir = args[2]
			}
			if err := scaffold.Check(); err != nil {
				return usageError{err}
			}
			w, err := plugindev.New(c.Context(), scaffold)
			if err != nil {
				return err
			}
			if s.out.json {
				return s.out.value(w)
			}
			s.out.line("%s: %s\n", w.Dir, counted(len(w.Files), "file", "files"))
			for _, f := range w.Files {
				s.out.line("  %s", filepath.FromSlash(f))
			}
			s.out.line("\nNext:\n  cd %s\n  go test ./...\n  go build -o %s . && kontor plugin verify ./%s", w.Dir, scaffold.Name, scaffold.Name)
			return nil
		},
	}
	c.Flags().StringVar(&scaffold.Module, "module", "", "module path of a plugin outside Kontor (default example.com/NAME)")
	c.Flags().StringVar(&scaffold.Kontor, "kontor", "", "folder of Kontor's module (default: found from here)")
	return c
}
