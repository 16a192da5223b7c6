package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
)

func newConfig(s *session) *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "See and check the settings"}
	c.AddCommand(newConfigShow(s), newConfigValidate(s))
	return c
}

func newConfigShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show [PREFIX]", Short: "Show every setting, its value and where that comes from; secrets are hidden", Args: cobra.MaximumNArgs(1),
		Example: "  kontor config show\n  kontor config show http --profile staging\n  kontor config show -o json",
		RunE: func(_ *cobra.Command, args []string) error {
			settings, err := config.Show(s.settings)
			if err != nil {
				return err
			}
			if len(args) > 0 {
				settings = slices.DeleteFunc(settings, func(x config.Setting) bool { return !under(x.Key, args[0]) })
				if len(settings) == 0 {
					return usageError{fmt.Errorf("there is no setting %q, and none below it; `kontor config show` lists all", args[0])}
				}
			}
			rows := make([][]string, len(settings))
			for i, x := range settings {
				rows[i] = []string{x.Key, fmt.Sprint(x.Value), x.Source}
			}
			return s.out.table(settings, []string{"setting", "value", "from"}, rows)
		},
	}
}

// under reports whether a key is the prefix, or below it.
func under(key, prefix string) bool {
	return key == prefix || len(key) > len(prefix) && key[:len(prefix)+1] == prefix+"."
}

// finding is something that `kontor config validate` has to say.
type finding struct {
	Level string `json:"level"` // error, warning
	Text  string `json:"text"`
}

func newConfigValidate(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "validate", Short: "Check the settings: unknown keys, impossible values (exit code 1 when something is wrong)", Args: noArguments,
		Long: `Checks what the configuration file, the profile, the environment and --set say, without starting anything. Environment
variables that look like settings and are none are warnings, and so are files with secrets that every user of the machine can read.
Whether servers answer and files exist is for "kontor doctor".`,
		Example: "  kontor config validate\n  KONTOR_PROFILE=production kontor config validate -o json",
		RunE: func(*cobra.Command, []string) error {
			findings := validate(s.settings, os.Environ())
			wrong := slices.ContainsFunc(findings, func(f finding) bool { return f.Level == "error" })
			rows := make([][]string, len(findings))
			for i, f := range findings {
				rows[i] = []string{f.Level, f.Text}
			}
			if len(findings) == 0 {
				s.out.line("The settings are right.")
			}
			if s.out.json || len(findings) > 0 {
				if err := s.out.table(findings, nil, rows); err != nil {
					return err
				}
			}
			if wrong {
				return exitCode(1)
			}
			return nil
		},
	}
}

func validate(o config.Options, environ []string) []finding {
	findings := []finding{}
	c, err := config.Read(o)
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			findings = append(findings, finding{"error", err.Error()})
		}
		return findings
	}
	if err != nil {
		return append(findings, finding{"error", err.Error()})
	}
	for _, err := range c.Validate() {
		findings = append(findings, finding{"error", err.Error()})
	}
	// Plugins have variables of their own, which plugins.yaml names.
	plugins, err := os.ReadFile(c.Plugins.File)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		findings = append(findings, finding{"error", err.Error()})
	}
	for _, name := range config.UnknownVariables(environ) {
		if !bytes.Contains(plugins, []byte(name)) {
			findings = append(findings, finding{"warning", name + " is the variable of no setting"})
		}
	}
	idle, err := idleSettings(o)
	if err != nil {
		findings = append(findings, finding{"error", err.Error()})
	}
	findings = append(findings, idle...)
	open, err := openSecrets(o, c)
	if err != nil {
		findings = append(findings, finding{"error", err.Error()})
	}
	for _, text := range open {
		findings = append(findings, finding{"warning", text})
	}
	return findings
}

// idleSettings warns of settings that somebody set and nothing reads. A running stack hands on all that there are.
func idleSettings(o config.Options) (findings []finding, err error) {
	settings, err := config.Show(o)
	for _, x := range settings {
		set := x.Source != "default" && x.Source != "running stack"
		if x.Key == "search.dir" && set && x.Value != "" {
			findings = append(findings, finding{"warning", x.Key + " (" + x.Source + ") has no meaning: the in-process engine has its index in memory. Take it out"})
		}
	}
	return findings, err
}
