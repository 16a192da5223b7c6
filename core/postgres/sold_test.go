package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// A payment is for what was in the cart at the click. What the customer puts in while it is under way stays there, what was
// paid for does not, so that nobody pays for it again.
func TestWhatWasSoldLeavesTheCartAndNothingElse(t *testing.T) {
	s := newShop(t)
	carts := postgres.NewCarts(s.pool)
	s.stock(laptop, "main", 20)
	s.stock(cable, "main", 20)
	paid := checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}
	for name, c := range map[string]struct {
		meanwhile func(cartID string)
		left      map[int64]int
	}{
		"untouched":  {func(string) {}, map[int64]int{}},
		"one more":   {func(id string) { s.add(carts, id, laptop, 1) }, map[int64]int{laptop: 1}},
		"others too": {func(id string) { s.add(carts, id, cable, 2) }, map[int64]int{cable: 2}},
		"taken out and others put in": {func(id string) {
			require.NoError(t, carts.Remove(s.ctx, id, laptop))
			s.add(carts, id, cable, 1)
		}, map[int64]int{cable: 1}},
	} {
		a := s.freeze(s.guest(map[int64]int{laptop: 2}))
		c.meanwhile(a.CartID)
		s.settle(a.ID, paid)
		require.Equal(t, c.left, s.lines(carts, a.CartID), name)
	}
}

// Whoever logs in while a payment is under way takes the cart along, and the payment with it.
func TestAPaymentUnderWayGoesWithItsCart(t *testing.T) {
	s := newShop(t)
	carts, customers := postgres.NewCarts(s.pool), postgres.NewCustomers(s.pool)
	s.stock(laptop, "main", 5)
	s.stock(cable, "main", 5)
	a, own := s.freeze(s.guest(map[int64]int{laptop: 1})), ident.New()
	s.add(carts, own, cable, 2)
	s.add(carts, own, laptop, 1)
	require.NoError(t, customers.MoveCart(s.ctx, a.CartID, own))
	require.Equal(t, map[int64]int{laptop: 1, cable: 2}, s.lines(carts, own))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true})
	require.Equal(t, map[int64]int{cable: 2}, s.lines(carts, own))
	require.Equal(t, own, s.order(a.OrderID).Attempt.CartID)
}

func (s *shop) add(carts *postgres.Carts, cartID string, product int64, quantity int) {
	s.Helper()
	_, err := carts.Add(s.ctx, cartID, product, quantity)
	require.NoError(s, err)
}

func (s *shop) lines(carts *postgres.Carts, cartID string) map[int64]int {
	s.Helper()
	c, err := carts.Cart(s.ctx, cartID)
	require.NoError(s, err)
	lines := map[int64]int{}
	for _, l := range c.Lines {
		lines[l.ProductID] = l.Quantity
	}
	return lines
}

// A warranty that its product has no more by now is neither paid for nor sold.
func TestAWarrantyThatIsGoneIsNotSold(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 3)
	d := s.guest(map[int64]int{laptop: 1})
	_, err := s.pool.Exec(s.ctx, `update cart set warranties = '{8}'`)
	require.NoError(t, err)
	snap, err := s.store.Snapshot(s.ctx, d.Attempt.CartID)
	require.NoError(t, err)
	require.Equal(t, []any{int64(0), int64(0)}, []any{snap.Items[0].WarrantyID, snap.Items[0].Warranty.Minor})
}
