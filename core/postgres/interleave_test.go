package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

// buyer is a checkout of the test's, and what is done with its order.
type buyer struct {
	draft   checkout.Draft
	attempt *checkout.Attempt // nil: it was refused
	steps   []string
}

// wants makes a draft the buyer's, in one delivery.
func (b *buyer) wants(d checkout.Draft, withVoucher bool) {
	for line := range d.Attempt.Lines {
		d.Attempt.Deliveries[0].Lines = append(d.Attempt.Deliveries[0].Lines, line)
	}
	if withVoucher {
		d.Attempt.Totals.Discounts = []pricing.Applied{{Code: "RAR", Amount: money.Euro(100)}}
	}
	b.draft = d
}

// step does what a provider, a customer or an operator does; conflicts are theirs to meet.
func (b *buyer) step(s *shop, f *order.Fulfiller, step string) (err error) {
	id, orderID := b.attempt.ID, b.attempt.OrderID
	results := map[string]checkout.Result{
		"pending": {Outcome: checkout.OutcomePending}, "paid": {Outcome: checkout.OutcomeAuthorized, Captured: true},
		"declined": {Outcome: checkout.OutcomeDeclined}, "voided": {Outcome: checkout.OutcomeVoided}, "unknown": {Outcome: checkout.OutcomeUnknown},
	}
	switch r, isResult := results[step]; {
	case isResult:
		_, err = s.attempts.Settle(s.ctx, id, r)
	case step == "send":
		var number int
		if number, err = f.Pick(s.ctx, orderID, order.Pick{}); err == nil && number != 0 {
			_, err = f.Dispatched(s.ctx, orderID, number)
		}
	case step == "send one":
		var number int
		one := order.Pick{Items: []order.Item{{Line: 0, Quantity: 1}}}
		if number, err = f.Pick(s.ctx, orderID, one); err == nil && number != 0 {
			_, err = f.Dispatched(s.ctx, orderID, number)
		}
	case step == "cancel":
		_, err = f.Cancel(s.ctx, orderID, order.ReasonCancelled)
	case step == "return":
		_, err = f.Return(s.ctx, orderID, 0, false)
	}
	if code := fault.CodeOf(err); code == fault.Conflict || code == fault.NotFound || code == fault.Invalid {
		return nil
	}
	return err
}

// submits freezes drafts at once, each twice as by a double click. Who has tried it before tries it again if that came to nothing.
func (s *shop) submits(buyers []*buyer) error {
	var all errgroup.Group
	for _, b := range buyers {
		if b.attempt != nil {
			a, err := s.attempts.Attempt(s.ctx, b.attempt.ID)
			if err != nil {
				return err
			}
			if a.State != checkout.Failed || s.count(`select count(*) from checkout where id = $1 and done_at is not null`, a.CheckoutID) > 0 {
				continue
			}
			b.attempt = nil
			b.wants(s.draft(a.CartID), len(b.draft.Attempt.Totals.Discounts) > 0)
		}
		var once sync.Mutex
		for range 2 {
			draft := b.draft
			draft.Attempt.ID = ident.New()
			all.Go(func() error {
				start, err := s.store.Freeze(s.ctx, draft)
				if fault.CodeOf(err) == fault.Conflict {
					return nil
				}
				once.Lock()
				defer once.Unlock()
				if err != nil {
					return err
				}
				if a := start.Attempt; b.attempt != nil && b.attempt.ID != a.ID {
					return fmt.Errorf("a double click made the attempts %s and %s", b.attempt.ID, a.ID)
				}
				b.attempt = start.Attempt
				return nil
			})
		}
	}
	return all.Wait()
}

// Whatever customers, providers and operators do at once: goods and vouchers are neither lost nor had twice. What is in stock, held
// and gone adds up; what came to nothing holds nothing; and a voucher counts the orders that have it.
func TestGoodsAndVouchersAddUpWhateverHappensAtOnce(t *testing.T) {
	s := newShop(t)
	f := order.NewFulfiller(postgres.NewFulfilment(s.pool), s.attempts, nil, nil, nil, clock.System{}, order.DefaultPolicy)
	require.NoError(t, postgres.NewVouchers(s.pool).Save(s.ctx, &voucher.Voucher{Code: "RAR", Amount: money.Euro(100), ValidFrom: march, MaxRedemptions: 2}))
	steps := []string{"pending", "paid", "declined", "voided", "unknown", "send", "send one", "cancel", "return"}
	rapid.Check(t, func(t *rapid.T) {
		for _, sql := range []string{`truncate stock, stock_reservation, delivery_goods, shop_order cascade`, `update voucher set redeemed = 0`} {
			if _, err := s.pool.Exec(s.ctx, sql); err != nil {
				t.Fatal(err)
			}
		}
		pieces := map[int64]int{laptop: rapid.IntRange(1, 6).Draw(t, "laptops"), cable: rapid.IntRange(1, 6).Draw(t, "cables")}
		for product, n := range pieces {
			s.stock(product, "main", n/2)
			s.stock(product, "other", n-n/2)
		}
		buyers := make([]*buyer, rapid.IntRange(2, 4).Draw(t, "buyers"))
		for i := range buyers {
			b := &buyer{}
			wants := map[int64]int{laptop: rapid.IntRange(1, 2).Draw(t, "laptops wanted"), cable: rapid.IntRange(1, 2).Draw(t, "cables wanted")}
			b.wants(s.guest(wants), rapid.Bool().Draw(t, "with a voucher"))
			b.steps = rapid.SliceOfN(rapid.SampledFrom(steps), 2, 6).Draw(t, "steps")
			buyers[i] = b
		}
		for range 2 {
			if err := s.submits(buyers); err != nil {
				t.Fatal(err)
			}
			var all errgroup.Group
			for _, b := range buyers {
				for _, step := range b.steps {
					if b.attempt != nil {
						all.Go(func() error { return b.step(s, f, step) })
					}
				}
			}
			if err := all.Wait(); err != nil {
				t.Fatal(err)
			}
			if wrong := s.wrong(pieces); wrong != "" {
				t.Fatal(wrong)
			}
		}
	})
}

// wrong says what of goods and vouchers does not add up, "" for nothing.
func (s *shop) wrong(pieces map[int64]int) string {
	for product, n := range pieces {
		in, held, gone := s.available(product), s.count(`select coalesce(sum(quantity), 0)::int from stock_reservation where product_id = $1`, product),
			s.count(`select coalesce(sum(quantity), 0)::int from delivery_goods where product_id = $1`, product)
		if in < 0 || in+held+gone != n {
			return fmt.Sprintf("product %d: of %d are %d in stock, %d held and %d gone", product, n, in, held, gone)
		}
	}
	if n := s.count(`
		select count(*) from stock_reservation r join checkout_attempt a on a.id = r.attempt_id join shop_order o on o.id = a.order_id
		where a.state = 'failed' or o.status in ('cancelled', 'abandoned')`); n > 0 {
		return fmt.Sprintf("%d goods are held for what came to nothing", n)
	}
	if redeemed, by := s.count(`select redeemed from voucher`), s.count(`
		select count(*) from checkout_attempt a join shop_order o on o.id = a.order_id
		where a.totals::text like '%RAR%' and o.status in ('awaiting_payment', 'reserved', 'placed')`); redeemed != by || redeemed > 2 {
		return fmt.Sprintf("the voucher counts %d, and %d orders have it", redeemed, by)
	}
	return ""
}
