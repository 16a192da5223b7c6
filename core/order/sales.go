package order

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// Sold is an order as sales are counted.
type Sold struct {
	Lines     []checkout.Line
	Totals    pricing.Totals
	Cancelled bool
	Back      []Item // pieces of these lines that were cancelled by themselves, returned, or never collected
}

// back is how many pieces of a line the customer did not keep.
func (s *Sold) back(line int) int {
	if s.Cancelled {
		return s.Lines[line].Quantity
	}
	n := 0
	for _, i := range s.Back {
		if i.Line == line {
			n += i.Quantity
		}
	}
	return n
}

// Sales reads what was sold.
type Sales interface {
	// Sold streams the orders that were placed within [from, until), also those that wait for a prepayment or were cancelled
	// since. An error of yield ends it.
	Sold(ctx context.Context, from, until time.Time, yield func(Sold) error) error
}

// Seller is what was sold of an article.
type Seller struct {
	ArticleNumber string       `json:"article"`
	Name          string       `json:"name"` // as it was called last
	Orders        int          `json:"orders"`
	Pieces        int          `json:"pieces"`  // that were ordered
	Back          int          `json:"back"`    // of these
	Revenue       money.Amount `json:"revenue"` // of those that were kept, with their warranties, as the orders' sums count them
}

// Report is what was sold in some days. Revenue is that of the goods: without shipping, fees and the package, and before
// discount codes.
type Report struct {
	Orders  int          `json:"orders"`
	Pieces  int          `json:"pieces"`
	Back    int          `json:"back"`
	Revenue money.Amount `json:"revenue"`
	Sellers []Seller     `json:"articles"` // what brought most first
}

// ReportOf counts what was sold of orders placed within [from, until).
func ReportOf(ctx context.Context, sales Sales, from, until time.Time) (*Report, error) {
	r := &Report{Revenue: money.Euro(0)}
	sellers := map[string]*Seller{}
	err := sales.Sold(ctx, from, until, func(o Sold) error {
		r.Orders++
		counted := map[string]bool{}
		for i := range o.Lines {
			l := &o.Lines[i]
			s, known := sellers[l.ArticleNumber]
			if !known {
				s = &Seller{ArticleNumber: l.ArticleNumber, Revenue: money.Euro(0)}
				sellers[l.ArticleNumber] = s
			}
			if s.Name = l.Name; !counted[l.ArticleNumber] {
				counted[l.ArticleNumber] = true
				s.Orders++
			}
			back := o.back(i)
			s.Pieces += l.Quantity
			s.Back += back
			s.Revenue = s.Revenue.Add(l.Price(o.Totals.NetOnly()).Times(int64(l.Quantity - back)))
		}
		return nil
	})
	for _, s := range sellers {
		r.Pieces, r.Back, r.Revenue = r.Pieces+s.Pieces, r.Back+s.Back, r.Revenue.Add(s.Revenue)
		r.Sellers = append(r.Sellers, *s)
	}
	slices.SortFunc(r.Sellers, func(a, b Seller) int {
		return cmp.Or(cmp.Compare(b.Revenue.Minor, a.Revenue.Minor), cmp.Compare(a.ArticleNumber, b.ArticleNumber))
	})
	return r, err
}
