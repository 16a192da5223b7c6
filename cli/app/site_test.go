package app

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/site"
)

func TestMailsFindTheSiteOfAnOrder(t *testing.T) {
	own := &url.URL{Scheme: "https", Host: "shop.example"}
	at := func(w config.WhiteLabel, host string) []string {
		f, err := facesOf(config.Config{WhiteLabel: w})
		require.NoError(t, err)
		found, address := f.siteAt(own)(host)
		return []string{found.Key, address}
	}
	partner := config.WhiteLabel{Name: "Grafikwerk", Hosts: "grafik.example, www.grafik.example", Category: "grafikkarten", Accent: "#0b6e4f"}
	require.Equal(t, []string{site.Partner, "https://www.grafik.example"}, at(partner, "www.grafik.example"))
	require.Equal(t, []string{"", "https://shop.example"}, at(partner, ""))
	require.Equal(t, []string{"", "https://shop.example"}, at(config.WhiteLabel{}, "grafik.example"), "the partner has left")
	partner.Hosts = "*"
	require.Equal(t, []string{site.Partner, "https://shop.example"}, at(partner, ""), "every order is the partner's, and keeps no host")
}
