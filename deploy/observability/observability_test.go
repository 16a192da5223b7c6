package observability

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

type rule struct {
	Alert       string
	Expr        string
	For         string
	Labels      map[string]string
	Annotations map[string]string
}

func alerts(t *testing.T) []rule {
	t.Helper()
	text, err := os.ReadFile("alerts.yaml")
	require.NoError(t, err)
	var file struct {
		Groups []struct {
			Name  string
			Rules []rule
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&file))
	var all []rule
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	require.NotEmpty(t, all)
	return all
}

type dashboard struct {
	UID    string
	Title  string
	Panels []struct {
		Title   string
		Targets []struct{ Expr string }
	}
}

func dashboards(t *testing.T) []dashboard {
	t.Helper()
	files, err := filepath.Glob("dashboards/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []dashboard
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		var d dashboard
		require.NoError(t, json.Unmarshal(text, &d), f)
		all = append(all, d)
	}
	return all
}

// instrument finds the instruments that the shop's code makes, with their kind, name and options.
var instrument = regexp.MustCompile(`(?:(Int64Counter|Float64Histogram|Float64ObservableGauge)|\bgauge)\("(kontor\.[a-z.]+)",([^)]*)`)

// measured gives the names under which Prometheus gets what the code measures.
func measured(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, folder := range []string{"../../core", "../../workflows"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			code, err := os.ReadFile(path)
			for _, m := range instrument.FindAllStringSubmatch(string(code), -1) {
				name := strings.ReplaceAll(m[2], ".", "_")
				if strings.Contains(m[3], `WithUnit("s"`) {
					name += "_seconds"
				}
				switch m[1] {
				case "Int64Counter":
					names[name+"_total"] = true
				case "Float64Histogram":
					names[name+"_bucket"], names[name+"_count"], names[name+"_sum"] = true, true, true
				default:
					names[name] = true
				}
			}
			return err
		})
		require.NoError(t, err)
	}
	require.Greater(t, len(names), 15, "the search must see the instruments")
	return names
}

var metric = regexp.MustCompile(`\b(kontor_[a-z0-9_]+|go_[a-z0-9_]+|process_[a-z0-9_]+)\b`)

func TestEveryMetricThatIsDrawnOrWatchedIsMeasured(t *testing.T) {
	known := measured(t)
	known["go_goroutines"], known["process_resident_memory_bytes"] = true, true
	used := map[string]bool{}
	check := func(where, expr string) {
		require.NotEmpty(t, expr, where)
		for _, name := range metric.FindAllString(expr, -1) {
			require.True(t, known[name], "%s names %s, which nothing measures", where, name)
			used[name] = true
		}
	}
	for _, r := range alerts(t) {
		check(r.Alert, r.Expr)
	}
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			require.NotEmpty(t, p.Targets, p.Title)
			for _, target := range p.Targets {
				check(d.Title+": "+p.Title, target.Expr)
			}
		}
	}
	for name := range known {
		base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_sum"), "_count"), "_bucket")
		seen := slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(u string) bool { return strings.HasPrefix(u, base) })
		require.True(t, seen, "%s is measured and never looked at", name)
	}
}

// called finds the calls that the host makes of plugins.
var called = regexp.MustCompile(`call: "([a-z_]+)"|\b(?:askCarrier\(ctx, p|everyCarrier\(ctx, c\.h), "([a-z_]+)"|const callDeliver = "([a-z_]+)"`)

// A plugin that runs may fail at one call, as when its key has ended: PluginDown sees nothing of that.
func TestEveryCallOfAPluginIsWatched(t *testing.T) {
	watched := map[string]string{
		"authorize": "AuthorizationsFail", "complete": "AuthorizationsFail",
		"capture": "MoneyMovesFail", "void": "MoneyMovesFail", "refund": "MoneyMovesFail",
		"deliver": "OutboxLags",
		"webhook": "", // anybody can send some that fail
	}
	byName := map[string]string{}
	for _, r := range alerts(t) {
		byName[r.Alert] = r.Expr
	}
	of := regexp.MustCompile(`call=~"([a-z_|]+)"`).FindStringSubmatch(byName["CallsFail"])
	require.NotNil(t, of)
	for call := range strings.SplitSeq(of[1], "|") {
		watched[call] = "CallsFail"
	}
	files, err := filepath.Glob("../../core/pluginhost/*.go")
	require.NoError(t, err)
	made := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		code, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range called.FindAllStringSubmatch(string(code), -1) {
			made[m[1]+m[2]+m[3]] = true
		}
	}
	for call := range made {
		alert, ok := watched[call]
		require.True(t, ok, "nobody learns that %s fails", call)
		require.True(t, alert == "" || byName[alert] != "", alert)
	}
	for call := range watched {
		require.True(t, made[call], "nothing makes %s", call)
	}
}

var section = regexp.MustCompile(`(?m)^## (\w+)$`)

func TestEveryAlertHasItsRunbook(t *testing.T) {
	text, err := os.ReadFile("../../core/docs/runbooks.md")
	require.NoError(t, err)
	var written, named []string
	for _, m := range section.FindAllStringSubmatch(string(text), -1) {
		written = append(written, m[1])
	}
	for _, r := range alerts(t) {
		named = append(named, r.Alert)
		require.Contains(t, []string{"page", "ticket"}, r.Labels["severity"], r.Alert)
		require.NotEmpty(t, r.Annotations["summary"], r.Alert)
	}
	require.ElementsMatch(t, named, written)
}
