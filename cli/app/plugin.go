package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/tracking"
)

// NewPluginHost makes the host of the configured plugins. Without rollouts it runs the programs of plugins.yaml alone. A
// shop without plugins.yaml has no plugins but those of the plugins folder, and says so loudly. Close it.
func NewPluginHost(cfg config.Config, rollouts pluginhost.Rollouts, process string, log *slog.Logger) (*pluginhost.Host, error) {
	entries, err := pluginhost.Load(cfg.Plugins.File, cfg.Plugins.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		log.Error(NoPlugins(cfg))
	} else if err != nil {
		return nil, err
	}
	return pluginhost.New(entries, pluginhost.Options{
		Dir: filepath.Join(cfg.State.Dir, "pluginhost"), Clock: systemClock, Installed: cfg.Plugins.Releases(), Rollouts: rollouts,
		File: cfg.Plugins.File, Programs: cfg.Plugins.Dir,
		Process: process, Log: log, LogDir: PluginLogs(cfg),
		Getenv: func(name string) string { return pluginVariable(cfg, name) },
	}), nil
}

// NoPlugins is what an operator reads when plugins.yaml is not there.
func NoPlugins(cfg config.Config) string {
	return fmt.Sprintf("%s does not exist: the shop has no payment methods, carriers and tracking; set plugins.file (%s)",
		cfg.Plugins.File, config.EnvName("plugins.file"))
}

// PluginProgram gives the file of a plugin's program: of one that plugins.yaml names, else the newest that is installed; a file
// stands for itself. Fault NotFound ("plugin_not_found") for none of them.
func PluginProgram(cfg config.Config, nameOrFile string) (string, error) {
	if regular(nameOrFile) {
		return nameOrFile, nil
	}
	entries, err := pluginhost.Load(cfg.Plugins.File, cfg.Plugins.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, e := range entries {
		if e.Name == nameOrFile && regular(e.Path) {
			return e.Path, nil
		}
	}
	newest, at := "", time.Time{}
	if filepath.Base(nameOrFile) == nameOrFile {
		installed, err := filepath.Glob(filepath.Join(cfg.Plugins.Releases(), nameOrFile, "*", nameOrFile))
		if err != nil {
			return "", err
		}
		for _, file := range installed {
			if info, err := os.Stat(file); err == nil && info.ModTime().After(at) {
				newest, at = file, info.ModTime()
			}
		}
	}
	if newest == "" {
		return "", fault.New(fault.NotFound, "plugin_not_found")
	}
	return newest, nil
}

func regular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// PluginLogs is where the processes of this machine keep what their plugins log.
func PluginLogs(cfg config.Config) string { return filepath.Join(cfg.State.Dir, "pluginhost", "log") }

// pluginVariable gives a variable of plugins.yaml: from the environment, or from the settings the simulator's address, so that
// the plugins follow it to another port, and the folder of what tracking plugins remember.
func pluginVariable(cfg config.Config, name string) string {
	value := os.Getenv(name)
	switch {
	case value != "":
		return value
	case name == "KONTOR_SIMULATOR_URL":
		return "http://" + cfg.Simulator.Addr
	case name == "KONTOR_TRACKING_STATE_DIR":
		return filepath.Join(cfg.State.Dir, "tracking")
	}
	return ""
}

// Simulated gives the plugins of plugins.yaml that speak to the simulator.
func Simulated(cfg config.Config) (names []string, err error) {
	variable := func(name string) string { return pluginVariable(cfg, name) }
	entries, err := pluginhost.Load(cfg.Plugins.File, cfg.Plugins.Dir)
	for _, e := range entries {
		if !e.Disabled && e.Names(variable("KONTOR_SIMULATOR_URL"), variable) {
			names = append(names, e.Name)
		}
	}
	return names, err
}

// logo gives a payment method's logo.
func (p *parts) logo(_ context.Context, code string) (mediaType string, data []byte, err error) {
	mediaType, data, ok := p.plugins.Logo(code)
	if !ok {
		return "", nil, fault.New(fault.NotFound, "image_not_found")
	}
	return mediaType, data, nil
}

// deliverTracking hands events to the tracking plugins.
func (p *parts) deliverTracking(ctx context.Context, events []outbox.Event) error {
	list := make([]tracking.Event, len(events))
	for i, e := range events {
		if err := json.Unmarshal(e.Payload, &list[i]); err != nil {
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
	}
	return p.plugins.Tracking().Deliver(ctx, list)
}

// consentServices are what the tracking plugins need visitors to agree to.
func (p *parts) consentServices() []httpapi.ConsentService {
	var list []httpapi.ConsentService
	for _, s := range p.plugins.Services() {
		list = append(list, httpapi.ConsentService{Name: s.Name, TemplateID: s.TemplateID, Title: s.Title, Purpose: s.Purpose})
	}
	return list
}
