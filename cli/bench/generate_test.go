package bench

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
)

// nowhere is a store into which a dry run writes nothing.
type nowhere struct{ catalog.Store }

// Categories are none yet.
func (nowhere) Categories(context.Context) ([]catalog.Category, error) { return nil, nil }

// Foresee sees nothing.
func (nowhere) Foresee(context.Context, []*catalog.Product, bool) (catalog.Result, error) {
	return catalog.Result{}, nil
}

func TestAGeneratedCatalogueIsImportedWhole(t *testing.T) {
	model, err := os.ReadFile("../../configs/demo/testdata/small.jsonl")
	require.NoError(t, err)
	var first, again bytes.Buffer
	require.NoError(t, Generate(&first, bytes.NewReader(model), 500))
	require.NoError(t, Generate(&again, bytes.NewReader(model), 500))
	require.Equal(t, first.Bytes(), again.Bytes())
	numbers := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(first.String()), "\n") {
		record, err := decode([]byte(line))
		require.NoError(t, err)
		if record["type"] == "product" {
			numbers[record["articleNumber"].(string)] = true
		}
	}
	require.Len(t, numbers, 500)
	summary, err := exchange.Import(t.Context(), nowhere{}, exchange.Options{DryRun: true}, exchange.Source{Name: "generated", Format: exchange.JSONL, In: &first})
	require.NoError(t, err)
	require.Empty(t, summary.Errors)
	require.Equal(t, 500, summary.Products)
}

func TestAModelWithoutProductsIsRefused(t *testing.T) {
	require.ErrorContains(t, Generate(&bytes.Buffer{}, strings.NewReader(""), 3), "no product")
	require.ErrorContains(t, Generate(&bytes.Buffer{}, strings.NewReader("nonsense\n"), 3), "the model")
}
