package httpapi

import (
	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
)

// CartProduct is a line of the cart.
type CartProduct struct {
	ID                     int64              `json:"id"`
	ArticleNumber          string             `json:"articleNumber"`
	Slug                   string             `json:"slug"`
	URL                    string             `json:"url"`
	Name                   string             `json:"name"`
	Image                  string             `json:"image" doc:"key: /images/{size}/{key}"`
	Quantity               int                `json:"quantity"`
	MaxQuantity            int                `json:"maxQuantity" doc:"0: none is to be had now"`
	Price                  money.Amount       `json:"price" doc:"of one, without warranty"`
	Total                  money.Amount       `json:"total" doc:"of the line, with warranty"`
	StudentPrice           money.Amount       `json:"studentPrice,omitzero"`
	InCartAsStudentProduct bool               `json:"inCartAsStudentProduct"`
	PriceDiscountPercent   int                `json:"priceDiscountPercent,omitempty" doc:"off the lowest price of 30 days while reduced, else off the UVP"`
	UVP                    money.Amount       `json:"uvp,omitzero"`
	Lowest30               money.Amount       `json:"lowest30,omitzero"`
	Base                   *catalog.BasePrice `json:"base,omitempty" doc:"of a whole unit, of goods by measure"`
	EnergyEfficiency       *EnergyEfficiency  `json:"energyEfficiency,omitempty"`
	HasBundle              bool               `json:"hasBundle"`
	Bundle                 []BundlePart       `json:"bundle" doc:"what comes in the pack with it, at its price"`
	Warranties             []CartWarranty     `json:"warranties"`
	Available              bool               `json:"available"`
	Manufacturer           string             `json:"manufacturer"`
	OMSCategory            string             `json:"omsCategory"`
	Condition              string             `json:"condition"`
}

// EnergyEfficiency is the class and its scale, for the arrow beside the price.
type EnergyEfficiency struct {
	Label string `json:"label"`
	Scale string `json:"scale"`
}

// CartWarranty is a warranty extension that the line has or could have.
type CartWarranty struct {
	ID       int64        `json:"id"`
	Months   int          `json:"months"`
	Price    money.Amount `json:"price"`
	Title    string       `json:"title"`
	Selected bool         `json:"selected"`
}

// CartSummary is what the cart costs with standard shipping.
type CartSummary struct {
	Total     money.Amount `json:"total" doc:"goods"`
	Shipping  money.Amount `json:"shipping"`
	FullTotal money.Amount `json:"fullTotal"`
}

// CartResponse is the answer to a change of the cart.
type CartResponse struct {
	Products    []CartProduct `json:"products"`
	CartCount   int           `json:"cartCount"`
	ProductInfo []CartProduct `json:"productInfo" doc:"the lines that the call was about"`
	CartSummary CartSummary   `json:"cartSummary"`
	MaxQuantity int           `json:"maxQuantity,omitempty" doc:"there when the wish was too high: what it was cut to"`
}

// CartView is the cart page.
type CartView struct {
	Products             []CartProduct         `json:"products"`
	Summary              CartSummary           `json:"summary"`
	ProductsCount        int                   `json:"productsCount"`
	DeliveryRestrictions []DeliveryRestriction `json:"deliveryRestrictions" doc:"of products that go to some countries only"`
	PaymentMethods       []PaymentLogo         `json:"paymentMethods"`
	ProductsGone         []ProductGone         `json:"productsGone,omitempty" doc:"what the visitor put into it and the shop no longer sells; it is not among the products, and removing takes it off the list"`
	PaymentUnderWay      bool                  `json:"paymentUnderWay,omitempty" doc:"a payment for what is in it was begun and is not over; the checkout tells of it"`
}

// DeliveryRestriction says where a product goes.
type DeliveryRestriction struct {
	ProductID int64 `json:"productId"`
	Countries []int `json:"countries" doc:"their ids"`
}

// ProductGone is a product that is no longer sold.
type ProductGone = checkout.ProductGone

// PaymentLogo is a payment method to show.
type PaymentLogo struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Logo  string `json:"logo"`
}

// CartPopup is the answer to a removal in the header's popup.
type CartPopup struct {
	Products    []CartProduct `json:"products"`
	CartSummary CartSummary   `json:"cartSummary"`
	CartCount   int           `json:"cartCount"`
}

// CartAddRequest puts a product into the cart.
type CartAddRequest struct {
	ID       int64 `json:"id" minimum:"1"`
	Quantity int   `json:"quantity,omitempty" minimum:"1" maximum:"9999" default:"1"`
}

// CartQuantityRequest sets a line's quantity; 0 removes it.
type CartQuantityRequest struct {
	ID       int64 `json:"id" minimum:"1"`
	Quantity int   `json:"quantity" minimum:"0" maximum:"9999"`
}

// CartRemoveRequest takes a line out, or some pieces of it.
type CartRemoveRequest struct {
	ID       int64 `json:"id" minimum:"1"`
	Quantity int   `json:"quantity,omitempty" minimum:"0" maximum:"9999" doc:"how many to take away; missing or 0: all"`
}

// CartPopupRemoveRequest names the line whose items are taken out.
type CartPopupRemoveRequest struct {
	ID int64 `json:"id" minimum:"1"`
}

// CartWarrantyRequest chooses a warranty extension for a line; 0 removes it.
type CartWarrantyRequest struct {
	ID         int64 `json:"id" minimum:"1"`
	WarrantyID int64 `json:"warrantyId" minimum:"0" maximum:"2147483647"`
}

type cartPopupRemoval struct {
	Quantity int `path:"quantity" minimum:"0" maximum:"9999" doc:"how many to take away; 0 is all"`
	Body     CartPopupRemoveRequest
}

func (s *Server) registerCart(api huma.API) {
	register(api, get("cart", "cart", "/api/cart", "The cart"), s.cart)
	register(api, get("cart", "checkoutCart", "/cart", "The cart, by the checkout's path"), s.cart)
	register(api, post("cart", "checkoutCartPost", "/cart", "The cart, by the checkout's path and method"), s.cart)
	register(api, post("cart", "cartAdd", "/cart/add/", "Put a product into the cart"), s.cartAdd)
	register(api, post("cart", "cartQuantity", "/cart/quantity/", "Set a line's quantity"), s.cartQuantity)
	register(api, post("cart", "cartRemove", "/cart/remove/", "Take a line out, or some pieces of it"), s.cartRemove)
	register(api, post("cart", "cartWarranty", "/cart/warranty/", "Choose a line's warranty extension"), s.cartWarranty)
	register(api, post("cart", "cartPopupRemove", "/api/cart/remove/{quantity}", "Take items out in the popup"), s.cartPopupRemove)
}
