package cmd

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func TestWrongUseEndsWithTwo(t *testing.T) {
	require.Equal(t, 2, Execute([]string{"status", "-o", "yaml"}))
	require.Equal(t, 2, Execute([]string{"status", "--no-such-flag"}))
	require.Equal(t, 2, Execute([]string{"no-such-command"}))
	require.Equal(t, 2, Execute([]string{"testenv"}), "an argument is missing")
	require.Equal(t, 0, Execute([]string{"help"}))
}

func TestErrorsSayWhatToDo(t *testing.T) {
	var out bytes.Buffer
	printError(&out, fault.Wrap(io.ErrUnexpectedEOF, fault.Unavailable, "database_unavailable"))
	require.Contains(t, out.String(), "start it with `kontor up`")
	require.Contains(t, out.String(), "unexpected EOF", "the cause is for the operator too")

	out.Reset()
	printError(&out, errors.New("no such file"))
	require.Equal(t, "kontor: no such file\n", out.String())
}

func TestTablesForPeopleAndJSONForPrograms(t *testing.T) {
	rows := [][]string{{"PostgreSQL", "127.0.0.1:15432"}}
	var out bytes.Buffer
	p := printer{out: &out}
	require.NoError(t, p.table(rows, []string{"part", "address"}, rows))
	p.line("for people")
	require.Equal(t, "PART         ADDRESS\nPostgreSQL   127.0.0.1:15432\nfor people\n", out.String())

	out.Reset()
	require.NoError(t, p.setFormat("json"))
	require.NoError(t, p.table(map[string]int{"orders": 3}, nil, nil))
	p.line("for people")
	require.JSONEq(t, `{"orders": 3}`, out.String())
}

func TestResetAsks(t *testing.T) {
	for answer, ok := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "\n": false, "": false} {
		err := confirm(strings.NewReader(answer), "Delete?")
		require.Equal(t, ok, err == nil, "%q", answer)
	}
}
