package order_test

import (
	"encoding/base64"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
)

func TestALinkOpensItsOrderAlone(t *testing.T) {
	now := clock.NewFixed(time.Date(2026, 9, 12, 23, 59, 0, 0, time.UTC))
	links, err := order.NewLinks([]byte("a secret of thirty-two bytes ..."), nil, now)
	require.NoError(t, err)
	others, err := order.NewLinks([]byte("another one of thirty-two bytes."), nil, now)
	require.NoError(t, err)

	path, err := url.Parse(links.Path(500_001))
	require.NoError(t, err)
	require.Equal(t, "/bestellstatus", path.Path)
	require.Equal(t, "500001", path.Query().Get("order"))
	token := path.Query().Get("token")
	require.Len(t, token, 24, "the day, and 128 bits")

	require.True(t, links.Opens(500_001, token))
	require.False(t, links.Opens(500_002, token))
	require.False(t, others.Opens(500_001, token))
	renewed, err := order.NewLinks([]byte("another one of thirty-two bytes."), []byte("a secret of thirty-two bytes ..."), now)
	require.NoError(t, err)
	require.True(t, renewed.Opens(500_001, token), "of the secret before")
	require.False(t, renewed.Opens(500_002, token))
	require.True(t, others.Opens(500_001, renewed.Token(500_001)), "new ones are of today's")
	for _, wrong := range []string{"", token[:22], token + "A", "B" + token[1:], token[2:]} {
		require.False(t, links.Opens(500_001, wrong), wrong)
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	raw[1]-- // the day before
	require.False(t, links.Opens(500_001, base64.RawURLEncoding.EncodeToString(raw)), "nobody says himself how old a token is")
	now.Advance(-5 * time.Minute)
	require.True(t, links.Opens(500_001, token))
	ahead, err := order.NewLinks([]byte("a secret of thirty-two bytes ..."), nil, clock.NewFixed(now.Now().Add(10*time.Minute)))
	require.NoError(t, err)
	require.True(t, links.Opens(500_001, ahead.Token(500_001)), "whose clock is ahead mails a link of tomorrow around midnight, and it opens at once")
	now.Advance(5*time.Minute - 48*time.Hour)
	require.False(t, links.Opens(500_001, token), "it is of the day after tomorrow")
	now.Advance(24*time.Hour + order.LinkLife)
	require.True(t, links.Opens(500_001, token))
	now.Advance(2 * time.Minute)
	require.False(t, links.Opens(500_001, token), "it is too old")
	require.True(t, links.Opens(500_001, links.Token(500_001)), "another one opens the order")
}
