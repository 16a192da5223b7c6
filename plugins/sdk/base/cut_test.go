package base

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATextIsCutBetweenCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{{"", ""}, {"Groß", "Groß"}, {"Größe", "Größ"}, {"東京都港区", "東京都港"}, {"ab\xffcde", "ab\ufffdc"}} {
		require.Equal(t, c.want, Cut(c.text, 4))
	}
	require.Empty(t, Cut("Groß", 0))
}
