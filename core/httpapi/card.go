package httpapi

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/search"
)

// Prices are gross. Lowest30 is there while the price is reduced.
type Prices struct {
	Price    money.Amount `json:"price"`
	UVP      money.Amount `json:"uvp,omitzero" doc:"recommended by the manufacturer"`
	Lowest30 money.Amount `json:"lowest30,omitzero" doc:"lowest price of the 30 days before the reduction"`
	Student  money.Amount `json:"student,omitzero"`

	Base *catalog.BasePrice `json:"base,omitempty" doc:"of a whole unit (kg, l, m, m2), of goods by measure"`
}

// Card is a product in a list, in one language.
type Card struct {
	ID            int64    `json:"id"`
	ArticleNumber string   `json:"articleNumber"`
	Slug          string   `json:"slug"`
	Name          string   `json:"name"`
	Manufacturer  string   `json:"manufacturer"`
	CategoryID    int64    `json:"categoryId"`
	OMSCategory   string   `json:"omsCategory"`
	Image         string   `json:"image" doc:"key: /images/{size}/{key}"`
	Prices        Prices   `json:"prices"`
	EnergyClass   string   `json:"energyClass,omitempty"`
	EnergyScale   string   `json:"energyScale,omitempty"`
	Available     bool     `json:"available"`
	Condition     string   `json:"condition"`
	Highlights    []string `json:"highlights"`

	Rating *CardRating `json:"rating,omitempty" doc:"missing: nobody has rated it"`
}

// CardRating is what a product's reviews come to.
type CardRating struct {
	Count  int `json:"count"`
	Tenths int `json:"tenths" doc:"the average, in tenths of a star: 43 is 4.3"`
}

func cardOf(c *search.Card, lang catalog.Lang) Card {
	card := Card{
		ID: c.ID, ArticleNumber: c.ArticleNumber, Slug: c.Slug, Name: c.Name, Manufacturer: c.Manufacturer,
		CategoryID: c.CategoryID, OMSCategory: c.OMSCategory, Image: c.Image, Prices: Prices(c.Prices),
		EnergyClass: c.EnergyClass, EnergyScale: c.EnergyScale, Available: c.Available, Condition: c.Condition,
		Highlights: make([]string, len(c.Highlights)),
	}
	for i, h := range c.Highlights {
		card.Highlights[i] = h.In(lang)
	}
	return card
}

func cardsOf(cards []search.Card, lang catalog.Lang) []Card {
	list := make([]Card, len(cards))
	for i := range cards {
		list[i] = cardOf(&cards[i], lang)
	}
	return list
}

// ratingWait is how long cards wait for their ratings, which come from the database, where the cards may not.
const ratingWait = time.Second

// rate puts ratings on cards. Without them, or where they take long, the cards are still worth showing.
func (s *Server) rate(ctx context.Context, lists ...[]Card) {
	if s.deps.Reviews == nil {
		return
	}
	var ids []int64
	for _, cards := range lists {
		for i := range cards {
			ids = append(ids, cards[i].ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ratingWait)
	defer cancel()
	ratings, err := s.deps.Reviews.Ratings(ctx, ids)
	if err != nil {
		slog.WarnContext(ctx, "cards without ratings", "error", err)
		return
	}
	for _, cards := range lists {
		for i := range cards {
			if r := ratings[cards[i].ID]; r.Count > 0 {
				cards[i].Rating = &CardRating{Count: r.Count, Tenths: r.Tenths()}
			}
		}
	}
}
