package content

import (
	"context"
	"slices"
	"strings"
)

// AdRequest is what a page tells of itself when it asks for ads.
type AdRequest struct {
	Targets    []string
	Mobile     bool
	Categories []string          // slugs, lower case
	Keywords   map[string]string // lower case
	LineItem   string            // of a preview: only its ads, whatever their dates
	Creative   string
	Leads      func(url string) bool // whether an ad may lead there; nil: anywhere
}

// Ads gives the ads of each target that has any, and whether a later request could show others, because it is another's turn,
// or one ends or begins: then the page asks again after a while. turn chooses among several.
func (s *Service) Ads(ctx context.Context, r AdRequest, turn int) (ads map[string]Ad, rotates bool, err error) {
	item, err := s.item(ctx, string(AdKind))
	if err != nil {
		return nil, false, err
	}
	ads = map[string]Ad{}
	now := s.clock.Now()
	for _, target := range r.Targets {
		var fitting []Ad
		for _, ad := range item.Ads {
			if ad.Target != target || !r.fits(ad) {
				continue
			}
			if r.LineItem == "" {
				rotates = rotates || now.Before(ad.From) || now.Before(ad.Until)
				if !between(ad.From, now, ad.Until) {
					continue
				}
			}
			fitting = append(fitting, ad)
		}
		if len(fitting) > 0 {
			ads[target] = fitting[turn%len(fitting)]
			rotates = rotates || len(fitting) > 1
		}
	}
	return ads, rotates, nil
}

// fits reports whether the ad is for the page, at whatever time.
func (r AdRequest) fits(ad Ad) bool {
	if r.Leads != nil && !r.Leads(ad.URL) {
		return false
	}
	if r.LineItem != "" {
		return ad.LineItem == r.LineItem && (r.Creative == "" || ad.Creative == r.Creative)
	}
	if ad.Device != "" && (ad.Device == "mobile") != r.Mobile {
		return false
	}
	if len(ad.Categories) > 0 && !slices.ContainsFunc(ad.Categories, func(c string) bool { return slices.Contains(r.Categories, c) }) {
		return false
	}
	for key, value := range ad.Keywords {
		if r.Keywords[strings.ToLower(key)] != strings.ToLower(value) {
			return false
		}
	}
	return true
}
