package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/rollout"
)

// PluginOperator does what operators do with plugins, from a process that runs none for the shop. Close it.
type PluginOperator struct {
	cfg   config.Config
	pool  *pgxpool.Pool
	store *postgres.Rollouts
}

// OpenPluginOperator connects to the shop's database.
func OpenPluginOperator(ctx context.Context, cfg config.Config) (*PluginOperator, error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor plugin", MaxConns: 2})
	if err != nil {
		return nil, err
	}
	if err := checkSchema(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return &PluginOperator{cfg: cfg, pool: pool, store: postgres.NewRollouts(pool)}, nil
}

// Close closes the connection.
func (o *PluginOperator) Close() { o.pool.Close() }

// Log is where it is written down what operators do.
func (o *PluginOperator) Log() audit.Log { return postgres.NewAudit(o.pool) }

// Standing gives which versions of a plugin are at work, nil where it runs the program of plugins.yaml.
func (o *PluginOperator) Standing(ctx context.Context, name string) (*rollout.Rollout, error) {
	d, err := o.store.Desired(ctx)
	if r, ok := d.Of(name); err == nil && ok {
		return &r, nil
	}
	return nil, err
}

// Install checks a program, puts it into the plugins folder of this machine and pins its checksum for the whole shop.
// Nothing runs it yet. Faults are those of pluginhost.Install and rollout.Store.
func (o *PluginOperator) Install(ctx context.Context, file string) (rollout.Release, error) {
	return pluginhost.Install(ctx, file, o.cfg.Plugins.Releases(), o.store.SaveRelease)
}

// Upgrade puts a version to work, or a program, which it installs first. The first upgrade of a plugin also installs
// the program of plugins.yaml that runs until then, so that it can be returned to. See rollout.Service for the rest.
func (o *PluginOperator) Upgrade(ctx context.Context, name, fileOrVersion string, share int) (rollout.Rollout, error) {
	version := fileOrVersion
	if info, err := os.Stat(fileOrVersion); err == nil && info.Mode().IsRegular() {
		r, err := pluginhost.Install(ctx, fileOrVersion, o.cfg.Plugins.Releases(), func(ctx context.Context, r rollout.Release) error {
			if r.Plugin != name { // its version would be this program for ever
				return fault.Wrap(errors.New("the program calls itself "+r.Plugin), fault.Invalid, "plugin_other_name")
			}
			return o.store.SaveRelease(ctx, r)
		})
		if err != nil {
			return rollout.Rollout{}, err
		}
		version = r.Version
	}
	if err := o.adopt(ctx, name, version); err != nil {
		return rollout.Rollout{}, err
	}
	return rollout.NewService(o.store).Upgrade(ctx, name, version, share)
}

// adopt makes the program of plugins.yaml the stable release of a plugin that has no rollout yet, before it is upgraded
// to a version that is installed.
func (o *PluginOperator) adopt(ctx context.Context, name, version string) error {
	d, err := o.store.Desired(ctx)
	if err != nil {
		return err
	}
	if _, ok := d.Release(name, version); !ok {
		return fault.New(fault.NotFound, "plugin_version_not_installed")
	}
	if _, ok := d.Of(name); ok {
		return nil
	}
	entries, err := pluginhost.Load(o.cfg.Plugins.File, o.cfg.Plugins.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.Name != name {
			continue
		}
		if _, err := os.Stat(e.Path); errors.Is(err, fs.ErrNotExist) {
			return nil // never built here, so nothing runs that could be returned to
		}
		r, err := o.Install(ctx, e.Path)
		if err != nil {
			return err
		}
		return o.store.SaveRollout(ctx, rollout.Rollout{Plugin: name, Stable: r.Version})
	}
	return nil
}

// Rollback is rollout.Service's.
func (o *PluginOperator) Rollback(ctx context.Context, name string) (rollout.Rollout, error) {
	return rollout.NewService(o.store).Rollback(ctx, name)
}

// Remove is rollout.Service's, for plugins that plugins.yaml does not name. Fault Conflict ("plugin_of_file") for the others.
func (o *PluginOperator) Remove(ctx context.Context, name string) (using []int64, err error) {
	entries, err := pluginhost.Load(o.cfg.Plugins.File, o.cfg.Plugins.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if slices.ContainsFunc(entries, func(e pluginhost.Entry) bool { return e.Name == name }) {
		return nil, fault.New(fault.Conflict, "plugin_of_file")
	}
	return rollout.NewService(o.store).Remove(ctx, name)
}

// Stay is rollout.Service's.
func (o *PluginOperator) Stay(ctx context.Context, name string) (rollout.Rollout, error) {
	return rollout.NewService(o.store).Stay(ctx, name)
}

// Retire stops offering a payment method. Its title is kept for old orders. Fault NotFound ("payment_method_unknown")
// when no plugin names it.
func (o *PluginOperator) Retire(ctx context.Context, code, reason string) error {
	reports, _, err := o.Look(ctx)
	if err != nil {
		return err
	}
	for _, l := range rollout.Lines(reports) {
		for _, m := range l.Methods {
			if m.Code == code {
				return o.store.Retire(ctx, rollout.Retirement{Code: code, Reason: reason, TitleDE: m.TitleDE, TitleEN: m.TitleEN})
			}
		}
	}
	return fault.New(fault.NotFound, "payment_method_unknown")
}

// Restore offers a retired method again.
func (o *PluginOperator) Restore(ctx context.Context, code string) error {
	return o.store.Restore(ctx, code)
}

// Running counts the processes of the shop that run, and follow what an operator decides about plugins.
func (o *PluginOperator) Running(ctx context.Context) (int, error) {
	reports, err := o.store.Reports(ctx)
	return len(reports), err
}

// Look gives what the shop's processes say of their plugins. When none runs, it starts the plugins here to see; live
// tells which.
func (o *PluginOperator) Look(ctx context.Context) (reports []rollout.Report, live bool, err error) {
	reports, err = o.store.Reports(ctx)
	if err != nil || len(reports) > 0 {
		return reports, true, err
	}
	reports, err = LookHere(ctx, o.cfg, onlooker{o.store})
	return reports, false, err
}

// onlooker knows what is asked for and reports nothing: its process is none of the shop's.
type onlooker struct{ *postgres.Rollouts }

// Report does nothing.
func (onlooker) Report(context.Context, rollout.Report) error { return nil }

// LookHere starts the plugins in this process and gives their status once each runs or has failed. ctx bounds the wait.
// What goes wrong is in the status and in the plugins' logs.
func LookHere(ctx context.Context, cfg config.Config, rollouts pluginhost.Rollouts) ([]rollout.Report, error) {
	host, err := NewPluginHost(cfg, rollouts, "kontor plugin", slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { _ = host.Close() }()
	if err := host.Start(ctx); err != nil {
		return nil, err
	}
	r := rollout.Report{Process: "kontor plugin", PID: os.Getpid(), Plugins: host.Status()}
	r.Machine, _ = os.Hostname()
	return []rollout.Report{r}, nil
}
