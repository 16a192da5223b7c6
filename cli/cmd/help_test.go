package cmd

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// A line that a terminal breaks is hard to read: none is longer than it is wide, but for examples, which are copied.
func TestHelpFitsATerminal(t *testing.T) {
	for _, c := range append(tree(t), newRoot(&session{})) {
		text := help(t, newRoot(&session{}), c.CommandPath())
		for line := range strings.SplitSeq(strings.Replace(text, c.Example, "", 1), "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), plainWidth, "%s: %s", c.CommandPath(), line)
		}
	}
}

func TestReflow(t *testing.T) {
	require.Equal(t, "one two\nthree\nfour\n\n  a  list\n  stays", reflow("one\ntwo three\nfour\n\n  a  list\n  stays\n", 8))
	require.Equal(t, "über\n  mäßig\n  unteilbarkeitswort", wrap("über mäßig unteilbarkeitswort", 7, 2))
}

// The help is cobra's own in all but the lines' width.
func TestHelpSaysWhatCobrasSays(t *testing.T) {
	own, cobras := newRoot(&session{}), newRoot(&session{})
	cobras.SetHelpTemplate("")
	cobras.SetUsageTemplate("")
	for _, path := range []string{"kontor", "kontor order", "kontor order list", "kontor bench", "kontor checkout list", "kontor completion"} {
		require.Equal(t, strings.Fields(help(t, cobras, path)), strings.Fields(help(t, own, path)), path)
	}
}

func help(t *testing.T, root *cobra.Command, path string) string {
	t.Helper()
	var out bytes.Buffer
	root.SetOut(&out)
	root.InitDefaultCompletionCmd()
	root.SetArgs(append(strings.Fields(path)[1:], "--help"))
	require.NoError(t, root.ExecuteContext(t.Context()))
	return out.String()
}
