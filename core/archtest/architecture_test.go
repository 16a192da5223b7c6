package archtest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/outbox"
)

// drawn gives a diagram of core/docs/architecture.md by the begin of its first line.
func drawn(t *testing.T, kind string) string {
	t.Helper()
	for _, block := range strings.Split(architecture(t), "```mermaid\n")[1:] {
		if strings.HasPrefix(block, kind) {
			return block[:strings.Index(block, "```")]
		}
	}
	t.Fatalf("no diagram %q", kind)
	return ""
}

func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/architecture.md")
	require.NoError(t, err)
	return string(text)
}

func source(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", path))
	require.NoError(t, err)
	return string(text)
}

var (
	node     = regexp.MustCompile(`(\w+)(?:\[+\(?|\(+\[?|\{+)([^\])}]+)`)
	flow     = regexp.MustCompile(`(?m)^  (\w+)[^\n-]*(?: --> | -- ("?)(.+?)"? --> )(\w+)`)
	portNear = regexp.MustCompile(`\b\d{3,5}\b`)
)

// Processes are Compose's services, and their ports those that something is told to listen on.
func TestDrawnProcessesRun(t *testing.T) {
	diagram, compose := drawn(t, "flowchart LR"), source(t, "deploy/compose/docker-compose.yml")
	told := compose + source(t, "deploy/docker/Dockerfile") + source(t, "deploy/compose/Caddyfile") + source(t, "deploy/observability/prometheus.yaml") +
		source(t, "deploy/observability/grafana/datasource.yaml") + source(t, "deploy/observability/tempo.yaml")
	arrows := flow.FindAllStringSubmatch(diagram, -1)
	require.Greater(t, len(arrows), 15)
	elsewhere := []string{"browser", "providers", "plugins", "systems"}
	for _, a := range arrows {
		for _, name := range []string{a[1], a[4]} {
			if !slices.Contains(elsewhere, name) {
				require.Contains(t, compose, "\n  "+name+":\n", "%s is no service of docker-compose.yml", name)
			}
		}
		if port := portNear.FindString(a[3]); port != "" {
			require.Contains(t, told, port, "nothing listens on %s, as %s is drawn to", port, a[4])
		}
	}
	for _, process := range []string{"serve", "worker"} {
		require.Contains(t, compose, "command: ["+process+"]")
	}
}

// groups are the nodes of the diagram of packages, and what belongs to each.
func groups(t *testing.T, diagram string) map[string]func(pkg) bool {
	t.Helper()
	of := map[string]func(pkg) bool{}
	for _, m := range node.FindAllStringSubmatch(diagram, -1) {
		switch name, label := m[1], m[2]; {
		case label == "workflows/*":
			of[name] = func(p pkg) bool {
				return p.under("workflows") && !p.under("workflows/client", "workflows/worker", "workflows/kit")
			}
		case strings.HasPrefix(label, "the domain"):
			of[name] = inDomain
		case strings.HasPrefix(label, "plugins/payment"):
			of[name] = func(p pkg) bool {
				return p.under("plugins/payment", "plugins/shipping", "plugins/tracking") && !simulator(p)
			}
		default:
			_, err := os.Stat(filepath.Join("../..", label))
			require.NoError(t, err)
			of[name] = under(label)
		}
	}
	return of
}

// Arrows between packages are the imports that there are.
func TestDrawnImportsAreThose(t *testing.T) {
	diagram := drawn(t, "flowchart TD")
	groups := groups(t, diagram)
	require.Greater(t, len(groups), 12)
	want := map[string]bool{}
	for _, a := range flow.FindAllStringSubmatch(diagram, -1) {
		want[a[1]+" --> "+a[4]] = true
	}
	leftOut := func(from, to string) bool { // as the text below the diagram says
		return from == "cmd" && to != "app" || from == "app" && to == "domain"
	}
	list := packages(t)
	byName := map[string]pkg{}
	for _, p := range list {
		byName[p.name] = p
	}
	is := map[string]bool{}
	for _, p := range list {
		for _, i := range p.imports {
			target, ours := byName[i]
			if !ours {
				continue
			}
			for from, holds := range groups {
				for to, held := range groups {
					if from != to && holds(p) && held(target) && !leftOut(from, to) {
						is[from+" --> "+to] = true
					}
				}
			}
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(is)))
}

// The states are the attempt's, and what leads out of them is what checkout.Next does.
func TestDrawnStatesAreTheAttempts(t *testing.T) {
	diagram := drawn(t, "stateDiagram")
	states := []checkout.State{
		checkout.Created, checkout.Authorizing, checkout.Redirected, checkout.Unknown, checkout.Pending, checkout.Confirmed, checkout.Failed,
	}
	group := func(s checkout.State) string {
		if s.Open() {
			return "open"
		}
		return string(s)
	}
	is := map[string]bool{}
	for _, s := range states {
		require.Regexp(t, `\b`+string(s)+`\b`, diagram)
		for _, o := range []checkout.Outcome{
			checkout.OutcomeAuthorized, checkout.OutcomePending, checkout.OutcomeRedirect, checkout.OutcomeFormPost,
			checkout.OutcomeDeclined, checkout.OutcomeVoided, checkout.OutcomeRefunded, checkout.OutcomeUnknown,
		} {
			for _, accepted := range []bool{false, true} {
				next := checkout.Next(&checkout.Attempt{State: s}, checkout.Result{Outcome: o, Accepted: accepted}).State
				if group(next) != group(s) {
					is[group(s)+" --> "+group(next)] = true
				}
			}
		}
	}
	want := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+) --> (\w+)`).FindAllStringSubmatch(diagram, -1) {
		want[m[1]+" --> "+m[2]] = true
	}
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(is)))
}

// The calls, updates, signals, topics and workflows that the page names are the code's, and none is missing.
func TestNamedWorkflowsAndEventsAreThose(t *testing.T) {
	page := architecture(t)
	sequence := drawn(t, "sequenceDiagram")
	require.Contains(t, source(t, "core/httpapi/openapi.json"), regexp.MustCompile(`POST (/api/\S+)`).FindStringSubmatch(sequence)[1])
	require.Contains(t, source(t, "core/httpapi/server.go"), regexp.MustCompile(`POST (/webhooks/\S+)`).FindStringSubmatch(sequence)[1])
	attempt := source(t, "workflows/checkout/api.go")
	for _, m := range regexp.MustCompile(`(?:update|update-with-start|signal) ("\w+")`).FindAllStringSubmatch(sequence, -1) {
		require.Contains(t, attempt, m[1])
	}

	files, err := filepath.Glob("../../workflows/*/api.go")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		if m := regexp.MustCompile(`(?m)^const Name = "(\w+)"`).FindSubmatch(text); m != nil {
			names[string(m[1])] = true
		}
	}
	told := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (?:a |`)").FindAllStringSubmatch(page[strings.Index(page, "| Workflow |"):], -1) {
		told[m[1]] = true
	}
	require.Equal(t, slices.Sorted(maps.Keys(names)), slices.Sorted(maps.Keys(told)))

	var topics []string
	for _, m := range regexp.MustCompile(`= "([a-z]+\.[a-z]+)"`).FindAllStringSubmatch(source(t, "core/outbox/outbox.go"), -1) {
		require.Contains(t, page, m[1], "a topic of the outbox")
		topics = append(topics, m[1])
	}
	require.ElementsMatch(t, topics, outbox.Topics, "what is not among them, operators cannot have tried again")
}
