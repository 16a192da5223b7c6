package httpapi

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// What a visitor looked at and compares is remembered by the browser, in cookies that the storefront writes: product
// IDs with dots between them, the newest first. Pages stay the same for everyone, and nobody gets a session for looking.

// MaxSeen and MaxCompared are how many of the cookies' products count.
const (
	MaxSeen     = 12
	MaxCompared = 4
)

// remembered reads such a cookie, at most the first most products. Anything that is no ID is passed over.
func remembered(cookie string, most int) []int64 {
	ids := []int64{}
	for text := range strings.SplitSeq(cookie, ".") {
		id, err := strconv.ParseInt(text, 10, 64)
		if len(ids) < most && err == nil && id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// cards gives the cards of those of the products that the site still sells.
func (s *Server) cards(ctx context.Context, ids []int64) ([]Card, error) {
	products, err := s.deps.Catalog.Products(ctx, ids)
	if err != nil || len(products) == 0 {
		return []Card{}, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	products = t.sold(products)
	lang := language(ctx)
	cards := make([]Card, len(products))
	for i, p := range products {
		card := t.builder.Document(p).Card
		cards[i] = cardOf(&card, lang)
	}
	s.rate(ctx, cards)
	return cards, nil
}
