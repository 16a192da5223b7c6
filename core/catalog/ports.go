package catalog

import (
	"context"

	"kontor.dev/kontor/core/money"
)

// Store keeps the catalogue. Reads of several products take one round trip.
type Store interface {
	// Categories gives the whole tree, parents before children, siblings by Sort.
	Categories(ctx context.Context) ([]Category, error)
	// Filled gives the ids of the categories that have an active product, in them or below.
	Filled(ctx context.Context) ([]int64, error)
	// Product gives an active product; fault NotFound ("product_not_found") otherwise.
	Product(ctx context.Context, id int64) (*Product, error)
	// Products gives the active ones of ids, in that order; missing ones are left out.
	Products(ctx context.Context, ids []int64) ([]*Product, error)
	// ByArticleNumbers gives the active ones of the article numbers, in that order; missing ones are left out.
	ByArticleNumbers(ctx context.Context, articleNumbers []string) ([]*Product, error)
	// Each streams all active products in order of id.
	Each(ctx context.Context, yield func(*Product) error) error
	// Apply writes one batch of an import in one transaction, with price history and an outbox entry per changed product.
	// It is idempotent: what is already stored as given stays untouched, and stock that orders have drawn from is set
	// only when the given figure differs from the one given last. Faults: Invalid with "category_unknown",
	// "category_parent_unknown" or "category_circle", which names the categories, and then nothing is written.
	Apply(ctx context.Context, batch Batch) (Result, error)
	// Revise writes what revise makes of stored products, as Apply does, in the transaction that reads them and while no
	// other import writes: nothing is lost of what changed in between. It is given those of the article numbers that there
	// are, by article number, active or not and nothing hidden, without what is the store's to give; they are its to change.
	// It may be called again and must have no lasting effect but the last call's. Products that it leaves out stay as they
	// are, and one that it gives as it was is unchanged.
	Revise(ctx context.Context, articleNumbers []string, revise func(stored map[string]*Product) []*Product) (Result, error)
	// Foresee counts what writing products would do, and writes nothing. Revised ones were made of the stored, as Revise
	// makes them. Categories that nobody has stored yet may be among theirs.
	Foresee(ctx context.Context, products []*Product, revised bool) (Result, error)
}

// Records gives the catalogue as it was given, to operators and their files.
type Records interface {
	// Categories gives the whole tree, parents before children, siblings by Sort.
	Categories(ctx context.Context) ([]Category, error)
	// EachRecord streams all products in order of id, active or not and nothing hidden, as an import would give them:
	// without what is the store's to give, with the pieces that are free now. An error of yield ends it.
	EachRecord(ctx context.Context, yield func(*Product) error) error
	// Record gives all that is kept of a product, active or not; fault NotFound ("product_not_found").
	Record(ctx context.Context, articleNumber string) (*Record, error)
}

// Record is all that the catalogue keeps of a product.
type Record struct {
	Product *Product
	Held    []Held       // by warehouse
	History []PricePoint // own prices, the latest first, this one among them
	Waiting int          // customers who are to be told when it is back
}

// Held is pieces that orders hold until they leave. They are not among those that are available.
type Held struct {
	Warehouse string `json:"warehouse"`
	Pieces    int    `json:"pieces"`
}

// Batch is a group of categories and products to write together: categories first, parents before children, matched by
// Slug; then products, matched by ArticleNumber. IDs, slugs of products, warranty IDs and Prices.Lowest30 are the
// store's to give, whatever the batch says.
type Batch struct {
	Categories []Category
	Products   []*Product
}

// Result counts what a batch did to products.
type Result struct {
	Created, Updated, Unchanged int
	Leaps                       []PriceLeap
}

// PriceLeap is a price that is ten times what it was, or more, or a tenth of it, or less: euros and cents were mistaken for each
// other, most likely.
type PriceLeap struct {
	ArticleNumber string       `json:"articleNumber"`
	Was           money.Amount `json:"was"`
	Is            money.Amount `json:"is"`
}

const leap = 10

// Leapt reports whether a price that follows another is a PriceLeap.
func Leapt(was, is money.Amount) bool {
	return was.Minor > 0 && is.Minor > 0 && (is.Minor/leap >= was.Minor || was.Minor/leap >= is.Minor)
}
