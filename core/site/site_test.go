package site

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

var settings = Settings{Name: "Grafikwerk", Hosts: "Grafik.example, www.grafik.example", Category: "grafikkarten", Accent: "#0B6E4F"}

func TestHostChoosesTheSite(t *testing.T) {
	sites, err := New(settings)
	require.NoError(t, err)
	for host, want := range map[string]bool{
		"grafik.example": true, "GRAFIK.example:443": true, "www.grafik.example:8080": true, "shop.example": false, "": false, "[::1]:80": false,
		"grafik.example.": true, "grafik.example.:443": true, "grafik.example..": false,
	} {
		require.Equal(t, want, sites.Of(host).WhiteLabel(), host)
	}
	require.Equal(t, Site{Key: Partner, Name: "Grafikwerk", Host: "grafik.example", Category: "grafikkarten", Accent: "#0b6e4f"}, sites.Of("grafik.example"))
	require.Equal(t, sites.Of("grafik.example"), sites.ByKey(Partner))
	require.Equal(t, Site{}, sites.ByKey("other"))
}

func TestConfigurationChoosesTheSiteForAllHosts(t *testing.T) {
	s := settings
	s.Hosts = "*"
	sites, err := New(s)
	require.NoError(t, err)
	require.True(t, sites.Of("localhost:8080").WhiteLabel())
}

func TestAddressIsOfTheHostWhereTheSettingsNameIt(t *testing.T) {
	sites, err := New(settings)
	require.NoError(t, err)
	own := &url.URL{Scheme: "https", Host: "shop.example"}
	for host, want := range map[string]string{
		"grafik.example": "https://grafik.example", "WWW.grafik.example:443": "https://www.grafik.example", "grafik.example.": "https://grafik.example",
		"shop.example": "https://shop.example", "evil.example": "https://shop.example", "": "https://shop.example",
	} {
		require.Equal(t, want, sites.Address(own, host), host)
	}
	require.Equal(t, "http://grafik.example:8080", sites.Address(&url.URL{Scheme: "http", Host: "localhost:8080"}, "grafik.example"))

	s := settings
	s.Hosts = "*"
	all, err := New(s)
	require.NoError(t, err)
	for _, host := range []string{"*", "evil.example"} {
		require.Equal(t, "https://shop.example", all.Address(own, host), "nobody vouches for a host that the visitor chose")
	}
	require.Equal(t, "https://shop.example", (*Sites)(nil).Address(own, "grafik.example"))
}

func TestThereIsNoPartnerWithoutAName(t *testing.T) {
	sites, err := New(Settings{})
	require.NoError(t, err)
	require.Equal(t, Site{}, sites.Of("shop.example"))
	require.Equal(t, Site{}, sites.ByKey(Partner))
	require.Equal(t, Site{}, sites.ByKey(""))
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for reason, change := range map[string]func(*Settings){
		"has no host":     func(s *Settings) { s.Hosts = " , " },
		"not the slug":    func(s *Settings) { s.Category = "Grafik Karten" },
		"not a colour":    func(s *Settings) { s.Accent = "green" },
		"cannot be read":  func(s *Settings) { s.Accent = "#7fd6b3" },
		"is not a colour": func(s *Settings) { s.Accent = "#0b6e4f;}" },
	} {
		s := settings
		change(&s)
		_, err := New(s)
		require.ErrorContains(t, err, reason)
	}
}

func TestHostsAreNamesAsBrowsersSendThem(t *testing.T) {
	for _, hosts := range []string{"https://grafik.example", "grafik.example:8080", "grafik.example, grafik-wörk.example", "grafik.example/shop"} {
		s := settings
		s.Hosts = hosts
		_, err := New(s)
		require.ErrorContains(t, err, "is no host name", hosts)
	}
}

func TestContrastIsThatOfTheRules(t *testing.T) {
	require.InDelta(t, 21, contrastToWhite("#000000"), 0.01)
	require.InDelta(t, 1, contrastToWhite("#ffffff"), 0.01)
	require.InDelta(t, 4.54, contrastToWhite("#767676"), 0.01)
}
