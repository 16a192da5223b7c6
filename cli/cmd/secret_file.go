package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/pluginhost"
)

// openSecrets says of each file with a secret that everybody on this machine can read what to do about it: the settings' files, the
// keys in the state folder, and what plugins' secrets come from.
func openSecrets(o config.Options, cfg config.Config) ([]string, error) {
	settings, err := config.Show(o)
	if err != nil {
		return nil, err
	}
	files := append(stack.KeyFiles(cfg), pluginhost.SecretFiles(cfg.Plugins.File, cfg.Plugins.Dir, cfg.Plugins.Releases())...)
	for _, s := range settings {
		if s.Secret && s.Value != "" && filepath.IsAbs(s.Source) {
			files = append(files, s.Source)
		}
	}
	slices.Sort(files)
	var open []string
	for _, file := range slices.Compact(files) {
		if readByAll(file) {
			open = append(open, fmt.Sprintf("%s holds a secret, and every user of this machine can read it: `chmod o= %s`", file, file))
		}
	}
	return open, nil
}

// readByAll reports whether every user may read a file and go through the folders that it is in.
func readByAll(file string) bool {
	path, err := filepath.Abs(file)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return false
	}
	for bits := os.FileMode(0o004); ; bits = 0o001 {
		if info, err := os.Stat(path); err != nil || info.Mode()&bits == 0 {
			return false
		}
		if filepath.Dir(path) == path {
			return true
		}
		path = filepath.Dir(path)
	}
}
