package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// The customer goes back to the first provider's page, which is still open, after paying another way: they are shown the order,
// and no money is taken for the other: what they agreed to there is withdrawn, once.
func TestWhoComesBackLateIsShownTheOrder(t *testing.T) {
	for name, late := range map[string]func(*shop, *checkout.Attempt) *payment{
		"approved, which is withdrawn": func(s *shop, a *checkout.Attempt) *payment { return s.provider.approve(a) },
		"paid, and nobody told the shop": func(s *shop, a *checkout.Attempt) *payment {
			return s.provider.become(a, checkout.OutcomeAuthorized)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, checkout.DefaultPolicy)
			cart, total := s.guest("fakepal")
			first := s.submit(cart, total)
			_, err := s.service.SetChoices(s.ctx, cart, catalog.German, "invoice", nil)
			require.NoError(t, err)
			second := s.submit(cart, total)
			pay := late(s, first)
			owed := pay.state == checkout.OutcomeAuthorized
			for range 2 {
				shown, err := s.service.Return(s.ctx, first.ID, map[string]string{"token": "t"})
				require.NoError(t, err)
				require.Equal(t, second.ID, shown.ID)
				notices := map[bool]int{true: 2, false: 1}[owed]
				require.Eventually(t, func() bool { return len(s.order(first.OrderID).Notices) == notices }, 20*time.Second, 20*time.Millisecond)
				if owed {
					s.record("wallet-returned-late", first.ID)
				}
			}
			require.Equal(t, checkout.Failed, s.reaches(first.ID, checkout.Failed).State)
			require.Equal(t, []int{0, 1}, []int{pay.captures, pay.refund})
			require.Equal(t, 99, s.available(), "one laptop is sold")
		})
	}
}

// Who gives money back hears soon that the provider has not answered, and does not take what waits behind that for done.
func TestARefundIsAnsweredWhileTheProviderIsDown(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	o, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.NoError(t, err)
	up := s.down()
	s.begun.SetPatience(time.Minute, 100*time.Millisecond)
	begun := time.Now()
	o, err = s.operator.Refund(s.ctx, o.ID, "first", money.Euro(100))
	require.NoError(t, err)
	require.Equal(t, money.Euro(100), o.Unanswered())
	require.Less(t, time.Since(begun), 30*time.Second)

	s.begun.SetPatience(500*time.Millisecond, 100*time.Millisecond)
	_, err = s.operator.Refund(s.ctx, o.ID, "second", money.Euro(200))
	require.ErrorIs(t, err, fault.New(fault.Unavailable, "command_unanswered"), "it waits behind the first")
	up()
	s.begun.SetPatience(time.Minute, time.Minute)
	o, err = s.operator.Refund(s.ctx, o.ID, "second", money.Euro(200))
	require.NoError(t, err)
	require.Equal(t, []int64{300, 0}, []int64{o.Refunded().Minor, o.Unanswered().Minor}, "once each")
}

// down lets every movement of money fail until up is called.
func (s *shop) down() (up func()) {
	s.provider.set(func() {
		s.provider.move = func(*payment) error { return fault.New(fault.Unavailable, "provider_down") }
	})
	return func() { s.provider.set(func() { s.provider.move = nil }) }
}

// While the money of a delivery cannot be taken, nothing that an operator asks for is answered as done; all of it is done later.
func TestACommandThatWaitsIsNotAnsweredAsDone(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	o := s.placed("fakecard", "dhl_standard", 1)
	up := s.down()
	s.begun.SetPatience(time.Second, 100*time.Millisecond)
	unanswered := fault.New(fault.Unavailable, "command_unanswered")
	_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
	require.ErrorIs(t, err, unanswered)
	s.becomes(o.ID, in(order.Dispatching))
	_, err = s.operator.Cancel(s.ctx, o.ID)
	require.ErrorIs(t, err, unanswered)
	_, err = s.operator.Deliver(s.ctx, o.ID, 0)
	require.ErrorIs(t, err, unanswered)
	_, err = s.operator.Return(s.ctx, o.ID, 0, false)
	require.ErrorIs(t, err, unanswered)
	up()
	o = s.becomes(o.ID, in(order.Returned))
	require.Equal(t, order.Placed, o.Status, "the cancellation came when the goods had left")
	require.Len(t, s.payment(o).taken, 1)
}

// What an order shows as done is answered so, though its provider has not given the money back.
func TestACommandIsAnsweredWhileTheMoneyIsOutstanding(t *testing.T) {
	for name, is := range map[string]struct {
		ask  func(*shop, int64) (*order.Order, error)
		done func(*order.Order) bool
	}{
		"cancelled": {
			func(s *shop, id int64) (*order.Order, error) { return s.operator.Cancel(s.ctx, id) },
			func(o *order.Order) bool { return o.Status == order.Cancelled },
		},
		"returned": {
			func(s *shop, id int64) (*order.Order, error) { return s.operator.Return(s.ctx, id, 1, true) },
			in(order.Returned),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t, checkout.DefaultPolicy)
			o := s.placed("fakecard", "dhl_standard", 1)
			if name == "returned" {
				_, err := s.operator.Ship(s.ctx, o.ID, order.Pick{})
				require.NoError(t, err)
			}
			up := s.down()
			s.begun.SetPatience(time.Minute, 100*time.Millisecond)
			begun := time.Now()
			o, err := is.ask(s, o.ID)
			require.NoError(t, err)
			require.True(t, is.done(o))
			require.Less(t, time.Since(begun), 30*time.Second)
			up()
		})
	}
}

// An operator cancels an order that waits for its provider, who has agreed in this moment: it is cancelled all the same.
func TestAnOrderThatIsAgreedToAsItIsCancelledIsCancelled(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("moneyorder")
	a := s.submit(cart, total)
	s.provider.become(a, checkout.OutcomeAuthorized)
	o, err := s.operator.Cancel(s.ctx, a.OrderID)
	require.NoError(t, err)
	require.Equal(t, []any{order.Cancelled, order.ReasonCancelled}, []any{o.Status, o.CancelReason})
	require.Equal(t, []any{100, order.ByHand, total}, []any{s.available(), o.Payments[1].State, o.Payments[1].Amount})
}

// While nobody takes up what an operator asks for about an order that waits for its money, it is not answered as done.
func TestWhatNobodyTakesUpIsNotAnsweredAsDone(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	cart, total := s.guest("moneyorder")
	a := s.submit(cart, total)
	s.rest()
	s.process.SetPatience(time.Second)
	unanswered := fault.New(fault.Unavailable, "command_unanswered")
	_, err := s.operator.Paid(s.ctx, a.OrderID, money.Amount{})
	require.ErrorIs(t, err, unanswered)
	_, err = s.operator.Cancel(s.ctx, a.OrderID)
	require.ErrorIs(t, err, unanswered)
}
