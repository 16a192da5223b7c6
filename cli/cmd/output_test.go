package cmd

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// speechless are the commands that have no result to print: they run until they are stopped, or write what was asked for
// in a format of its own.
var speechless = []string{
	"newServe", "newWorker", "newTestenv", "newOpenAPI", "newDocs",
	"newPluginLogs", // its lines are what the plugin wrote, with -o json as they are
	"newRoot",
}

// functions gives what each function of the package calls, by name.
func functions(t *testing.T) map[string]map[string]bool {
	t.Helper()
	noTests := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), ".", noTests, 0) //nolint:staticcheck // one folder without build tags
	require.NoError(t, err)
	calls := map[string]map[string]bool{}
	for _, file := range packages["cmd"].Files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			called := map[string]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "RunE" || key.Name == "Run") {
						called[key.Name] = true
					}
				case *ast.Ident:
					called[n.Name] = true
				}
				return true
			})
			calls[f.Name.Name] = called
		}
	}
	return calls
}

// reaches reports whether a function calls another one, itself or through others that make no command of their own.
func reaches(calls map[string]map[string]bool, from string, to ...string) bool {
	seen, queue := map[string]bool{}, []string{from}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if slices.Contains(to, name) {
			return true
		}
		if seen[name] || name != from && calls[name]["RunE"] {
			continue
		}
		seen[name] = true
		queue = append(queue, slices.Collect(maps.Keys(calls[name]))...)
	}
	return false
}

// Every command that has a result prints it through the printer, which makes -o json of it.
func TestEveryCommandSpeaksJSON(t *testing.T) {
	for _, c := range tree(t) {
		require.NotNil(t, c.InheritedFlags().Lookup("output"), "%s must take -o", c.CommandPath())
	}
	calls := functions(t)
	var silent []string
	commands := 0
	for name, called := range calls {
		if !called["RunE"] || slices.Contains(speechless, name) {
			continue
		}
		commands++
		if !reaches(calls, name, "table", "value", "done") {
			silent = append(silent, name)
		}
	}
	require.Empty(t, silent, "these make commands that say nothing with -o json")
	require.Greater(t, commands, 40, "the search must see the commands")
}

// What a plugin logs, or a customer is called, reaches the operator's terminal as text: it clears no screen and makes no row.
func TestATerminalObeysNothingThatIsPrinted(t *testing.T) {
	var out strings.Builder
	p := &printer{out: &out}
	p.line("%s", "log: \x1b[2Jcleared\r\u009b2J\n\tkept")
	require.Equal(t, "log: \uFFFD[2Jcleared\uFFFD\uFFFD2J\n\tkept\n", out.String())

	out.Reset()
	require.NoError(t, p.table(nil, []string{"name"}, [][]string{{"a\nb\t\x1b]0;c"}}))
	require.Equal(t, "NAME\na b \uFFFD]0;c\n", out.String())

	out.Reset()
	p.line("%s", "name \u202e00,1\u202c€")
	require.Equal(t, "name \uFFFD00,1\uFFFD€\n", out.String(), "nothing is shown the other way round")

	out.Reset()
	p.json = true
	require.NoError(t, p.value(map[string]string{"name": "ä\u009b2J\x7f\u202e\x1b"}))
	require.Equal(t, "{\n  \"name\": \"ä\\u009b2J\\u007f\\u202e\\u001b\"\n}\n", out.String())

	out.Reset()
	s := &session{out: *p}
	written := []logLine{{text: `{"level":"INFO","msg":"hi\n2026-01-01 00:00:00.000 ERROR forged ` + "\u009b" + `2J"}`}}
	s.printLog(written)
	require.Equal(t, strings.ReplaceAll(written[0].text, "\u009b", `\u009b`)+"\n", out.String())
	out.Reset()
	s.out.json = false
	s.printLog(written)
	require.Contains(t, out.String(), " INFO  hi\n  2026-01-01 00:00:00.000 ERROR forged \uFFFD2J\n", "what a plugin writes is no line of its own")

	out.Reset()
	printError(&out, errors.New("the plugin says \x1b[31m"))
	require.Equal(t, "kontor: the plugin says \uFFFD[31m\n", out.String())
}
