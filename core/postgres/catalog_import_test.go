package postgres_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog/exchange"
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
