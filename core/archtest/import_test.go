package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "kontor.dev/kontor/"

// pkg is a package of the module, named by its folder.
type pkg struct {
	name    string
	imports []string // of its code, not of its tests; the module's own without the module path
	deps    []string // the same, imports of imports included
}

func (p pkg) under(folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return p.name == f || strings.HasPrefix(p.name, f+"/") })
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	var list []pkg
	for {
		var p struct {
			ImportPath    string
			Imports, Deps []string
		}
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		list = append(list, pkg{strings.TrimPrefix(p.ImportPath, module), own(p.Imports), own(p.Deps)})
	}
	require.Greater(t, len(list), 30, "the module has many packages")
	return list
}

func own(paths []string) []string {
	list := make([]string, len(paths))
	for i, p := range paths {
		list[i] = strings.TrimPrefix(p, module)
	}
	return list
}

var kernel = []string{"core/fault", "core/money", "core/ident", "core/clock", "core/page", "core/pdf", "core/nonull", "core/typo"}

// domain says which other packages of the domain a package may use. It has no cycles by being in order: a package
// names only those above it.
var domain = []struct {
	name string
	uses []string
}{
	{"core/catalog", nil},
	{"core/vat", nil},
	{"core/address", []string{"core/catalog", "core/vat"}},
	{"core/catalog/exchange", []string{"core/catalog", "core/address"}},
	{"core/mail", []string{"core/catalog"}},
	{"core/tracking", nil},
	{"core/consent", []string{"core/tracking"}},
	{"core/outbox", nil},
	{"core/health", nil},
	{"core/rollout", nil},
	{"core/audit", nil},
	{"core/pricing", nil},
	{"core/voucher", []string{"core/pricing"}},
	{"core/search", []string{"core/catalog", "core/outbox"}},
	{"core/content", []string{"core/catalog", "core/search"}},
	{"core/session", []string{"core/catalog"}},
	{"core/cart", []string{"core/catalog", "core/pricing", "core/voucher"}},
	{"core/wishlist", []string{"core/catalog", "core/cart"}},
	{"core/review", []string{"core/catalog"}},
	{"core/girocode", nil},
	{"core/site", nil},
	{"core/chat", nil},
	{"core/newsletter", []string{"core/catalog", "core/mail", "core/address"}},
	{"core/restock", []string{"core/catalog", "core/mail", "core/address"}},
	{"core/customer", []string{"core/address", "core/catalog", "core/session", "core/mail"}},
	{"core/privacy", []string{"core/mail"}},
	{"core/reseal", nil},
	{"core/retention", nil},
	{"core/campus", []string{"core/customer", "core/catalog", "core/mail", "core/address"}},
	{"core/checkout", []string{"core/address", "core/audit", "core/catalog", "core/pricing", "core/voucher", "core/cart"}},
	{"core/order", []string{"core/address", "core/catalog", "core/pricing", "core/checkout", "core/mail"}},
	{"core/invoice", []string{"core/address", "core/catalog", "core/checkout", "core/girocode", "core/order", "core/pricing"}},
	{"core/withdrawal", []string{"core/address", "core/catalog", "core/checkout", "core/mail", "core/order"}},
	{"core/endpoint", []string{"core/catalog", "core/order", "core/withdrawal"}},
}

// insides are packages that belong to a part of the domain and follow its rule.
var insides = map[string]string{
	"core/catalog/illustration": "core/catalog", "core/catalog/photo": "core/catalog",
	"core/catalog/datasheet": "core/catalog", "core/invoice/paper": "core/invoice", "core/search/searchtest": "core/search",
	"core/site/icon": "core/site",
}

// technology is what the domain must not know.
var technology = []string{
	"github.com/jackc/", "net/http", "google.golang.org/grpc", "go.temporal.io/", "github.com/spf13/",
	"github.com/danielgtaylor/", "github.com/meilisearch/", "github.com/blevesearch/", "github.com/hashicorp/", "database/sql",
}

// adapters bind the domain to a technology each.
var adapters = []string{
	"core/httpapi", "core/postgres", "core/meili", "core/bleve", "core/pluginhost", "core/mailer", "core/telemetry",
	"core/observe",
	"core/vies", "core/caller",
}

// rule forbids imports, with the reason that the one who breaks it should read.
type rule struct {
	why     string
	applies func(pkg) bool
	deep    bool // imports of imports count as well
	forbids func(p pkg, imported string) bool
}

func under(folders ...string) func(pkg) bool {
	return func(p pkg) bool { return p.under(folders...) }
}

func startsWith(imported string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		return imported == strings.TrimSuffix(prefix, "/") || strings.HasPrefix(imported, strings.TrimSuffix(prefix, "/")+"/")
	})
}

func ours(imported string) bool {
	return startsWith(imported, "core", "plugins", "workflows", "cli", "configs", "deploy")
}

func inDomain(p pkg) bool { return usesOf(p.name) != nil }

// usesOf gives what a package of the domain may import of the shop, nil for a package that is not of the domain.
func usesOf(name string) []string {
	if outer, ok := insides[name]; ok {
		return append(usesOf(outer), outer)
	}
	for _, d := range domain {
		if d.name == name {
			return append(slices.Concat(kernel, d.uses), d.name)
		}
	}
	return nil
}

var rules = []rule{
	{
		why:     "the kernel is used by everything, so it depends on nothing but the standard library",
		applies: under(kernel...),
		forbids: func(_ pkg, i string) bool { return ours(i) || strings.Contains(strings.Split(i, "/")[0], ".") },
	},
	{
		why:     "a part of the domain uses the kernel and the parts that archtest's table names, so that the order stays readable",
		applies: inDomain,
		forbids: func(p pkg, i string) bool { return ours(i) && !slices.Contains(usesOf(p.name), i) },
	},
	{
		why:     "the domain says what the shop does, whatever it is stored in, served by or run on",
		applies: inDomain,
		forbids: func(_ pkg, i string) bool { return startsWith(i, technology...) },
	},
	{
		why:     "the core compiles without workflows and command line: they are built on it",
		applies: under("core"), deep: true,
		forbids: func(_ pkg, i string) bool {
			return startsWith(i, "workflows", "cli", "go.temporal.io", "github.com/spf13/cobra", "github.com/spf13/viper")
		},
	},
	{
		why:     "adapters meet in the domain, never in each other; what everything tells about itself is telemetry",
		applies: under(adapters...),
		forbids: func(p pkg, i string) bool {
			return startsWith(i, adapters...) && !startsWith(i, "core/telemetry", adapterOf(p.name))
		},
	},
	{
		why:     "only the host speaks with plugins: everything else sees the domain's ports",
		applies: func(p pkg) bool { return p.under("core", "workflows") && !p.under("core/pluginhost") },
		forbids: func(_ pkg, i string) bool { return startsWith(i, "plugins") },
	},
	{
		why:     "the wire is the only link between the shop and a plugin, which may be written by anyone",
		applies: under("plugins"), deep: true,
		forbids: func(_ pkg, i string) bool { return startsWith(i, "core", "workflows", "cli") },
	},
	{
		why:     "the SDK is what integrators import: it drags in nothing of a provider",
		applies: under("plugins/sdk", "plugins/gen"),
		forbids: func(_ pkg, i string) bool {
			return startsWith(i, "plugins/payment", "plugins/shipping", "plugins/tracking", "plugins/simulator", "plugins/fake")
		},
	},
	{
		why:     "providers are apart: removing one is deleting its folder",
		applies: provider,
		forbids: func(p pkg, i string) bool {
			return startsWith(i, "plugins/payment", "plugins/shipping", "plugins/tracking") && !startsWith(i, providerOf(p.name))
		},
	},
	{
		why:     "a simulator is written from the provider's documentation: sharing code would hide a shared misreading",
		applies: simulator,
		forbids: func(_ pkg, i string) bool {
			return startsWith(i, "plugins") && !startsWith(i, "plugins/simulator/stage")
		},
	},
	{
		why:     "workflows use the domain's ports; which adapter is behind them is the composition root's affair",
		applies: under("workflows"),
		forbids: func(_ pkg, i string) bool {
			return startsWith(i, adapters...) || startsWith(i, "cli", "plugins", "deploy", "github.com/jackc", "net/http")
		},
	},
	{
		why:     "the command line is the top: nothing is built on it",
		applies: func(p pkg) bool { return !p.under("cli") },
		forbids: func(_ pkg, i string) bool { return startsWith(i, "cli") },
	},
	{
		why:     "settings are read in one place",
		applies: func(p pkg) bool { return !p.under("cli/config") },
		forbids: func(_ pkg, i string) bool { return startsWith(i, "github.com/spf13/viper") },
	},
}

// adapterOf gives the adapter that a package belongs to: "core/postgres" of "core/postgres/pgtest".
func adapterOf(name string) string {
	parts := strings.Split(name, "/")
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

func provider(p pkg) bool { return providerOf(p.name) != "" && !simulator(p) }

func simulator(p pkg) bool { return providerOf(p.name) != "" && strings.HasSuffix(p.name, "/sim") }

// providerOf gives the folder of a provider: "plugins/payment/paypal" of "plugins/payment/paypal/sim".
func providerOf(name string) string {
	parts := strings.Split(name, "/")
	if len(parts) < 3 || parts[0] != "plugins" || !slices.Contains([]string{"payment", "shipping", "tracking"}, parts[1]) {
		return ""
	}
	return strings.Join(parts[:3], "/")
}

// breaches gives what breaks a rule.
func (r rule) breaches(list []pkg) []string {
	var found []string
	for _, p := range list {
		if !r.applies(p) {
			continue
		}
		imported := p.imports
		if r.deep {
			imported = p.deps
		}
		for _, i := range imported {
			if r.forbids(p, i) {
				found = append(found, p.name+" imports "+i)
			}
		}
	}
	return found
}

func TestImports(t *testing.T) {
	list := packages(t)
	for _, r := range rules {
		for _, breach := range r.breaches(list) {
			t.Errorf("%s\n\tbut %s", breach, r.why)
		}
	}
}

// Every package of the core has its place, so that no rule is escaped by a new name.
func TestEveryPackageOfTheCoreIsKnown(t *testing.T) {
	for _, p := range packages(t) {
		if !p.under("core") || inDomain(p) || p.under(kernel...) || p.under(adapters...) || p.under("core/archtest") {
			continue
		}
		t.Errorf("%s is in none of archtest's tables: is it domain or adapter?", p.name)
	}
}

// The domain's table is in order, so it has no cycles.
func TestDomainIsInOrder(t *testing.T) {
	var above []string
	for _, d := range domain {
		for _, use := range d.uses {
			require.Contains(t, above, use, d.name)
		}
		above = append(above, d.name)
	}
}

// Each rule catches what it is there for.
func TestRulesCatchBreaches(t *testing.T) {
	for _, p := range []pkg{
		{name: "core/money", imports: []string{"github.com/shopspring/decimal"}},
		{name: "core/cart", imports: []string{"core/order"}},
		{name: "core/cart", imports: []string{"github.com/jackc/pgx/v5"}},
		{name: "core/httpapi", deps: []string{"go.temporal.io/sdk/client"}},
		{name: "core/httpapi", imports: []string{"core/postgres"}},
		{name: "core/postgres", imports: []string{"core/bleve"}},
		{name: "core/checkout", imports: []string{"plugins/sdk"}},
		{name: "plugins/payment/paypal", deps: []string{"core/money"}},
		{name: "plugins/sdk", imports: []string{"plugins/payment/paypal"}},
		{name: "plugins/payment/paypal", imports: []string{"plugins/payment/offline"}},
		{name: "plugins/payment/paypal/sim", imports: []string{"plugins/payment/paypal"}},
		{name: "workflows/checkout", imports: []string{"core/postgres"}},
		{name: "core/httpapi", imports: []string{"cli/config"}},
		{name: "cli/cmd", imports: []string{"github.com/spf13/viper"}},
	} {
		require.True(t, slices.ContainsFunc(rules, func(r rule) bool { return len(r.breaches([]pkg{p})) > 0 }), "%v", p)
	}
}
