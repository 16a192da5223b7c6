package faulttest

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// documents are what people copy commands from. The plugin tutorial is followed whole by cli/plugindev.
var documents = []string{
	"core/docs/commands.md", "README.md", "CONTRIBUTING.md", "deploy/README.md", "core/docs/runbooks.md", "core/docs/performance.md",
	"core/docs/faults.md", "core/docs/catalog-import.md", "core/docs/security.md", "core/docs/market-de.md", "core/docs/comparison.md",
	"core/docs/README.md", "core/docs/architecture.md", "core/docs/capacity.md", "core/docs/merchant.md", "core/docs/api.md",
	"core/docs/endpoints.md",
}

// first are run before all others: what they do is what the others look at.
var first = []string{
	`kontor order paid 100001`,
	`kontor order cancel 100001 --dry-run`,
	`kontor order ship 100001 --item NB-100001=1 && kontor order label 100001`,
	`kontor order deliver 100001`,
	`kontor order ship 100001`,
	`kontor voucher set WINTER10 --percent 10 --minimum 100 --from 2026-12-01 --until 2026-12-24`,
	`kontor endpoint add warehouse https://warehouse.example.com/kontor --events delivery.planned,delivery.cancelled`,
}

// notRun says of a command, or of one of its lines, why it is not run here.
var notRun = map[string]string{
	"kontor backup create":       "copies the cluster of all tests: cli/backup does it with one of its own",
	"kontor backup restore":      "as kontor backup create",
	"kontor backup skip-numbers": "asks: cli/cmd/desk_test.go",
	"kontor backup verify":       "as kontor backup create",
	"kontor bench":               "takes minutes and all of the machine: cli/bench",
	"kontor bench chaos":         "as kontor bench: cli/bench/chaos",
	"kontor bench growth":        "as kontor bench",
	"kontor bench mix":           "as kontor bench",
	"kontor bench overload":      "as kontor bench chaos",
	"kontor bench recovery":      "as kontor bench chaos",
	"kontor bench rolling":       "as kontor bench chaos",
	"kontor campus approve":      "asks, and needs a proof: cli/cmd, core/postgres/campus_test.go",
	"kontor campus end":          "asks: cli/cmd/effect_test.go, core/campus",
	"kontor campus reject":       "as kontor campus approve",
	"kontor campus release":      "needs an order that waits: workflows/worker/campus_order_test.go",
	"kontor campus show":         "needs a proof: core/postgres/campus_test.go",
	"kontor catalog generate":    "a catalogue of a size that only benches want: cli/bench/generate_test.go",
	"kontor checkout compensate": "asks, and needs an attempt that is stuck: TestOperatorHelps…",
	"kontor checkout reconcile":  "as kontor checkout compensate",
	"kontor checkout repaid":     "as kontor checkout compensate: workflows/worker",
	"kontor checkout retry":      "as kontor checkout compensate",
	"kontor checkout unpaid":     "as kontor checkout compensate: workflows/worker",
	"kontor customer email":      "asks: cli/cmd/customer_test.go",
	"kontor customer vat accept": "needs a customer with a VAT id: cli/cmd/customer_test.go",
	"kontor customer vat reject": "asks: cli/cmd/customer_test.go",
	"kontor doctor":              "looks at the machine and at every plugin that is shipped: cli/stack, TestDoctorNamesBrokenPlugins",
	"kontor endpoint remove":     "asks: cli/cmd/endpoint_test.go",
	"kontor endpoint test":       "calls another system: cli/cmd/endpoint_test.go",
	"kontor newsletter end":      "asks: cli/cmd/sheet_test.go",
	"kontor newsletter show":     "needs a subscription: core/postgres/newsletter_test.go",
	"kontor order refunded":      "asks: cli/cmd/order_outside_test.go",
	"kontor order return":        "asks: workflows/fulfilment",
	"kontor order settled":       "needs an operation whose answer is lost: cli/cmd/order_test.go, core/order",
	"kontor order transferred":   "needs a refund to transfer: cli/cmd/order_test.go, core/order",
	"kontor outbox discard":      "asks: cli/cmd/effect_test.go, core/postgres/outbox_test.go",
	"kontor plugin install":      "a new version of a plugin: core/rollout, cli/faulttest/upgrade_test.go",
	"kontor plugin new":          "the tutorial's test runs it: cli/plugindev",
	"kontor plugin remove":       "as kontor plugin install: core/rollout, core/pluginhost/follow_test.go",
	"kontor plugin rollback":     "as kontor plugin install",
	"kontor plugin upgrade":      "as kontor plugin install",
	"kontor plugin verify":       "as kontor plugin new",
	"kontor serve":               "runs until it is stopped: this test's shop is made of it",
	"kontor testenv":             "this test runs below it",
	"kontor up":                  "runs until it is stopped: cli/stack",
	"kontor withdrawal accept":   "needs a withdrawal: core/postgres/withdrawal_test.go",
	"kontor withdrawal refund":   "as kontor withdrawal accept",
	"kontor withdrawal reject":   "as kontor withdrawal accept",
	"kontor withdrawal show":     "as kontor withdrawal accept",
	"kontor worker":              "as kontor serve",
	"kontor worker promote":      "needs workers with build ids: workflows/worker",

	`kontor down && kontor backup restore .kontor/backups/kontor-20261121T020000Z`:      "as kontor backup create",
	`kontor catalog import big.jsonl.gz`:                                                "as kontor catalog generate",
	`kontor checkout replay --file .kontor/histories/2026-05-01/checkout-0199f3c1.json`: "needs a history that was kept: workflows/worker",
	`kontor customer anonymise 100042`:                                                  "asks: cli/cmd/effect_test.go",
	`kontor docs man /usr/local/share/man/man1`:                                         "a folder of the machine's: cli/cmd/tree_test.go",
	`kontor order cancel 100001`:                                                        "asks: cli/cmd/effect_test.go, workflows/fulfilment",
	`kontor order refund 100001 --amount 49.90 --key complaint-77`:                      "as kontor order cancel",
	`kontor order paid 100001 --amount 1299.00`:                                         "an order that costs less: workflows/worker/fulfilment_test.go",
	`kontor plugin logs paypal -f`:                                                      "follows until it is stopped",
	`kontor ready --url http://127.0.0.1:9464`:                                          "an address of the machine's",
	`kontor reset --yes --tools`:                                                        "takes the tools that other tests need: cli/stack",
}

// codes are of lines that end otherwise than with 0 here, and should.
var codes = map[string]int{
	`kontor status`: 1, // nothing was started by kontor up
}

// placeholder is a word of a line that the reader replaces.
var placeholder = regexp.MustCompile(`(^|[ /])(\.\.\.|[A-Z][A-Z|-]+(\.\.\.)?)( |$)|"\.\.\."`)

// What documents show is run as it stands, by a shell, on a shop with an order, a customer and reviews.
func TestDocumentedCommandsRun(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	shop.env = append(shop.env, "KONTOR_TRADER_NAME=Kontor GmbH", "KONTOR_TRADER_VAT_ID=DE136695976") // or it may write no invoices
	shop.worker.env, shop.api.env = shop.env, shop.env
	shop.worker.start()
	shop.api.start()
	desk := shop.desk()
	shop.furnish()
	lines, commands := documented(t)
	ran, left := map[string]bool{}, map[string]bool{}
	for _, line := range append(slices.Clone(first), lines...) {
		if ran[line] || placeholder.MatchString(line) {
			continue
		}
		command := commandOf(line, commands)
		require.NotEmpty(t, command, line)
		_, lineLeft := notRun[line]
		_, commandLeft := notRun[command]
		if lineLeft || commandLeft {
			left[line], left[command] = true, true
			continue
		}
		ran[line] = true
		shop.types(desk, line)
	}
	for line := range notRun {
		require.True(t, left[line], "%s: no document shows it any more", line)
	}
	t.Logf("%d lines were run, %d were not", len(ran), len(left))
	require.Greater(t, len(ran), 70)
}

// furnish makes what the documents' examples speak of.
func (s *shop) furnish() {
	s.Helper()
	guest := s.guest()
	guest.add()
	guest.add()
	guest.pay("moneyorder")
	guest.ordered("pending")
	require.EqualValues(s, 100001, query[int64](s, `select order_id from checkout_attempt`))
	s.exec(`
		insert into customer (id, email, password_hash, first_name, last_name, lang, cart_id, created_at)
		overriding system value
		values (100042, 'erika@example.org', 'argon2id', 'Erika', 'Muster', 'de', gen_random_uuid(), now())`)
	s.exec(`
		insert into product_review (id, product_id, author, stars, body, lang, written_at)
		overriding system value
		select n, $1, 'Erika', 5, 'Macht, was es soll.', 'de', now() from generate_series(12, 14) n`, s.product)
}

// desk makes the folder that an operator works in: the repository's files, with settings of other profiles and a file of prices.
func (s *shop) desk() string {
	s.Helper()
	desk := filepath.Join(s.dir, "desk")
	link := func(from, to string) {
		entries, err := os.ReadDir(from)
		require.NoError(s, err)
		require.NoError(s, os.MkdirAll(to, 0o755))
		for _, e := range entries {
			if name := e.Name(); name != "configs" && !strings.HasPrefix(name, ".") {
				require.NoError(s, os.Symlink(filepath.Join(from, name), filepath.Join(to, name)))
			}
		}
	}
	link(root, desk)
	link(filepath.Join(root, "configs"), filepath.Join(desk, "configs"))
	for name, text := range map[string]string{
		"configs/kontor.staging.yaml":    "log:\n  level: debug\n",
		"configs/kontor.production.yaml": "log:\n  format: json\n",
		"goods.csv":                      "articleNumber;name;manufacturer;category;priceCents\nP-1;Acme Notebook;Acme;notebooks;99900\n",
		"prices.csv":                     "articleNumber;priceCents\n" + query[string](s, `select article_number || ';' || price_minor from product where id = $1`, s.product) + "\n",
	} {
		require.NoError(s, os.WriteFile(filepath.Join(desk, name), []byte(text), 0o600))
	}
	var photo bytes.Buffer
	require.NoError(s, png.Encode(&photo, image.NewGray(image.Rect(0, 0, 8, 6))))
	require.NoError(s, os.Mkdir(filepath.Join(desk, "photos"), 0o755))
	for _, name := range []string{"front.png", "side.png"} {
		require.NoError(s, os.WriteFile(filepath.Join(desk, "photos", name), photo.Bytes(), 0o600))
	}
	return desk
}

// types runs a line in a shell at the desk, where kontor is this shop's.
func (s *shop) types(desk, line string) {
	s.Helper()
	command, _, _ := strings.Cut(line, " > ") // what it prints is checked elsewhere
	for example, sql := range map[string]string{
		"0199f3c1-5f8e-7c21-9d5c-0f3b8d6c9a11": `select id::text from checkout_attempt`, "2026-000007": `select max(number) from invoice`,
	} {
		if strings.Contains(command, example) {
			command = strings.ReplaceAll(command, example, query[string](s, sql))
		}
	}
	cmd := exec.Command("/bin/sh", "-ec", command)
	cmd.Dir, cmd.Env = desk, append(os.Environ(), s.env...)
	cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(s.api.command[0])+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	code := cmd.ProcessState.ExitCode()
	before, _, _ := strings.Cut(line, " # ")
	if want := codes[strings.TrimSpace(before)]; code != want {
		s.Errorf("%s ends with %d, not %d: %v\n%s", line, code, want, err, out) // and the others are run
	}
}

var (
	shown   = regexp.MustCompile("(?s)```sh\n(.*?)```")
	quoted  = regexp.MustCompile("`(kontor [a-z][^`\n]*)`")
	heading = regexp.MustCompile(`(?m)^#{2,4} (kontor [a-z -]+)$`)
)

// documented gives every line that a document shows, and the commands that there are.
func documented(t *testing.T) (lines, commands []string) {
	t.Helper()
	for _, document := range documents {
		raw, err := os.ReadFile(filepath.Join(root, document))
		require.NoError(t, err)
		text := string(raw)
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			commands = append(commands, m[1])
		}
		for _, block := range shown.FindAllStringSubmatch(text, -1) {
			for line := range strings.SplitSeq(block[1], "\n") {
				if line = strings.TrimPrefix(strings.TrimSpace(line), "bin/"); regexp.MustCompile(`^([A-Z_]+=\S+ |go build .* && )*kontor `).MatchString(line) {
					lines = append(lines, line)
				}
			}
		}
		if document == documents[0] {
			continue // its prose names what its blocks show
		}
		for _, m := range quoted.FindAllStringSubmatch(strings.ReplaceAll(text, "`bin/kontor", "`kontor"), -1) {
			if !slices.Contains(commands, m[1]) { // which only names it
				lines = append(lines, m[1])
			}
		}
	}
	return lines, commands
}

// commandOf gives the command that a line calls first: "kontor order ship" of "kontor order ship 100001".
func commandOf(line string, commands []string) (longest string) {
	_, call, _ := strings.Cut(" "+line, " kontor ")
	for _, c := range commands {
		if strings.HasPrefix("kontor "+call+" ", c+" ") && len(c) > len(longest) {
			longest = c
		}
	}
	return longest
}
