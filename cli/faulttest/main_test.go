package faulttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// plugins are the programs under plugins.dir, as configs/plugins.yaml names them.
var plugins = []string{"payment/offline", "payment/paypal", "shipping/dhl", "tracking/collector"}

var root, _ = filepath.Abs("../..")

// build compiles the programs once per run and gives their folder.
var build = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "kontor-faulttest-"); err != nil {
		return "", err
	}
	built = dir
	if err := compile(dir, "./cli/kontor", "./plugins/simulator"); err != nil {
		return "", err
	}
	return dir, compilePlugins(filepath.Join(dir, "plugins"), plugins)
})

// compilePlugins puts each plugin into the folder of its kind below dir.
func compilePlugins(dir string, names []string) error {
	byKind := map[string][]string{}
	for _, p := range names {
		byKind[filepath.Dir(p)] = append(byKind[filepath.Dir(p)], "./plugins/"+p)
	}
	for kind, packages := range byKind {
		if err := compile(filepath.Join(dir, kind), packages...); err != nil {
			return err
		}
	}
	return nil
}

func compile(dir string, packages ...string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// Without symbols they link in half the time.
	cmd := exec.Command("go", append([]string{"build", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}, packages...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

var built string // what to remove when the run ends

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}
