// Package cart is the shopping cart: what a visitor wants to buy, before prices are promised.
//
//	open ──freeze(attempt)──► frozen ──clear──► (empty, open)
//	  ▲                         │
//	  └─────────thaw────────────┘
//
// A frozen cart belongs to a payment attempt; changing it thaws it first, which makes the attempt's total stale.
package cart

import (
	"context"

	"kontor.dev/kontor/core/catalog"
)

// Cart is a cart's content. Its ID is a UUID that the visitor's session holds.
type Cart struct {
	ID       string
	Lines    []Line   // in the order of adding
	Vouchers []string // codes, upper case
	FrozenBy string   // the payment attempt that holds the cart, "" when open
}

// Line is one product of a cart; a cart has at most one line per product.
type Line struct {
	ProductID  int64
	Quantity   int
	WarrantyID int64 // 0 for none
	Student    bool  // at the student price, which follows whose cart it is; set by Store.Content and in Change
}

// Count is the number of items, quantities added up.
func (c *Cart) Count() int {
	n := 0
	for _, l := range c.Lines {
		n += l.Quantity
	}
	return n
}

// Change is what came of changing a line: the quantity that it has now, the largest allowed when it was cut, and the
// cart as it is then.
type Change struct {
	Quantity    int
	MaxQuantity int // 0 unless the wish was too high
	Content     Content
}

// Content is a cart and the products of its lines that are still sold. The products carry what a cart shows: of their
// texts only the names, the key of one picture, and the stock of all warehouses as one.
type Content struct {
	Cart     *Cart
	Products []*catalog.Product
}

// Bounds of a cart. One that has MaxLines products takes no other, also of a visitor's cart that joins it at a login, and no
// line holds more than MaxQuantity.
const (
	MaxLines    = 100
	MaxQuantity = 999
)

// Store keeps carts. Each call is atomic, and one round trip once the products are known; a cart that does not exist is
// empty, and is created on first add. Whatever changes a frozen cart thaws it.
type Store interface {
	// Cart gives a cart without the lines whose product is no longer sold, which Content has.
	Cart(ctx context.Context, id string) (*Cart, error)
	Content(ctx context.Context, id string) (Content, error)
	// Names gives the names of products by their id, also of those that are no longer sold.
	Names(ctx context.Context, productIDs []int64) (map[int64]string, error)
	// Add puts quantity more of a product into the cart, at most what stock and the product's MaxQuantity allow.
	// Fault NotFound ("product_not_found"), Conflict ("product_sold_out") when none is to be had, and Conflict
	// ("cart_full").
	Add(ctx context.Context, id string, productID int64, quantity int) (Change, error)
	// SetQuantity sets a line's quantity, cut like Add; 0 removes the line. Of a product that is not in the cart, as another tab has
	// taken it out, it sets nothing, and is no error.
	SetQuantity(ctx context.Context, id string, productID int64, quantity int) (Change, error)
	// Take takes quantity of a product out, at most all. A product that is not in the cart is no error. What leaves the cart empty
	// takes the no-risk-much-fun package off its checkout.
	Take(ctx context.Context, id string, productID int64, quantity int) error
	// Remove takes a line out. A product that is not in the cart is no error.
	Remove(ctx context.Context, id string, productID int64) error
	// SetWarranty chooses a line's warranty extension, 0 for none. Faults NotFound ("cart_line_not_found",
	// "warranty_not_found").
	SetWarranty(ctx context.Context, id string, productID, warrantyID int64) error
	SetVouchers(ctx context.Context, id string, codes []string) error
}
