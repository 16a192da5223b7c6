package cmd

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/pluginhost"
)

func newPluginSettings(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "settings NAME|FILE",
		Short: "Show which settings and secrets a plugin takes, and where they are written",
		Long: `Starts the program without a configuration and shows the settings that it names, with an entry of plugins.yaml that has
those that must be there. Of a plugin that plugins.yaml does not name, the newest
version that is installed is asked.`,
		Args:    cobra.ExactArgs(1),
		Example: "  kontor plugin settings paypal",
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			file, err := app.PluginProgram(cfg, args[0])
			if err != nil {
				return err
			}
			d, err := pluginhost.Describe(c.Context(), file, filepath.Join(cfg.State.Dir, "pluginhost"))
			if err != nil {
				return err
			}
			return s.printSettings(d, filepath.Join(cfg.Plugins.Releases(), d.Name, "plugin.yaml"))
		},
	}
}

func (s *session) printSettings(d pluginhost.Description, own string) error {
	rows := make([][]string, len(d.Settings))
	for i, setting := range d.Settings {
		needs := "optional"
		if setting.Required {
			needs = "required"
		}
		kind := setting.Type
		if setting.Secret {
			kind = "secret"
		}
		if len(setting.Choices) > 0 {
			kind = strings.Join(setting.Choices, "|")
		}
		rows[i] = []string{setting.Key, kind, needs, cmp.Or(setting.Default, "-"), setting.Help}
	}
	if !s.out.json {
		s.out.line("%s %s (%s)\n", d.Name, d.Version, strings.Join(d.Kinds, ", "))
	}
	if err := s.out.table(d, []string{"setting", "type", "needed", "default", "meaning"}, rows); err != nil || s.out.json {
		return err
	}
	s.out.line("\nIn plugins.yaml; for a plugin that is installed and not named there in %s, without name and path:\n\n%s", own, entryText(d))
	return nil
}

// entryText is an entry of plugins.yaml with the settings that must be there.
func entryText(d pluginhost.Description) string {
	var b strings.Builder
	b.WriteString("  - name: " + d.Name + "\n    path: " + cmp.Or(strings.Join(d.Kinds[:min(1, len(d.Kinds))], ""), "payment") + "/" + d.Name)
	for _, part := range []string{"config", "secrets"} {
		head := "\n    " + part + ":"
		for _, setting := range d.Settings {
			if !setting.Required || setting.Default != "" || setting.Secret != (part == "secrets") {
				continue
			}
			value := `""`
			if setting.Secret {
				value = "{env: " + strings.ToUpper(strings.ReplaceAll(d.Name, "-", "_")+"_"+setting.Key) + "}"
			}
			b.WriteString(head + "\n      " + setting.Key + ": " + value)
			head = ""
		}
	}
	return b.String()
}
