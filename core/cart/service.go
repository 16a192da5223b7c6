package cart

import (
	"context"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
)

// View is a cart as it is now: with its products, today's prices and what they come to.
type View struct {
	Cart   *Cart
	Lines  []ViewLine // lines whose product is no longer sold are left out
	Gone   []int64    // the products of those, in their order
	Totals pricing.Totals
}

// ViewLine is a line with its product.
type ViewLine struct {
	Line
	Product  *catalog.Product
	Most     int              // how many may be had now; 0 is none
	Unit     money.Amount     // what one costs, without warranty
	Warranty catalog.Warranty // zero when none was chosen
	Total    money.Amount
}

// Count is the number of items.
func (v *View) Count() int {
	n := 0
	for _, l := range v.Lines {
		n += l.Quantity
	}
	return n
}

// StandardShipping says what sending goods costs by standard, within Germany, in as many deliveries as a checkout makes
// of them. It must be quick: every view asks.
type StandardShipping interface {
	Standard(ctx context.Context, items []pricing.Item) money.Amount
}

// Service shows carts. Changing them is the store's.
type Service struct {
	Store
	shipping StandardShipping
}

// NewService makes a service.
func NewService(store Store, shipping StandardShipping) *Service {
	return &Service{Store: store, shipping: shipping}
}

// View reads a cart with its products and totals; vouchers are left to the checkout.
func (s *Service) View(ctx context.Context, id string) (*View, error) {
	content, err := s.Content(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.ViewOf(ctx, content), nil
}

// ViewOf prices a cart that was just read. Lines whose product is no longer sold are left out.
func (s *Service) ViewOf(ctx context.Context, content Content) *View {
	byID := make(map[int64]*catalog.Product, len(content.Products))
	for _, p := range content.Products {
		byID[p.ID] = p
	}
	v := &View{Cart: content.Cart}
	var in pricing.Input
	for _, l := range v.Cart.Lines {
		p, sold := byID[l.ProductID]
		if !sold {
			v.Gone = append(v.Gone, l.ProductID)
			continue
		}
		line := Priced(l, p)
		v.Lines = append(v.Lines, line)
		in.Items = append(in.Items, line.Item())
	}
	if len(v.Lines) > 0 {
		in.Shipping = []money.Amount{s.shipping.Standard(ctx, in.Items)}
	}
	v.Totals = pricing.Compute(in)
	return v
}

// Priced gives a line at today's price of its product.
func Priced(l Line, p *catalog.Product) ViewLine {
	v := ViewLine{Line: l, Product: p, Unit: p.Prices.Price, Most: Most(p)}
	if l.Student && !p.Prices.Student.IsZero() {
		v.Unit = p.Prices.Student
	}
	for _, w := range p.Warranties {
		if w.ID == l.WarrantyID {
			v.Warranty = w
		}
	}
	v.Total = v.Unit.Add(v.Warranty.Price).Times(int64(l.Quantity))
	return v
}

// Item is the line as pricing takes it.
func (l ViewLine) Item() pricing.Item {
	return pricing.Item{
		ProductID: l.ProductID, Quantity: l.Quantity, Unit: l.Unit, TaxRate: l.Product.TaxRate, Warranty: l.Warranty.Price,
		WeightGrams: l.Product.WeightGrams,
	}
}

// Most is how many of a product one cart may hold now.
func Most(p *catalog.Product) int {
	most := min(p.Available(), MaxQuantity)
	if p.MaxQuantity > 0 {
		most = min(most, p.MaxQuantity)
	}
	return max(most, 0)
}
