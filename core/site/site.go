// Package site is under which names the shop appears: its own, and that of a partner for whom it runs a white-label shop
// with the partner's theme. The partner's shop has one category, orders are a guest's, and nobody logs in.
package site

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Site is a shop as visitors see it. The zero Site is the shop's own.
type Site struct {
	Key      string // "" for the shop's own
	Name     string
	Host     string // the first of the partner's; "" for every host
	Category string // slug of the category that the partner's shop is about
	Accent   string // #rrggbb
}

// WhiteLabel reports whether it is the partner's.
func (s Site) WhiteLabel() bool { return s.Key != "" }

// Partner is the key of the partner's site.
const Partner = "partner"

// Settings are what an operator says of the partner's site. Without a name there is none.
type Settings struct {
	Name     string
	Hosts    string // host names with commas between them; * is every one
	Category string
	Accent   string
}

// Sites finds the site of a host. The zero Sites has the shop's own alone.
type Sites struct {
	partner Site
	hosts   []string
}

var (
	colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	slug   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	// hostName is one as browsers send it: without scheme and port, and an umlaut's as xn--.
	hostName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)
)

// minContrast is what WCAG 2.2 AA wants between text and what is behind it.
const minContrast = 4.5

// New makes the sites of an operator's settings.
func New(s Settings) (*Sites, error) {
	if s.Name == "" {
		return &Sites{}, nil
	}
	sites := &Sites{partner: Site{Key: Partner, Name: s.Name, Category: s.Category, Accent: strings.ToLower(s.Accent)}}
	for host := range strings.SplitSeq(s.Hosts, ",") {
		if host = strings.ToLower(strings.TrimSpace(host)); host != "" {
			sites.hosts = append(sites.hosts, host)
		}
	}
	if len(sites.hosts) > 0 && !slices.Contains(sites.hosts, every) {
		sites.partner.Host = sites.hosts[0]
	}
	wrong := slices.IndexFunc(sites.hosts, func(host string) bool { return host != every && !hostName.MatchString(host) })
	switch {
	case len(sites.hosts) == 0:
		return nil, fmt.Errorf("white label: %s has no host", s.Name)
	case wrong >= 0:
		return nil, fmt.Errorf("white label: %q is no host name like shop.example: no page is asked for under it", sites.hosts[wrong])
	case !slug.MatchString(s.Category):
		return nil, fmt.Errorf("white label: %q is not the slug of a category", s.Category)
	case !colour.MatchString(s.Accent):
		return nil, fmt.Errorf("white label: %q is not a colour like #0b6e4f", s.Accent)
	case contrastToWhite(s.Accent) < minContrast:
		return nil, fmt.Errorf("white label: white text on %s cannot be read, its contrast is %.1f and must be %.1f", s.Accent, contrastToWhite(s.Accent), minContrast)
	}
	return sites, nil
}

// Of gives the site of a request's host, with or without a port.
func (s *Sites) Of(host string) Site {
	if slices.Contains(s.hosts, name(host)) || slices.Contains(s.hosts, every) {
		return s.partner
	}
	return Site{}
}

// Named gives the name of a request's host, with or without a port, where the partner's settings name it; else "". A
// visitor chooses the host of a request, so that no other may stand in an address.
func (s *Sites) Named(host string) string {
	if s == nil {
		return ""
	}
	if host = name(host); host != every && slices.Contains(s.hosts, host) {
		return host
	}
	return ""
}

// Address gives the address under which browsers reach a host that the settings name: with scheme and port of the shop's
// own, which it is for all others.
func (s *Sites) Address(own *url.URL, host string) string {
	if host = s.Named(host); host == "" {
		return own.Scheme + "://" + own.Host
	}
	if port := own.Port(); port != "" {
		host = net.JoinHostPort(host, port)
	}
	return own.Scheme + "://" + host
}

// every stands for all hosts.
const every = "*"

// name is a host in the words of the settings. A dot at its end is the root of all names: it is the same host.
func name(host string) string {
	if bare, _, err := net.SplitHostPort(host); err == nil {
		host = bare
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// ByKey gives the site of a key, the shop's own for one that there is not.
func (s *Sites) ByKey(key string) Site {
	if key == s.partner.Key {
		return s.partner
	}
	return Site{}
}

// contrastToWhite is the contrast ratio of WCAG 2 between white and a colour.
func contrastToWhite(hex string) float64 {
	light := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		light += weight * c
	}
	return 1.05 / (light + 0.05)
}
