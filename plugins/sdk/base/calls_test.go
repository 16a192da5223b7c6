package base

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProviderCallsGoToTheHostAndBack(t *testing.T) {
	AddCall(t.Context(), ProviderCall{Method: "GET"}) // nobody collects
	ctx, calls := WithCalls(t.Context())
	call := ProviderCall{Method: "POST", Host: "api.example.com", Status: 201, Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Took: time.Second}
	for range MostCalls + 3 {
		AddCall(ctx, call)
	}
	got := DecodeCalls(calls.Encode())
	require.Len(t, got, MostCalls)
	require.Equal(t, call, got[0])
}

func TestWhatIsNoProviderCallIsLeftOut(t *testing.T) {
	require.Empty(t, DecodeCalls([]string{
		"", "nonsense", "{}", `{"m":"GET","b":"2026-01-02T03:04:05Z","d":-1}`, `{"m":"` + strings.Repeat("x", 101) + `","b":"2026-01-02T03:04:05Z"}`,
		`{"m":"` + strings.Repeat("x", 1000) + `"}`,
	}))
}
