package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/rollout"
)

// pluginChecks names each plugin that does not work. A broken one keeps nothing from starting, so this is where it shows.
func pluginChecks(ctx context.Context, cfg config.Config) []stack.Check {
	entries, err := pluginhost.Load(cfg.Plugins.File, cfg.Plugins.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []stack.Check{{Name: "Plugins", Detail: "no " + cfg.Plugins.File, Advice: app.NoPlugins(cfg)}}
	case err != nil:
		return []stack.Check{{Name: "Plugins", Detail: "settings cannot be read", Advice: err.Error()}}
	case !anyBuilt(entries):
		return []stack.Check{{Name: "Plugins", OK: true, Detail: "not built yet; `kontor up` builds them"}}
	}
	reports, _, err := lookAtPlugins(ctx, cfg)
	if err != nil { // the database does not answer: the programs can be looked at all the same
		ctx, cancel := context.WithTimeout(ctx, startTimeout)
		defer cancel()
		if reports, err = app.LookHere(ctx, cfg, nil); err != nil {
			return []stack.Check{{Name: "Plugins", Detail: "cannot be started here", Advice: err.Error()}}
		}
	}
	return checksOf(rollout.Lines(reports))
}

func anyBuilt(entries []pluginhost.Entry) bool {
	for _, e := range entries {
		if _, err := os.Stat(e.Path); err == nil {
			return true
		}
	}
	return false
}

// checksOf sums up what works and has a line for everything else.
func checksOf(lines []rollout.Line) []stack.Check {
	var well []string
	var checks []stack.Check
	for _, l := range lines {
		switch {
		case l.State == rollout.StateDisabled:
		case l.State == rollout.StateRunning && l.Problem == "":
			well = append(well, strings.TrimSpace(l.Name+" "+l.Version))
		default:
			name := strings.TrimSpace(l.Name + " " + l.Version)
			trouble := fmt.Sprintf("the methods of the plugin %s are not offered (%s)", name, l.State)
			if l.State == rollout.StateRunning {
				trouble = fmt.Sprintf("the plugin %s runs, and not all is well", name)
			}
			checks = append(checks, stack.Check{
				Name: "Plugin " + name, Detail: string(l.State) + ": " + l.Problem,
				Advice: fmt.Sprintf("%s: %s; `kontor plugin logs %s` shows more", trouble, l.Problem, l.Name),
			})
		}
	}
	if len(well) > 0 {
		checks = append([]stack.Check{{Name: "Plugins", OK: true, Detail: strings.Join(well, ", ")}}, checks...)
	}
	return checks
}

// simulatedChecks names whom a shop that is open to the public asks nothing but the simulator for: its money is none, and it believes all.
func simulatedChecks(cfg config.Config) (checks []stack.Check) {
	if !cfg.Live() {
		return nil
	}
	if names, err := app.Simulated(cfg); err == nil && len(names) > 0 { // pluginChecks tells of a file that cannot be read
		checks = append(checks, stack.Check{
			Name: "Providers", Detail: "the simulator plays those of " + strings.Join(names, ", "),
			Advice: cfg.HTTP.PublicURL + " is a public address, and the simulator's money is none: set the variables that " + cfg.Plugins.File +
				" names for these plugins, and write disabled: true beside those that you have no contract for: " + strings.Join(names, ", "),
		})
	}
	if cfg.VAT.URL == "" {
		checks = append(checks, stack.Check{
			Name: "VAT ids", Detail: "the simulator is asked, which knows every one",
			Advice: "nobody's VAT id would be checked: set vat.url (KONTOR_VAT_URL) to https://ec.europa.eu/taxation_customs/vies/rest-api",
		})
	}
	return checks
}
