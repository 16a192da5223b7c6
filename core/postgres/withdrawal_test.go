package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// returns is a shop with one paid order of two laptops.
type returns struct {
	*shop
	store   *postgres.Withdrawals
	steps   *withdrawal.Steps
	orderID int64
}

func newReturns(t *testing.T) *returns {
	s := newShop(t)
	s.stock(laptop, "main", 5)
	d := s.guest(map[int64]int{laptop: 2})
	d.Attempt.Lines[0].ArticleNumber = "A-900001"
	d.Attempt.Deliveries[0].ID, d.Attempt.Deliveries[0].Lines = 1, []int{0}
	a := s.freeze(d)
	s.settle(a.ID, checkout.Result{Outcome: checkout.OutcomeAuthorized, Reference: "P-1", Captured: true, Amount: a.Totals.Total})
	store := postgres.NewWithdrawals(s.pool)
	steps := withdrawal.NewSteps(withdrawal.Parts{
		Store: store, Clock: clock.System{},
		Handling: withdrawal.Handling{Policy: withdrawal.Policy{Days: 14}, Operator: "shop@example.org"},
	})
	return &returns{s, store, steps, a.OrderID}
}

func (r *returns) declare(key, email string, items ...withdrawal.Item) *withdrawal.Withdrawal {
	r.Helper()
	w, err := r.store.Declare(r.ctx, withdrawal.Declaration{
		Key: key, OrderNumber: fmt.Sprint(r.orderID), Name: "Erika Muster", Email: email, Lang: catalog.German, Items: items,
	}, time.Now().UTC().Truncate(time.Millisecond))
	require.NoError(r, err)
	return w
}

func (r *returns) decide(id int64) *withdrawal.Withdrawal {
	r.Helper()
	w, err := r.steps.Decide(r.ctx, id)
	require.NoError(r, err)
	return w
}

func (r *returns) mails(template string) int {
	return r.count(`select count(*) from outbox where topic = 'mail.requested' and payload->>'template' = '` + template + `'`)
}

// A receipt goes to whatever address was typed. Nobody's mailbox is to be filled with them, and nobody kept from withdrawing.
func TestReceiptsToOneAddressAreBounded(t *testing.T) {
	r := newReturns(t)
	now := time.Now().UTC()
	declare := func(orderID int64, email string, at time.Time) (receipts int) {
		before := r.mails(mail.WithdrawalReceipt)
		_, err := r.store.Declare(r.ctx, withdrawal.Declaration{
			Key: ident.New(), OrderNumber: fmt.Sprint(orderID), Name: "Erika Muster", Email: email, Lang: catalog.German,
		}, at)
		require.NoError(t, err, "every declaration counts, and the answer tells nothing of orders")
		return r.mails(mail.WithdrawalReceipt) - before
	}
	for n := range withdrawal.ReceiptsHour {
		require.Equal(t, 1, declare(int64(n), "Victim@example.org", now))
	}
	require.Zero(t, declare(77, "victim@example.org", now))
	require.Zero(t, declare(r.orderID, "victim@example.org", now), "of somebody else's order")
	require.Equal(t, 1, declare(77, "other@example.org", now))
	require.Equal(t, 1, declare(77, "victim@example.org", now.Add(time.Hour)))
	_, err := r.pool.Exec(r.ctx, `update shop_order set email = 'victim@example.org'`)
	require.NoError(t, err)
	require.Equal(t, 1, declare(r.orderID, "victim@example.org", now), "of one's own order")
	require.Zero(t, declare(77, "victim+label@example.org", now), "a mailbox has many addresses")
	require.Equal(t, 1, declare(77, "vic@example.org", now))
}

// Many declarations at once mail no more than as many in turn.
func TestReceiptsToOneAddressAreBoundedAtOnce(t *testing.T) {
	const many = 3 * withdrawal.ReceiptsHour
	r := newReturns(t)
	start, declared := make(chan struct{}), make(chan error)
	for n := range many {
		go func() {
			<-start
			_, err := r.store.Declare(r.ctx, withdrawal.Declaration{
				Key: ident.New(), OrderNumber: fmt.Sprint(n), Name: "Erika Muster", Email: "victim@example.org", Lang: catalog.German,
			}, time.Now())
			declared <- err
		}()
	}
	close(start)
	for range many {
		require.NoError(t, <-declared)
	}
	require.Equal(t, withdrawal.ReceiptsHour, r.mails(mail.WithdrawalReceipt))
}

func TestADeclarationIsStoredOnceWithItsReceipt(t *testing.T) {
	r := newReturns(t)
	key := ident.New()
	first := r.declare(key, "erika@example.org")
	again := r.declare(key, "erika@example.org")
	require.Equal(t, first, again)
	require.Equal(t, withdrawal.Declared, first.Status)
	require.Equal(t, first.ReceivedAt.Add(withdrawal.RefundWithin), first.DueAt)
	require.Equal(t, 1, r.mails(mail.WithdrawalReceipt))
	require.Equal(t, 1, r.count(`select count(*) from outbox where topic = 'withdrawal.declared'`))
}

// The same goods, declared ten times at once: one withdrawal takes them.
func TestGoodsAreTakenBackOnce(t *testing.T) {
	r := newReturns(t)
	ids := make([]int64, 10)
	for i := range ids {
		ids[i] = r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 2}).ID
	}
	statuses := make([]withdrawal.Status, len(ids))
	var wg sync.WaitGroup
	for i, id := range ids {
		wg.Go(func() {
			w, err := r.steps.Decide(r.ctx, id)
			if err != nil {
				t.Errorf("decide: %v", err)
				return
			}
			statuses[i] = w.Status
		})
	}
	wg.Wait()
	accepted := 0
	for _, s := range statuses {
		if s == withdrawal.Accepted {
			accepted++
			continue
		}
		require.Equal(t, withdrawal.Refused, s)
	}
	require.Equal(t, 1, accepted)
	require.Equal(t, 9, r.mails(mail.WithdrawalRefused))
}

func TestTheOperatorFindsTheOrderAndOverrules(t *testing.T) {
	r := newReturns(t)
	w := r.decide(r.declare(ident.New(), "max@example.org").ID)
	require.Equal(t, []any{withdrawal.Review, withdrawal.ReasonUnproven, int64(0)}, []any{w.Status, w.Reason, w.OrderID})
	require.Equal(t, 1, r.mails(mail.WithdrawalReminder), "the operator is told at once")

	_, err := r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Refund})
	require.Equal(t, "withdrawal_not_accepted", fault.ReasonOf(err))
	_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: 1})
	require.Equal(t, "order_not_found", fault.ReasonOf(err))
	w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: r.orderID})
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Accepted, r.orderID, int64(2 * 129900)}, []any{w.Status, w.OrderID, w.Amount.Minor})

	list, total, err := r.store.Withdrawals(r.ctx, withdrawal.Filter{Open: true, OrderID: r.orderID}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, []any{1, w.ID}, []any{total, list[0].ID})
	_, total, err = r.store.Withdrawals(r.ctx, withdrawal.Filter{Status: withdrawal.Refused}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Zero(t, total)
}

// An operator may name the order that is meant, and overrule a refusal; what was accepted, or is over, is not accepted again.
func TestWhatAnOperatorAcceptsIsAcceptedOnce(t *testing.T) {
	r := newReturns(t)
	unknown, err := r.store.Declare(r.ctx, withdrawal.Declaration{
		Key: ident.New(), OrderNumber: "7", Name: "Erika Muster", Email: "erika@example.org", Lang: catalog.German,
	}, time.Now().UTC().Truncate(time.Millisecond))
	require.NoError(t, err)
	w := r.decide(unknown.ID)
	require.Equal(t, []any{withdrawal.Review, withdrawal.ReasonUnknownOrder}, []any{w.Status, w.Reason})
	accept := func(orderID int64) (*withdrawal.Withdrawal, error) {
		return r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: orderID})
	}
	_, err = accept(0)
	require.Equal(t, withdrawal.ReasonUnknownOrder, fault.ReasonOf(err))
	_, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Reject, Reason: withdrawal.ReasonUnknownOrder})
	require.NoError(t, err)

	_, err = r.pool.Exec(r.ctx, `update shop_order set business = true`)
	require.NoError(t, err)
	_, err = accept(r.orderID)
	require.Equal(t, withdrawal.ReasonBusiness, fault.ReasonOf(err))
	still, err := r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Refused, int64(0)}, []any{still.Status, still.OrderID}, "what is refused changes nothing")
	_, err = r.pool.Exec(r.ctx, `update shop_order set business = false`)
	require.NoError(t, err)
	would, err := r.steps.Try(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Accept, OrderID: r.orderID})
	require.NoError(t, err)
	require.Equal(t, withdrawal.Accepted, would.Status)
	w, err = r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, withdrawal.Refused, w.Status, "it was only tried")

	overruled := 0
	for _, step := range []struct {
		kind   withdrawal.CommandKind
		status withdrawal.Status
	}{
		{withdrawal.Accept, withdrawal.Accepted}, {withdrawal.Accept, withdrawal.Accepted}, {withdrawal.Refund, withdrawal.Refunding}, {withdrawal.Accept, withdrawal.Refunding},
	} {
		orderID := int64(0)
		if step.kind == withdrawal.Accept {
			orderID = r.orderID
		}
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: step.kind, OrderID: orderID})
		require.NoError(t, err)
		require.Equal(t, []any{step.status, r.orderID, int64(2 * 129900), true}, []any{w.Status, w.OrderID, w.Amount.Minor, w.SettledAt.IsZero()})
	}
	for _, over := range []withdrawal.Status{withdrawal.ByHand, withdrawal.Settled} {
		_, err = r.pool.Exec(r.ctx, `update withdrawal set status = $1, settled_at = case when $1 = 'settled' then now() end`, string(over))
		require.NoError(t, err)
		w, err = accept(r.orderID)
		require.NoError(t, err)
		require.Equal(t, over, w.Status, "and nothing is paid back again")
	}
	w, err = r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	for _, e := range w.Events {
		if e.Kind == withdrawal.EventOverruled {
			overruled++
		}
	}
	require.Equal(t, 1, overruled)
}

func TestLateIsLateOnceTheLastDeliveryHasArrived(t *testing.T) {
	r := newReturns(t)
	_, err := r.pool.Exec(r.ctx, `update shop_order set delivered_at = now() - interval '40 days'`)
	require.NoError(t, err)
	w := r.decide(r.declare(ident.New(), "erika@example.org").ID)
	require.Equal(t, []any{withdrawal.Refused, withdrawal.ReasonLate}, []any{w.Status, w.Reason})
	require.Equal(t, 1, r.mails(mail.WithdrawalRefused))
	again, err := r.steps.Decide(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, w.DecidedAt.Truncate(time.Millisecond), again.DecidedAt.Truncate(time.Millisecond), "decided once")
}

func TestExcludedCategoriesCountFromAbove(t *testing.T) {
	r := newReturns(t)
	_, err := r.pool.Exec(r.ctx, `insert into category (slug, name_de, digest) values ('custom', 'Maß', '');
		update category set parent_id = (select id from category where slug = 'custom') where slug = 'things'`)
	require.NoError(t, err)
	r.steps.Handling.Excluded = []string{"custom"}
	w := r.decide(r.declare(ident.New(), "erika@example.org").ID)
	require.Equal(t, []any{withdrawal.Refused, withdrawal.ReasonExcluded}, []any{w.Status, w.Reason})
}

// Goods on account came back before they were paid: nothing is paid out, the consumer is told so, and the invoice corrected.
func TestAClaimWithoutMoneyIsWrittenOff(t *testing.T) {
	for name, tried := range map[string]bool{"once the provider was asked": true, "at once": false} {
		t.Run(name, func(t *testing.T) { aClaimWithoutMoney(t, tried) })
	}
}

func aClaimWithoutMoney(t *testing.T, tried bool) {
	r := newReturns(t)
	_, err := r.pool.Exec(r.ctx, `
		update checkout_attempt set payment = payment || '{"captured": false, "outcome": "pending"}'; update shop_order set paid_at = null`)
	require.NoError(t, err)
	fulfilment, invoices := postgres.NewFulfilment(r.pool).Bill(seller), postgres.NewInvoices(r.pool)
	_, err = fulfilment.Change(r.ctx, r.orderID, send)
	require.NoError(t, err)
	r.store.Bill(seller)
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	if tried {
		r.steps.Money = penniless{}
		r.fails(w.ID, withdrawal.ReasonNotPaid)
	}
	for range 2 {
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
		require.NoError(t, err)
		require.Equal(t, []any{withdrawal.Settled, int64(0)}, []any{w.Status, w.Amount.Minor})
	}
	list, err := invoices.OfOrder(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{invoice.Credit, false, int64(129900)}, []any{list[1].Kind, list[1].Paid, list[1].Total.Minor})
	o, err := fulfilment.Order(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Zero(t, o.Refunded().Minor)
}

// The money came after the provider was asked in vain: what is transferred then is no claim without money.
func TestMoneyThatCameMeanwhileIsTransferred(t *testing.T) {
	r := newReturns(t)
	_, err := r.pool.Exec(r.ctx, `
		update checkout_attempt set payment = payment || '{"captured": false, "outcome": "pending"}'; update shop_order set paid_at = null`)
	require.NoError(t, err)
	fulfilment := postgres.NewFulfilment(r.pool)
	_, err = fulfilment.Change(r.ctx, r.orderID, send)
	require.NoError(t, err)
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	r.steps.Money = penniless{}
	r.fails(w.ID, withdrawal.ReasonNotPaid)
	_, err = fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
		_, e := o.Came(checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: o.Attempt.Totals.Total}, time.Now())
		return e, nil
	})
	require.NoError(t, err)
	w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
	require.NoError(t, err)
	require.Equal(t, []any{withdrawal.Settled, int64(129900)}, []any{w.Status, w.Amount.Minor})
	o, err := fulfilment.Order(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Equal(t, []int64{129900, 0}, []int64{o.Refunded().Minor, o.WrittenOff(order.WithdrawalRequest(w.ID)).Minor})
}

// A part of what is withdrawn from was paid: that is paid back, and the rest is owed no more.
func TestWhatOfAClaimWasNotPaidIsWrittenOff(t *testing.T) {
	for name, tried := range map[string]bool{"once a refund was tried": true, "at once": false} {
		t.Run(name, func(t *testing.T) { aClaimPaidInPart(t, tried) })
	}
}

func aClaimPaidInPart(t *testing.T, tried bool) {
	r := newReturns(t)
	_, err := r.pool.Exec(r.ctx, `
		update checkout_attempt set payment = payment || '{"captured": false, "outcome": "pending"}'; update shop_order set paid_at = null`)
	require.NoError(t, err)
	fulfilment, invoices := postgres.NewFulfilment(r.pool).Bill(seller), postgres.NewInvoices(r.pool)
	_, err = fulfilment.Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
		e, err := send(o)
		for i := range o.Deliveries {
			o.Deliveries[i].PayBy = time.Now().AddDate(0, 0, -1)
		}
		_, came := o.Came(checkout.Result{Outcome: checkout.OutcomeAuthorized, Captured: true, Amount: o.Attempt.Totals.Total.Sub(money.Euro(50000))}, time.Now())
		e.Mails = append(e.Mails, came.Mails...)
		return e, err
	})
	require.NoError(t, err)
	r.store.Bill(seller)
	w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 1}).ID)
	if tried {
		r.fails(w.ID, withdrawal.ReasonNotAllPaid)
	}
	for range 2 {
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: withdrawal.Transferred})
		require.NoError(t, err)
		require.Equal(t, []any{withdrawal.Settled, int64(79900)}, []any{w.Status, w.Amount.Minor})
	}
	var woken int
	require.NoError(t, r.pool.QueryRow(r.ctx, `select count(*) from outbox where topic = 'order.owes'`).Scan(&woken))
	require.Equal(t, 1, woken, "its fulfilment can remind of what is left to pay")
	list, err := invoices.OfOrder(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Len(t, list, 3)
	for i, total := range []int64{79900, 50000} {
		require.Equal(t, []any{invoice.Credit, i == 0, total}, []any{list[i+1].Kind, list[i+1].Paid, list[i+1].Total.Minor})
	}
	o, err := fulfilment.Order(r.ctx, r.orderID)
	require.NoError(t, err)
	require.Equal(t, []int64{79900, 0}, []int64{o.Refunded().Minor, o.Open().Minor})
	open, _ := o.Overdue(time.Now())
	require.Zero(t, open.Minor)
}

// fails has a withdrawal's money tried to be paid back, which is left to an operator for a reason.
func (r *returns) fails(id int64, reason string) {
	r.Helper()
	_, err := r.steps.Act(r.ctx, id, withdrawal.Command{Kind: withdrawal.Refund})
	require.NoError(r, err)
	w, err := r.steps.Refund(r.ctx, id)
	require.NoError(r, err)
	require.Equal(r, []any{withdrawal.ByHand, reason}, []any{w.Status, w.Reason})
}

// penniless has no money to give back.
type penniless struct{}

func (penniless) Refund(context.Context, checkout.PaymentRef, money.Amount, string, int) error {
	return fault.New(fault.Conflict, "refund_nothing_left")
}

// A part of what is to come back was cancelled after it was accepted: its money went back with that.
func TestWhatWasCancelledSinceIsNotPaidBackAgain(t *testing.T) {
	for kind, status := range map[withdrawal.CommandKind]withdrawal.Status{
		withdrawal.Refund: withdrawal.Refunding, withdrawal.Transferred: withdrawal.Settled,
	} {
		r := newReturns(t)
		w := r.decide(r.declare(ident.New(), "erika@example.org", withdrawal.Item{ArticleNumber: "A-900001", Quantity: 2}).ID)
		require.Equal(t, int64(2*129900), w.Amount.Minor)
		_, err := postgres.NewFulfilment(r.pool).Change(r.ctx, r.orderID, func(o *order.Order) (order.Effects, error) {
			for i, state := range []order.DeliveryState{order.Delivered, order.DeliveryCancelled} {
				o.Deliveries = append(o.Deliveries, order.Delivery{
					Number: i + 1, State: state, Items: []order.Item{{Line: 0, Quantity: 1}}, Amount: money.Euro(129900),
				})
			}
			o.Payments = []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: o.Attempt.Totals.Total}}
			return order.Effects{}, nil
		})
		require.NoError(t, err)
		w, err = r.steps.Act(r.ctx, w.ID, withdrawal.Command{Kind: kind})
		require.NoError(t, err)
		require.Equal(t, []any{status, int64(129900)}, []any{w.Status, w.Amount.Minor})
		w, err = r.store.Withdrawal(r.ctx, w.ID)
		require.NoError(t, err)
		require.Equal(t, kind == withdrawal.Refund, w.AskedAfter == 1, "what was refused up to then is asked for anew")
	}
}

func TestLabelsOpenByTheirTokenAlone(t *testing.T) {
	r := newReturns(t)
	w := r.declare(ident.New(), "erika@example.org")
	_, err := r.store.Change(r.ctx, w.ID, func(w *withdrawal.Withdrawal, _ *withdrawal.Contract) (withdrawal.Effects, error) {
		w.Return = &withdrawal.Return{Carrier: "dhl", Reference: "R", TrackingNumber: "T", Token: "secret", LabelType: "application/pdf", Label: []byte("%PDF")}
		return withdrawal.Effects{}, nil
	})
	require.NoError(t, err)
	label, err := r.store.Label(r.ctx, "secret")
	require.NoError(t, err)
	require.Equal(t, "%PDF", string(label.Label))
	_, err = r.store.Label(r.ctx, "guess")
	require.Equal(t, "label_not_found", fault.ReasonOf(err))
	w, err = r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, "T", w.Return.TrackingNumber)
	_, err = r.pool.Exec(r.ctx, `update withdrawal_return set label = ''`)
	require.NoError(t, err)
	_, err = r.store.Label(r.ctx, "secret")
	require.Equal(t, "label_not_found", fault.ReasonOf(err), "it was kept long enough")
}

// A carrier tells of the goods' way back as of any parcel: the operator reads it there, and no order is looked for in vain.
func TestTheWayBackIsToldToItsWithdrawal(t *testing.T) {
	r := newReturns(t)
	w := r.decide(r.declare(ident.New(), "erika@example.org").ID)
	_, err := r.pool.Exec(r.ctx, `
		insert into withdrawal_return (withdrawal_id, carrier, reference, tracking_number, token, label_type, label)
		values ($1, 'dhl', 'REF', 'JJD-BACK', 'secret', 'application/pdf', 'file')`, w.ID)
	require.NoError(t, err)
	at := time.Now().UTC().Truncate(time.Second)
	require.NoError(t, postgres.NewFulfilment(r.pool).StoreScans(r.ctx, []checkout.Scan{
		{ID: "1", Plugin: "dhl", TrackingNumber: "JJD-BACK", State: checkout.ParcelDelivered, At: at},
		{ID: "2", Plugin: "dhl", TrackingNumber: "JJD-OTHER", State: checkout.ParcelDelivered, At: at},
	}))
	scan := func(id string) (n int64) {
		require.NoError(t, r.pool.QueryRow(r.ctx, `select id from shipment_scan where scan_id = $1`, id).Scan(&n))
		return n
	}
	for range 2 {
		known, err := r.store.Scanned(r.ctx, scan("1"))
		require.NoError(t, err)
		require.True(t, known)
	}
	known, err := r.store.Scanned(r.ctx, scan("2"))
	require.NoError(t, err)
	require.False(t, known)
	w, err = r.store.Withdrawal(r.ctx, w.ID)
	require.NoError(t, err)
	told := w.Events[len(w.Events)-1]
	require.Equal(t, []any{withdrawal.EventParcel, "delivered JJD-BACK", at}, []any{told.Kind, told.Detail, told.At.UTC()})
	require.NotEqual(t, withdrawal.EventParcel, w.Events[len(w.Events)-2].Kind, "once")
}
