package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/manual"
)

func tree(t *testing.T) []*cobra.Command {
	t.Helper()
	list := manual.Walk(newRoot(&session{out: printer{out: &bytes.Buffer{}}}))[1:]
	require.Greater(t, len(list), 50, "the walk must see the commands")
	return list
}

func TestEveryCommandIsDescribed(t *testing.T) {
	for _, c := range tree(t) {
		require.NotEmpty(t, c.Short, c.CommandPath())
		require.False(t, strings.HasSuffix(c.Short, "."), "%s: the short description is no sentence", c.CommandPath())
		if c.RunE != nil || !c.HasSubCommands() {
			require.NotNil(t, c.RunE, "%s must be able to fail", c.CommandPath())
			require.NotNil(t, c.Args, "%s must say which arguments it takes", c.CommandPath())
			require.Contains(t, c.Example, c.CommandPath(), "%s needs an example", c.CommandPath())
		}
		for line := range strings.SplitSeq(strings.Trim(c.Example, "\n"), "\n") {
			require.True(t, line == "" || strings.HasPrefix(line, "  "), "%s: examples are indented by two spaces", c.CommandPath())
		}
	}
}

// The help takes a word in backquotes for the name of a flag's value.
func TestFlagsNameTheirValues(t *testing.T) {
	for _, c := range tree(t) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			require.NotContains(t, name, " ", "%s --%s", c.CommandPath(), f.Name)
			require.False(t, f.NoOptDefVal != "" && name != "", "%s --%s takes no value", c.CommandPath(), f.Name)
		})
	}
}

// Each example is read by a shell and taken by its command: its flags are there, their values and the arguments are right.
func TestExamplesAreTaken(t *testing.T) {
	taken := 0
	for _, c := range tree(t) {
		for line := range strings.SplitSeq(c.Example, "\n") {
			for _, words := range shellWords(t, line) {
				accepts(t, words, line)
				taken++
			}
		}
	}
	require.Greater(t, taken, 100, "the shell must see the examples")
}

// ours is a call of kontor, with what its environment is set to.
var ours = regexp.MustCompile(`^\s*([A-Z_]+=\S+ )*kontor `)

// shellWords gives the arguments of each call of kontor in a line, as a shell makes them. Nothing else is run.
func shellWords(t *testing.T, line string) (calls [][]string) {
	t.Helper()
	script := "kontor() { printf '%s\\0' \"$@\"; printf '\\n\\0'; }\n"
	for _, end := range []string{" | ", " || ", " > "} {
		line, _, _ = strings.Cut(line, end)
	}
	for part := range strings.SplitSeq(line, " && ") {
		if ours.MatchString(part) {
			script += part + "\n"
		}
	}
	shell := exec.Command("/bin/sh", "-efc", script)
	shell.Env = []string{"PATH="}
	out, err := shell.CombinedOutput()
	require.NoError(t, err, "%s: %s", line, out)
	var words []string
	for word := range strings.SplitSeq(string(out), "\x00") {
		if word == "\n" {
			calls, words = append(calls, words), nil
			continue
		}
		words = append(words, word)
	}
	return calls
}

// accepts is that a call of kontor would do something: its command takes the flags and arguments.
func accepts(t *testing.T, words []string, line string) {
	t.Helper()
	c, rest, err := newRoot(&session{}).Find(words)
	require.NoError(t, err, line)
	require.NotNil(t, c.RunE, line)
	require.NoError(t, c.ParseFlags(rest), line)
	require.NoError(t, c.ValidateFlagGroups(), line)
	require.NoError(t, c.ValidateArgs(c.Flags().Args()), line)
}

// References are compared here as well as by make, so that a new flag cannot be forgotten.
func TestReferencesAreFresh(t *testing.T) {
	for _, r := range []struct{ command, file string }{
		{"commands", "../../core/docs/commands.md"}, {"config", "../../core/docs/configuration.md"},
	} {
		var out bytes.Buffer
		s := &session{out: printer{out: &out}}
		root := newRoot(s)
		root.SetArgs([]string{"docs", r.command})
		require.NoError(t, root.ExecuteContext(t.Context()))
		kept, err := os.ReadFile(r.file)
		require.NoError(t, err)
		require.Equal(t, string(kept), out.String(), "%s is old: run make generate", r.file)
	}
}

func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	root := newRoot(&session{out: printer{out: &bytes.Buffer{}}})
	root.SetArgs([]string{"docs", "man", dir})
	require.NoError(t, root.ExecuteContext(t.Context()))
	page, err := os.ReadFile(dir + "/kontor-order-refund.1")
	require.NoError(t, err)
	require.Contains(t, string(page), ".TH \"KONTOR-ORDER-REFUND\" 1")
	require.Contains(t, string(page), `\-\-amount`)
	require.Contains(t, string(page), ".SH EXAMPLES")
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, len(tree(t))+1)
}

// Settings reach commands from the flags, and wrong ones end a command before it does anything.
func TestSettingsFromTheCommandLine(t *testing.T) {
	require.Equal(t, 2, Execute([]string{"order", "list", "--set", "http.addr=nonsense"}))
	require.Equal(t, 1, Execute([]string{"config", "validate", "--set", "log.level=loud"}))
	require.Equal(t, 0, Execute([]string{"config", "show", "log", "--set", "log.level=debug"}))
	require.Equal(t, 2, Execute([]string{"config", "show", "logs"}), "an empty table would look like a setting that is not set")
}
