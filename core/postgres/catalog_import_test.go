package postgres_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/money"
)

func TestImportingAgainChangesNothing(t *testing.T) {
	f := newCatalog(t)
	file, err := os.ReadFile("../../configs/demo/testdata/small.jsonl")
	require.NoError(t, err)
	run := func(text []byte) exchange.Summary {
		s, err := exchange.Import(t.Context(), f, exchange.Options{Batch: 20},
			exchange.Source{Name: "small.jsonl", Format: exchange.JSONL, In: bytes.NewReader(text)})
		require.NoError(t, err)
		return s
	}
	first := run(file)
	require.Empty(t, first.Errors)
	require.Equal(t, first.Products, first.Created)
	require.Len(t, f.announced(t), first.Created)

	second := run(file)
	require.Equal(t, second.Products, second.Unchanged)
	require.Empty(t, f.announced(t))

	broken := bytes.Replace(file, []byte(`"priceCents":`), []byte(`"priceCents":-`), 1)
	third := run(broken)
	require.Equal(t, 1, third.Failed)
	require.Equal(t, first.Products-1, third.Unchanged)
	require.Empty(t, f.announced(t))
}

// A dry run counts what the import then does, in files of either format, and tells of prices that have slipped by the decimal point.
func TestADryRunForeseesTheImport(t *testing.T) {
	f := newCatalog(t)
	run := func(format exchange.Format, dry bool, lines ...string) exchange.Summary {
		t.Helper()
		s, err := exchange.Import(t.Context(), f, exchange.Options{DryRun: dry, Batch: 2},
			exchange.Source{Name: "file", Format: format, In: strings.NewReader(strings.Join(lines, "\n"))})
		require.NoError(t, err)
		require.Empty(t, s.Errors)
		return s
	}
	const pens = `{"type":"category","slug":"foreseen-pens","name":{"de":"Stifte"}}`
	pen := func(number, more string) string {
		return `{"type":"product","articleNumber":"` + number + `","name":"Füller","manufacturer":"Acme","category":"foreseen-pens",` + more + `}`
	}
	both := func(format exchange.Format, created, updated, unchanged int, lines ...string) exchange.Summary {
		t.Helper()
		foreseen := run(format, true, lines...)
		require.Empty(t, f.announced(t), "a dry run changes nothing")
		require.Equal(t, []int{created, updated, unchanged}, []int{foreseen.Created, foreseen.Updated, foreseen.Unchanged})
		done := run(format, false, lines...)
		require.Len(t, f.announced(t), created+updated)
		foreseen.DryRun = false
		require.Equal(t, done, foreseen)
		return done
	}
	both(exchange.JSONL, 3, 0, 0, pens, pen("F-1", `"priceCents":129900`), pen("F-2", `"priceCents":100,"stock":{"berlin":3}`), pen("F-3", `"priceCents":100`))
	s := both(exchange.JSONL, 1, 2, 1, pens, pen("F-1", `"priceCents":1299`), pen("F-2", `"priceCents":100,"stock":{"berlin":4}`), pen("F-3", `"priceCents":100`), pen("F-4", `"priceCents":100`))
	require.Equal(t, []catalog.PriceLeap{{ArticleNumber: "F-1", Was: money.Euro(129900), Is: money.Euro(1299)}}, s.Leaps)
	s = both(exchange.CSV, 0, 2, 2, "articleNumber;priceCents;stock.berlin", "F-1;1400;", "F-2;100;4", "F-3;100;", "F-4;1000;")
	require.Equal(t, "F-4", s.Leaps[0].ArticleNumber)
	both(exchange.CSV, 0, 0, 2, "articleNumber;priceCents", "F-1;1400", "F-4;1000")
}
