package pluginhost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// The plugins folder:
//
//	paypal/1.2.0/paypal     the program of a release
//	paypal/plugin.yaml      the entry of a plugin that plugins.yaml does not name: the same fields without a path

// programOf gives the place of a release's program in the plugins folder.
func programOf(folder, name, version string) string {
	return filepath.Join(folder, name, version, name)
}

// Names and versions become folders, so they are held to what the contract says of them.
var (
	validName    = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}$`)
	validVersion = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
)

// Install checks a program, has pin keep its checksum as that of its version for the whole shop, and puts it into the
// plugins folder, where it waits to be put to work. The check is that it starts, speaks the contract, and says what it is.
// Installing the same program again is no error; what the folder has of a version that is not the pinned program is
// replaced. Faults: Invalid ("plugin_program_invalid") with the reason as cause, and those of pin, after which the folder
// is as it was.
func Install(ctx context.Context, file, folder string, pin func(context.Context, rollout.Release) error) (rollout.Release, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return rollout.Release{}, err
	}
	scratch, err := os.MkdirTemp(folder, ".incoming-")
	if err != nil {
		return rollout.Release{}, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	program, err := take(file, "", scratch)
	if err != nil {
		return rollout.Release{}, fault.Wrap(err, fault.Invalid, "plugin_program_invalid")
	}
	m, err := inspect(ctx, program)
	if err != nil {
		return rollout.Release{}, fault.Wrap(err, fault.Invalid, "plugin_program_invalid")
	}
	release := rollout.Release{Plugin: m.Name, Version: m.Version, SHA256: program.sha256}
	for _, k := range m.Kinds {
		release.Kinds = append(release.Kinds, string(k))
	}
	if err := pin(ctx, release); err != nil {
		return release, err
	}
	return release, place(program, programOf(folder, m.Name, m.Version))
}

// place moves the program to its place, unless it is there already.
func place(program binary, to string) error {
	if there, err := take(to, program.sha256, filepath.Dir(program.path)); err == nil && there.sha256 == program.sha256 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.Chmod(program.path, 0o755); err != nil {
		return err
	}
	return os.Rename(program.path, to)
}

// inspect starts a program without a configuration and asks what it is.
func inspect(ctx context.Context, program binary) (base.Manifest, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	sockets, err := newSocketFolder()
	if err != nil {
		return base.Manifest{}, err
	}
	defer func() { _ = sockets.remove() }()
	h := &Host{options: Options{Getenv: func(string) string { return "" }}, sockets: sockets}
	i := newInstance(ctx, Entry{Limits: Limits{}.withDefaults()}, h, program, base.Config{}, slog.New(slog.DiscardHandler))
	defer i.stop()
	conn, err := i.connect()
	if err != nil {
		return base.Manifest{}, err
	}
	_, m, err := sdk.Open(ctx, conn)
	switch {
	case err != nil:
		return m, err
	case !validName.MatchString(m.Name):
		return m, fmt.Errorf("it calls itself %q, which is no name of lower-case letters, digits, - and _", m.Name)
	case !validVersion.MatchString(m.Version):
		return m, fmt.Errorf("it calls itself version %q, which is no semantic version like 1.4.0", m.Version)
	case len(m.Kinds) == 0:
		return m, errors.New("it is no payment, shipping or tracking plugin")
	}
	return m, nil
}

// folderEntry gives the entry of a plugin that plugins.yaml does not name. Without a file it has no settings.
func folderEntry(folder, name string) (Entry, error) {
	e := Entry{Name: name}
	file := entryFile(folder, name)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	if err := DecodeYAML(data, &e); err != nil && !errors.Is(err, io.EOF) {
		return e, fmt.Errorf("plugins: %s: %w", file, err)
	}
	if e.Name != name || e.Path != "" || e.SHA256 != "" {
		return e, fmt.Errorf("plugins: %s: the name is %s, and path and sha256 are the release's", file, name)
	}
	for key, source := range e.Secrets {
		if source.File != "" {
			source.File = under(filepath.Join(folder, name), source.File)
			e.Secrets[key] = source
		}
	}
	return e, nil
}
