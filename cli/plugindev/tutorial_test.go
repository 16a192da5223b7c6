package plugindev

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is a fenced block of the tutorial.
type block struct {
	language string
	line     int
	text     string
}

func blocks(page string) []block {
	var all []block
	var open *block
	for i, line := range strings.Split(page, "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && open == nil:
			open = &block{language: fence, line: i + 1}
		case isFence:
			all, open = append(all, *open), nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

// The tutorial is followed word for word: its sh blocks run one after the other in one shell, and what a text block shows
// is what the block before it printed.
func TestTheTutorialWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command line and a plugin")
	}
	t.Parallel()
	raw, err := os.ReadFile("../../plugins/docs/tutorial.md")
	require.NoError(t, err)
	all := blocks(string(raw))
	script := "set -euo pipefail\n"
	const end = "@@@ end of block"
	for i, b := range all {
		if b.language == "sh" {
			script += b.text + fmt.Sprintf("\necho '%s %d'\n", end, i)
		}
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // not in the new home
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		require.NoError(t, err)
		cmd.Env = append(cmd.Env, name+"="+strings.TrimSpace(string(value)))
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	rest, printed := string(out), ""
	checked := 0
	for i, b := range all {
		switch b.language {
		case "sh":
			var found bool
			printed, rest, found = strings.Cut(rest, fmt.Sprintf("%s %d\n", end, i))
			require.True(t, found, "the block at line %d did not run", b.line)
		case "text":
			require.True(t, shows(lines(printed), lines(b.text)), "line %d shows\n%s\nbut it was\n%s", b.line, b.text, printed)
			checked++
		}
	}
	require.Greater(t, checked, 3)
}

func lines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// shows reports whether lines were printed as a text block has them: "..." stands for any lines, and at a line's end for
// any text.
func shows(printed, shown []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if shown[0] == "..." {
		for i := range len(printed) + 1 {
			if shows(printed[i:], shown[1:]) {
				return true
			}
		}
		return false
	}
	if len(printed) == 0 {
		return false
	}
	start, open := strings.CutSuffix(shown[0], "...")
	same := printed[0] == shown[0] || open && strings.HasPrefix(printed[0], start)
	return same && shows(printed[1:], shown[1:])
}

func TestShows(t *testing.T) {
	printed := []string{"ok  a 1 s", "FAIL b", "end"}
	for shown, want := range map[string]bool{
		"ok  a ...\nFAIL b\nend": true, "...": true, "...\nend": true, "ok  a ...\n...": true,
		"FAIL b\nend": false, "ok  a ...\nend": false, "...\nFAIL b": false, "end": false,
	} {
		require.Equal(t, want, shows(printed, strings.Split(shown, "\n")), shown)
	}
}

// The plugin in Python passes the kit: the contract asks for no Go. The shop runs a copy of its program, with nothing beside it.
func TestAPluginInAnotherLanguagePasses(t *testing.T) {
	if testing.Short() {
		t.Skip("installs Python libraries")
	}
	if err := exec.CommandContext(t.Context(), "python3", "-c", "import venv, ensurepip").Run(); err != nil {
		t.Skip("python3 with venv and pip is missing (on Debian: apt-get install python3-venv)")
	}
	t.Parallel()
	dir, err := filepath.Abs("../../plugins/example-python")
	require.NoError(t, err)
	run(t, dir, "./prepare")
	packed, err := os.ReadFile("../../.kontor/example-python/deposit")
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "deposit")
	require.NoError(t, os.WriteFile(program, packed, 0o700)) // it is a program
	r := verified(t, program, filepath.Join(dir, ProfileName))
	require.Equal(t, "deposit", r.Name)
	require.Empty(t, r.failures())
	require.GreaterOrEqual(t, r.Passed, 15)
}
