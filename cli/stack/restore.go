package stack

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// BackupFolders are the folders that a backup keeps beside the database.
func BackupFolders(c config.Config) map[string]string {
	return map[string]string{"media": c.Media.Dir, "plugins": filepath.Join(c.Plugins.Dir, "installed")}
}

// Keys gives the secrets that what is stored was sealed with: those of the settings, else those that `kontor up` made.
func Keys(c config.Config) map[string]string {
	keys := map[string]string{"campus.key": c.Campus.Key, "customer.sealKey": c.Customer.SealKey}
	for setting, file := range map[string]string{"campus.key": "campus.key", "customer.sealKey": "seal.key"} {
		if keys[setting] == "" {
			text, _ := os.ReadFile(filepath.Join(c.State.Dir, file)) // none was made yet
			keys[setting] = string(text)
		}
	}
	return keys
}

// Restore puts a backup into the state folder; the next `kontor up` runs it. What was there is moved aside. It refuses
// while a stack runs there.
func Restore(ctx context.Context, c config.Config, dir string, say func(string, ...any)) (err error) {
	if _, err := backup.Verify(dir); err != nil {
		return err
	}
	state, err := devstack.Own(c.State.Dir)
	if other, ok := errors.AsType[*devstack.RunningError](err); ok {
		return errors.Join(other, errors.New("stop it first with `kontor down`"))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, state.Release()) }()
	before, err := pgserver.Adopt(ctx, pgserver.Options{
		Dir: filepath.Join(state.Dir, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), Say: say,
	}, func(data string) error {
		return backup.Unpack(dir, data, restoredFolders(c))
	})
	if before != "" {
		say("what was there is in %s", before)
	}
	if err != nil {
		return err
	}
	return os.RemoveAll(c.Search.Dir) // of the data before; it is built anew
}

// restoredFolders are the folders that are not there yet: what is there stays.
func restoredFolders(c config.Config) map[string]string {
	folders := BackupFolders(c)
	for name, folder := range folders {
		if isDir(folder) {
			delete(folders, name)
		}
	}
	return folders
}

// Drill restores a backup in a folder of its own, starts PostgreSQL on it and looks whether everything is there. It
// gives the rows that were counted.
func Drill(ctx context.Context, c config.Config, dir string, say func(string, ...any)) (rows map[string]int64, err error) {
	d, err := backup.Read(dir)
	if err != nil {
		return nil, err
	}
	place, err := os.MkdirTemp("", "kontor-drill-")
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, pgserver.Remove(filepath.Join(place, postgresFolder)), os.RemoveAll(place))
	}()
	if err := os.Chmod(place, 0o755); err != nil { // the server runs as another user
		return nil, err
	}
	ports, err := devstack.FreePorts(1)
	if err != nil {
		return nil, err
	}
	o := pgserver.Options{
		Dir: filepath.Join(place, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), LogDir: filepath.Join(place, "log"),
		Port: ports[0], Say: say, Note: say,
	}
	if _, err := pgserver.Adopt(ctx, o, func(data string) error { return backup.Unpack(dir, data, nil) }); err != nil {
		return nil, err
	}
	server, err := pgserver.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	rows, err = backup.Check(ctx, d, server.URL(d.Database))
	return rows, errors.Join(err, server.Stop(context.WithoutCancel(ctx)))
}
