package worker_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/order"
	workflow "kontor.dev/kontor/workflows/campus"
	processes "kontor.dev/kontor/workflows/client"
)

var errHeld = fault.New(fault.Conflict, "order_held")

// unproven is an order at the campus price of a student who has not opened the link yet.
type unproven struct {
	*shop
	id    int64
	token string
	order *order.Order
	told  *processes.Campus
}

func newUnproven(t *testing.T, payment string, until checkout.State) *unproven {
	s := newShop(t, checkout.DefaultPolicy)
	u := &unproven{shop: s, told: processes.NewCampus(s.temporal, s.deps.Queue)}
	// A workflow may outlive its database: no other test may meet it.
	s.exec(`alter table customer alter column id restart with ` + strconv.FormatInt(2_000_000_000+rand.Int64N(1_000_000_000), 10))
	s.exec(`update product set student_minor = 119900`)
	u.id, u.token = s.student()
	var cart string
	require.NoError(t, s.pool.QueryRow(s.ctx, `select cart_id::text from customer where id = $1`, u.id).Scan(&cart))
	a := s.submit(cart, s.fill(cart, payment, "dhl_standard", 1))
	s.reaches(a.ID, until)
	u.order = s.order(a.OrderID)
	require.Equal(t, int64(119900), u.order.Attempt.Lines[0].Unit.Minor)
	require.True(t, u.order.Attempt.Lines[0].Campus)
	return u
}

func (u *unproven) reread() *order.Order { return u.shop.order(u.order.ID) }

func (u *unproven) changed() {
	u.Helper()
	require.NoError(u, u.told.Changed(u.ctx, u.id))
}

func (u *unproven) ship() error {
	_, err := u.operator.Ship(u.ctx, u.order.ID, order.Pick{})
	return err
}

// lapses lets the application's time be over.
func (u *unproven) lapses() {
	u.Helper()
	u.exec(`update campus_application set expires_at = now() + interval '1 second'`)
	u.changed()
	u.awaitCampusMail(mail.CampusLapsed)
}

func TestGoodsLeaveOnceTheirStudentIsOne(t *testing.T) {
	u := newUnproven(t, "fakecard", checkout.Confirmed)
	require.NoError(t, u.begun.Begin(u.ctx, order.Ref{ID: u.order.ID, AttemptID: u.order.AttemptID}))
	require.ErrorIs(t, u.ship(), errHeld)
	require.NoError(t, u.deps.Campus.Confirm(u.ctx, u.token))
	require.NoError(t, u.ship())
	require.Equal(t, order.Shipped, u.reread().Deliveries[0].State)
	require.Zero(t, u.count(`select count(*) from campus_order`))
}

// Who lets the proof lapse does not keep the price: told, given time to become a member after all, and then cancelled.
func TestAnOrderWhoseStudentNeverBecomesOneIsCancelled(t *testing.T) {
	for payment, state := range map[string]checkout.State{"fakecard": checkout.Confirmed, "moneyorder": checkout.Pending} {
		t.Run(payment, func(t *testing.T) {
			u := newUnproven(t, payment, state)
			u.changed()
			u.lapses()
			require.Equal(t, 1, u.count(`
				select count(*) from outbox where payload ->> 'template' = $1 and payload -> 'data' -> 'orders' -> 0 ->> 'id' = $2`,
				mail.CampusLapsed, strconv.FormatInt(u.order.ID, 10)), "the customer is told of the order")
			o := u.reread()
			require.Equal(t, order.NoticeUnproven, o.Notices[0].Kind, "and the operators")
			require.Equal(t, 1, u.count(`select count(*) from campus_order where due_at between now() + interval '13 days' and now() + interval '14 days'`))
			if state == checkout.Confirmed {
				require.ErrorIs(t, u.ship(), errHeld, "the goods stay")
			}
			u.rest() // the wait survives the worker
			u.exec(`update campus_order set due_at = now()`)
			u.work()
			u.changed()
			u.campusEnds(u.id)
			require.Eventually(t, func() bool { return u.reread().Status == order.Cancelled }, 20*time.Second, 20*time.Millisecond)
			require.Equal(t, order.ReasonUnproven, u.reread().CancelReason)
			require.Equal(t, []int{100, 1}, []int{u.available(), u.mails(mail.OrderCancelled)})
			require.Zero(t, u.count(`select count(*) from campus_order`))
			if state == checkout.Confirmed {
				require.Len(t, u.payment(u.order).voided, 1, "the money is let go")
				u.recordRun("campus", "given-up", workflow.WorkflowID(u.id))
			}
		})
	}
}

// Applying again after a refusal is another chance, and no more time.
func TestAnotherApplicationIsNoMoreTime(t *testing.T) {
	u := newUnproven(t, "fakecard", checkout.Confirmed)
	u.changed()
	u.lapses()
	due := func() (at time.Time) {
		require.NoError(t, u.pool.QueryRow(u.ctx, `select due_at from campus_order`).Scan(&at))
		return at
	}
	first := due()
	require.NoError(t, u.deps.Campus.RegisterByEmail(u.ctx, u.id, 1, "erika@tu.example", true))
	u.exec(`update campus_application set expires_at = now()`)
	u.changed()
	require.Eventually(t, func() bool { return u.mails(mail.CampusLapsed) == 2 }, 20*time.Second, 20*time.Millisecond)
	require.Equal(t, first, due())
}

func TestOperatorsLetAnOrderGo(t *testing.T) {
	u := newUnproven(t, "fakecard", checkout.Confirmed)
	require.ErrorIs(t, u.ship(), errHeld)
	require.NoError(t, u.deps.Campus.Release(u.ctx, u.order.ID))
	require.NoError(t, u.ship())
	require.Equal(t, "campus_order_not_waiting", fault.ReasonOf(u.deps.Campus.Release(u.ctx, u.order.ID)))
}

// Only what has the programme's price waits for it.
func TestGoodsAtThePriceForEverybodyDoNotWait(t *testing.T) {
	s := newShop(t, checkout.DefaultPolicy)
	id, _ := s.student()
	var cart string
	require.NoError(t, s.pool.QueryRow(s.ctx, `select cart_id::text from customer where id = $1`, id).Scan(&cart))
	a := s.submit(cart, s.fill(cart, "fakecard", "dhl_standard", 1))
	s.reaches(a.ID, checkout.Confirmed)
	_, err := s.operator.Ship(s.ctx, a.OrderID, order.Pick{})
	require.NoError(t, err)
}
