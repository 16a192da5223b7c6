package httpapi

import (
	"os"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
)

func TestCommittedDocumentIsCurrent(t *testing.T) {
	want, err := Document()
	require.NoError(t, err)
	got, err := os.ReadFile("openapi.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run `make generate`")
}

// Whoever calls an operation learns from the document what a refusal looks like, also where one status is answered in a way of its own.
func TestEveryOperationDocumentsItsRefusals(t *testing.T) {
	for path, item := range New(Deps{}).api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post} {
			if op != nil {
				require.Contains(t, op.Responses, "default", path)
			}
		}
	}
}
