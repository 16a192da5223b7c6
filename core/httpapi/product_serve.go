package httpapi

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/withdrawal"
)

// fewLeft is from how many on the shop does not tell the number.
const fewLeft = 5

var errNoProduct = fault.New(fault.NotFound, "product_not_found")

// product answers with the encoded page of a product, kept like a listing: what is shown may be some tenths of a second
// old, what is bought is read anew.
func (s *Server) product(ctx context.Context, in *productRequest) (*raw, error) {
	id, err := productID(in.Slug)
	if err != nil {
		return nil, err
	}
	lang := language(ctx)
	t, err := s.tree(ctx)
	if err != nil {
		return nil, err
	}
	return s.keep(ctx, fmt.Sprintf("product %s %d %d", lang, t.root, id), func(ctx context.Context) (any, error) {
		return s.productPage(ctx, t, id, lang)
	})
}

func (s *Server) productPage(ctx context.Context, t *tree, id int64, lang catalog.Lang) (Product, error) {
	p, err := s.deps.Catalog.Product(ctx, id)
	if err != nil {
		return Product{}, err
	}
	if !t.sells(p.CategoryID) {
		return Product{}, errNoProduct
	}
	similar, err := s.similar(ctx, p)
	if err != nil {
		return Product{}, err
	}
	reviews, err := s.reviewsOf(ctx, id, 1)
	if err != nil {
		return Product{}, err
	}
	card := t.builder.Document(p).Card
	page := productOf(p, t, lang)
	page.Similar, page.Highlights, page.Reviews = cardsOf(similar, lang), cardOf(&card, lang).Highlights, reviews
	page.Shipping, page.Withdrawal = s.sending(ctx, p), !withdrawal.Excluded(s.deps.Withdrawal, p.ArticleNumber, t.slugs(p.CategoryID))
	s.rate(ctx, page.Similar)
	return page, nil
}

// sending tells how a product comes to private customers who buy it alone.
func (s *Server) sending(ctx context.Context, p *catalog.Product) *ProductShipping {
	if s.deps.Standard == nil {
		return nil
	}
	o, ok := s.deps.Standard.Option(ctx, pricing.Item{ProductID: p.ID, Unit: p.Prices.Price, TaxRate: p.TaxRate, WeightGrams: p.WeightGrams})
	if !ok {
		return nil
	}
	return &ProductShipping{Fee: o.Fee, HandlingDays: handlingDays, MinDays: o.MinDays, MaxDays: o.MaxDays}
}

// productID reads the id at the end of a slug. What stands before it may be outdated: the id counts.
func productID(slug string) (int64, error) {
	id, err := strconv.ParseInt(slug[strings.LastIndexByte(slug, '-')+1:], 10, 64)
	if err != nil {
		return 0, errNoProduct
	}
	return id, nil
}

func productOf(p *catalog.Product, t *tree, lang catalog.Lang) Product {
	answer := Product{
		ID: p.ID, Slug: p.Slug, Name: p.Name, Manufacturer: p.Manufacturer, ArticleNumber: p.ArticleNumber, EAN: p.EAN,
		CategoryID: p.CategoryID, OMSCategory: p.OMSCategory, Condition: string(p.Condition),
		Description: p.Description.In(lang), Prices: Prices(p.Prices), TaxRate: p.TaxRate,
		Attributes: productAttributes(p, t, lang), Highlights: []string{}, DataSheet: p.DataSheetURL,
		Images: []ProductImage{}, Warranties: []ProductWarranty{}, HasBundle: p.HasBundle, Bundle: bundleOf(p, lang),
		Safety: ProductSafety{
			Manufacturer: p.Safety.Manufacturer, Address: p.Safety.Address, Contact: p.Safety.Contact,
			Responsible: p.Safety.Responsible, Warnings: p.Safety.Warnings.In(lang),
		},
		Charger: p.Charger, Guarantee: p.Guarantee,
		Availability: availability(p, time.Now()), MaxQuantity: cart.Most(p), Breadcrumb: t.crumbs(p.CategoryID, lang),
		Similar: []Card{},
	}
	if p.Energy != nil {
		answer.Energy = &ProductEnergy{
			Class: p.Energy.Class, Scale: p.Energy.Scale, Label: p.Energy.LabelKey, Sheet: p.Energy.SheetURL,
			EPREL: p.Energy.EPRELURL,
		}
	}
	if d := p.Durability; d != nil {
		answer.Durability = &ProductDurability{UpdatesUntil: d.UpdatesUntil, RepairScore: d.RepairScore, Repair: d.Repair.In(lang)}
	}
	for _, i := range p.Images {
		answer.Images = append(answer.Images, ProductImage{Key: i.Key, Alt: i.Alt.In(lang)})
	}
	for _, w := range p.Warranties {
		answer.Warranties = append(answer.Warranties, ProductWarranty{ID: w.ID, Months: w.Months, Price: w.Price, Title: w.Title.In(lang)})
	}
	return answer
}

func bundleOf(p *catalog.Product, lang catalog.Lang) []BundlePart {
	parts := make([]BundlePart, len(p.Bundle))
	for i, part := range p.Bundle {
		parts[i] = BundlePart{Quantity: part.Quantity, Title: part.Title.In(lang)}
	}
	return parts
}

// handlingDays is how many working days after its order a parcel leaves.
const handlingDays = 1

// availability says on which of Germany's days a parcel sent with standard shipping comes: it takes one or two working days once it
// left.
func availability(p *catalog.Product, now time.Time) Availability {
	const day = "2006-01-02"
	left := p.Available()
	a := Availability{State: "available"}
	switch {
	case left <= 0:
		return Availability{State: "none"}
	case left <= fewLeft:
		a.State, a.Quantity = "few", left
	}
	from := workingDays(now.In(clock.Germany), handlingDays+1)
	a.DeliveryFrom, a.DeliveryTo = from.Format(day), workingDays(from, 1).Format(day)
	return a
}

// workingDays gives the day that is n days later, Sundays and holidays of the whole country not counted; parcels come on
// Saturdays.
func workingDays(t time.Time, n int) time.Time {
	for n > 0 {
		t = t.AddDate(0, 0, 1)
		if t.Weekday() != time.Sunday && !order.Holiday(t) {
			n--
		}
	}
	return t
}

func productAttributes(p *catalog.Product, t *tree, lang catalog.Lang) []ProductAttribute {
	list := []ProductAttribute{}
	for _, a := range p.Attributes {
		def, known := t.attribute(p.CategoryID, a.Key)
		if !known {
			continue
		}
		value, unit := attributeValue(a, def, lang)
		if value == "" {
			continue
		}
		list = append(list, ProductAttribute{Key: a.Key, Label: def.Label.In(lang), Value: value, Unit: unit, Hex: a.Hex})
	}
	return list
}

func attributeValue(a catalog.Attribute, def catalog.AttributeDef, lang catalog.Lang) (value, unit string) {
	switch def.Type {
	case catalog.NumberAttribute:
		return def.Quantity(a.Number, lang)
	case catalog.BoolAttribute:
		if a.Number == 0 {
			return texts["no"].In(lang), ""
		}
		return texts["yes"].In(lang), ""
	}
	return a.Text.In(lang), ""
}

func (s *Server) energyLabel(ctx context.Context, in *byID) (EnergyLabel, error) {
	if err := s.refuseUnsold(ctx, in.ID); err != nil {
		return EnergyLabel{}, err
	}
	p, err := s.deps.Catalog.Product(ctx, in.ID)
	if err != nil {
		return EnergyLabel{}, err
	}
	if p.Energy == nil {
		return EnergyLabel{}, fault.New(fault.NotFound, "energy_label_not_found")
	}
	cacheControl(ctx, catalogueLife)
	label := EnergyLabel{Sheet: p.Energy.SheetURL, EPREL: p.Energy.EPRELURL}
	if p.Energy.LabelKey != "" {
		label.EEFImage = "/images/600/" + p.Energy.LabelKey
	}
	return label, nil
}
