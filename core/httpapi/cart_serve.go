package httpapi

import (
	"context"
	"errors"
	"slices"

	"kontor.dev/kontor/core/cart"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/session"
)

func (s *Server) cart(ctx context.Context, _ *none) (CartView, error) {
	answer := CartView{Products: []CartProduct{}, DeliveryRestrictions: []DeliveryRestriction{}, PaymentMethods: []PaymentLogo{}}
	v, err := s.ownCart(ctx)
	if err != nil {
		return answer, err
	}
	lang := language(ctx)
	answer.Products, answer.Summary, answer.ProductsCount = cartProducts(v, lang), cartSummary(v), v.Count()
	answer.PaymentUnderWay = v.Cart.FrozenBy != ""
	if len(v.Gone) > 0 {
		names, err := s.deps.Cart.Names(ctx, v.Gone)
		if err != nil {
			return answer, err
		}
		for _, id := range v.Gone {
			answer.ProductsGone = append(answer.ProductsGone, ProductGone{ID: id, Name: names[id]})
		}
	}
	for _, l := range v.Lines {
		if to := l.Product.DeliveryCountries; len(to) > 0 {
			answer.DeliveryRestrictions = append(answer.DeliveryRestrictions, DeliveryRestriction{l.Product.ID, to})
		}
	}
	methods, err := s.deps.PaymentMethods(ctx)
	if err != nil {
		return answer, err
	}
	for _, m := range methods {
		if m.Retired || slices.ContainsFunc(answer.PaymentMethods, func(l PaymentLogo) bool { return l.Logo == m.LogoURL }) {
			continue // the same provider's other methods
		}
		answer.PaymentMethods = append(answer.PaymentMethods, PaymentLogo{Code: m.Code, Title: m.Title.In(lang), Logo: m.LogoURL})
	}
	return answer, nil
}

// ownCart gives the visitor's cart; one without a session has an empty one.
func (s *Server) ownCart(ctx context.Context) (*cart.View, error) {
	current, err := s.currentSession(ctx)
	if errors.Is(err, fault.New(fault.Unauthenticated, "")) {
		return &cart.View{Cart: &cart.Cart{}, Totals: pricing.Compute(pricing.Input{})}, nil
	}
	if err != nil {
		return nil, err
	}
	return s.deps.Cart.View(ctx, current.CartID)
}

func (s *Server) cartAdd(ctx context.Context, in *body[CartAddRequest]) (CartResponse, error) {
	if err := s.refuseUnsold(ctx, in.Body.ID); err != nil {
		return CartResponse{}, err
	}
	current, err := s.ensureSession(ctx)
	if err != nil {
		return CartResponse{}, err
	}
	change, err := s.deps.Cart.Add(ctx, current.CartID, in.Body.ID, in.Body.Quantity)
	if err != nil {
		return CartResponse{}, err
	}
	return s.cartResponse(ctx, in.Body.ID, s.deps.Cart.ViewOf(ctx, change.Content), change.MaxQuantity), nil
}

// refuseUnsold keeps what a partner does not sell away from its site; fault NotFound ("product_not_found").
func (s *Server) refuseUnsold(ctx context.Context, productID int64) error {
	if !siteOf(ctx).WhiteLabel() {
		return nil
	}
	p, err := s.deps.Catalog.Product(ctx, productID)
	if err != nil {
		return err
	}
	t, err := s.tree(ctx)
	if err == nil && !t.sells(p.CategoryID) {
		err = errNoProduct
	}
	return err
}

func (s *Server) cartQuantity(ctx context.Context, in *body[CartQuantityRequest]) (CartResponse, error) {
	current, err := s.ensureSession(ctx)
	if err = s.refuseSoft(current, err); err != nil {
		return CartResponse{}, err
	}
	change, err := s.deps.Cart.SetQuantity(ctx, current.CartID, in.Body.ID, in.Body.Quantity)
	if err != nil {
		return CartResponse{}, err
	}
	return s.cartResponse(ctx, in.Body.ID, s.deps.Cart.ViewOf(ctx, change.Content), change.MaxQuantity), nil
}

// refuseSoft passes a session on unless its full login is over: that one may add to the cart, and take nothing out.
func (s *Server) refuseSoft(current *session.Session, err error) error {
	if err == nil && s.deps.Sessions.Soft(current) {
		return fault.New(fault.Unauthenticated, "full_login_required")
	}
	return err
}

func (s *Server) cartRemove(ctx context.Context, in *body[CartRemoveRequest]) (CartResponse, error) {
	current, err := s.currentSession(ctx)
	if err = s.refuseSoft(current, err); err != nil {
		return CartResponse{}, err
	}
	if err := s.take(ctx, current.CartID, in.Body.ID, in.Body.Quantity); err != nil {
		return CartResponse{}, err
	}
	return s.cartNow(ctx, current.CartID, in.Body.ID)
}

// take takes pieces of a line out of the cart; 0 is all of them.
func (s *Server) take(ctx context.Context, cartID string, productID int64, quantity int) error {
	if quantity == 0 {
		return s.deps.Cart.Remove(ctx, cartID, productID)
	}
	return s.deps.Cart.Take(ctx, cartID, productID, quantity)
}

func (s *Server) cartWarranty(ctx context.Context, in *body[CartWarrantyRequest]) (CartResponse, error) {
	current, err := s.currentSession(ctx)
	if err != nil {
		return CartResponse{}, err
	}
	if err := s.deps.Cart.SetWarranty(ctx, current.CartID, in.Body.ID, in.Body.WarrantyID); err != nil {
		return CartResponse{}, err
	}
	return s.cartNow(ctx, current.CartID, in.Body.ID)
}

func (s *Server) cartPopupRemove(ctx context.Context, in *cartPopupRemoval) (CartPopup, error) {
	current, err := s.currentSession(ctx)
	if err = s.refuseSoft(current, err); err != nil {
		return CartPopup{}, err
	}
	if err := s.take(ctx, current.CartID, in.Body.ID, in.Quantity); err != nil {
		return CartPopup{}, err
	}
	v, err := s.deps.Cart.View(ctx, current.CartID)
	if err != nil {
		return CartPopup{}, err
	}
	return CartPopup{Products: cartProducts(v, language(ctx)), CartSummary: cartSummary(v), CartCount: v.Count()}, nil
}

// cartNow answers a change with the cart as it is after it.
func (s *Server) cartNow(ctx context.Context, cartID string, productID int64) (CartResponse, error) {
	v, err := s.deps.Cart.View(ctx, cartID)
	if err != nil {
		return CartResponse{}, err
	}
	return s.cartResponse(ctx, productID, v, 0), nil
}

func (s *Server) cartResponse(ctx context.Context, productID int64, v *cart.View, maxQuantity int) CartResponse {
	answer := CartResponse{
		Products: cartProducts(v, language(ctx)), CartCount: v.Count(), ProductInfo: []CartProduct{},
		CartSummary: cartSummary(v), MaxQuantity: maxQuantity,
	}
	for _, p := range answer.Products {
		if p.ID == productID {
			answer.ProductInfo = append(answer.ProductInfo, p)
		}
	}
	return answer
}

func cartSummary(v *cart.View) CartSummary {
	return CartSummary{Total: v.Totals.Subtotal, Shipping: v.Totals.Shipping, FullTotal: v.Totals.Total}
}

func cartProducts(v *cart.View, lang catalog.Lang) []CartProduct {
	list := make([]CartProduct, len(v.Lines))
	for i, l := range v.Lines {
		list[i] = cartProduct(l, lang)
	}
	return list
}

func cartProduct(l cart.ViewLine, lang catalog.Lang) CartProduct {
	p := l.Product
	line := CartProduct{
		ID: p.ID, ArticleNumber: p.ArticleNumber, Slug: p.Slug, URL: productPath + p.Slug, Name: p.Name,
		Quantity: l.Quantity, MaxQuantity: l.Most, Price: l.Unit, Total: l.Total,
		StudentPrice: p.Prices.Student, InCartAsStudentProduct: l.Student, PriceDiscountPercent: content.Discount(p.Prices),
		UVP: p.Prices.UVP, Lowest30: p.Prices.Lowest30, Base: p.Prices.Base, HasBundle: p.HasBundle, Bundle: bundleOf(p, lang), Warranties: []CartWarranty{},
		Available: l.Most > 0, Manufacturer: p.Manufacturer, OMSCategory: p.OMSCategory, Condition: string(p.Condition),
	}
	if len(p.Images) > 0 {
		line.Image = p.Images[0].Key
	}
	if p.Energy != nil {
		line.EnergyEfficiency = &EnergyEfficiency{Label: p.Energy.Class, Scale: p.Energy.Scale}
	}
	for _, w := range p.Warranties {
		line.Warranties = append(line.Warranties, CartWarranty{
			ID: w.ID, Months: w.Months, Price: w.Price, Title: w.Title.In(lang), Selected: w.ID == l.Warranty.ID,
		})
	}
	return line
}
