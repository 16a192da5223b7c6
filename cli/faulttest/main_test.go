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
	// Without symbols they link in half the time.
	args := []string{"build", "-ldflags=-s -w", "-o", dir + string(filepath.Separator), "./cli/kontor", "./plugins/simulator"}
	for _, p := range plugins {
		args = append(args, "./plugins/"+p)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	for _, p := range plugins {
		to := filepath.Join(dir, "plugins", p)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := os.Rename(filepath.Join(dir, filepath.Base(p)), to); err != nil {
			return "", err
		}
	}
	return dir, nil
})

var built string // what to remove when the run ends

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}
