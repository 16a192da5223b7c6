package bench

import (
	"context"
	"math/rand/v2"
	"net/url"
)

// share is how many of a hundred visits are of a kind.
type share struct {
	percent int
	do      func(ctx context.Context, v *visitor) error
}

// Mixed gives visits as a shop has them: most look at listings and products, some search, few fill a cart, and three of a
// hundred order. Each is a visitor of its own. It places real orders.
func (s *Suite) Mixed() Visit {
	shares := []share{
		{40, func(ctx context.Context, v *visitor) error { return v.get(ctx, listingPath(s.shop.mix.draw()), nil) }},
		{30, func(ctx context.Context, v *visitor) error {
			return v.get(ctx, "/api/product/"+s.shop.shelf.draw().Slug, nil)
		}},
		{15, func(ctx context.Context, v *visitor) error {
			return v.get(ctx, "/api/suggest?query="+url.QueryEscape(typed[rand.IntN(len(typed))]), nil)
		}},
		{12, s.shop.add},
		{3, func(ctx context.Context, v *visitor) error {
			err := s.shop.add(ctx, v)
			if err == nil {
				v.returns = persistence
				_, err = s.shop.order(ctx, v)
			}
			return err
		}},
	}
	return func(ctx context.Context, _ int) (Outcome, error) {
		one, drawn := shares[0], rand.IntN(100)
		for _, one = range shares {
			if drawn -= one.percent; drawn < 0 {
				break
			}
		}
		if err := one.do(ctx, &visitor{client: s.shop.client}); err != nil {
			return outcomeOf(err)
		}
		return Done, nil
	}
}
