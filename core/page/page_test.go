package page

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPagesStayInBounds(t *testing.T) {
	require.Equal(t, Page{1, 20}, Of(0, 20, 100))
	require.Equal(t, Page{3, 100}, Of(3, 5000, 100))
	require.Equal(t, 40, Of(3, 20, 100).Offset())
	require.Equal(t, 1, Of(1, 20, 100).Count(0))
	require.Equal(t, 2, Of(1, 20, 100).Count(21))
}
