package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/deploy/devstack"
)

func newPlugin(s *session) *cobra.Command {
	c := &cobra.Command{Use: "plugin", Short: "See, verify, upgrade and retire the payment, shipping and tracking plugins"}
	c.AddCommand(newPluginList(s), newPluginInstall(s), newPluginUpgrade(s), newPluginRollback(s), newPluginRetire(s), newPluginRemove(s),
		newPluginLogs(s), newPluginSettings(s), newPluginNew(s), newPluginVerify(s))
	return c
}

// startTimeout is how long a plugin has to describe itself; one that takes longer is listed as it is then.
const startTimeout = 20 * time.Second

func newPluginList(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "Show each plugin's versions, their share of new payments, and whether they work",
		Long: `Shows what the running processes of the shop say of their plugins. When none runs, every configured plugin is started
here to see. OPEN counts the payments under way that a version began; it runs until there are none.`,
		Args:    noArguments,
		Example: "  kontor plugin list",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			reports, live, err := lookAtPlugins(c.Context(), cfg)
			if err != nil {
				return err
			}
			if err := s.printPlugins(rollout.Lines(reports)); err != nil {
				return err
			}
			if _, err := os.Stat(cfg.Plugins.File); errors.Is(err, fs.ErrNotExist) {
				_, _ = fmt.Fprintln(os.Stderr, "kontor: "+app.NoPlugins(cfg))
			}
			if !live {
				why := "No process of the shop runs"
				if info, running := devstack.Running(cfg.State.Dir); running && len(info.Parts) == 0 {
					why = "`kontor up` is still starting, and cannot be asked yet"
				}
				s.out.line("\n%s; the plugins were started here to see.", why)
			}
			return nil
		},
	}
}

// lookAtPlugins asks the shop's processes; without a database it starts the plugins here, as it does when none runs.
func lookAtPlugins(ctx context.Context, cfg config.Config) (reports []rollout.Report, live bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if cfg.Database.URL == "" {
		reports, err = app.LookHere(ctx, cfg, nil)
		return reports, false, err
	}
	operator, err := app.OpenPluginOperator(ctx, cfg)
	if err != nil {
		return nil, false, err
	}
	defer operator.Close()
	return operator.Look(ctx)
}

func (s *session) printPlugins(lines []rollout.Line) error {
	rows := make([][]string, len(lines))
	var missing []string
	for i, l := range lines {
		var methods []string
		for _, m := range l.Methods {
			code := cmp.Or(m.Code, `""`)
			switch {
			case m.Misfit != "":
				missing = append(missing, fmt.Sprintf("%s of %s cannot be offered: %s", code, l.Name, m.Misfit))
				code = "(" + code + ")"
			case m.Retired != "":
				missing = append(missing, fmt.Sprintf("%s of %s is retired: %s", code, l.Name, m.Retired))
				code = "(" + code + ")"
			}
			methods = append(methods, code)
		}
		open := fmt.Sprint(l.Open)
		if l.Open >= rollout.Counted { // nobody is to think that they get no fewer
			open += " or more"
		}
		rows[i] = []string{
			l.Name, cmp.Or(l.Version, "-"), fmt.Sprintf("%d %%", l.Share), open, string(l.State), fmt.Sprint(l.Restarts),
			cmp.Or(strings.Join(methods, ", "), strings.Join(l.Kinds, ", ")), l.Problem,
		}
	}
	err := s.out.table(lines, []string{"name", "version", "share", "open", "state", "restarts", "methods", "problem"}, rows)
	if err == nil && len(missing) > 0 {
		s.out.line("")
		for _, r := range slices.Compact(slices.Sorted(slices.Values(missing))) { // versions share their methods
			s.out.line("%s", r)
		}
	}
	return err
}
