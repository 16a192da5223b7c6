package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/stack"
)

func newReset(s *session) *cobra.Command {
	var yes, tools bool
	c := &cobra.Command{
		Use:   "reset",
		Short: "Delete the data of the shop on this machine: orders, customers, catalogue, mails, logs",
		Long: `Deletes everything in state.dir but the programs that were downloaded or built, which --tools deletes too. A database
or a Temporal server that is configured elsewhere is not touched. It asks first; --yes answers.`,
		Args:    cobra.NoArgs,
		Example: "  kontor reset\n  kontor reset --yes --tools",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if !yes {
				if err := confirm(c.InOrStdin(), "Delete all data in "+cfg.State.Dir+"?"); err != nil {
					return err
				}
			}
			if err := stack.Reset(cfg, tools); err != nil {
				return err
			}
			return s.out.done(map[string]bool{"deleted": true, "tools": tools}, "Deleted. `kontor up` starts afresh.")
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	c.Flags().BoolVar(&tools, "tools", false, "also delete the programs, so that they are installed and built again")
	return c
}

var errNotConfirmed = errors.New("nothing was deleted")

func confirm(in io.Reader, question string) error {
	_, _ = fmt.Fprintf(os.Stderr, "%s [y/N] ", question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errNotConfirmed
}
