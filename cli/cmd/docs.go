package cmd

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/manual"
)

// newDocs prints what is documented from the code; `make generate` keeps it in core/docs.
func newDocs(s *session) *cobra.Command {
	c := &cobra.Command{Use: "docs", Short: "Write the references of commands and settings, and manual pages"}
	c.AddCommand(
		&cobra.Command{
			Use: "commands", Short: "Print the reference of all commands as Markdown", Args: noArguments,
			Example: "  kontor docs commands > core/docs/commands.md",
			RunE: func(c *cobra.Command, _ []string) error {
				return manual.Commands(s.out.out, c.Root())
			},
		},
		&cobra.Command{
			Use: "config", Short: "Print the reference of all settings as Markdown", Args: noArguments,
			Example: "  kontor docs config > core/docs/configuration.md",
			RunE: func(*cobra.Command, []string) error {
				return manual.Settings(s.out.out, config.Schema())
			},
		},
		&cobra.Command{
			Use: "man DIR", Short: "Write a manual page for each command into a folder", Args: cobra.ExactArgs(1),
			Example: "  kontor docs man /usr/local/share/man/man1",
			RunE: func(c *cobra.Command, args []string) error {
				return writePages(s, c.Root(), args[0])
			},
		},
	)
	return c
}

func writePages(s *session, root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var names []string
	for _, c := range manual.Walk(root) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := manual.Page(file, c); err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
		names = append(names, name)
	}
	s.out.line("%s in %s", counted(len(names), "page", "pages"), dir)
	if s.out.json {
		return s.out.value(names)
	}
	return nil
}
