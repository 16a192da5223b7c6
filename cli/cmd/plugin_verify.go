package cmd

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/plugindev"
)

func newPluginVerify(s *session) *cobra.Command {
	var profile, junit string
	var only []string
	c := &cobra.Command{
		Use:   "verify PROGRAM",
		Short: "Hold a plugin's program against the contract, with faults between it and its provider",
		Long: `Starts the program as the shop would, in whatever language it is written, leads payments, shipments and batches to
their end at its simulator, and spoils what can go wrong: lost, late, hanging, garbled and huge answers, a program that is
killed or frozen in the middle, repeated keys, webhooks that are repeated, forged, late and out of order.

What the kit must know stands in ` + plugindev.ProfileName + ` beside the program or in the working directory. The exit code is 0 when no
check failed.`,
		Example: "  go build -o acme . && kontor plugin verify ./acme\n  kontor plugin verify ./acme -o json --junit report.xml",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			program := args[0]
			if _, err := os.Stat(program); err != nil {
				return usageError{err}
			}
			if profile == "" {
				var err error
				if profile, err = plugindev.FindProfile(program); err != nil {
					return usageError{err}
				}
			}
			p, err := plugindev.LoadProfile(profile)
			if err != nil {
				return usageError{err}
			}
			report, err := plugindev.Verify(c.Context(), program, p, plugindev.Options{Only: only, Tell: s.tellCheck})
			if err != nil {
				return err
			}
			if junit != "" {
				if err := writeJUnit(junit, report); err != nil {
					return err
				}
			}
			return s.reportChecks(report)
		},
	}
	c.Flags().StringVar(&profile, "profile", "", "how to verify it (default "+plugindev.ProfileName+" beside the program, or here)")
	c.Flags().StringSliceVar(&only, "check", nil, "make only the checks whose name contains this; may be repeated")
	c.Flags().StringVar(&junit, "junit", "", "write a JUnit report to this file")
	return c
}

func (s *session) tellCheck(r plugindev.Result) {
	mark := map[plugindev.State]string{plugindev.Passed: "ok  ", plugindev.Failed: "FAIL", plugindev.Skipped: "--  "}[r.State]
	switch r.State {
	case plugindev.Passed:
		s.out.line("%s  %-36s %6.1f s", mark, r.Name, r.Seconds)
	case plugindev.Failed:
		s.out.line("%s  %-36s %6.1f s\n      wanted: %s\n      got:    %s", mark, r.Name, r.Seconds, r.Proves,
			strings.ReplaceAll(r.Reason, "\n", "\n              "))
	case plugindev.Skipped:
		s.out.line("%s  %-36s %s", mark, r.Name, r.Reason)
	}
}

func (s *session) reportChecks(r plugindev.Report) error {
	if s.out.json {
		if err := s.out.value(r); err != nil {
			return err
		}
	}
	s.out.line("\n%s %s: %d passed, %d failed, %d skipped", r.Name, r.Version, r.Passed, r.Failed, r.Skipped)
	if r.Failed > 0 {
		return exitCode(1)
	}
	return nil
}

func writeJUnit(path string, r plugindev.Report) error {
	f, err := os.Create(filepath.Clean(path))
	if err != nil {
		return err
	}
	if err := r.WriteJUnit(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
