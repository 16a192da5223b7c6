package order_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/order"
)

func TestALinkOpensItsOrderAlone(t *testing.T) {
	links, err := order.NewLinks([]byte("a secret of thirty-two bytes ..."))
	require.NoError(t, err)
	others, err := order.NewLinks([]byte("another one of thirty-two bytes."))
	require.NoError(t, err)

	path, err := url.Parse(links.Path(500_001))
	require.NoError(t, err)
	require.Equal(t, "/bestellstatus", path.Path)
	require.Equal(t, "500001", path.Query().Get("order"))
	token := path.Query().Get("token")
	require.Len(t, token, 22, "128 bits")

	require.True(t, links.Opens(500_001, token))
	require.False(t, links.Opens(500_002, token))
	require.False(t, others.Opens(500_001, token))
	for _, wrong := range []string{"", token[:21], token + "A", "A" + token[1:] + "="} {
		require.False(t, links.Opens(500_001, wrong), wrong)
	}
}
