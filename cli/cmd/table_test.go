package cmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

var findings = [][]string{
	{"", "WHAT", "FOUND"},
	{"ok", "Disk space", "33 GB free"},
	{"WRONG", "PostgreSQL", "does not answer at postgres://kontor@db.example.com:5432/kontor, since somebody has taken it away"},
	{"", "", ""},
}

func TestATableIsAsWideAsItsCells(t *testing.T) {
	want := "        WHAT         FOUND\n" +
		"ok      Disk space   33 GB free\n" +
		"WRONG   PostgreSQL   does not answer at postgres://kontor@db.example.com:5432/kontor, since somebody has taken it away\n\n"
	require.Equal(t, want, layout(findings, 0), "in a file")
	require.Equal(t, want, layout(findings, 200), "on a wide terminal")
	require.Empty(t, layout(nil, 80))
}

func TestATableFitsItsTerminal(t *testing.T) {
	require.Equal(t, "        WHAT         FOUND\n"+
		"ok      Disk space   33 GB free\n"+
		"WRONG   PostgreSQL   does not answer at\n"+
		"                     postgres://kontor@db.example.com:5432/kontor,\n"+
		"                     since somebody has taken\n"+
		"                     it away\n\n", layout(findings, 46), "a word that is longer than its column is not broken")

	several := [][]string{{"2026-11-30 14:41", "a text of more than a few words", "and another one that is long", "953,99 €"}}
	for line := range strings.Lines(layout(several, 70)) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSpace(line)), 70)
		require.NotContains(t, line, "2026-11-30\n", "dates are not broken")
	}
	require.Equal(t, 1, strings.Count(layout(several, 40), "\n"), "what cannot fit is not broken at all")
}
