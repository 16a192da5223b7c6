// Package wishlist is the Merkzettel: products that a visitor wants to find again.
//
// A list goes by the ID of the visitor's cart: a guest's is the session's, a customer's is the one of all sessions, and
// at a login the first joins the second.
package wishlist

import "context"

// MaxItems is how many products a list takes. Of lists that join at a login, the customer's is kept, and of the visitor's the
// newest that fit.
const MaxItems = 200

// Moved is what came of putting a list into the cart.
type Moved struct {
	Added []int64 // the products that are in the cart now, and no longer on the list
	Left  []int64 // those that stay: sold out, or the cart was full
}

// Store keeps lists. Each call is atomic. A list that does not exist is empty, and is made with its first product.
// Products that are no longer sold are not given and not counted; they come back when they are sold again.
type Store interface {
	// Items gives the products of a list, the newest first.
	Items(ctx context.Context, id string) ([]int64, error)
	// Add puts a product on the list and gives the count of the items; one that is there already stays where it is.
	// Faults NotFound ("product_not_found"), Conflict ("wishlist_full").
	Add(ctx context.Context, id string, productID int64) (int, error)
	// Remove takes a product off the list and gives the count of the items. A product that is not there is no error.
	Remove(ctx context.Context, id string, productID int64) (int, error)
	// MoveToCart puts one of each product that can be bought into the cart of the same ID and takes it off the list. Of
	// a product that is in the cart already, the cart's quantity stays.
	MoveToCart(ctx context.Context, id string) (Moved, error)
}
