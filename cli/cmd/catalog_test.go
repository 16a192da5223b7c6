package cmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/search/searchtest"
)

// runCatalog runs the command against a fresh shop and gives what it printed.
func runCatalog(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	root := newRoot(s)
	root.SetArgs(append([]string{"catalog", "import"}, args...))
	root.SetOut(&out)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func write(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

const shelf = `{"type":"category","slug":"pens","name":{"de":"Stifte"}}
{"type":"product","articleNumber":"P-1","name":"Stift","manufacturer":"Acme","category":"pens","priceCents":199}
`

func TestCatalogImportTellsWhatItDid(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	out, err := runCatalog(t, "-o", "json", write(t, "good.jsonl", shelf))
	require.NoError(t, err)
	var summary exchange.Summary
	require.NoError(t, json.Unmarshal([]byte(out), &summary))
	require.Equal(t, exchange.Summary{Lines: 2, Categories: 1, Products: 1, Created: 1}, summary)

	out, err = runCatalog(t, write(t, "good.jsonl", shelf))
	require.NoError(t, err)
	require.Equal(t, strings.Fields("2 1 1 0 0 1 0"), strings.Fields(out)[8:])
}

// As of content: who brought which files, and what came of it. What is only checked changes nothing.
func TestCatalogImportIsWrittenDown(t *testing.T) {
	shop := try(t)
	file := write(t, "bad.jsonl", shelf+"{}\n")
	_, err := shop.run(t, nil, "catalog import --dry-run "+file)
	require.Equal(t, exitCode(1), err)
	_, err = shop.run(t, nil, "catalog import --reason spring "+file)
	require.Equal(t, exitCode(1), err)
	list, total, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Action: "catalog.import"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, 1, total)
	require.Equal(t, []string{operator(), "catalog", "spring", ""}, []string{list[0].Actor, list[0].Subject, list[0].Reason, list[0].Failure})
	require.JSONEq(t, `{"files":["`+file+`"],"lines":3,"categories":1,"products":1,"created":1,"updated":0,"unchanged":0,"failed":1}`, string(list[0].After))
}

func TestCatalogImportEndsWithOneWhenLinesWereLeftOut(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	file := write(t, "bad.jsonl", shelf+strings.NewReplacer("P-1", "P-2", "199", "-5").Replace(strings.Split(shelf, "\n")[1])+"\n")
	out, err := runCatalog(t, file)
	require.Equal(t, exitCode(1), err)
	require.Contains(t, out, file+":3: P-2: priceCents must not be negative")
}

func TestCatalogImportOfPricesAloneLeavesTheRest(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	_, err := runCatalog(t, write(t, "good.jsonl", shelf))
	require.NoError(t, err)
	file := write(t, "prices.csv", "articleNumber;priceCents\nP-1;249\nP-7;100\n")
	out, err := runCatalog(t, "--dry-run", file)
	require.Equal(t, exitCode(1), err)
	require.Contains(t, out, file+":3: P-7: the shop has no such product, and for a new one the file lacks: name, manufacturer, category")
	out, err = runCatalog(t, file)
	require.Equal(t, exitCode(1), err)
	require.Equal(t, strings.Fields("2 0 1 0 1 0 1"), strings.Fields(out)[len(strings.Fields(out))-7:])
	_, err = runCatalog(t, write(t, "again.csv", "articleNumber;priceCents\nP-1;249\n"))
	require.NoError(t, err)
}

func TestCatalogImportRefusesWhatItCannotRead(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	_, err := runCatalog(t, write(t, "list.xml", "<a/>"))
	require.ErrorAs(t, err, new(usageError))
	for _, ending := range []string{".jsonl", ".ndjson", ".csv", ".tsv", ".gz"} { // all that core/docs/catalog-import.md names
		require.ErrorContains(t, err, ending)
	}
	_, err = runCatalog(t, filepath.Join(t.TempDir(), "none.csv"))
	require.ErrorIs(t, err, os.ErrNotExist)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = w.Write([]byte(shelf))
	require.NoError(t, errors.Join(err, w.Close()))
	_, err = runCatalog(t, write(t, "list.jsonl.gz", packed.String()[:packed.Len()-8]))
	require.ErrorContains(t, err, "list.jsonl.gz: it cannot be unpacked to its end: was it copied whole?")
}

func TestEveryReasonOfABadLineIsExplained(t *testing.T) {
	for _, file := range []string{"check.go", "label.go"} {
		source, err := os.ReadFile(filepath.Join("../../core/catalog", file))
		require.NoError(t, err)
		for line := range strings.Lines(string(source)) {
			if strings.Contains(line, "f.must(") {
				quoted := strings.Split(line, `"`)
				require.Contains(t, importReasons, quoted[len(quoted)-2], strings.TrimSpace(line))
			}
		}
	}
}

// Who buys for the shop sees what customers wait for.
func TestWhatIsWaitedForIsListed(t *testing.T) {
	shop := try(t)
	_, err := postgres.NewCatalog(shop.pool, clock.System{}).Apply(t.Context(), searchtest.Batch(3))
	require.NoError(t, err)
	_, err = shop.pool.Exec(t.Context(), `
		insert into restock_alert (id, product_id, email, lang, digest, asked_at, confirmed_at, due_at)
		select gen_random_uuid(), id, n || '@example.org', 'de', sha256((id::text || '-' || n)::bytea), now(), case when n < 9 then now() end, now() + interval '1 day'
		from (select id, row_number() over (order by id) as place from product) p, generate_series(1, 9) n where place = 1 or place = 2 and n in (1, 9)`)
	require.NoError(t, err)
	out, err := shop.run(t, nil, "catalog awaited -o json --size 1")
	require.NoError(t, err)
	var answer struct {
		Products []restock.Demand `json:"products"`
		Total    int              `json:"total"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	require.Len(t, answer.Products, 1)
	require.Equal(t, []int{8, 2}, []int{answer.Products[0].Waiting, answer.Total}, "who has not confirmed does not wait")
	out, err = shop.run(t, nil, "catalog awaited --page 2 --size 1")
	require.NoError(t, err)
	require.Contains(t, out, "1 of 2 products")
}

func TestCatalogExportWritesWhatImportReads(t *testing.T) {
	shop := try(t)
	_, err := shop.run(t, nil, "catalog import "+write(t, "shelf.jsonl", shelf))
	require.NoError(t, err)
	folder := t.TempDir()
	for _, name := range []string{"all.jsonl", "all.jsonl.gz", "prices.csv", "prices.tsv.gz"} {
		file := filepath.Join(folder, name)
		out, err := shop.run(t, nil, "catalog export "+file)
		require.NoError(t, err)
		require.Equal(t, "1 product in "+file+"\n", out)
		out, err = shop.run(t, nil, "catalog import "+file+" -o json")
		require.NoError(t, err)
		var summary exchange.Summary
		require.NoError(t, json.Unmarshal([]byte(out), &summary))
		require.Equal(t, 1, summary.Unchanged, name)
	}
	for line, usage := range map[string]bool{
		"list.xls": true, "all.jsonl --columns name": true, "list.csv --columns colour": false, "list.csv --category none": false,
	} {
		_, err := shop.run(t, nil, "catalog export "+filepath.Join(folder, line))
		require.Error(t, err, line)
		_, is := errors.AsType[usageError](err)
		require.Equal(t, usage, is, line)
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 4, "what was refused leaves nothing")
}

func TestCatalogShowSaysWhyNobodyBuys(t *testing.T) {
	shop := try(t)
	_, err := shop.run(t, nil, "catalog import "+write(t, "shelf.jsonl", shelf))
	require.NoError(t, err)
	sold := func() string {
		out, err := shop.run(t, nil, "catalog show P-1")
		require.NoError(t, err)
		for line := range strings.Lines(out) {
			if what, is := strings.CutPrefix(line, "can be bought"); is {
				return strings.TrimSpace(what)
			}
		}
		return out
	}
	for table, want := range map[string]string{"stock.berlin\nP-1,2": "yes", "stock.berlin\nP-1,0": "sold out", "active\nP-1,false": "not active: nobody sees it"} {
		_, err := shop.run(t, nil, "catalog import "+write(t, "change.csv", "articleNumber,"+table+"\n"))
		require.NoError(t, err)
		require.Equal(t, want, sold())
		_, err = shop.run(t, nil, "catalog import "+write(t, "back.csv", "articleNumber,active\nP-1,true\n"))
		require.NoError(t, err)
	}
	_, err = shop.run(t, nil, "catalog show P-2")
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))
}

// A slip in a column's name makes a warehouse, whose pieces are sold once more: the merchant is told before it happens.
func TestAnImportNamesWarehousesThatTheShopDidNotHave(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	stocked := strings.Replace(shelf, `"priceCents":199`, `"priceCents":199,"stock":{"berlin":3}`, 1)
	out, err := runCatalog(t, write(t, "good.jsonl", stocked))
	require.NoError(t, err)
	require.NotContains(t, out, "warehouse", "the first are no news")

	slip := write(t, "stock.csv", "articleNumber;stock.berlin;stock.berln\nP-1;2;2\n")
	for range 2 { // checking does not make it
		out, err = runCatalog(t, "--dry-run", slip)
		require.NoError(t, err)
		require.Contains(t, out, `"berln" is a new warehouse`)
	}
	out, err = runCatalog(t, slip, "-o", "json")
	require.NoError(t, err)
	var summary exchange.Summary
	require.NoError(t, json.Unmarshal([]byte(out), &summary))
	require.Equal(t, []string{"berln"}, summary.Warehouses)
	out, err = runCatalog(t, slip)
	require.NoError(t, err)
	require.NotContains(t, out, "warehouse", "now it is there")
}
