package stack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// BackupFolder is where backups are kept unless another folder is named.
func BackupFolder(c config.Config) string { return filepath.Join(c.State.Dir, "backups") }

// The keys in a state folder that `kontor up` makes.
const (
	campusKeyFile = "campus.key"
	sealKeyFile   = "seal.key"
)

// BackupFolders are the folders that a backup keeps beside the database.
func BackupFolders(c config.Config) map[string]string {
	return map[string]string{"media": c.Media.Dir, "plugins": c.Plugins.Releases()}
}

// BackupFiles are the files that a backup keeps to tell whether the shop is told the same when it comes back.
func BackupFiles(c config.Config) map[string]string {
	return map[string]string{"plugins.yaml": c.Plugins.File}
}

// BackupSettings are what the shop is told, of all settings: not the defaults, nor secrets, nor what is of the machine alone
// (its folders, ports and addresses).
func BackupSettings(all []config.Setting) map[string]string {
	own := regexp.MustCompile(`^(state|devstack)\.|^database\.url$|^temporal\.address$|^mail\.smtp$|^campus\.universities$|\.(addr|dir|file)$`)
	told := map[string]string{}
	for _, s := range all {
		if value := fmt.Sprint(s.Value); !s.Secret && value != fmt.Sprint(s.Default) && !own.MatchString(s.Key) {
			told[s.Key] = value
		}
	}
	return told
}

// keyFiles are where `kontor up` keeps the keys that no setting has.
var keyFiles = map[string]string{"campus.key": campusKeyFile, "customer.sealKey": sealKeyFile}

// KeyFiles gives the paths of the keys that `kontor up` keeps, whether they are there or not.
func KeyFiles(c config.Config) []string {
	var paths []string
	for _, file := range keyFiles {
		paths = append(paths, filepath.Join(c.State.Dir, file))
	}
	return paths
}

// Keys gives the secrets that what is stored was sealed with: those of the settings, else those that `kontor up` made.
func Keys(c config.Config) map[string]string {
	keys := map[string]string{"campus.key": c.Campus.Key, "customer.sealKey": c.Customer.SealKey}
	for setting, file := range keyFiles {
		if keys[setting] == "" {
			text, _ := os.ReadFile(filepath.Join(c.State.Dir, file)) // none was made yet
			keys[setting] = string(text)
		}
	}
	return keys
}

// FormerKeys gives those of before, which still open what they sealed.
func FormerKeys(c config.Config) map[string]string {
	return map[string]string{"campus.key": c.Campus.FormerKey, "customer.sealKey": c.Customer.FormerSealKey}
}

// Restore puts a backup into the state folder; the next `kontor up` runs it, and does not import the demo catalogue over
// it. What was there is moved aside. It refuses while a stack runs there, where database.url names a server of its own, and what is
// backup.Unfit. The shop leaves out numbers that it may have given after the backup; more are statements that are carried out as well.
func Restore(ctx context.Context, c config.Config, dir string, say func(string, ...any), more ...string) (err error) {
	d, err := backup.Verify(ctx, dir)
	if err == nil {
		err = backup.Unfit(d)
	}
	if err != nil {
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
	if c.Database.URL != "" {
		return errors.New("database.url names a server of its own, so that `kontor up` would not run what is put into state.dir: " +
			"restore to a data folder of that server with --data, or leave database.url empty")
	}
	before, err := pgserver.Adopt(ctx, pgserver.Options{
		Dir: filepath.Join(state.Dir, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), Say: say,
	}, func(data string) error {
		if err := backup.Unpack(ctx, dir, data, restoredFolders(c, dir, d, say)); err != nil {
			return err
		}
		return forgetGoods(c) // now: who dies after the data is in its place has done all
	}, pgserver.Statements{Database: d.Database, SQL: append(backup.SkipNumbers(backup.Skipped), more...)})
	if before != "" {
		say("what was there is in %s", before)
	}
	if err == nil && c.Search.Meili.URL != "" {
		say("%s has the goods of before: once the shop runs, `kontor search reindex` builds the index anew", c.Search.Meili.URL)
	}
	return err
}

// Apart says what of a copy's settings is still the shop's beside which it is to run: media.dir and plugins.dir do not follow state.dir,
// and what is installed, upgraded or photographed in the copy would be so in the shop that goes on.
func Apart(c config.Config) error {
	var shared []string
	for _, own := range []struct{ variable, folder, name string }{
		{"KONTOR_MEDIA_DIR", c.Media.Dir, "media"}, {"KONTOR_PLUGINS_DIR", c.Plugins.Dir, "plugins"}, {"KONTOR_PLUGINS_INSTALLED", c.Plugins.Releases(), "installed"},
	} {
		path, err := filepath.Rel(c.State.Dir, own.folder)
		if (err != nil || !filepath.IsLocal(path)) && (own.variable != "KONTOR_PLUGINS_INSTALLED" || c.Plugins.Installed != "") {
			shared = append(shared, own.variable+"="+filepath.Join(c.State.Dir, own.name))
		}
	}
	if len(shared) == 0 {
		return nil
	}
	return fmt.Errorf("photographs or plugins of the copy would be those of the shop that goes on: give it folders below its state.dir, as %s",
		strings.Join(shared, " "))
}

// forgetGoods keeps what a shop had before out of one that is restored: the search index, which is built anew, and
// the demo's goods and pages.
func forgetGoods(c config.Config) error {
	if err := os.RemoveAll(filepath.Join(c.State.Dir, meilisearchFolder)); err != nil {
		return err
	}
	for _, d := range []demo{demoCatalogue(c), demoContent(c)} {
		if err := d.stamp.set(ownGoods); err != nil {
			return err
		}
	}
	return nil
}

// restoredFolders are the folders that are not there yet. What is there stays, and who restores is told.
func restoredFolders(c config.Config, dir string, d backup.Description, say func(string, ...any)) map[string]string {
	folders := BackupFolders(c)
	for _, name := range d.Folders {
		if folder := folders[name]; isDir(folder) {
			say("%s stays as it is; the backup's is in %s", folder, filepath.Join(dir, name+".tar.gz"))
			delete(folders, name)
		}
	}
	return folders
}

// Drill restores a backup in a folder of its own, starts PostgreSQL on it and looks whether everything is there. It
// gives the rows that were counted. It refuses what is backup.Unfit.
func Drill(ctx context.Context, c config.Config, dir string, say func(string, ...any)) (rows map[string]int64, err error) {
	d, err := backup.Read(dir)
	if err == nil {
		err = backup.Unfit(d)
	}
	if err != nil {
		return nil, err
	}
	place, end, err := drillFolder(os.TempDir(), say)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	ports, err := devstack.FreePorts(1)
	if err != nil {
		return nil, err
	}
	o := pgserver.Options{
		Dir: filepath.Join(place, postgresFolder), ToolsDir: filepath.Join(c.State.Tools, "postgres"), LogDir: filepath.Join(place, "log"),
		Port: ports[0], Say: say, Note: say,
	}
	if _, err := pgserver.Adopt(ctx, o, func(data string) error { return backup.Unpack(ctx, dir, data, nil) }); err != nil {
		return nil, err
	}
	server, err := pgserver.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	rows, err = backup.Check(ctx, d, server.URL(d.Database))
	return rows, errors.Join(err, server.Stop(context.WithoutCancel(ctx)))
}

// drillFolder makes a folder for a drill in temp, which end removes. Before it does so, it removes what drills left that
// were killed: copies of all that a shop knows of its customers.
func drillFolder(temp string, say func(string, ...any)) (place string, end func() error, err error) {
	left, err := filepath.Glob(filepath.Join(temp, "kontor-drill-*"))
	if err != nil {
		return "", nil, err
	}
	for _, dir := range left {
		held, err := devstack.LockFolder(dir)
		if err != nil {
			continue // its drill runs, or it is another user's
		}
		say("removing %s, which a drill left that was killed", dir)
		if err := errors.Join(removeDrill(dir), held.Close()); err != nil {
			say("%v", err)
		}
	}
	place, err = os.MkdirTemp(temp, "kontor-drill-")
	if err != nil {
		return "", nil, err
	}
	held, err := devstack.LockFolder(place)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(place))
	}
	end = func() error { return errors.Join(removeDrill(place), held.Close()) }
	if err := os.Chmod(place, 0o755); err != nil { // the server runs as another user
		return "", nil, errors.Join(err, end())
	}
	return place, end, nil
}

func removeDrill(place string) error {
	return errors.Join(pgserver.Remove(filepath.Join(place, postgresFolder)), os.RemoveAll(place))
}
