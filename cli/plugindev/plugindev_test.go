package plugindev

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// build compiles the plugin in a folder.
func build(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "plugin")
	run(t, dir, "go", "build", "-o", program, ".")
	return program
}

func run(t *testing.T, dir string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

func verified(t *testing.T, program, profile string) Report {
	t.Helper()
	p, err := LoadProfile(profile)
	require.NoError(t, err)
	r, err := Verify(t.Context(), program, p, Options{})
	require.NoError(t, err)
	return r
}

// failures gives what failed, for a message that says why.
func (r Report) failures() string {
	var b strings.Builder
	for _, result := range r.Results {
		if result.State == Failed {
			fmt.Fprintf(&b, "%s: %s\n", result.Name, result.Reason)
		}
	}
	return b.String()
}

// What New writes passes its own tests and the kit, without a change, outside of this module.
func TestNewPluginsAreWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles three modules")
	}
	for _, kind := range Kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "acme")
			w, err := New(t.Context(), Scaffold{Kind: kind, Name: "acme", Dir: dir})
			require.NoError(t, err)
			require.False(t, w.Inside)
			require.Contains(t, w.Files, "README.md")
			for _, f := range w.Files {
				raw, err := os.ReadFile(filepath.Join(dir, f))
				require.NoError(t, err)
				require.NotContains(t, strings.ToLower(string(raw)), sample, f)
			}
			run(t, dir, "go", "vet", "./...")
			run(t, dir, "go", "test", "./...")
			r := verified(t, build(t, dir), filepath.Join(dir, ProfileName))
			require.Equal(t, "acme", r.Name)
			require.Empty(t, r.failures())
			require.Zero(t, r.Skipped, "an example leaves nothing out")
		})
	}
}

// Inside Kontor's module it is a package of that. It is compiled where it would lie, without lying there.
func TestANewPluginInsideTheModuleIsAPackageOfIt(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	s := Scaffold{Kind: "payment", Name: "acme", Dir: t.TempDir()}
	const path = kontorModule + "/plugins/payment/acme"
	files, err := s.write(path)
	require.NoError(t, err)
	var overlay []string
	for _, f := range files {
		overlay = append(overlay, fmt.Sprintf("%q:%q", filepath.Join(root, "plugins/payment/acme", f), filepath.Join(s.Dir, f)))
	}
	list := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(list, []byte(`{"Replace":{`+strings.Join(overlay, ",")+`}}`), 0o600))
	run(t, root, "go", "build", "-overlay", list, "-o", filepath.Join(t.TempDir(), "acme"), path)
	raw, err := os.ReadFile(filepath.Join(s.Dir, "sim/program/main.go"))
	require.NoError(t, err)
	require.Contains(t, string(raw), `"`+path+`/sim"`)
}

// Who has written a plugin of one kind knows how the simulator of another is started.
func TestSimulatorsAreStartedInOneWay(t *testing.T) {
	var commands [][]string
	for _, kind := range Kinds {
		p, err := LoadProfile(filepath.Join("../../plugins/example", kind, ProfileName))
		require.NoError(t, err)
		commands = append(commands, p.Simulator.Command)
	}
	require.Equal(t, commands[0], commands[1])
	require.Equal(t, commands[0], commands[2])
}

// A plugin may be called like a package or a variable of its own code, so the name alone names nothing there.
func TestANameIsNoIdentifier(t *testing.T) {
	for _, kind := range Kinds {
		s := Scaffold{Kind: kind, Name: "payment2", Dir: t.TempDir()}
		files, err := s.write("example.com/payment2")
		require.NoError(t, err)
		for _, f := range files {
			if filepath.Ext(f) != ".go" {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(s.Dir, f), nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					require.NotEqual(t, s.Name, id.Name, set.Position(id.Pos()))
				}
				return true
			})
		}
	}
}

func TestKontorMayLieInAFolderWithSpaces(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	spaced := filepath.Join(t.TempDir(), "my shops")
	require.NoError(t, os.Symlink(root, spaced))
	_, err = New(t.Context(), Scaffold{Kind: "tracking", Name: "acme", Dir: filepath.Join(t.TempDir(), "acme"), Kontor: spaced})
	require.NoError(t, err)
}

func TestNewOverwritesNothingAndRefusesNonsense(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600))
	for want, s := range map[string]Scaffold{
		"is not empty":        {Kind: "payment", Name: "acme", Dir: dir},
		"no kind":             {Kind: "voucher", Name: "acme"},
		`"../acme" does not`:  {Kind: "payment", Name: "../acme"},
		`"type" does not do`:  {Kind: "payment", Name: "type"},
		`"sim" does not do`:   {Kind: "payment", Name: "sim"},
		`"vendor" does not`:   {Kind: "payment", Name: "vendor"},
		`"a path" does not`:   {Kind: "payment", Name: "acme", Module: "a path"},
		"does not hold the m": {Kind: "payment", Name: "acme", Kontor: dir},
	} {
		_, err := New(t.Context(), s)
		require.ErrorContains(t, err, want)
	}
}

// programs gives the folders of the plugins that ship with the shop.
func programs(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, kind := range Kinds {
		mains, err := filepath.Glob("../../plugins/" + kind + "/*/main.go")
		require.NoError(t, err)
		for _, m := range mains {
			dirs = append(dirs, filepath.Dir(m))
		}
	}
	require.NotEmpty(t, dirs)
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(methods(t, b), methods(t, a)) })
	return dirs
}

// methods counts what a plugin is led through, so that the longest begin first.
func methods(t *testing.T, dir string) int {
	p, err := LoadProfile(filepath.Join(dir, ProfileName))
	require.NoError(t, err, "every plugin has a profile")
	if p.Payment == nil || p.Simulator == nil {
		return 0
	}
	return len(p.Payment.Methods)
}

// Every plugin that ships with the shop passes the kit as a program.
func TestShippedPluginsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and verifies every plugin")
	}
	t.Parallel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	reports, ended := map[string]Report{}, map[string]error{}
	places := make(chan struct{}, 8) // they mostly wait
	for _, dir := range programs(t) {
		profile, err := LoadProfile(filepath.Join(dir, ProfileName))
		require.NoError(t, err)
		program := build(t, dir)
		wait.Go(func() {
			places <- struct{}{}
			r, err := Verify(t.Context(), program, profile, Options{})
			<-places
			mu.Lock()
			defer mu.Unlock()
			reports[dir], ended[dir] = r, err
		})
	}
	wait.Wait()
	for dir, r := range reports {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			require.NoError(t, ended[dir])
			require.Empty(t, r.failures())
			require.GreaterOrEqual(t, r.Passed, 10)
		})
	}
}

func TestSlipsInAProfileAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"setings: {}":                                   "setings",
		"simulator: {control: /x}":                      "either command or url",
		"payment: {methods: []}":                        "at least one method",
		"payment: {methods: [{approve: a}]}":            "without a code",
		"payment: {methods: [{code: a, customer: b}]}":  `customer "b"`,
		"payment: {methods: [{code: a, delivery: b}]}":  `delivery "b"`,
		"shipping: {address: {kind: b}}":                `kind "b"`,
		"unchecked: {voucher: none}":                    "voucher",
		"left_out: {simulator: none}":                   "simulator",
		"left_out: {provider: \"\"}":                    "provider",
		"settings: [":                                   "yaml",
		"payment: {methods: [{code: a, amount: many}]}": "many",
	} {
		path := filepath.Join(t.TempDir(), ProfileName)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := LoadProfile(path)
		require.ErrorContains(t, err, want, text)
	}
}

func TestReportsForBuildServers(t *testing.T) {
	r := Report{Name: "acme"}
	r.add(Result{Name: "a", State: Passed})
	r.add(Result{Name: "b", Proves: "It works.", State: Failed, Reason: "no \x00 <b>"})
	r.add(Result{Name: "c", State: Skipped, Reason: "no provider"})
	var out bytes.Buffer
	require.NoError(t, r.WriteJUnit(&out))
	var back junitSuite
	require.NoError(t, xml.Unmarshal(out.Bytes(), &back))
	require.Equal(t, []int{3, 1, 1}, []int{back.Tests, back.Failures, back.Skipped})
	require.Contains(t, back.Cases[1].Failure.Text, "<b>")
	require.Equal(t, "no provider", back.Cases[2].Skipped.Message)
	require.Nil(t, back.Cases[0].Failure)
}

func TestASimulatorThatDoesNotStartIsSaid(t *testing.T) {
	p := Profile{dir: t.TempDir(), Simulator: &Simulator{Command: []string{"/bin/sh", "-c", "echo no such port; exit 3"}}}
	_, err := Verify(t.Context(), "/bin/true", p, Options{})
	require.ErrorContains(t, err, "ended before it listened")
	require.ErrorContains(t, err, "no such port")
}

func TestASecretsFileThatIsMissingIsSaid(t *testing.T) {
	_, err := Verify(t.Context(), "/bin/true", Profile{dir: t.TempDir(), Secrets: map[string]string{"key": "@nothing"}}, Options{})
	require.ErrorContains(t, err, "secrets: key")
	require.ErrorContains(t, err, "nothing")
}

// A check that a profile makes impossible without a word is a failure; with a reason, the report has the reason.
func TestWhatAProfileLeavesOutNeedsAReason(t *testing.T) {
	program := build(t, "../../plugins/payment/offline")
	p, err := LoadProfile("../../plugins/payment/offline/verify.yaml")
	require.NoError(t, err)
	why := p.LeftOut["provider"]
	r, err := Verify(t.Context(), program, p, Options{})
	require.NoError(t, err)
	require.Empty(t, r.failures())
	require.Contains(t, r.Results, Result{Name: "void", State: Skipped, Reason: why, Proves: proof(r, "void")})

	p.LeftOut = map[string]string{"webhooks": "none"}
	r, err = Verify(t.Context(), program, p, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, r.Failed)
	require.Contains(t, r.failures(), "for want of provider")
}

func proof(r Report, name string) string {
	for _, result := range r.Results {
		if result.Name == name {
			return result.Proves
		}
	}
	return ""
}

func TestAProgramThatIsNoPluginIsSaid(t *testing.T) {
	for script, why := range map[string]string{
		"true":                                "it ended before it said where it listens",
		"echo 'no settings' >&2; exit 3":      "it ended before it said where it listens; its last words: no settings",
		"echo hello; echo 'and more'; exit 0": `it printed "hello" to its standard output, where first comes where it listens`,
		// What it started holds its outputs open, and is ended with it.
		"echo '1|9|tcp|127.0.0.1:1|grpc|'; sleep 100000": "incompatible API version with plugin. Plugin version: 9, Client versions: [1]",
	} {
		program := filepath.Join(t.TempDir(), "plugin")
		require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		_, err := Verify(t.Context(), program, Profile{}, Options{})
		require.EqualError(t, err, program+" does not start as a plugin: "+why)
	}
}
