package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Adopt makes a data folder that fill writes, as from a backup, the server's in o.Dir: it gets the server's owner and
// the password that was there, else a new one. What was there before is moved aside, and before tells where; "" for nothing; it runs
// again when it is moved back. No server may run there. The statements, a line each, are then carried out in a database of it.
func Adopt(ctx context.Context, o Options, fill func(data string) error, then ...Statements) (before string, err error) {
	as, err := account()
	if err != nil {
		return "", err
	}
	tools, err := reachable(o.ToolsDir, as)
	if err != nil {
		return "", err
	}
	native, err := install(ctx, tools, o.Say)
	if err != nil {
		return "", err
	}
	dir, err := reachable(o.Dir, as)
	if err != nil {
		return "", err
	}
	c := cluster{dir: dir, bin: filepath.Join(native, "bin"), as: as}
	if err := c.prepare(ctx, fill, then); err != nil {
		return "", errors.Join(err, os.RemoveAll(c.restored()))
	}
	if before, err = aside(c.data()); err != nil {
		return "", err
	}
	return before, os.Rename(c.restored(), c.data())
}

// restored is where data is made ready that takes the place of what is there.
func (c cluster) restored() string { return c.data() + ".restored" }

// prepare makes the restored folder, so that nothing is left to do but to put it in its place.
func (c cluster) prepare(ctx context.Context, fill func(data string) error, then []Statements) error {
	fresh := c.restored()
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := fill(fresh); err != nil {
		return err
	}
	version, err := os.ReadFile(filepath.Join(fresh, "PG_VERSION"))
	if have := strings.TrimSpace(string(version)); err != nil || have != Major {
		return fmt.Errorf("this is PostgreSQL %s, the backup is of %q", Major, have)
	}
	password, err := c.password()
	if err != nil {
		return err
	}
	if err := giveTo(c.dir, c.as); err != nil {
		return err
	}
	// The password is of letters and digits.
	setPassword := Statements{Database: "postgres", SQL: []string{fmt.Sprintf("alter role %s login superuser password '%s'", superuser, password)}}
	for _, s := range append([]Statements{setPassword}, then...) {
		if err := c.single(ctx, fresh, s); err != nil {
			return err
		}
	}
	return nil
}

// Statements are carried out in one database.
type Statements struct {
	Database string
	SQL      []string
}

// password gives the superuser's: the one that is there, with which data that was moved aside opens again, else a new one.
func (c cluster) password() (string, error) {
	file := filepath.Join(c.dir, "password")
	if kept, err := os.ReadFile(file); err == nil && len(kept) > 0 {
		return string(kept), nil
	}
	password := rand.Text()
	return password, os.WriteFile(file, []byte(password), 0o600)
}

// single recovers the data folder and carries out statements in a server that takes no connections.
func (c cluster) single(ctx context.Context, data string, s Statements) error {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, "postgres"), "--single", "-D", data, "-c", "log_min_messages=error", s.Database)
	cmd.Dir = c.dir
	cmd.Stdin = strings.NewReader(strings.Join(s.SQL, "\n") + "\n")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as}
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "ERROR:") {
		return fmt.Errorf("the restored data cannot be recovered: %w\n%s", errors.Join(err, errors.New("postgres --single")), out)
	}
	return nil
}

// aside moves a folder away and says where to.
func aside(dir string) (string, error) {
	to := dir + ".before-" + time.Now().UTC().Format("20060102T150405Z")
	err := os.Rename(dir, to)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return to, err
}
