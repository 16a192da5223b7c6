package httpapi

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommittedDocumentIsCurrent(t *testing.T) {
	want, err := Document()
	require.NoError(t, err)
	got, err := os.ReadFile("openapi.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run `make generate`")
}
