package cmd

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func sheet(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	return rows
}

func TestSheetsAreWholeAndHarmless(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list.csv")
	write := func(failing error, cells ...string) error {
		return writeSheet(file, []string{"a"}, func(row func(...string) error) error {
			for _, cell := range cells {
				if err := row(cell); err != nil {
					return err
				}
			}
			return failing
		})
	}
	require.NoError(t, write(nil, `Müller, "Söhne"`, "=1+1", "-12.50", "-A1", "+49 40", "@x", "+erika=1@example.org", "=cmd|'x'!A0@example.org",
		"Muster;=cmd|'x'!A0", `Muster; "=1+1`, "Muster; Söhne", ""))
	want := [][]string{
		{"a"}, {`Müller, "Söhne"`}, {"'=1+1"}, {"-12.50"}, {"'-A1"}, {"'+49 40"}, {"'@x"}, {"+erika=1@example.org"}, {"'=cmd|'x'!A0@example.org"},
		{"Muster;'=cmd|'x'!A0"}, {`Muster;' "=1+1`}, {"Muster; Söhne"},
	}
	require.Equal(t, want, sheet(t, file)[:len(want)])
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm(), "it is about people")

	died := errors.New("the database died")
	require.ErrorIs(t, write(died, "half"), died)
	require.Equal(t, want, sheet(t, file)[:len(want)], "the list of before")
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// A file that is renamed into the place of a device would end it for the whole machine.
func TestPipesAndLinksStayWhatTheyAre(t *testing.T) {
	dir := t.TempDir()
	pipe, link, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "file")
	hello := func(out io.Writer) error {
		_, err := out.Write([]byte("hello"))
		return err
	}
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	require.NoError(t, err)
	defer func() { _ = reader.Close() }()
	require.NoError(t, writeWhole(pipe, private, hello))
	is, err := os.Lstat(pipe)
	require.NoError(t, err)
	require.Equal(t, fs.ModeNamedPipe, is.Mode().Type())
	got := make([]byte, 5)
	_, err = io.ReadFull(reader, got)
	require.NoError(t, err)
	require.Equal(t, "hello", string(got))

	require.NoError(t, os.WriteFile(file, []byte("before"), 0o600))
	require.NoError(t, os.Symlink("file", link))
	require.NoError(t, writeWhole(link, private, hello))
	is, err = os.Lstat(link)
	require.NoError(t, err)
	require.Equal(t, fs.ModeSymlink, is.Mode().Type())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "hello", string(text))
}

// Whoever reads a file from the standard output gets nothing but the file.
func TestWhatIsWrittenToStdoutIsTheFileAlone(t *testing.T) {
	shop := try(t)
	for _, target := range []string{"pipe", "file", "-"} {
		reader, writer, err := os.Pipe()
		require.NoError(t, err)
		if target == "file" {
			file := filepath.Join(t.TempDir(), "out")
			writer, err = os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o600)
			require.NoError(t, err)
			reader, err = os.Open(file)
			require.NoError(t, err)
		}
		stdout := os.Stdout
		os.Stdout = writer
		name := fmt.Sprintf("/dev/fd/%d", writer.Fd())
		if target == "-" {
			name = target
		}
		said, err := shop.run(t, nil, "catalog feed "+name)
		os.Stdout = stdout
		require.NoError(t, err)
		require.NoError(t, writer.Close())
		require.Empty(t, said)
		got, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.NoError(t, reader.Close())
		require.True(t, strings.HasPrefix(string(got), "id\t"), "%s: %s", target, got)
	}
}

// What price comparisons fetch is no secret: the web server that hands it out is another user.
func TestAFeedCanBeReadByAWebServer(t *testing.T) {
	shop, file := try(t), filepath.Join(t.TempDir(), "offers.tsv")
	for command, mode := range map[string]fs.FileMode{"catalog feed ": 0o644, "catalog export --columns name ": 0o600} {
		_, err := shop.run(t, nil, command+file)
		require.NoError(t, err)
		is, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, mode, is.Mode().Perm(), command)
	}
}

func TestNewsletterRecipientsAreExportedAndEnded(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		insert into newsletter_subscription (id, email, lang, source, state, requested_at, requested_from, confirmed_at, ended_at, unsubscribe_token)
		values (gen_random_uuid(), 'Erika@Example.org', 'de', 'footer', 'active', now(), '192.0.2.1', '2026-03-02T10:00:00Z', null, 'token-1'),
		       (gen_random_uuid(), 'john@example.org', 'en', 'footer', 'active', now(), '192.0.2.1', '2026-03-01T10:00:00Z', null, 'token-2'),
		       (gen_random_uuid(), 'asked@example.org', 'de', 'footer', 'pending', now(), '192.0.2.1', null, null, 'token-3'),
		       (gen_random_uuid(), 'left@example.org', 'de', 'footer', 'ended', now(), '192.0.2.1', '2026-03-01T10:00:00Z', now(), 'token-4')`)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "recipients.csv")
	const base = "--set http.publicURL=https://shop.example"
	out, err := shop.run(t, nil, "newsletter export "+file+" --reason letter "+base)
	require.NoError(t, err)
	require.Equal(t, "2 recipients in "+file+"\n", out)
	require.Equal(t, [][]string{
		{"email", "language", "confirmed_at", "unsubscribe", "one_click"},
		{
			"john@example.org", "en", "2026-03-01T10:00:00Z", "https://shop.example/en/newsletter/abmelden?token=token-2",
			"https://shop.example/api/newsletter/unsubscribe/one-click?token=token-2",
		},
		{
			"Erika@Example.org", "de", "2026-03-02T10:00:00Z", "https://shop.example/newsletter/abmelden?token=token-1",
			"https://shop.example/api/newsletter/unsubscribe/one-click?token=token-1",
		},
	}, sheet(t, file))

	out, err = shop.run(t, "y\n", "newsletter end erika@example.org --reason telephone")
	require.NoError(t, err)
	require.Regexp(t, `(?s)state +ended.*ended +.* from operator`, out)
	_, err = shop.run(t, nil, "newsletter end erika@example.org --yes")
	require.NoError(t, err, "again does nothing")
	_, err = shop.run(t, nil, "newsletter end nobody@example.org --yes")
	require.ErrorContains(t, err, "newsletter_unknown")
	_, err = shop.run(t, nil, "newsletter export "+file+" --lang de")
	require.NoError(t, err)
	require.Len(t, sheet(t, file), 1, "nobody reads German any more")
	_, err = shop.run(t, nil, "newsletter export "+file+" --lang fr")
	require.ErrorAs(t, err, &usageError{})

	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Subject: "newsletter"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, list, 4)
	require.Equal(t, []string{"newsletter.export", "letter", `{"lang": "", "recipients": 2}`}, []string{list[3].Action, list[3].Reason, string(list[3].After)})
	for _, e := range list {
		require.NotContains(t, strings.ToLower(string(e.Before)+string(e.After)), "erika", "the log outlives the subscription")
	}
}

func TestLedgerOfAMonth(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		insert into invoice (number, kind, order_id, delivery, request, issued_at, total_minor, content) values
		('2026-000001', 'invoice', 100001, 1, '', '2026-10-31T23:30:00Z', 2000, '{"kind": "invoice"}'), -- November in Germany
		('2026-000002', 'invoice', 100001, 2, '', '2026-11-30T22:30:00Z', 3000, '{"kind": "invoice", "orderId": 100001, "customerId": 7,
		  "issuedAt": "2026-11-30T22:30:00Z", "suppliedAt": "2026-11-30T22:00:00Z", "buyer": {"company": "=Müller GmbH", "countryId": 14},
		  "shipTo": {"countryId": 14}, "vatId": "ATU12345675", "exempt": true, "taxes": [
		  {"rate": 1900, "net": {"minor": 1000, "currency": "EUR"}, "amount": {"minor": 190, "currency": "EUR"}},
		  {"rate": 0, "reverse": true, "net": {"minor": 1810, "currency": "EUR"}, "amount": {"minor": 0, "currency": "EUR"}}]}'),
		('2026-000003', 'credit', 100001, 0, 'r1', '2026-11-30T22:45:00Z', 1190, '{"kind": "credit", "orderId": 100001,
		  "issuedAt": "2026-11-30T22:45:00Z", "buyer": {"firstName": "Erika", "lastName": "Muster"}, "shipTo": {"countryId": 81},
		  "corrects": [{"number": "2026-000002"}], "taxes": [
		  {"rate": 1900, "net": {"minor": 1000, "currency": "EUR"}, "amount": {"minor": 190, "currency": "EUR"}}]}'),
		('2026-000004', 'invoice', 100001, 3, '', '2026-11-30T23:00:00Z', 1, '{"kind": "invoice", "taxes": [{"rate": 0}]}')`)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "november.csv")
	out, err := shop.run(t, nil, "order ledger "+file+" --from 2026-11-02 --until 2026-11-30 --reason accountant")
	require.NoError(t, err)
	require.Equal(t, "2 documents of 2026-11-02 to 2026-11-30 in "+file+"\n", out)
	const day = "2026-11-30"
	require.Equal(t, [][]string{
		ledgerHeadings,
		{"2026-000002", "invoice", day, day, "100001", "7", "'=Müller GmbH", "AT", "ATU12345675", "intra-eu", "19.00", "10.00", "1.90", "11.90", "moneyorder", ""},
		{"2026-000002", "invoice", day, day, "100001", "7", "'=Müller GmbH", "AT", "ATU12345675", "reverse", "0.00", "18.10", "0.00", "18.10", "moneyorder", ""},
		{"2026-000003", "credit", day, "", "100001", "", "Erika Muster", "DE", "", "", "19.00", "-10.00", "-1.90", "-11.90", "moneyorder", "2026-000002"},
	}, sheet(t, file))
	out, err = shop.run(t, nil, "order ledger "+file+" --from 2026-11-01 --until 2026-11-01 -o json")
	require.NoError(t, err)
	require.Contains(t, out, `"documents": 1`)
	for _, line := range []string{"--from 2026-11-01", "--until 2026-11-01", "--from 1.11.2026 --until 2026-11-01", "--from 2026-11-02 --until 2026-11-01"} {
		_, err = shop.run(t, nil, "order ledger "+file+" "+line)
		require.ErrorAs(t, err, &usageError{}, line)
	}

	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Subject: "ledger"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Len(t, list, 2, "who wrote the names of buyers into a file is written down")
	require.Equal(t, []string{"order.ledger", "accountant", `{"from": "2026-11-02", "until": "2026-11-30", "documents": 2}`},
		[]string{list[1].Action, list[1].Reason, string(list[1].After)})

	from, until, err := chosenDays("", "", time.Date(2027, 1, 31, 23, 30, 0, 0, time.UTC)) // February in Germany
	require.NoError(t, err)
	require.Equal(t, []time.Time{time.Date(2027, 1, 1, 0, 0, 0, 0, clock.Germany), time.Date(2027, 2, 1, 0, 0, 0, 0, clock.Germany)}, []time.Time{from, until})
}
