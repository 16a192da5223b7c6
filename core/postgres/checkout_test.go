package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/pricing"
)

const laptop, cable = 900001, 900002

// shop is a database with two products and the stores that work on orders.
type shop struct {
	*testing.T
	ctx      context.Context
	pool     *pgxpool.Pool
	store    *postgres.Checkout
	attempts *postgres.Attempt
	orders   *postgres.Order
}

func newShop(t *testing.T) *shop {
	pool := pgtest.New(t)
	s := &shop{t, context.Background(), pool, postgres.NewCheckout(pool), postgres.NewAttempt(pool), postgres.NewOrder(pool)}
	_, err := pool.Exec(s.ctx, `insert into category (slug, name_de, digest) values ('things', 'Dinge', '')`)
	require.NoError(t, err)
	for id, price := range map[int64]int64{laptop: 129900, cable: 2500} {
		_, err := pool.Exec(s.ctx, `
			insert into product (id, article_number, slug, name, manufacturer, category_id, price_minor, details, digest, created_at, updated_at)
			select $1::bigint, 'A-' || $1::bigint, 'thing-' || $1::bigint, 'Thing ' || $1::bigint, 'Maker', id, $2,
			       '{"images": [{"key": "thing"}], "bundle": [{"quantity": 2, "title": {"de": "Kabel"}}], "warranties": [{"id": 7, "months": 36, "price": {"minor": 4900, "currency": "EUR"}, "title": {"de": "Drei Jahre"}}]}', '', now(), now()
			from category`, id, price)
		require.NoError(t, err)
	}
	return s
}

// stock puts pieces into a warehouse, to those that are there.
func (s *shop) stock(product int64, warehouse string, n int) {
	s.Helper()
	_, err := s.pool.Exec(s.ctx, `insert into stock values ($1, $2, $3, $3)
		on conflict on constraint stock_pkey do update set available = stock.available + $3`, product, warehouse, n)
	require.NoError(s, err)
}

func (s *shop) available(product int64) (n int) {
	s.Helper()
	require.NoError(s, s.pool.QueryRow(s.ctx, `select sum(available) from stock where product_id = $1`, product).Scan(&n))
	return n
}

func (s *shop) count(sql string, args ...any) (n int) {
	s.Helper()
	require.NoError(s, s.pool.QueryRow(s.ctx, sql, args...).Scan(&n))
	return n
}

var berlin = address.Address{
	FirstName: "Erika", LastName: "Muster", StreetName: "Weg", StreetNumber: "1", ZipCode: "10115", CityName: "Berlin",
	CountryID: address.Germany, Kind: address.Invoice,
}

// guest fills a cart and walks to the last step; the result is ready to freeze.
func (s *shop) guest(quantities map[int64]int) checkout.Draft {
	s.Helper()
	cartID := ident.New()
	products, counts := make([]int64, 0, len(quantities)), make([]int, 0, len(quantities))
	for id, n := range quantities {
		products, counts = append(products, id), append(counts, n)
	}
	_, err := s.pool.Exec(s.ctx, `
		insert into cart (id, products, quantities, warranties) values ($1, $2, $3, $4)`, cartID, products, counts, make([]int64, len(products)))
	require.NoError(s, err)
	_, err = s.store.Open(s.ctx, cartID, catalog.German)
	require.NoError(s, err)
	_, err = s.store.SetGuest(s.ctx, cartID, checkout.GuestData{Email: "erika@example.org", Phone: "030", Invoice: berlin})
	require.NoError(s, err)
	given, err := s.store.SetChoices(s.ctx, cartID, "moneyorder", []string{"dhl_standard"})
	require.NoError(s, err)
	now, err := s.store.Snapshot(s.ctx, cartID)
	require.NoError(s, err)
	require.Equal(s, now, given, "a change gives the checkout as it is then")
	return s.draft(cartID)
}

func (s *shop) draft(cartID string) checkout.Draft {
	s.Helper()
	snap, err := s.store.Snapshot(s.ctx, cartID)
	require.NoError(s, err)
	d := checkout.Draft{
		CheckoutID: snap.Checkout.ID, CheckoutVersion: snap.Checkout.Version, CartVersion: snap.CartVersion,
		Delivery: berlin,
		Attempt: checkout.Attempt{
			ID: ident.New(), CheckoutID: snap.Checkout.ID, CartID: cartID,
			Payment:    checkout.Payment{Code: "moneyorder", Plugin: "offline", Flow: checkout.FlowSimple},
			Deliveries: []checkout.Delivery{{ID: 1, Option: checkout.ShippingOption{ID: "dhl_standard"}}},
		},
	}
	total := money.Euro(0)
	for _, i := range snap.Items {
		d.Attempt.Lines = append(d.Attempt.Lines, checkout.Line{ProductID: i.ProductID, Quantity: i.Quantity, Unit: i.Unit})
		total = total.Add(i.Unit.Times(int64(i.Quantity)))
	}
	d.Attempt.Totals = pricing.Totals{Subtotal: total, Total: total}
	return d
}

func (s *shop) freeze(d checkout.Draft) *checkout.Attempt {
	s.Helper()
	a, err := s.store.Freeze(s.ctx, d)
	require.NoError(s, err)
	return a
}

func (s *shop) settle(id string, r checkout.Result) checkout.Settled {
	s.Helper()
	out, err := s.attempts.Settle(s.ctx, id, r)
	require.NoError(s, err)
	return out
}

func (s *shop) order(id int64) *order.Order {
	s.Helper()
	o, err := s.orders.Order(s.ctx, id)
	require.NoError(s, err)
	return o
}

func TestSnapshotShowsWhatTheCartWouldCostNow(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 3)
	d := s.guest(map[int64]int{laptop: 2})
	_, err := s.pool.Exec(s.ctx, `update cart set warranties = '{7}'`)
	require.NoError(t, err)
	snap, err := s.store.Snapshot(s.ctx, d.Attempt.CartID)
	require.NoError(t, err)
	require.Equal(t, "erika@example.org", snap.Checkout.Email)
	require.Nil(t, snap.Last)
	require.Len(t, snap.Items, 1)
	i := snap.Items[0]
	require.Equal(t, []any{money.Euro(129900), money.Euro(4900), 2, 3, "thing", int64(1900)},
		[]any{i.Unit, i.Warranty, i.Quantity, i.Available, i.Image, i.TaxRate})
	require.Equal(t, "Drei Jahre", i.WarrantyTitle.DE)
	require.Equal(t, []catalog.BundlePart{{Quantity: 2, Title: catalog.Text{DE: "Kabel"}}}, i.Bundle)
}

// The last ten of a product and two hundred who want one: ten get it, nobody waits in a circle, nothing is left.
// PostgreSQL may join products to lines in any order: lines keep the cart's.
func TestSnapshotKeepsTheCartsOrder(t *testing.T) {
	s := newShop(t)
	cfg := s.pool.Config()
	cfg.ConnConfig.RuntimeParams["enable_nestloop"], cfg.ConnConfig.RuntimeParams["enable_hashjoin"] = "off", "off"
	sorting, err := pgxpool.NewWithConfig(s.ctx, cfg)
	require.NoError(t, err)
	defer sorting.Close()
	cartID, wanted := ident.New(), []int64{cable, laptop, cable}
	_, err = s.pool.Exec(s.ctx, `
		insert into cart (id, products, quantities, warranties) values ($1, $2, '{1, 2, 3}', '{0, 0, 7}')`, cartID, wanted)
	require.NoError(t, err)
	for _, store := range []*postgres.Checkout{s.store, postgres.NewCheckout(sorting)} {
		snap, err := store.Snapshot(s.ctx, cartID)
		require.NoError(t, err)
		var products []int64
		var quantities []int
		for _, i := range snap.Items {
			products, quantities = append(products, i.ProductID), append(quantities, i.Quantity)
		}
		require.Equal(t, wanted, products)
		require.Equal(t, []int{1, 2, 3}, quantities)
	}
}

func TestTwoHundredGuestsForTen(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "north", 7)
	s.stock(laptop, "south", 3)
	s.stock(cable, "north", 1000)
	drafts := make([]checkout.Draft, 200)
	for i := range drafts {
		drafts[i] = s.guest(map[int64]int{laptop: 1, cable: 1 + i%3})
	}
	var won, soldOut atomic.Int32
	var wg sync.WaitGroup
	for _, d := range drafts {
		wg.Go(func() {
			switch _, err := s.store.Freeze(s.ctx, d); {
			case err == nil:
				won.Add(1)
			case fault.ReasonOf(err) == "product_sold_out":
				soldOut.Add(1)
			default:
				t.Errorf("freeze: %v", err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, []int32{10, 190}, []int32{won.Load(), soldOut.Load()})
	require.Zero(t, s.available(laptop))
	require.Equal(t, 10, s.count(`select count(*) from shop_order`))
	require.Equal(t, 10, s.count(`select sum(quantity) from stock_reservation where product_id = $1`, laptop))
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'product.changed'`), "the search hears that it is gone")
}

func TestFreezingTwiceAtOnceGivesOneAttempt(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 50)
	d := s.guest(map[int64]int{laptop: 1})
	ids := make([]string, 20)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			mine := d
			mine.Attempt.ID = ident.New()
			a, err := s.store.Freeze(s.ctx, mine)
			if err != nil {
				t.Errorf("freeze: %v", err)
				return
			}
			ids[i] = a.ID
		})
	}
	wg.Wait()
	for _, id := range ids {
		require.Equal(t, ids[0], id)
	}
	require.Equal(t, 49, s.available(laptop))
}

func TestFreezeRefusesWhatHasChangedSinceItWasPriced(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	for name, change := range map[string]string{
		"cart":     `update cart set version = version + 1 where id = $1`,
		"checkout": `update checkout set version = version + 1 where cart_id = $1`,
	} {
		t.Run(name, func(t *testing.T) {
			d := s.guest(map[int64]int{laptop: 1})
			_, err := s.pool.Exec(s.ctx, change, d.Attempt.CartID)
			require.NoError(t, err)
			_, err = s.store.Freeze(s.ctx, d)
			require.Equal(t, "checkout_changed", fault.ReasonOf(err))
		})
	}
	require.Equal(t, 5, s.available(laptop))
	require.Zero(t, s.count(`select count(*) from shop_order`))
}

func TestStockComesFromSeveralWarehousesWhenOneIsShort(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "a", 2)
	s.stock(laptop, "b", 2)
	a := s.freeze(s.guest(map[int64]int{laptop: 3}))
	require.Equal(t, 1, s.available(laptop))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined})
	require.Equal(t, 4, s.available(laptop))
	require.Equal(t, 2, s.count(`select available from stock where warehouse = 'a'`))
}

// What a statement writes into the outbox of its rows belongs to a trace as well.
func TestGoodsThatAreBackAreToldOfInTheTrace(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.ctx = trace.ContextWithSpanContext(s.ctx, trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: trace.TraceID{7}, SpanID: trace.SpanID{7}, TraceFlags: trace.FlagsSampled,
	}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined})
	require.Equal(t, 1, s.count(`
		select count(*) from outbox where id like 'product-%-back-%' and payload ->> 'id' = key and payload ->> 'traceparent' like '00-07000000%'`))
}

func TestPrepaymentIsReservedThenPaidOrCancelled(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	due := time.Now().Add(time.Hour).Truncate(time.Second).UTC()
	pending := checkout.Result{Outcome: checkout.OutcomePending, Reference: "r", ExpiresAt: due, Instructions: map[string]string{"iban": "DE02"}}

	paid := s.freeze(s.guest(map[int64]int{laptop: 1}))
	standing := checkout.Settled{State: checkout.Pending, DueAt: due, RemindAt: due.Add(-due.Sub(paid.CreatedAt) * 2 / 5)}
	for range 2 { // a result that comes again changes nothing
		require.Equal(t, standing, s.settle(paid.ID, pending))
	}
	o := s.order(paid.OrderID)
	require.Equal(t, order.Reserved, o.Status)
	require.Equal(t, "DE02", o.Attempt.Payment.Instructions["iban"])
	require.Zero(t, s.count(`select cardinality(products) from cart where id = $1`, paid.CartID), "the cart is emptied")
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'mail.requested'`))
	require.Equal(t, checkout.Confirmed, s.settle(paid.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true}).State)
	o = s.order(paid.OrderID)
	require.Equal(t, order.Placed, o.Status)
	require.False(t, o.PaidAt.IsZero())
	require.Equal(t, 1, s.count(`select count(*) from outbox where payload->>'template' = 'payment_received'`))

	late := s.guest(map[int64]int{laptop: 1})
	late.Attempt.Payment.Plugin = "other" // references are unique per plugin
	unpaid := s.freeze(late)
	s.settle(unpaid.ID, pending)
	require.Equal(t, checkout.Failed, s.settle(unpaid.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: checkout.ReasonNotPaid}).State)
	o = s.order(unpaid.OrderID)
	require.Equal(t, []any{order.Cancelled, checkout.ReasonNotPaid}, []any{o.Status, o.CancelReason})
	require.Equal(t, 4, s.available(laptop))
}

// A provider that thought about it first promises the money; nobody has got it yet.
func TestAPromiseIsNoPayment(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomePending, Reference: "PAY-1"})
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total})
	o := s.order(a.OrderID)
	require.Equal(t, []any{order.Placed, true}, []any{o.Status, o.PaidAt.IsZero()})
	require.Zero(t, s.count(`select count(*) from outbox where payload->>'template' = 'payment_received'`))
}

// Providers tell of each capture: one of a part is not the whole money, and the promise of the rest ends when it did.
func TestAPartThatWasTakenIsNotAll(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	ends := time.Date(2026, 12, 24, 12, 0, 0, 0, time.UTC)
	told := checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Amount: a.Totals.Total, ExpiresAt: ends}
	s.settle(a.ID, told)
	told.Captured, told.Amount, told.ExpiresAt = true, money.Euro(100), time.Time{}
	s.settle(a.ID, told)
	paid := s.order(a.OrderID).Attempt.Payment
	require.Equal(t, []any{false, ends}, []any{paid.Captured, paid.ExpiresAt})
	told.Amount = a.Totals.Total
	s.settle(a.ID, told)
	require.True(t, s.order(a.OrderID).Attempt.Payment.Captured)
}

func TestADeclinedAttemptGivesEverythingBack(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 1)
	a := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeDeclined, Reason: "payment_insufficient_funds"})
	snap, err := s.store.Snapshot(s.ctx, a.CartID)
	require.NoError(t, err)
	require.Equal(t, checkout.Reinit, snap.Checkout.Type)
	require.Equal(t, "payment_insufficient_funds", snap.Checkout.LastReason)
	require.Empty(t, snap.FrozenBy)
	require.Len(t, snap.Items, 1)
	require.Equal(t, 1, s.available(laptop))
	require.Equal(t, order.Abandoned, s.order(a.OrderID).Status)

	again := s.freeze(s.draft(a.CartID))
	require.Equal(t, 2, again.Number)
	require.NotEqual(t, a.OrderID, again.OrderID)
	require.Equal(t, fmt.Sprintf("%d-2", again.OrderID), again.Key())
}

func TestOnePaymentPaysForOneAttempt(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	one, two := s.freeze(s.guest(map[int64]int{laptop: 1})), s.freeze(s.guest(map[int64]int{laptop: 1}))
	result := checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-1", Captured: true}
	s.settle(one.ID, result)
	_, err := s.attempts.Settle(s.ctx, two.ID, result)
	require.Equal(t, checkout.ReasonReferenceTaken, fault.ReasonOf(err))
}

func (s *shop) begin(id string) *checkout.Start {
	s.Helper()
	st, err := s.attempts.Begin(s.ctx, id, 0)
	require.NoError(s, err)
	return st
}

func TestABegunAttemptIsSettledAsItIsByThen(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	one, two := s.freeze(s.guest(map[int64]int{laptop: 1})), s.freeze(s.guest(map[int64]int{laptop: 1}))

	begun := s.begin(one.ID)
	out, err := s.attempts.SettleBegun(s.ctx, begun, checkout.Result{Outcome: checkout.OutcomePending, Instructions: map[string]string{"iban": "DE02"}})
	require.NoError(t, err)
	require.Equal(t, checkout.Pending, out.State)
	kept, err := s.attempts.Attempt(s.ctx, one.ID)
	require.NoError(t, err)
	require.Equal(t, []any{checkout.Pending, "DE02"}, []any{kept.State, kept.Payment.Instructions["iban"]})
	require.Equal(t, order.Reserved, s.order(one.OrderID).Status)
	require.Equal(t, 1, s.count(`select count(*) from outbox where topic = 'mail.requested'`))

	// What the provider answered comes after its webhook, which has made the attempt an order.
	begun = s.begin(two.ID)
	paid := checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "PAY-2", Captured: true}
	s.settle(two.ID, paid)
	out, err = s.attempts.SettleBegun(s.ctx, begun, checkout.Result{Outcome: checkout.OutcomeUnknown})
	require.NoError(t, err)
	require.Equal(t, checkout.Confirmed, out.State)
	require.Equal(t, order.Placed, s.order(two.OrderID).Status)
	require.Equal(t, 2, s.count(`select count(*) from outbox where topic = 'mail.requested'`), "and no second mail")

	three := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.begin(three.ID)
	begun = s.begin(three.ID)
	require.False(t, begun.First)
	_, err = s.attempts.SettleBegun(s.ctx, begun, paid)
	require.Equal(t, checkout.ReasonReferenceTaken, fault.ReasonOf(err))
	require.Equal(t, order.AwaitingPayment, s.order(three.OrderID).Status, "nothing of it is kept")
}

func TestOrdersAreListedNewestFirst(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	first := s.freeze(s.guest(map[int64]int{laptop: 1}))
	second := s.freeze(s.guest(map[int64]int{laptop: 1}))
	s.settle(second.ID, checkout.Result{Outcome: checkout.OutcomePending})
	list, total, err := s.orders.Orders(s.ctx, order.Filter{}, page.Of(1, 1, 50))
	require.NoError(t, err)
	require.Equal(t, 2, total)
	require.Equal(t, second.OrderID, list[0].ID)
	list, total, err = s.orders.Orders(s.ctx, order.Filter{Status: order.AwaitingPayment, Email: "ERIKA@example.org"}, page.Of(1, 9, 50))
	require.NoError(t, err)
	require.Equal(t, 1, total)
	require.Equal(t, first.OrderID, list[0].ID)

	refused := func() (ids []int64) {
		list, _, err := s.orders.Orders(s.ctx, order.Filter{Refused: true}, page.Of(1, 9, 50))
		require.NoError(t, err)
		for _, o := range list {
			ids = append(ids, o.ID)
		}
		return ids
	}
	operation := func(id int64, number int, kind, state, reason string) {
		_, err := s.pool.Exec(s.ctx, `insert into order_payment (order_id, number, kind, state, reason, amount_minor) values ($1, $2, $3, $4, $5, 100)`,
			id, number, kind, state, reason)
		require.NoError(t, err)
	}
	operation(first.OrderID, 1, "capture", "done", "")
	operation(first.OrderID, 2, "refund", "refused", "account_closed")
	operation(second.OrderID, 1, "refund", "refused", order.ReasonUnpaid)
	operation(second.OrderID, 2, "capture", "refused", order.ReasonStayed)
	require.Equal(t, []int64{first.OrderID}, refused(), "of the other nothing was to be moved")
	operation(first.OrderID, 3, "refund", "done", "")
	require.Empty(t, refused(), "it was given back later")
}

// A service that costs something is agreed to as it is: a business pays another rate, which nobody has asked it about.
func TestThePackageIsOfTheKindOfCustomerThatAskedForIt(t *testing.T) {
	s := newShop(t)
	s.stock(laptop, "main", 9)
	guest := checkout.GuestData{Email: "erika@example.org", Phone: "030", Invoice: berlin}
	company := guest
	company.Business, company.Invoice.Company = true, "Muster GmbH"
	told := func(g checkout.GuestData) func(string) (*checkout.Snapshot, error) {
		return func(id string) (*checkout.Snapshot, error) { return s.store.SetGuest(s.ctx, id, g) }
	}
	byWallet := func(id string) (*checkout.Snapshot, error) {
		return s.store.SetExpress(s.ctx, id, checkout.ExpressPayPal, "paypal", guest)
	}
	loggedIn := func(business bool) func(string) (*checkout.Snapshot, error) {
		return func(id string) (*checkout.Snapshot, error) {
			return s.store.SetOwner(s.ctx, id, checkout.Owner{CustomerID: 7, Email: "erika@example.org", Business: business})
		}
	}
	tests := map[string]struct {
		first, then func(string) (*checkout.Snapshot, error)
		kept        bool
	}{
		"told again":           {told(guest), told(guest), true},
		"a company after all":  {told(guest), told(company), false},
		"no company after all": {told(company), told(guest), false},
		"logs in":              {told(guest), loggedIn(false), true},
		"logs in as a company": {told(guest), loggedIn(true), false},
		"a person's wallet":    {told(guest), byWallet, true},
		"a company's guest with a person's wallet": {told(company), byWallet, false},
	}
	for name, test := range tests {
		id := s.guest(map[int64]int{laptop: 1}).Attempt.CartID
		_, err := test.first(id)
		require.NoError(t, err, name)
		_, err = s.store.SetNoRisk(s.ctx, id, true)
		require.NoError(t, err, name)
		snap, err := test.then(id)
		require.NoError(t, err, name)
		require.Equal(t, test.kept, snap.Checkout.NoRisk, name)
	}
}
