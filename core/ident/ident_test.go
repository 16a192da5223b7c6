package ident

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNewIsAUniqueUUIDv7(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 1000 {
		id := New()
		require.Regexp(t, form, id)
		require.False(t, seen[id])
		seen[id] = true
	}
}

func TestTokensDifferAndDigestIsStable(t *testing.T) {
	a, b := Token(), Token()
	require.NotEqual(t, a, b)
	require.Len(t, a, 43)
	require.Equal(t, Digest(a), Digest(a))
	require.NotEqual(t, Digest(a), Digest(b))
}
