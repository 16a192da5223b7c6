package cmd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/deploy/devstack/pgserver"
)

// effect is what a command does to a shop.
type effect string

const (
	reads    effect = "reads"    // nothing is different afterwards, but for files that were asked for
	changes  effect = "changes"  // can be taken back, or only adds
	destroys effect = "destroys" // cannot be taken back: it asks, and --yes answers
	runs     effect = "runs"     // a process, until it is stopped
)

// effects says it of every command. A command that is not here fails the walk, so that nobody forgets to think of it.
var effects = map[string]struct {
	does effect
	// of changes: what takes it back. Of destroys: the command that shows beforehand what it is about; none where the
	// command has --dry-run.
	by string
	// the arguments of a run that is tried: of destroys one that a person refuses, of reads one that prints a list
	args string
}{
	"kontor audit list":          {reads, "", "audit list"},
	"kontor backup create":       {changes, "delete the folder", ""},
	"kontor backup restore":      {destroys, "", "backup restore BACKUP"},
	"kontor backup skip-numbers": {destroys, "kontor order list", "backup skip-numbers"},
	"kontor backup verify":       {reads, "", ""},
	"kontor bench":               {changes, "a shop that is there for it", ""},
	"kontor bench chaos":         {reads, "", ""}, // and the others below: a shop of their own
	"kontor bench growth":        {reads, "", ""},
	"kontor bench mix":           {changes, "a shop that is there for it", ""},
	"kontor bench overload":      {reads, "", ""},
	"kontor bench recovery":      {reads, "", ""},
	"kontor bench rolling":       {reads, "", ""},
	"kontor campus approve":      {destroys, "kontor campus show", "campus approve erika@example.org --until 2030-03-31"},
	"kontor campus end":          {destroys, "kontor campus show", "campus end 100001"},
	"kontor campus list":         {reads, "", "campus list --all"},
	"kontor campus reject":       {destroys, "kontor campus show", "campus reject erika@example.org --reason unreadable"},
	"kontor campus release":      {changes, "kontor order cancel", ""},
	"kontor campus show":         {reads, "", ""},
	"kontor catalog awaited":     {reads, "", ""},
	"kontor catalog export":      {reads, "", ""},
	"kontor catalog feed":        {reads, "", ""},
	"kontor catalog generate":    {changes, "delete the file", ""},
	"kontor catalog import":      {changes, "import the files of before", ""},
	"kontor catalog photo":       {changes, "delete its folder in media.dir", ""},
	"kontor catalog show":        {reads, "", ""},
	"kontor checkout compensate": {destroys, "kontor checkout explain", "checkout compensate 100002 --reason test"},
	"kontor checkout explain":    {reads, "", ""},
	"kontor checkout hold":       {changes, "kontor checkout release", ""},
	"kontor checkout list":       {reads, "", "checkout list"},
	"kontor checkout reconcile":  {destroys, "kontor checkout explain", "checkout reconcile 100002 --reason test"},
	"kontor checkout release":    {changes, "kontor checkout hold", ""},
	"kontor checkout repaid":     {destroys, "kontor checkout explain", "checkout repaid 100002 --reason test"},
	"kontor checkout unpaid":     {destroys, "kontor checkout explain", "checkout unpaid 100002 --reason test"},
	"kontor checkout replay":     {reads, "", ""},
	"kontor checkout retry":      {changes, "it is what the worker does by itself", ""},
	"kontor config show":         {reads, "", "config show"},
	"kontor config validate":     {reads, "", "config validate"},
	"kontor content import":      {changes, "import the folder of before", ""},
	"kontor content list":        {reads, "", "content list"},
	"kontor content preview":     {reads, "", ""},
	"kontor customer anonymise":  {destroys, "", "customer anonymise erika@example.org"},
	"kontor customer email":      {destroys, "kontor customer show", "customer email erika@example.org eva@example.org"},
	"kontor customer reseal":     {changes, "it runs again, with the keys exchanged", ""},
	"kontor customer show":       {reads, "", "customer show erika@example.org"},
	"kontor customer vat accept": {changes, "kontor customer vat reject", ""},
	"kontor customer vat reject": {destroys, "kontor customer show", "customer vat reject erika@example.org --reason test"},
	"kontor customer unlock":     {changes, "the next wrong passwords", ""},
	"kontor docs commands":       {reads, "", ""},
	"kontor docs config":         {reads, "", ""},
	"kontor docs man":            {changes, "delete the folder", ""},
	"kontor doctor":              {reads, "", ""},
	"kontor endpoint add":        {changes, "kontor endpoint remove", ""},
	"kontor endpoint change":     {changes, "kontor endpoint change", ""},
	"kontor endpoint list":       {reads, "", "endpoint list"},
	"kontor endpoint remove":     {destroys, "kontor endpoint list", "endpoint remove warehouse"},
	"kontor endpoint resend":     {changes, "events come at least once", ""},
	"kontor endpoint secret":     {reads, "", ""},
	"kontor endpoint test":       {changes, "what the other system makes of a ping", ""},
	"kontor down":                {changes, "kontor up", ""},
	"kontor migrate":             {changes, "kontor backup restore; without --contract the version before runs on the result", ""},
	"kontor newsletter end":      {destroys, "kontor newsletter show", "newsletter end erika@example.org"},
	"kontor newsletter export":   {changes, "delete the file", ""},
	"kontor newsletter show":     {reads, "", ""},
	"kontor openapi":             {reads, "", ""},
	"kontor order cancel":        {destroys, "", "order cancel 100001"},
	"kontor order deliver":       {changes, "kontor order return", ""},
	"kontor order disputed":      {changes, "kontor order disputed --ended", ""},
	"kontor order invoice":       {reads, "", ""},
	"kontor order label":         {reads, "", ""},
	"kontor order ledger":        {reads, "", ""}, // but for the log
	"kontor order list":          {reads, "", "order list"},
	"kontor order paid":          {changes, "kontor order cancel", ""},
	"kontor order refund":        {destroys, "", "order refund 100001"},
	"kontor order refunded":      {destroys, "", "order refunded 100001 --reference R-9 --amount 3"},
	"kontor order return":        {destroys, "", "order return 100001"},
	"kontor order settled":       {destroys, "", "order settled 100001 --operation 3 --not-made"},
	"kontor order sold":          {reads, "", "order sold"},
	"kontor order ship":          {changes, "kontor order return", ""},
	"kontor order show":          {reads, "", ""},
	"kontor order transferred":   {destroys, "", "order transferred 100001 --refund 2"},
	"kontor outbox discard":      {destroys, "kontor outbox show", "outbox discard mail.requested 1"},
	"kontor outbox list":         {reads, "", "outbox list"},
	"kontor outbox requeue":      {changes, "deliveries are idempotent", ""},
	"kontor outbox show":         {reads, "", "outbox show mail.requested"},
	"kontor plugin install":      {changes, "nothing runs it until kontor plugin upgrade", ""},
	"kontor plugin list":         {reads, "", "plugin list"},
	"kontor plugin logs":         {reads, "", ""},
	"kontor plugin new":          {changes, "delete the folder", ""},
	"kontor plugin remove":       {changes, "kontor plugin upgrade", ""},
	"kontor plugin retire-method": {
		changes, "kontor plugin retire-method --undo", "",
	},
	"kontor plugin rollback":   {changes, "kontor plugin upgrade", ""},
	"kontor plugin settings":   {reads, "", ""},
	"kontor plugin upgrade":    {changes, "kontor plugin rollback", ""},
	"kontor plugin verify":     {reads, "", ""},
	"kontor ready":             {reads, "", ""},
	"kontor reset":             {destroys, "", "reset"},
	"kontor retention run":     {destroys, "", "retention run"},
	"kontor retention show":    {reads, "", ""},
	"kontor review list":       {reads, "", "review list"},
	"kontor review publish":    {changes, "kontor review reject", ""},
	"kontor review reject":     {changes, "kontor review publish", ""},
	"kontor search query":      {reads, "", "search query"},
	"kontor search reindex":    {changes, "the index is made of the database", ""},
	"kontor search status":     {reads, "", "search status"},
	"kontor serve":             {runs, "", ""},
	"kontor status":            {reads, "", ""},
	"kontor testenv":           {runs, "", ""},
	"kontor up":                {runs, "", ""},
	"kontor voucher end":       {changes, "kontor voucher set", ""},
	"kontor voucher list":      {reads, "", "voucher list"},
	"kontor voucher set":       {changes, "kontor voucher set, kontor voucher end", ""},
	"kontor withdrawal accept": {changes, "kontor withdrawal reject", ""},
	"kontor withdrawal list":   {reads, "", "withdrawal list"},
	"kontor withdrawal refund": {destroys, "kontor withdrawal show", "withdrawal refund 5001"},
	"kontor withdrawal reject": {destroys, "kontor withdrawal show", "withdrawal reject 5001 --reason unproven"},
	"kontor withdrawal show":   {reads, "", ""},
	"kontor worker":            {runs, "", ""},
	"kontor worker promote":    {changes, "promote the version before", ""},
}

func TestEveryCommandSaysWhatItDoes(t *testing.T) {
	known := map[string]*cobra.Command{}
	for _, c := range tree(t) {
		if c.RunE != nil {
			known[c.CommandPath()] = c
		}
	}
	for path, c := range known {
		e, ok := effects[path]
		require.True(t, ok, "%s: say in effects what it does to a shop", path)
		asks, previews := c.Flags().Lookup("yes") != nil, c.Flags().Lookup("dry-run") != nil
		require.Equal(t, e.does == destroys, asks, "%s %s: what destroys asks, and nothing else does", path, e.does)
		switch e.does {
		case changes:
			require.NotEmpty(t, e.by, "%s: what takes it back?", path)
		case destroys:
			require.NotEmpty(t, e.args, "%s: no run is tried that is refused", path)
			require.True(t, previews || known[e.by] != nil, "%s: what does one look at beforehand?", path)
		}
		if strings.HasSuffix(path, " list") {
			require.NotEmpty(t, e.args, "%s: its list is not tried", path)
		}
	}
	for path := range effects {
		require.Contains(t, known, path, "there is no such command any more")
	}
}

// tried is a shop to try commands on: a database with a customer and orders to forget, a state folder, a backup.
type tried struct {
	url, state, backup string
	pool               *pgxpool.Pool
	told               string // what the last run wrote beside its result: questions
}

func try(t *testing.T) *tried {
	t.Helper()
	shop := &tried{url: pgtest.URL(t), state: t.TempDir(), backup: t.TempDir()}
	var err error
	shop.pool, err = postgres.Open(t.Context(), shop.url, postgres.Options{})
	require.NoError(t, err)
	t.Cleanup(shop.pool.Close)
	for _, sql := range []string{
		`insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		 values ('erika@example.org', 'argon2id', 'Erika', 'Muster', 'de', gen_random_uuid(), now())`,
		// A checkout that was left long ago, and an order of two deliveries, one of them on its way, that is paid.
		`insert into checkout (id, cart_id, email, updated_at) values (gen_random_uuid(), gen_random_uuid(), 'erika@example.org', now() - interval '40 days')`,
		`with co as (insert into checkout (id, cart_id, done_at) values (gen_random_uuid(), gen_random_uuid(), now()) returning id, cart_id),
		 o as (insert into shop_order (checkout_id, lang, email, invoice, delivery, shipping, total_minor, status, placed_at)
		       select id, 'de', 'erika@example.org', '{}', '{}', '{}', 5000, 'placed', now() from co returning id, checkout_id)
		 insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
		 select gen_random_uuid(), co.id, co.cart_id, 1, o.id, 'confirmed', 'moneyorder', '[]', '{"total": {"minor": 5000, "currency": "EUR"}}'
		 from o join co on co.id = o.checkout_id`,
		`insert into order_delivery (order_id, number, state, items, amount_minor, charge, shipping)
		 values (100001, 1, 'planned', '[]', 2000, false, '{}'), (100001, 2, 'shipped', '[]', 3000, false, '{}')`,
		`insert into order_payment (order_id, number, kind, state, amount_minor) values (100001, 1, 'capture', 'done', 5000)`,
		`insert into endpoint (name, url, kinds, key_id) values ('warehouse', 'https://warehouse.example.com', '{order.placed}', '1')`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for name, text := range map[string]string{"backup.json": `{"format": 1, "server": "` + pgserver.Major + `.0"}`, "manifest.json": `{}`} {
		require.NoError(t, os.WriteFile(filepath.Join(shop.backup, name), []byte(text), 0o600))
	}
	base, err := os.Create(filepath.Join(shop.backup, "base.tar.gz"))
	require.NoError(t, err)
	packed := gzip.NewWriter(base)
	require.NoError(t, errors.Join(tar.NewWriter(packed).Close(), packed.Close(), base.Close()))
	require.NoError(t, os.WriteFile(filepath.Join(shop.state, "orders"), []byte("all of them"), 0o600))
	return shop
}

// run gives what a command printed when it was answered with in.
func (shop *tried) run(t *testing.T, in any, line string) (string, error) {
	t.Helper()
	var out, told bytes.Buffer
	root := newRoot(&session{out: printer{out: &out}})
	root.SetErr(&told)
	switch in := in.(type) {
	case string:
		root.SetIn(strings.NewReader(in))
	case *os.File:
		root.SetIn(in)
	}
	args := strings.Fields(strings.ReplaceAll(line, "BACKUP", shop.backup))
	root.SetArgs(append(args, "--set", "database.url="+shop.url, "--set", "state.dir="+shop.state,
		"--set", "temporal.address=127.0.0.1:1", "--set", "plugins.file="+filepath.Join(shop.state, "none.yaml")))
	err := root.ExecuteContext(t.Context())
	shop.told = told.String()
	return out.String(), err
}

// everything is a digest of each table and of the names in the state folder.
func (shop *tried) everything(t *testing.T) map[string]string {
	t.Helper()
	rows, err := shop.pool.Query(t.Context(), `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Greater(t, len(tables), 30)
	all := map[string]string{}
	for _, table := range tables {
		var digest string
		err := shop.pool.QueryRow(t.Context(), `select coalesce(md5(string_agg(x::text, ' ' order by x::text)), '') from `+pgx.Identifier{table}.Sanitize()+` x`).Scan(&digest)
		require.NoError(t, err)
		all[table] = digest
	}
	files, err := os.ReadDir(shop.state)
	require.NoError(t, err)
	for _, f := range files {
		all["state/"+f.Name()] = "there"
	}
	return all
}

// troubled gives the shop what there is to decide about: it asks only where it would not refuse. A refund to be transferred, a capture
// whose answer is lost, money of an attempt that failed, a withdrawal, a member with another proof and a VAT id, a reader of the
// newsletter, a mail that was given up.
func (shop *tried) troubled(t *testing.T) {
	t.Helper()
	for _, sql := range []string{
		`insert into order_payment (order_id, number, kind, state, amount_minor, request, capture)
		 values (100001, 2, 'refund', 'by_hand', 100, 'complaint', 1), (100001, 3, 'capture', 'wanted', 2000, '', 0)`,
		`with co as (insert into checkout (id, cart_id, done_at) values (gen_random_uuid(), gen_random_uuid(), now()) returning id, cart_id),
		 o as (insert into shop_order (checkout_id, lang, email, invoice, delivery, shipping, total_minor, status)
		       select id, 'de', 'erika@example.org', '{}', '{}', '{}', 7000, 'abandoned' from co returning id, checkout_id)
		 insert into checkout_attempt (id, checkout_id, cart_id, number, order_id, state, method, lines, totals)
		 select gen_random_uuid(), co.id, co.cart_id, 1, o.id, 'failed', 'card', '[]', '{"total": {"minor": 7000, "currency": "EUR"}}'
		 from o join co on co.id = o.checkout_id`,
		`insert into order_notice (order_id, kind) values (100002, 'late_payment')`,
		`insert into withdrawal (key, order_number, name, email, lang, received_at, due_at, status, order_id, amount_minor)
		 values (gen_random_uuid(), '100001', 'Erika Muster', 'erika@example.org', 'de', now(), now(), 'accepted', 100001, 3000)`,
		`insert into campus_membership (customer_id, kind, university_id, email, valid_until, noticed, ended, deactivated, reason)
		 values (100001, 'manual', 0, '', now() + interval '10 days', false, false, false, '')`,
		`insert into campus_application (id, customer_id, kind, university_id, email, sends, claim, document, media_type, applied_at, expires_at)
		 values (gen_random_uuid(), 100001, 'manual', 0, '', 0, '{"type": 1, "school": "100% Schule", "from": "2026-01-01", "to": "2029-12-31"}',
		         'sealed', 'image/png', now(), now() + interval '7 days')`,
		`update customer set business = '{"vatId": "DE123456789"}' where id = 100001`,
		`insert into newsletter_subscription (id, email, lang, source, state, requested_at, requested_from, confirmed_at, unsubscribe_token, wished_at, wished_from)
		 values (gen_random_uuid(), 'erika@example.org', 'de', 'footer', 'active', now(), '', now(), 'token', now(), '')`,
		`insert into outbox (id, topic, key, payload, dead_at, last_error) values ('1', 'mail.requested', '1', '{}', now(), 'no such mailbox')`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err, sql)
	}
}

func TestRefusalChangesNothing(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	nobody, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer func() { _ = nobody.Close() }()
	before := shop.everything(t)
	for path, e := range effects {
		if e.does != destroys {
			continue
		}
		for _, answer := range []string{"n\n", "\n", "", "yeah\n"} {
			_, err := shop.run(t, answer, e.args)
			require.ErrorIs(t, err, errRefused, "%s answered with %q", path, answer)
		}
		_, err := shop.run(t, nobody, e.args)
		require.ErrorAs(t, err, &usageError{}, "%s without a terminal", path)
		require.ErrorContains(t, err, "add --yes")
		require.Equal(t, before, shop.everything(t), path)
	}
}

// A dry run says what would be, and nothing is.
func TestDryRunsChangeNothing(t *testing.T) {
	shop := try(t)
	before := shop.everything(t)
	for line, says := range map[string]string{
		"reset":                                filepath.Join(shop.state, "orders"),
		"retention run":                        `unfinished_checkout.* 1 +0\n`,
		"customer anonymise erika@example.org": `erika@example\.org, would be deleted; 0 orders`,
		"backup restore BACKUP":                "nothing was done; it would be restored to " + shop.state,
		"migrate":                              "The schema is the newest.",
		"order cancel 100001":                  `(?s)would be:.*refund +20,00.€`,
		"order refund 100001":                  `(?s)would be:.*refund +50,00.€`,
		"order refund 100001 --amount 7,50":    `(?s)would be:.*refund +7,50.€`,
		"order return 100001":                  `(?s)would be:.*refund +30,00.€`,
	} {
		out, err := shop.run(t, nil, line+" --dry-run")
		require.NoError(t, err, line)
		require.Regexp(t, says, out, line)
		out, err = shop.run(t, nil, line+" --dry-run -o json")
		require.NoError(t, err, line)
		require.True(t, json.Valid([]byte(out)), "%s: %s", line, out)
		require.Equal(t, before, shop.everything(t), line)
	}
}

// Who says yes is believed, on the terminal and on the command line.
func TestConsentDoesIt(t *testing.T) {
	shop := try(t)
	before := shop.everything(t)
	_, err := shop.run(t, "y\n", "customer anonymise erika@example.org --reason letter")
	require.NoError(t, err)
	require.NotEqual(t, before["privacy_request"], shop.everything(t)["privacy_request"])
	var actor, reason string
	require.NoError(t, shop.pool.QueryRow(t.Context(), `
		select actor, reason from audit_entry where action = 'customer.anonymise' and subject = 'customer-100001' and failure = '' and done_at is not null`).
		Scan(&actor, &reason), "who it was is written down")
	require.Equal(t, operator(), actor)
	require.Equal(t, "letter", reason)
	_, err = shop.run(t, nil, "plugin retire-method paypal --undo")
	require.Error(t, err)
	require.NoError(t, shop.pool.QueryRow(t.Context(), `
		select actor from audit_entry where action = 'plugin.restore-method' and subject = 'method-paypal' and failure <> ''`).Scan(&actor))
	_, err = shop.run(t, nil, "retention run --yes")
	require.NoError(t, err)
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select actor from audit_entry where action = 'retention.run' and after is not null`).Scan(&actor))
	require.NotEqual(t, before["checkout"], shop.everything(t)["checkout"])
	_, err = shop.run(t, nil, "reset --yes")
	require.NoError(t, err)
	require.NotContains(t, shop.everything(t), "state/orders")
}

// Every list is a table for people and JSON for programs, of an empty shop as well.
func TestListsPrintBoth(t *testing.T) {
	shop := try(t)
	for path, e := range effects {
		if e.does != reads || e.args == "" {
			continue
		}
		out, err := shop.run(t, nil, e.args+" -o json")
		require.NoError(t, err, path)
		require.True(t, json.Valid([]byte(out)), "%s: %s", path, out)
		require.NotEqual(t, "null", strings.TrimSpace(out), "%s: a program expects a list, or an object", path)
		var fields map[string]any
		if json.Unmarshal([]byte(out), &fields) == nil {
			for name, value := range fields {
				require.NotNil(t, value, "%s: %s is null", path, name)
			}
		}
		out, err = shop.run(t, nil, e.args)
		require.NoError(t, err, path)
		require.NotEmpty(t, out, path)
		require.False(t, json.Valid([]byte(out)), "%s: %s", path, out)
	}
}

// A terminal whose person presses Ctrl-C gets no for an answer.
func TestInterruptedQuestionIsANo(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer func() { _ = errors.Join(reader.Close(), writer.Close()) }()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, agreed(ctx, reader), errRefused)
}
