package bench

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"kontor.dev/kontor/core/catalog"
)

// Fresh is the scenario of a price that an import changes: the times are from the import's end until the front door shows
// it.
const Fresh = "freshness"

const (
	freshWithin = 2 * time.Second
	lookAgain   = 5 * time.Millisecond
)

// fresh changes the price of one product to and fro, as an import does, and looks at the product's page at the front
// door until it has the new one. A page is kept there, so that it is the one that every visitor gets.
func (s *shop) fresh(store catalog.Store) Scenario {
	v, seen := s.visitor(), []byte(nil)
	var sold *catalog.Product // as it was found
	dearer := false
	shows := func(ctx context.Context, cents int64) (bool, error) {
		err := v.get(ctx, "/produkt/"+sold.Slug, &seen)
		return bytes.Contains(seen, fmt.Appendf(nil, `data-product-id="%d" data-price="%d"`, sold.ID, cents)), err
	}
	price := func(ctx context.Context, cents int64) error {
		p := *sold
		p.Prices.Price.Minor, p.Stock = cents, nil // the stock may have been drawn from since
		_, err := store.Apply(ctx, catalog.Batch{Products: []*catalog.Product{&p}})
		return err
	}
	return Scenario{
		Name: Fresh, Alone: true, Within: freshWithin,
		Prepare: func(ctx context.Context, _ int) (err error) {
			dearer = false
			if sold, err = store.Product(ctx, s.shelf.draw().ID); err != nil {
				return err
			}
			there, err := shows(ctx, sold.Prices.Price.Minor)
			if err == nil && !there {
				err = fmt.Errorf("the page of %s does not show its price", sold.Slug)
			}
			return err
		},
		Do: func(ctx context.Context, _ int) error {
			dearer = !dearer
			cents := sold.Prices.Price.Minor
			if dearer {
				cents++
			}
			if err := price(ctx, cents); err != nil {
				return err
			}
			return until(ctx, func() (bool, error) { return shows(ctx, cents) })
		},
		Finish: func(ctx context.Context) error {
			if sold == nil || !dearer {
				return nil
			}
			return price(ctx, sold.Prices.Price.Minor)
		},
	}
}

// until looks until it is so, or for as long as a visitor has patience.
func until(ctx context.Context, look func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		if there, err := look(); there || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}
