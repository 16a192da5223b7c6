package httpapi

import (
	"os"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/session"
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

// A client that is made of the document knows where to call, that it has to keep a cookie, and how to choose the language.
func TestTheDocumentSaysHowToCall(t *testing.T) {
	doc := New(Deps{}).api.OpenAPI()
	require.Len(t, doc.Servers, 1)
	require.Equal(t, session.CookieName, doc.Components.SecuritySchemes["session"].Name)
	require.Contains(t, doc.Security, map[string][]string{"session": {}})
	require.Contains(t, doc.Security, map[string][]string{}, "the first call has no session")
	require.Contains(t, doc.Info.Description, "X-Lang")
}

// A field without a type is "unknown" to whoever generates a client.
func TestEveryFieldHasAType(t *testing.T) {
	for name, schema := range New(Deps{}).api.OpenAPI().Components.Schemas.Map() {
		for field, of := range schema.Properties {
			require.True(t, of.Type != "" || of.Ref != "" || of.OneOf != nil || of.AnyOf != nil || of.AllOf != nil, "%s.%s", name, field)
		}
	}
}
