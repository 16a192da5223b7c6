package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres/pgtest"
)

// A slip in the name or the file must not install another plugin, whose version would be that program for ever.
func TestAnUpgradeToAnotherPluginInstallsNothing(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "fake")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "kontor.dev/kontor/plugins/fake").CombinedOutput()
	require.NoError(t, err, string(out))
	var cfg config.Config
	cfg.Database.URL = pgtest.URL(t)
	cfg.Plugins.Installed = filepath.Join(dir, "installed")
	o, err := app.OpenPluginOperator(t.Context(), cfg)
	require.NoError(t, err)
	defer o.Close()

	_, err = o.Upgrade(t.Context(), "paypal", program, 100)
	require.Equal(t, "plugin_other_name", fault.ReasonOf(err))
	left, err := os.ReadDir(cfg.Plugins.Installed)
	require.NoError(t, err)
	require.Empty(t, left)
	_, err = o.Upgrade(t.Context(), "fake", "1.0.0", 100)
	require.Equal(t, "plugin_version_not_installed", fault.ReasonOf(err))
}
