package faulttest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/mailbox"
	"kontor.dev/kontor/deploy/devstack/process"
	"kontor.dev/kontor/deploy/devstack/testenv"
)

const fixture = "configs/demo/testdata/small.jsonl"

// notebook is the product of the fixture that everybody wants.
const notebook = "NB-100001"

// shop is a whole shop for one test: database, task queue, ports and folders are its own.
type shop struct {
	testing.TB
	dir      string
	base     string // of the front door
	env      []string
	pool     *pgxpool.Pool
	api      *program
	worker   *program
	provider *provider
	mails    *mailbox.Server
	client   *http.Transport
	product  int64
	guests   int
}

const stock = 100

// start opens a shop with a hundred notebooks in stock.
func start(t *testing.T) *shop {
	t.Helper()
	s := prepare(t)
	s.worker.start()
	s.api.start()
	return s
}

// prepare makes everything but does not start API and worker.
func prepare(t *testing.T) *shop {
	t.Helper()
	temporal := os.Getenv(testenv.EnvTemporal)
	if temporal == "" {
		t.Fatalf("%s is not set: run the tests with `make test`, or these alone with `kontor testenv -- go test ./...`", testenv.EnvTemporal)
	}
	programs, err := build()
	require.NoError(t, err)
	database := pgtest.URL(t)
	s := &shop{TB: t, dir: t.TempDir(), client: &http.Transport{MaxIdleConnsPerHost: 256}}
	t.Cleanup(s.client.CloseIdleConnections)
	ports, err := devstack.FreePorts(2)
	require.NoError(t, err)
	s.base = "http://" + devstack.Loopback(ports[0])
	s.mails, err = mailbox.Start(mailbox.Options{Dir: filepath.Join(s.dir, "mail"), SMTPAddr: "127.0.0.1:0", HTTPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.mails.Stop(context.Background())) })
	simulator := devstack.Loopback(ports[1])
	s.env = []string{
		"KONTOR_PROFILE=", "KONTOR_HTTP_ADDR=" + devstack.Loopback(ports[0]), "KONTOR_HTTP_PUBLIC_URL=" + s.base,
		"KONTOR_DATABASE_URL=" + database, "KONTOR_TEMPORAL_ADDRESS=" + temporal, "KONTOR_TEMPORAL_NAMESPACE=" + testenv.Namespace,
		"KONTOR_TEMPORAL_TASK_QUEUE=faulttest-" + ident.New(), "KONTOR_SEARCH_ENGINE=bleve",
		"KONTOR_MAIL_SMTP=" + s.mails.SMTPAddr(), "KONTOR_SIMULATOR_ADDR=" + simulator, "KONTOR_SIMULATOR_URL=http://" + simulator,
		"KONTOR_PLUGINS_FILE=" + filepath.Join(root, "configs", "plugins.yaml"), "KONTOR_PLUGINS_DIR=" + filepath.Join(programs, "plugins"),
		"KONTOR_STATE_DIR=" + filepath.Join(s.dir, "state"), "KONTOR_LOG_FORMAT=json", "KONTOR_LOG_LEVEL=info",
	}
	s.pool, err = pgxpool.New(t.Context(), database)
	require.NoError(t, err)
	t.Cleanup(s.pool.Close)
	kontor := filepath.Join(programs, "kontor")
	s.worker = &program{t: t, name: "worker", command: []string{kontor, "worker"}, env: s.env, logs: s.logs()}
	s.api = &program{t: t, name: "api", command: []string{kontor, "serve"}, env: s.env, logs: s.logs(), ready: process.AnswersHTTP(s.base + "/readyz")}
	t.Cleanup(s.end)
	s.provider = startProvider(s, filepath.Join(programs, "simulator"), simulator)
	s.kontor("catalog", "import", filepath.Join(root, fixture))
	s.product = query[int64](s, `select id from product where article_number = $1`, notebook)
	s.stocked(stock)
	return s
}

func (s *shop) logs() string { return filepath.Join(s.dir, "log") }

// end kills what still runs and sees to it that no plugin stays behind.
func (s *shop) end() {
	for _, p := range []*program{s.api, s.worker} {
		if p.process != nil {
			require.NoError(s, p.process.Stop(context.Background()))
		}
	}
	for _, p := range []*program{s.api, s.worker} {
		p.leavesNothing()
	}
	if !s.Failed() {
		return
	}
	files, _ := filepath.Glob(filepath.Join(s.logs(), "*.log"))
	for _, file := range files {
		body, _ := os.ReadFile(file)
		s.Logf("--- %s\n%s", filepath.Base(file), body[max(0, len(body)-8000):])
	}
}

// kontor runs a command of the shop's operator.
func (s *shop) kontor(args ...string) {
	s.Helper()
	cmd := exec.CommandContext(context.Background(), s.api.command[0], args...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), s.env...)
	out, err := cmd.CombinedOutput()
	require.NoError(s, err, string(out))
}

// stocked puts n notebooks into one of the warehouses, and none into the others.
func (s *shop) stocked(n int) {
	s.exec(`
		update stock s set available = case
		    when warehouse = (select min(warehouse) from stock where product_id = s.product_id) then $2 else 0 end
		where product_id = $1`, s.product, n)
}

func (s *shop) available() int {
	return query[int](s, `select coalesce(sum(available), 0)::int from stock where product_id = $1`, s.product)
}

// orders counts the orders that stand.
func (s *shop) orders() int {
	return query[int](s, `select count(*)::int from shop_order where status in ('placed', 'reserved')`)
}

// attempts counts what was ever submitted.
func (s *shop) attempts() int { return query[int](s, `select count(*)::int from checkout_attempt`) }

// reprice imports the notebook with another price.
func (s *shop) reprice(cents int) {
	s.Helper()
	body, err := os.ReadFile(filepath.Join(root, fixture))
	require.NoError(s, err)
	for text := range strings.Lines(string(body)) {
		if !strings.Contains(text, `"articleNumber":"`+notebook+`"`) {
			continue
		}
		product := map[string]any{}
		require.NoError(s, json.Unmarshal([]byte(text), &product))
		product["priceCents"] = cents
		changed, err := json.Marshal(product)
		require.NoError(s, err)
		file := filepath.Join(s.dir, "price.jsonl")
		require.NoError(s, os.WriteFile(file, changed, 0o600))
		s.kontor("catalog", "import", file)
	}
}

// aMinuteLater lets the claims run out that a killed worker held on webhooks and mails, and attempts grow old that
// nobody began. It stands for time that the tests do not wait for; call it while no worker runs.
func (s *shop) aMinuteLater() {
	s.exec(`update outbox set due_at = now() where delivered_at is null and dead_at is null`)
	s.exec(`update mail_sent set claimed_until = now() where sent_at is null`)
	s.exec(`update checkout_attempt set created_at = created_at - interval '1 minute' where state = 'created'`)
}

// killWorker kills the worker and starts another, a minute later.
func (s *shop) killWorker() {
	s.worker.kill()
	s.aMinuteLater()
	s.worker.start()
}

// settles waits until everything that was to follow has followed: webhooks are answered and applied, mails are sent, and
// workflows begun of attempts that wait.
func (s *shop) settles() {
	s.Helper()
	eventually(s, "providers' webhooks are taken", s.provider.delivered)
	eventually(s, "mails are sent, webhooks applied, and workflows begun", func() bool {
		return query[int](s, `select count(*)::int from outbox where delivered_at is null and topic in ($1, $2, $3)`,
			outbox.MailRequested, outbox.Webhook, outbox.AttemptWaits) == 0
	})
}

// mailsTo gives the Message-IDs of the mails that an address got.
func (s *shop) mailsTo(address string) (ids []string) {
	s.Helper()
	var found []mailbox.Mail
	require.NoError(s, json.Unmarshal(s.read(s.mails.URL()+"/api/mails?to="+url.QueryEscape(address)), &found))
	for _, m := range found {
		source, err := mail.ReadMessage(bytes.NewReader(s.read(s.mails.URL() + "/mails/" + m.ID + "/source")))
		require.NoError(s, err)
		require.NotEmpty(s, source.Header.Get("Message-ID"))
		ids = append(ids, source.Header.Get("Message-ID"))
	}
	return ids
}

func (s *shop) read(address string) []byte {
	s.Helper()
	res, err := http.Get(address)
	require.NoError(s, err)
	defer res.Body.Close()
	require.Equal(s, http.StatusOK, res.StatusCode)
	body, err := io.ReadAll(res.Body)
	require.NoError(s, err)
	return body
}

func (s *shop) exec(sql string, args ...any) {
	s.Helper()
	_, err := s.pool.Exec(context.Background(), sql, args...)
	require.NoError(s, err)
}

func query[T any](s *shop, sql string, args ...any) T {
	s.Helper()
	var v T
	require.NoError(s, s.pool.QueryRow(context.Background(), sql, args...).Scan(&v), sql)
	return v
}
