package bleve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

func TestConformance(t *testing.T) {
	searchtest.Run(t, func(*testing.T) search.Engine { return bleve.New() })
}

func TestAnEngineWithoutAnIndexIsUnavailable(t *testing.T) {
	_, err := bleve.New().Search(t.Context(), search.Query{})
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	_, err = bleve.New().Size(t.Context())
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
}
