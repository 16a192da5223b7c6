package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

func TestWrongUseEndsWithTwo(t *testing.T) {
	require.Equal(t, 2, Execute([]string{"status", "-o", "yaml"}))
	require.Equal(t, 2, Execute([]string{"status", "--no-such-flag"}))
	require.Equal(t, 2, Execute([]string{"no-such-command"}))
	require.Equal(t, 2, Execute([]string{"review", "show", "5"}))
	require.Equal(t, 2, Execute([]string{"--set", "state.dir=" + t.TempDir(), "review", "-o", "json", "show"}))
	require.Equal(t, 0, Execute([]string{"review"}))
	require.Equal(t, 0, Execute([]string{"-o", "json", "review"}))
	require.Equal(t, 0, Execute([]string{"review", "show", "--help"}))
	require.Equal(t, 2, Execute([]string{"search", "query", "--sort", "cheapest"}))
	require.Equal(t, 2, Execute([]string{"testenv"}), "an argument is missing")
	require.Equal(t, 2, Execute([]string{"order", "list", "--overdue", "--by-hand"}), "flags that exclude each other")
	require.Equal(t, 2, Execute([]string{"plugin", "new", "voucher", "acme"}), "no such kind")
	require.Equal(t, 2, Execute([]string{"plugin", "upgrade", "paypal", "1.5.0", "--canary", "101"}))
	require.Equal(t, 2, Execute([]string{"backup", "skip-numbers", "--by", "9223372036854775807"}))
	require.Equal(t, 2, Execute([]string{"--profile", "nowhere", "status"}))
	t.Chdir(t.TempDir())
	require.Equal(t, 2, Execute([]string{"--profile", "nowhere", "status"}), "no configuration either")
	require.Equal(t, 2, Execute([]string{"version"}), "it is --version")
	for _, line := range []string{"help", "help order show", "help completion bash", "completion bash"} {
		require.Equal(t, 0, Execute(strings.Fields(line)), line)
	}
	for _, line := range []string{"help nope", "help order nope", "help order show 5", "completion nope", "completion bash more"} {
		require.Equal(t, 2, Execute(strings.Fields(line)), line)
	}
}

// The codes that manual.ExitCodes promises to scripts.
func TestExitCodes(t *testing.T) {
	state := "state.dir=" + t.TempDir()
	nobody := []string{"--set", "database.url=postgres://127.0.0.1:1/kontor", "--set", state}
	for line, code := range map[string]int{
		"docs commands":                                       0,
		"config validate":                                     0,
		"--version":                                           0,
		"config validate --set a.b=c":                         1, // found something wrong
		"config show --set a.b=c":                             2,
		"status --set log.level":                              2,
		"status --set log.level=loud":                         2, // it cannot work
		"order list --set otel.percent=":                      1, // it is left as it is, and there is no database
		"order list --set otel.percent=x --set http.drain=10": 2, // it is not of its kind
		"order list --set http.addr=127.0.0.1:8090":           2, // not both can have the port
		"order list --set a.b=c --config ../../configs/kontor.yaml -o json": 2,
		"status":                         1, // nothing runs
		"ready --url http://127.0.0.1:1": 1,
		"order list":                     1, // failed
		"retention run --dry-run":        1,
		"order list --no-such-flag":      2,
		"order show":                     2,
		"order show abc":                 2,
		"order cancel 100001":            2, // a question, and no terminal
		"reset":                          2,
	} {
		require.Equal(t, code, Execute(append(strings.Fields(line), nobody...)), line)
	}
	require.ErrorIs(t, runIn(t.Context(), nil, []string{"sh", "-c", "exit 7"}), exitCode(7), "what testenv ran decides")
	require.Equal(t, "kontor: a disk is full: make room and try again; `kontor doctor` says where\n  write x: no space left on device\n",
		said(&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}))
}

func said(err error) string {
	var out bytes.Buffer
	printError(&out, err)
	return out.String()
}

func TestErrorsSayWhatToDo(t *testing.T) {
	var out bytes.Buffer
	printError(&out, fault.Wrap(io.ErrUnexpectedEOF, fault.Unavailable, "database_unavailable"))
	require.Contains(t, out.String(), "start it with `kontor up`")
	require.Contains(t, out.String(), "unexpected EOF", "the cause is for the operator too")

	for state, want := range map[string]string{"28P01": "user or the password", "3D000": "no database of the name", "42501": "make it the owner", "53300": "max_connections", "57P03": "try again in a moment"} {
		text := said(fault.Wrap(&pgconn.PgError{Code: state}, fault.Unavailable, "database_unavailable"))
		require.Contains(t, text, want, state)
		require.NotContains(t, text, "kontor up", "it does answer")
	}

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

// What the shop's packages log of their work stands between no command's lines.
func TestCommandsLogWarningsAlone(t *testing.T) {
	defer slog.SetLogLoggerLevel(slog.SetLogLoggerLevel(slog.LevelInfo))
	require.Zero(t, Execute([]string{"config", "show", "log"}))
	require.Equal(t, slog.LevelWarn, slog.SetLogLoggerLevel(slog.LevelInfo))
}

func TestAMistypedCommandIsGuessed(t *testing.T) {
	for line, guess := range map[string]string{"ordr": "order", "order lst": "list", "voucher ends": "end"} {
		root, args := newRoot(&session{}), strings.Fields(line)
		err := unknown(root, args)
		if err == nil {
			root.SetArgs(args)
			err = root.ExecuteContext(t.Context())
		}
		require.ErrorContains(t, err, "(did you mean "+guess, line)
	}
}

func TestWhatIsMissingOrUnknownIsNamed(t *testing.T) {
	for line, says := range map[string]string{
		"order show":                       "it takes ID, and was given nothing; see `kontor order show --help`",
		"outbox show a b":                  `it takes TOPIC, and was given "a b"`,
		"catalog import":                   "it takes FILE..., and was given nothing",
		"plugin new":                       "it takes KIND NAME [FOLDER], and was given nothing",
		"review list --stat new":           "unknown flag: --stat (did you mean --state?); see `kontor review list --help`",
		"status --foo":                     "unknown flag: --foo; see `kontor status --help`",
		"status -x":                        "unknown shorthand flag: 'x' in -x; see `kontor status --help`",
		"ready --url 127.0.0.1:9464":       "--url takes a whole address",
		"status --config /no/such.yaml":    "there is no configuration file /no/such.yaml",
		"status --profile nosuch":          "kontor.nosuch.yaml",
		"order list --size 0":              `invalid argument "0" for "--size" flag: it takes 1`,
		"status --config /no/such.yaml -o": "flag needs an argument",
	} {
		s := &session{out: printer{out: io.Discard}}
		root := newRoot(s)
		root.SetArgs(strings.Fields(line))
		err := root.ExecuteContext(t.Context())
		require.ErrorContains(t, err, says, line)
		require.Equal(t, 2, Execute(strings.Fields(line)), line)
	}
}

func TestAnArgumentOfACommandWithoutAnyIsNoCommand(t *testing.T) {
	root := newRoot(&session{})
	root.SetArgs([]string{"backup", "create", "/backups"})
	require.EqualError(t, root.ExecuteContext(t.Context()), `it takes no arguments, and was given "/backups"; see `+"`kontor backup create --help`\n  kontor backup create [flags]")
}

// Whoever ends a command knows why it ended, and is told what else there is.
func TestAnInterruptedCommandSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		more string
	}{
		"ended":       {context.Canceled, ""},
		"ended badly": {errors.Join(context.Canceled, errors.New("PostgreSQL: it does not stop")), "  context canceled\nPostgreSQL: it does not stop\n"},
	} {
		var out bytes.Buffer
		printInterrupted(&out, c.err)
		require.Equal(t, "kontor: interrupted before it was done\n"+c.more, out.String(), name)
	}
}
