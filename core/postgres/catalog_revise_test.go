package postgres_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/money"
)

// stored gives products as they are, inactive ones too.
func (f *catalogFixture) stored(t *testing.T, articleNumbers ...string) map[string]*catalog.Product {
	t.Helper()
	var stored map[string]*catalog.Product
	_, err := f.Revise(t.Context(), articleNumbers, func(s map[string]*catalog.Product) []*catalog.Product {
		stored = s
		return nil
	})
	require.NoError(t, err)
	return stored
}

func (f *catalogFixture) table(t *testing.T, text string) exchange.Summary {
	t.Helper()
	s, err := exchange.Import(t.Context(), f, exchange.Options{Batch: 5, Now: march}, exchange.Source{Name: "table.csv", Format: exchange.CSV, In: strings.NewReader(text)})
	require.NoError(t, err)
	return s
}

func TestPricesAloneLeaveTheRest(t *testing.T) {
	f := newCatalog(t)
	moved := notebook("NB-1", 100000)
	moved.PriceHistory = []catalog.PricePoint{{From: march.AddDate(0, -6, 0), Price: money.Euro(109900)}}
	moved.Prices.Student = money.Euro(80000)
	off := notebook("NB-2", 100000)
	off.Active = false
	f.apply(t, moved, off)
	before := f.only(t, "NB-1")
	f.announced(t)

	f.clock.Advance(time.Hour)
	same := f.table(t, "articleNumber;priceCents\nNB-1;100000\nNB-2;100000\n")
	require.Equal(t, exchange.Summary{Lines: 2, Products: 2, Unchanged: 2}, same, "though NB-1 came with a history, and this does not")
	require.Empty(t, f.announced(t))

	cut := f.table(t, "articleNumber;priceCents\nNB-1;90000\nNB-2;100000\nNB-3;5\n")
	require.Equal(t, 1, cut.Updated)
	require.Equal(t, 1, cut.Unchanged)
	require.Equal(t, 1, cut.Failed)
	require.Contains(t, cut.Errors[0].Reason, "name, manufacturer, category")
	want := *before
	want.Prices.Price, want.UpdatedAt = money.Euro(90000), before.UpdatedAt.Add(time.Hour)
	require.Equal(t, money.Euro(109900), want.Prices.Lowest30, "it was reduced already, and falls further")
	want.Prices.Base = &catalog.BasePrice{Price: money.Euro(60000), Unit: catalog.Kilogram}
	require.Equal(t, &want, f.only(t, "NB-1"))
	require.Equal(t, []int64{before.ID}, f.announced(t))
	require.False(t, f.stored(t, "NB-2")["NB-2"].Active)
}

// A table that is written while a shop sells must not bring back what was sold.
func TestStockOfATableKeepsItsRule(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 100000))
	_, err := f.pool.Exec(t.Context(), `update stock set available = available - 3 where warehouse = 'berlin'`)
	require.NoError(t, err)
	require.Equal(t, 1, f.table(t, "articleNumber,stock.berlin,stock.koeln\nNB-1,4,\n").Unchanged)
	require.Equal(t, []catalog.Stock{{Warehouse: "berlin", Available: 1}, {Warehouse: "koeln", Available: 2}}, f.only(t, "NB-1").Stock)
	require.Equal(t, 1, f.table(t, "articleNumber,stock.berlin,stock.mainz\nNB-1,9,1\n").Updated)
	require.Equal(t, 12, f.only(t, "NB-1").Available())
}

// Two tables at once about the same products, each with a column of its own: both are kept.
func TestTablesAtOnceLoseNothing(t *testing.T) {
	f := newCatalog(t)
	var products []*catalog.Product
	for i := range 20 {
		products = append(products, notebook(fmt.Sprint("NB-", i), 100000))
	}
	f.apply(t, products...)
	columns := []string{"popularity", "weightGrams", "maxQuantity", "uvpCents"}
	failed := make(chan error, len(columns))
	for _, column := range columns {
		go func() {
			var err error
			for round := 1; round <= 5 && err == nil; round++ {
				table := "articleNumber," + column + "\n"
				for i := range products {
					table += fmt.Sprintf("NB-%d,%d\n", i, 100+round)
				}
				_, err = exchange.Import(t.Context(), f, exchange.Options{Batch: 3}, exchange.Source{Name: column, Format: exchange.CSV, In: strings.NewReader(table)})
			}
			failed <- err
		}()
	}
	for range columns {
		require.NoError(t, <-failed)
	}
	for i := range products {
		p := f.only(t, fmt.Sprint("NB-", i))
		require.Equal(t, []int64{105, 105, 105, 105}, []int64{int64(p.Popularity), int64(p.WeightGrams), int64(p.MaxQuantity), p.Prices.UVP.Minor})
	}
}

// Whatever columns a table has: those are changed, and nothing else is.
func TestATableChangesItsColumnsAndNothingElse(t *testing.T) {
	f := newCatalog(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	_, err := f.Apply(t.Context(), catalog.Batch{Categories: shelves})
	require.NoError(t, err)
	var numbers []string
	var products []*catalog.Product
	for i := range 12 {
		numbers = append(numbers, fmt.Sprintf("A-%d", i))
		products = append(products, anyProduct(random, numbers[i]))
	}
	f.apply(t, products...)
	for range 25 {
		before := f.stored(t, numbers...)
		columns := someColumns(random)
		given := map[string]*catalog.Product{}
		var text bytes.Buffer
		out := csv.NewWriter(&text)
		require.NoError(t, out.Write(append([]string{"articleNumber"}, columns...)))
		changed := 0
		for _, number := range numbers {
			given[number] = anyProduct(random, number)
			row, differs := []string{number}, false
			for _, c := range columns {
				cell := cells[c](given[number])
				row, differs = append(row, cell), differs || cell != cells[c](before[number]) && (cell != "" || !strings.HasPrefix(c, "stock."))
			}
			require.NoError(t, out.Write(row))
			if differs {
				changed++
			}
		}
		out.Flush()
		s := f.table(t, text.String())
		require.Empty(t, s.Errors, "%s", text.String())
		require.Equal(t, changed, s.Updated, "%s", text.String())
		after := f.stored(t, numbers...)
		for _, number := range numbers {
			onlyColumns(t, columns, before[number], given[number], after[number])
		}
		f.announced(t)
		require.Equal(t, len(numbers), f.table(t, text.String()).Unchanged)
		require.Empty(t, f.announced(t))
	}
}

func onlyColumns(t *testing.T, columns []string, before, given, after *catalog.Product) {
	t.Helper()
	for name, cell := range cells {
		from := before
		if slices.Contains(columns, name) && (cell(given) != "" || !strings.HasPrefix(name, "stock.")) {
			from = given
		}
		require.Equal(t, cell(from), cell(after), "%s of %s with columns %v", name, before.ArticleNumber, columns)
	}
	// What no column stands for.
	require.Equal(t, before.Bundle, after.Bundle)
	require.Equal(t, before.CategorySlug, after.CategorySlug)
	for _, image := range after.Images {
		i := slices.IndexFunc(before.Images, func(b catalog.Image) bool { return b.Key == image.Key })
		if i >= 0 {
			require.Equal(t, before.Images[i], image)
		}
	}
	for _, w := range after.Warranties {
		i := slices.IndexFunc(before.Warranties, func(b catalog.Warranty) bool { return b.Months == w.Months })
		if i >= 0 {
			require.Equal(t, before.Warranties[i].Title, w.Title)
		}
	}
}
