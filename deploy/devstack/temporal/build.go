package temporal

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"kontor.dev/kontor/deploy/devstack"
)

// Version is the server's release. The schema versions below belong to it.
const Version = "1.32.1"

const (
	serverPackage = "go.temporal.io/server/cmd/server@v" + Version
	toolPackage   = "go.temporal.io/server/cmd/tools/sql@v" + Version
	packages      = 1750 // that the server consists of, for the progress
)

// build compiles the server and its schema tool into toolsDir, once per version, and gives their folder. Builds at the
// same time wait for each other.
func build(ctx context.Context, toolsDir string, say func(string, ...any)) (string, error) {
	dir := filepath.Join(toolsDir, "temporal-"+Version)
	if isFile(filepath.Join(dir, "server")) && isFile(filepath.Join(dir, "sql")) {
		return dir, nil
	}
	unlock, err := devstack.Lock(ctx, filepath.Join(toolsDir, "temporal.lock"), say)
	if err != nil {
		return "", err
	}
	defer unlock()
	for _, p := range []struct{ name, path string }{{"server", serverPackage}, {"sql", toolPackage}} {
		if isFile(filepath.Join(dir, p.name)) {
			continue
		}
		// Built beside and moved, so that an interrupted build leaves nothing that looks finished.
		fresh := dir + ".new"
		if err := goInstall(ctx, fresh, p.name, p.path, say); err != nil {
			return "", err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		if err := os.Rename(filepath.Join(fresh, p.name), filepath.Join(dir, p.name)); err != nil {
			return "", err
		}
	}
	return dir, os.RemoveAll(dir + ".new")
}

func goInstall(ctx context.Context, bin, name, path string, say func(string, ...any)) error {
	say("building Temporal's %s %s (once; several minutes)", name, Version)
	cmd := exec.CommandContext(ctx, "go", "install", "-v", "-ldflags=-s -w", path)
	cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOWORK=off")
	cmd.Dir = filepath.Dir(bin)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("go install %s: %w", path, err)
	}
	output := follow(stderr, say)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("go install %s: %w\n%s", path, err, output)
	}
	return nil
}

// follow reports how far the compiler is, one line of its output being one package, and gives the end of its output.
func follow(r io.Reader, say func(string, ...any)) []byte {
	const keep = 20
	var last [][]byte
	lines := bufio.NewScanner(r)
	reported := time.Now()
	for n := 1; lines.Scan(); n++ {
		last = append(last, bytes.Clone(lines.Bytes()))
		last = last[max(0, len(last)-keep):]
		if time.Since(reported) > 2*time.Second {
			reported = time.Now()
			say("building Temporal %s: %d of up to %d packages", Version, n, packages)
		}
	}
	return bytes.Join(last, []byte("\n"))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
