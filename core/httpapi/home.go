package httpapi

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/search"
)

// Home is what the home page shows.
type Home struct {
	Slides      []Slide        `json:"slides"`
	Deals       []Card         `json:"deals" doc:"deals of the week"`
	Categories  []HomeCategory `json:"categories" doc:"the first ten root categories that have products"`
	TopProducts []Card         `json:"topProducts"`
}

// HomeCategory is a root category with the picture of what sells best in it.
type HomeCategory struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	URL   string `json:"url"`
	Image string `json:"image" doc:"key: /images/{size}/{key}"`
}

const maxHomeCategories = 10

// Slide is one picture of the home page's banner.
type Slide struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Image string `json:"image" doc:"key: /images/{size}/{key}"`
	URL   string `json:"url"`
	CTA   string `json:"cta" doc:"text of the button"`
}

func (s *Server) registerHome(api huma.API) {
	registerRaw[none, Home](api, get("home", "home", "/api/home", "The home page"), s.home)
}

// home answers with the encoded page, kept like a listing.
func (s *Server) home(ctx context.Context, _ *none) (*raw, error) {
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	lang := language(ctx)
	return s.keep(ctx, fmt.Sprintf("home %s %d", lang, t.root), func(ctx context.Context) (any, error) {
		return s.homePage(ctx, t, lang)
	})
}

func (s *Server) homePage(ctx context.Context, t *tree, lang catalog.Lang) (Home, error) {
	home := Home{Slides: []Slide{}, Deals: []Card{}, Categories: []HomeCategory{}, TopProducts: []Card{}}
	categories, err := s.homeCategories(ctx, t, lang)
	if err != nil {
		return Home{}, err
	}
	home.Categories = categories
	if t.root != 0 { // a partner's: it begins with its category, and sells nothing else
		return home, nil
	}
	slides, err := s.deps.Content.Slides(ctx)
	if err != nil {
		return Home{}, err
	}
	for _, slide := range slides {
		home.Slides = append(home.Slides, Slide{
			ID: slide.ID, Title: slide.Title.In(lang), Text: slide.Text.In(lang), Image: slide.Image, URL: slide.URL,
			CTA: slide.CTA.In(lang),
		})
	}
	deals, err := s.deps.Content.Deals(ctx, s.cardsByNumber)
	if err != nil {
		return Home{}, err
	}
	top, err := s.deps.Content.TopProducts(ctx)
	if err != nil {
		return Home{}, err
	}
	home.Deals, home.TopProducts = cardsOf(deals, lang), cardsOf(top, lang)
	s.rate(ctx, home.Deals, home.TopProducts)
	return home, nil
}

func (s *Server) homeCategories(ctx context.Context, t *tree, lang catalog.Lang) ([]HomeCategory, error) {
	list := []HomeCategory{}
	for _, root := range t.links(0, lang) {
		if len(list) == maxHomeCategories {
			break
		}
		image, err := s.deps.Content.Face(ctx, root.ID)
		if err != nil {
			return nil, err
		}
		if image != "" {
			list = append(list, HomeCategory{ID: root.ID, Name: root.Name, URL: root.URL, Image: image})
		}
	}
	return list, nil
}

// cardsByNumber gives the cards of those of the article numbers that are sold, in their order.
func (s *Server) cardsByNumber(ctx context.Context, articleNumbers []string) ([]search.Card, error) {
	products, err := s.deps.Catalog.ByArticleNumbers(ctx, articleNumbers)
	if err != nil || len(products) == 0 {
		return nil, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	cards := make([]search.Card, len(products))
	for i, p := range products {
		cards[i] = t.builder.Document(p).Card
	}
	return cards, nil
}
