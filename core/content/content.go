// Package content is what editors put on the home page: the banner's slides, and which products are shown as deals.
package content

import (
	"context"
	"fmt"
	"io"
	"slices"

	"go.yaml.in/yaml/v3"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// Slide is one picture of the banner.
type Slide struct {
	ID    int64
	Title catalog.Text
	Text  catalog.Text
	Image string // key
	URL   string
	CTA   catalog.Text // text of the button
}

// DealCount and TopCount are the lengths of the home page's sliders.
const (
	DealCount = 12
	TopCount  = 12
)

// Finder finds products; search.Engine does.
type Finder interface {
	Search(ctx context.Context, q search.Query) (search.Answer, error)
}

// Service gives the content of the home page.
type Service struct {
	slides []Slide
	finder Finder
}

// NewService makes a service that shows slides and finds products by finder.
func NewService(slides []Slide, finder Finder) *Service {
	return &Service{slides: slides, finder: finder}
}

// Slides gives the banner.
func (s *Service) Slides() []Slide { return s.slides }

// Deals gives the available products whose price is reduced most among the popular ones.
func (s *Service) Deals(ctx context.Context) ([]search.Card, error) {
	answer, err := s.finder.Search(ctx, search.Query{Sort: search.ByPopularity, Size: search.MaxPageSize})
	if err != nil {
		return nil, err
	}
	deals := slices.DeleteFunc(slices.Clone(answer.Cards), func(c search.Card) bool {
		return !c.Available || Discount(c.Prices) == 0
	})
	slices.SortStableFunc(deals, func(a, b search.Card) int { return Discount(b.Prices) - Discount(a.Prices) })
	return deals[:min(len(deals), DealCount)], nil
}

// TopProducts gives the products that sell best.
func (s *Service) TopProducts(ctx context.Context) ([]search.Card, error) {
	answer, err := s.finder.Search(ctx, search.Query{Sort: search.ByPopularity, Size: TopCount})
	return answer.Cards, err
}

// Discount is how many percent a price is reduced, rounded down: from the lowest price of the last 30 days while it is
// reduced, which is what may be advertised, else from the UVP; 0 when it is not.
func Discount(p catalog.Prices) int {
	from := p.Lowest30.Minor
	if from == 0 {
		from = p.UVP.Minor
	}
	if from <= p.Price.Minor {
		return 0
	}
	return int((from - p.Price.Minor) * 100 / from)
}

type slideFile struct {
	Slides []struct {
		Title yamlText `yaml:"title"`
		Text  yamlText `yaml:"text"`
		Image string   `yaml:"image"`
		URL   string   `yaml:"url"`
		CTA   yamlText `yaml:"cta"`
	} `yaml:"slides"`
}

type yamlText struct {
	DE string `yaml:"de"`
	EN string `yaml:"en"`
}

// ReadSlides reads the banner from YAML: slides with title, text, image, url and cta. Unknown keys are errors.
func ReadSlides(r io.Reader) ([]Slide, error) {
	var file slideFile
	decoder := yaml.NewDecoder(r)
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("slides: %w", err)
	}
	var slides []Slide
	for i, s := range file.Slides {
		slides = append(slides, Slide{
			ID: int64(i + 1), Title: catalog.Text(s.Title), Text: catalog.Text(s.Text), Image: s.Image, URL: s.URL,
			CTA: catalog.Text(s.CTA),
		})
	}
	return slides, nil
}
