package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The offline plugin has no provider, so it is verified within a moment.
func TestVerifyTellsByItsExitCode(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "offline")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../plugins/payment/offline").CombinedOutput()
	require.NoError(t, err, string(out))
	verify := func(args ...string) int { return Execute(append([]string{"plugin", "verify", program}, args...)) }

	require.Equal(t, 2, verify(), "there is no profile")
	const profile = "../../plugins/payment/offline/verify.yaml"
	report := filepath.Join(dir, "report.xml")
	require.Equal(t, 0, verify("--profile", profile, "--junit", report))
	raw, err := os.ReadFile(report)
	require.NoError(t, err)
	require.Contains(t, string(raw), `name="authorize once per key"`)

	own := filepath.Join(dir, "verify.yaml") // is found beside the program
	require.NoError(t, os.WriteFile(own, []byte("settings: {account_holder: Kontor GmbH, iban: DE02120300000000202051}\n"), 0o600))
	require.Equal(t, 1, verify(), "a kind that was not checked is a failure")
	require.Equal(t, 0, verify("-o", "json", "--check", "healthy"))
	require.Equal(t, 1, verify("--check", "no such check"))
	require.NoError(t, os.WriteFile(own, []byte("setings: {}\n"), 0o600))
	require.Equal(t, 2, verify(), "a slip of the pen in the profile")
	require.Equal(t, 2, Execute([]string{"plugin", "verify", filepath.Join(dir, "nothing")}))
	require.Equal(t, 2, Execute([]string{"plugin", "verify"}))
}
