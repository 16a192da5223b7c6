package order_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// shelf holds one order and counts how often it was reached for.
type shelf struct {
	order.Fulfilments
	order   order.Order
	reached int
}

func (s *shelf) Order(context.Context, int64) (*order.Order, error) { return &s.order, nil }

func (s *shelf) Change(context.Context, int64, func(*order.Order) (order.Effects, error)) (*order.Order, error) {
	s.reached++
	return &s.order, nil
}

func TestGoodsOfAnUnprovenStudentStay(t *testing.T) {
	for id, held := range map[int64]bool{7: true, 8: false} {
		s := &shelf{order: order.Order{ID: id, CustomerID: 1}}
		f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy)
		f.Hold(func(_ context.Context, id int64) (bool, error) { return id == 7, nil })
		_, err := f.Pick(t.Context(), id, order.Pick{})
		if !held {
			require.NoError(t, err)
			require.Equal(t, 1, s.reached)
			continue
		}
		require.ErrorIs(t, err, fault.New(fault.Conflict, "order_held"))
		require.Zero(t, s.reached)
	}
}

// A voucher left nothing to pay for the smaller of two deliveries: no provider takes nothing, and it leaves all the same.
func TestADeliveryThatCostsNothingIsNotCharged(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	o := &s.order
	o.Attempt.Payment.Outcome = checkout.OutcomeAuthorized
	o.Attempt.Lines = []checkout.Line{{Quantity: 1, Unit: money.Euro(200000)}, {Quantity: 1, Unit: money.Euro(100)}}
	o.Attempt.Deliveries = []checkout.Delivery{{ID: 1, Lines: []int{0}}, {ID: 2, Lines: []int{1}}}
	o.Attempt.Totals.Total = money.Euro(499)
	f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy) // it has no provider to ask
	number, err := f.Pick(t.Context(), 7, order.Pick{Delivery: 2})
	require.NoError(t, err)
	require.Equal(t, []any{2, money.Euro(0)}, []any{number, o.Deliveries[1].Amount})
	require.NoError(t, f.Capture(t.Context(), 7, number))
	require.Empty(t, o.Payments)
}

// The day on which a promise of money ends is the one that the shop's people have then.
func TestThePromiseEndsOnADayInGermany(t *testing.T) {
	ends := time.Date(2026, 3, 31, 22, 30, 0, 0, time.UTC)
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	s.order.Attempt.Payment = checkout.Payment{Outcome: checkout.OutcomeAuthorized, ExpiresAt: ends}
	s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Planned, Charge: true}}
	f := order.NewFulfiller(s, nil, nil, nil, nil, clock.NewFixed(ends.Add(-time.Hour)), order.DefaultPolicy)
	_, err := f.Due(t.Context(), 7)
	require.NoError(t, err)
	require.Len(t, s.order.Notices, 1)
	require.Equal(t, []string{order.NoticeEnding, "2026-04-01"}, []string{s.order.Notices[0].Kind, s.order.Notices[0].Detail})
}

// A Postfiliale tells whoever has no post number by e-mail; nobody else's address is given to carriers.
func TestAParcelShopIsGivenTheAddressThatItTells(t *testing.T) {
	for _, c := range []struct {
		kind         checkout.DeliveryKind
		number, told string
	}{
		{checkout.KindParcelShop, "", "kim@example.org"},
		{checkout.KindParcelShop, "12345678", ""},
		{checkout.KindHome, "", ""},
	} {
		s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed, Email: "kim@example.org"}}}
		s.order.Delivery.PostNumber = c.number
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Dispatching, Shipping: checkout.ShippingOption{Kind: c.kind}}}
		carrier := &noted{}
		f := order.NewFulfiller(s, nil, nil, carrier, nil, clock.System{}, order.DefaultPolicy)
		require.NoError(t, f.Label(t.Context(), 7, 1))
		require.Equal(t, c.told, carrier.request.Email)
	}
}

// A carrier collects what the customer has not paid of its delivery, and nothing where another method pays.
func TestTheCarrierCollectsWhatIsOpen(t *testing.T) {
	for name, c := range map[string]struct {
		code     string
		captured bool
		came     []order.Operation
		collect  int64
	}{
		"all":                       {checkout.CashOnDelivery, false, nil, 6000},
		"a part was transferred":    {checkout.CashOnDelivery, false, []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Delivery: 1, Amount: money.Euro(1500)}}, 4500},
		"all of it was transferred": {checkout.CashOnDelivery, false, []order.Operation{{Number: 1, Kind: order.CaptureMoney, State: order.Done, Delivery: 1, Amount: money.Euro(6000)}}, 0},
		"the order was paid":        {checkout.CashOnDelivery, true, nil, 0},
		"an invoice":                {"invoice", false, nil, 0},
	} {
		s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
		s.order.Attempt.Payment = checkout.Payment{Code: c.code, Captured: c.captured, Outcome: checkout.OutcomePending}
		s.order.Payments = c.came
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Dispatching, Amount: money.Euro(6000)}, {Number: 2, State: order.Planned, Amount: money.Euro(4000)}}
		carrier := &noted{}
		require.NoError(t, order.NewFulfiller(s, nil, nil, carrier, nil, clock.System{}, order.DefaultPolicy).Label(t.Context(), 7, 1))
		require.Equal(t, c.collect, carrier.request.Collect.Minor, name)
	}
}

// weighed knows what a piece of some products weighs.
type weighed struct{ changing }

func (*weighed) Weights(context.Context, []int64) (map[int64]int, error) {
	return map[int64]int{71: 2000, 72: 300}, nil
}

// What leaves as it was priced goes in those parcels; a part of it goes in one that weighs what is in it. The labels that come back
// are kept by number.
func TestAPartGoesInOneParcelOfItsWeight(t *testing.T) {
	for name, c := range map[string]struct {
		items   []order.Item
		parcels []checkout.Parcel
	}{
		"all":             {[]order.Item{{Line: 0, Quantity: 3}, {Line: 1, Quantity: 1}, {Line: 2, Quantity: 1}}, []checkout.Parcel{{WeightGrams: 4000}, {WeightGrams: 2600}}},
		"fewer pieces":    {[]order.Item{{Line: 0, Quantity: 2}, {Line: 1, Quantity: 1}, {Line: 2, Quantity: 1}}, []checkout.Parcel{{WeightGrams: 4300, Value: money.Euro(6000)}}},
		"not all of them": {[]order.Item{{Line: 0, Quantity: 3}, {Line: 1, Quantity: 1}}, []checkout.Parcel{{WeightGrams: 6300, Value: money.Euro(6000)}}},
	} {
		s := &weighed{changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}}
		s.order.Attempt.Lines = []checkout.Line{{ProductID: 71, Quantity: 3}, {ProductID: 72, Quantity: 1}, {ProductID: 73, Quantity: 1}}
		s.order.Attempt.Deliveries = []checkout.Delivery{{ID: 1, Lines: []int{0, 1, 2}, Parcels: []checkout.Parcel{{WeightGrams: 4000}, {WeightGrams: 2600}}}}
		s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Dispatching, Amount: money.Euro(6000), Items: c.items}}
		carrier := &noted{}
		require.NoError(t, order.NewFulfiller(s, nil, nil, carrier, nil, clock.System{}, order.DefaultPolicy).Label(t.Context(), 7, 1), name)
		require.Equal(t, c.parcels, carrier.request.Parcels, name)
		d := s.order.Deliveries[0]
		require.Equal(t, []any{"r", 2, 2, "T2"}, []any{d.Reference, len(d.Parcels), d.Parcels[1].Number, d.Parcels[1].TrackingNumber}, name)
	}
}

// A label whose goods stay is given back to its carrier, until that answers. One that takes none back is not asked for ever.
func TestALabelIsGivenBackUntilTheCarrierAnswers(t *testing.T) {
	away := fault.New(fault.Unavailable, "plugin_down")
	for name, c := range map[string]struct {
		state       order.DeliveryState
		reference   string
		fails, want error
		asked       []string
	}{
		"taken back":        {order.Dispatching, "r", nil, nil, []string{"dhl r 7-delivery-1-2-cancel"}},
		"away":              {order.Dispatching, "r", away, away, []string{"dhl r 7-delivery-1-2-cancel"}},
		"takes none back":   {order.Dispatching, "r", fault.New(fault.Invalid, "not_supported"), nil, []string{"dhl r 7-delivery-1-2-cancel"}},
		"there was none":    {order.Dispatching, "", away, nil, nil},
		"it has left since": {order.Shipped, "r", away, nil, nil},
	} {
		s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
		s.order.Deliveries = []order.Delivery{{Number: 1, State: c.state, Tries: 2, Reference: c.reference, Shipping: checkout.ShippingOption{Plugin: "dhl"}}}
		carrier := &noted{fails: c.fails}
		err := order.NewFulfiller(s, nil, nil, carrier, nil, clock.System{}, order.DefaultPolicy).Unlabel(t.Context(), 7, 1)
		require.Equal(t, []any{c.want, c.asked}, []any{err, carrier.cancelled}, name)
	}
}

// A provider that counts what is done of a payment is told what was: no process of its plugin remembers all of it.
func TestAnOperationIsToldWhatWasDoneBefore(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	s.order.Payments = []order.Operation{
		{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(500), Reference: "p-1"},
		{Number: 2, Kind: order.RefundMoney, State: order.Refused, Amount: money.Euro(900), Reason: "too_much"},
		{Number: 3, Kind: order.RefundMoney, State: order.Working, Amount: money.Euro(100), Reference: "p-2", Capture: 1},
		{Number: 4, Kind: order.RefundMoney, State: order.Wanted, Amount: money.Euro(200), Reference: "told", Capture: 1},
	}
	p := &refunds{}
	_, err := order.NewFulfiller(s, nil, p, nil, nil, clock.System{}, order.DefaultPolicy).GiveBack(t.Context(), 7, 4)
	require.NoError(t, err)
	require.Equal(t, []string{"p-1", "p-2"}, p.asked.Earlier)
}

// A plugin may never find out what became of a refund that the provider has told of.
func TestARefundThatTheProviderToldOfIsDone(t *testing.T) {
	for told, state := range map[string]order.OperationState{"": order.Wanted, "p-2": order.Done} {
		s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
		s.order.Payments = []order.Operation{
			{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(500), Reference: "p-1"},
			{Number: 2, Kind: order.RefundMoney, State: order.Wanted, Amount: money.Euro(200), Reference: told, Capture: 1},
		}
		p := &refunds{fails: fault.New(fault.Unknown, "plugin_outcome_unknown")}
		_, err := order.NewFulfiller(s, nil, p, nil, nil, clock.System{}, order.DefaultPolicy).GiveBack(t.Context(), 7, 2)
		require.Equal(t, told == "", err != nil)
		require.Equal(t, state, s.order.Payments[1].State)
		require.Equal(t, told, s.order.Payments[1].Reference)
	}
}

// refunds is a provider that keeps which payment it was asked to refund.
type refunds struct {
	checkout.Payments
	asked checkout.PaymentRef
	fails error
}

func (p *refunds) Refund(_ context.Context, ref checkout.PaymentRef, _ checkout.Refund) (checkout.Receipt, error) {
	p.asked = ref
	return checkout.Receipt{Done: true}, p.fails
}

// entire is a provider that takes a payment only as a whole, whatever it is asked for.
type entire struct {
	checkout.Payments
	asked []checkout.Capture
	fails error
}

func (p *entire) Capture(_ context.Context, _ checkout.PaymentRef, c checkout.Capture) (checkout.Receipt, error) {
	if c.Amount.Minor < 10000 {
		return checkout.Receipt{Reason: checkout.ReasonOnlyWhole}, nil
	}
	p.asked = append(p.asked, c)
	return checkout.Receipt{Done: true, Reference: "CAP", Amount: c.Amount}, p.fails
}

// With the first delivery that leaves all of the money is taken, once, though the answer to that was lost; with the second none.
func TestMoneyThatIsTakenOnlyAsAWholeIsTakenOnce(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	o := &s.order
	o.Attempt.Payment.Outcome, o.Attempt.Totals.Total = checkout.OutcomeAuthorized, money.Euro(10000)
	for n, amount := range []int64{6000, 4000} {
		o.Deliveries = append(o.Deliveries, order.Delivery{Number: n + 1, State: order.Planned, Charge: true, Amount: money.Euro(amount)})
	}
	lost := fault.New(fault.Unknown, "plugin_outcome_unknown")
	bank := &entire{fails: lost}
	f := order.NewFulfiller(s, nil, bank, nil, nil, clock.System{}, order.DefaultPolicy)
	leave := func(number int) error {
		_, err := f.Pick(t.Context(), 7, order.Pick{Delivery: number})
		require.NoError(t, err)
		return f.Capture(t.Context(), 7, number)
	}
	require.ErrorIs(t, leave(1), lost)
	require.True(t, o.Charges(), "nothing leaves as if it were paid for")
	bank.fails = nil
	require.NoError(t, f.Capture(t.Context(), 7, 1))
	require.Equal(t, bank.asked[0], bank.asked[1], "the same is asked for by the same key")
	require.Equal(t, []any{money.Euro(10000), true}, []any{bank.asked[1].Amount, bank.asked[1].Final})
	_, err := f.Dispatched(t.Context(), 7, 1)
	require.NoError(t, err)
	require.Empty(t, o.Notices)
	require.False(t, o.PaidAt.IsZero())

	require.NoError(t, leave(2))
	require.Len(t, bank.asked, 2)
	require.Equal(t, money.Euro(10000), o.Captured())
}

// A provider that takes not even all of it has refused, and nothing leaves.
func TestARefusalOfTheWholeIsOne(t *testing.T) {
	s := &changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}
	o := &s.order
	o.Attempt.Payment.Outcome, o.Attempt.Totals.Total = checkout.OutcomeAuthorized, money.Euro(9000)
	o.Deliveries = []order.Delivery{{Number: 1, State: order.Planned, Charge: true, Amount: money.Euro(6000)}, {Number: 2, State: order.Planned, Charge: true, Amount: money.Euro(3000)}}
	f := order.NewFulfiller(s, nil, &entire{}, nil, nil, clock.System{}, order.DefaultPolicy)
	number, err := f.Pick(t.Context(), 7, order.Pick{})
	require.NoError(t, err)
	require.ErrorIs(t, f.Capture(t.Context(), 7, number), fault.New(fault.Conflict, checkout.ReasonOnlyWhole))
	_, err = f.Unpick(t.Context(), 7, number)
	require.NoError(t, err)
	require.Equal(t, []any{true, true, money.Euro(0)}, []any{o.Deliveries[0].Charge, o.Deliveries[1].Charge, o.Captured()})
}

// noted is a carrier that keeps what it was asked for.
type noted struct {
	checkout.Carriers
	request   checkout.ShipmentRequest
	fails     error
	cancelled []string
}

func (c *noted) CancelShipment(_ context.Context, plugin, reference, key string) error {
	c.cancelled = append(c.cancelled, plugin+" "+reference+" "+key)
	return c.fails
}

func (c *noted) Ship(_ context.Context, r checkout.ShipmentRequest) (checkout.Shipment, error) {
	c.request = r
	return checkout.Shipment{Reference: "r", Packages: []checkout.Package{{TrackingNumber: "T1"}, {TrackingNumber: "T2"}}}, nil
}

func (s *shelf) Weights(context.Context, []int64) (map[int64]int, error) { return nil, nil }

// An order that is held while its goods are about to be picked stays: what counts is what is read under the order's lock.
func TestGoodsHeldInTheLastMomentStay(t *testing.T) {
	s := &late{changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}}
	s.order.Attempt.Held = true
	s.order.Deliveries = []order.Delivery{{Number: 1, State: order.Planned}}
	f := order.NewFulfiller(s, nil, nil, nil, nil, clock.System{}, order.DefaultPolicy)
	_, err := f.Pick(t.Context(), 7, order.Pick{})
	require.ErrorIs(t, err, fault.New(fault.Conflict, "order_on_hold"))
	require.Equal(t, order.Planned, s.order.Deliveries[0].State)
}

// late is a shelf whose order is held after it was read.
type late struct{ changing }

func (s *late) Order(context.Context, int64) (*order.Order, error) {
	before := s.order
	before.Attempt.Held = false
	return &before, nil
}

// changing is a shelf that does what it is asked to.
type changing struct{ shelf }

func (s *changing) Change(_ context.Context, _ int64, change func(*order.Order) (order.Effects, error)) (*order.Order, error) {
	_, err := change(&s.order)
	return &s.order, err
}

// news is a store with what a carrier told, by number.
type news struct {
	changing
	told []checkout.Scan
}

func (n *news) Scan(_ context.Context, id int64) (checkout.Scan, order.Ref, error) {
	return n.told[id], order.Ref{ID: n.order.ID}, nil
}

// StoreScans leaves out what is known, as core/postgres does.
func (n *news) StoreScans(_ context.Context, scans []checkout.Scan) error {
	for _, s := range scans {
		if !slices.ContainsFunc(n.told, func(known checkout.Scan) bool { return known.ID == s.ID }) {
			n.told = append(n.told, s)
		}
	}
	return nil
}

// brief is a carrier that tells how a parcel stands, and nothing of its way.
type brief struct {
	checkout.Carriers
	state checkout.ParcelState
	asked []string
}

func (b *brief) Track(_ context.Context, _, number, _ string, _ catalog.Lang) (checkout.Track, error) {
	b.asked = append(b.asked, number)
	return checkout.Track{State: b.state}, nil
}

// A parcel may be in a state once more, as after a try to deliver that failed.
func TestACarrierThatTellsNothingByItselfIsAsked(t *testing.T) {
	now := clock.NewFixed(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC))
	s, carrier := &news{}, &brief{}
	s.order = order.Order{ID: 7, Status: order.Placed, Deliveries: []order.Delivery{{
		Number: 1, State: order.Shipped, Shipping: checkout.ShippingOption{Plugin: "dhl"}, DispatchAt: now.Now(), TrackAt: now.Now(),
		Parcels: []order.Parcel{{Number: 1, TrackingNumber: "T-1"}, {Number: 2, TrackingNumber: "T-2", State: checkout.ParcelDelivered}},
	}}}
	f := order.NewFulfiller(s, nil, nil, carrier, nil, now, order.DefaultPolicy)
	due := func() {
		t.Helper()
		_, err := f.Due(t.Context(), 7)
		require.NoError(t, err)
	}
	for n, state := range []checkout.ParcelState{checkout.ParcelInTransit, checkout.ParcelFailed, checkout.ParcelInTransit, checkout.ParcelUnknown} {
		carrier.state = state
		due()
		due() // which is too early for another question
		require.Len(t, carrier.asked, n+1, state)
		require.Len(t, s.told, min(n+1, 3), state)
		_, err := f.Scan(t.Context(), 7, int64(len(s.told)-1))
		require.NoError(t, err)
		d := s.order.Deliveries[0]
		require.Equal(t, []any{[]checkout.ParcelState{checkout.ParcelInTransit, checkout.ParcelFailed, checkout.ParcelInTransit, checkout.ParcelInTransit}[n], now.Now().Add(6 * time.Hour)}, []any{d.Parcels[0].State, d.TrackAt})
		now.Advance(6 * time.Hour)
	}
	require.NotContains(t, carrier.asked, "T-2", "it has arrived")
	d := &s.order.Deliveries[0]
	d.DispatchAt = now.Now().Add(-order.DefaultPolicy.Silent)
	due()
	require.Equal(t, now.Now().Add(6*time.Hour), d.TrackAt)
	now.Advance(6 * time.Hour)
	due()
	require.Zero(t, d.TrackAt, "it is lost")
}

func TestWhatTheCarrierSaysOfAParcel(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	hour := func(n int, s checkout.ParcelState) checkout.Scan {
		return checkout.Scan{Plugin: "dhl", TrackingNumber: "T-1", State: s, At: now.Add(time.Duration(n-10) * time.Hour)}
	}
	timeless := checkout.Scan{Plugin: "dhl", TrackingNumber: "T-1", State: checkout.ParcelDelivered}
	for name, c := range map[string]struct {
		told []checkout.Scan
		want order.DeliveryState
		done time.Time
	}{
		"delivered":                    {[]checkout.Scan{hour(1, checkout.ParcelInTransit), hour(2, checkout.ParcelDelivered)}, order.Delivered, now.Add(-8 * time.Hour)},
		"what was before comes after":  {[]checkout.Scan{hour(2, checkout.ParcelDelivered), hour(1, checkout.ParcelFailed)}, order.Delivered, now.Add(-8 * time.Hour)},
		"told twice":                   {[]checkout.Scan{hour(2, checkout.ParcelDelivered), hour(2, checkout.ParcelDelivered)}, order.Delivered, now.Add(-8 * time.Hour)},
		"brought back":                 {[]checkout.Scan{hour(2, checkout.ParcelReturned), hour(3, checkout.ParcelInTransit), hour(4, checkout.ParcelDelivered)}, order.Shipped, time.Time{}},
		"at a time that nobody reads":  {[]checkout.Scan{hour(1, checkout.ParcelInTransit), timeless}, order.Delivered, now},
		"at a time to come, then now":  {[]checkout.Scan{hour(15, checkout.ParcelInTransit), hour(10, checkout.ParcelDelivered)}, order.Delivered, now},
		"before it had left":           {[]checkout.Scan{{Plugin: "dhl", TrackingNumber: "T-1", State: checkout.ParcelDelivered, At: time.Unix(0, 0)}}, order.Delivered, now.Add(-10 * time.Hour)},
		"another carrier's parcel":     {[]checkout.Scan{{Plugin: "ups", TrackingNumber: "T-1", State: checkout.ParcelDelivered, At: now}}, order.Shipped, time.Time{}},
		"nothing that the shop knows":  {[]checkout.Scan{hour(2, checkout.ParcelUnknown)}, order.Shipped, time.Time{}},
		"what is unknown has no time":  {[]checkout.Scan{hour(5, checkout.ParcelUnknown), hour(4, checkout.ParcelDelivered)}, order.Delivered, now.Add(-6 * time.Hour)},
		"older than what was told":     {[]checkout.Scan{hour(3, checkout.ParcelInTransit), hour(2, checkout.ParcelDelivered)}, order.Shipped, time.Time{}},
		"failed, and brought the next": {[]checkout.Scan{hour(2, checkout.ParcelFailed), hour(5, checkout.ParcelDelivered)}, order.Delivered, now.Add(-5 * time.Hour)},
	} {
		s := &news{changing{shelf{order: order.Order{ID: 7, Status: order.Placed}}}, c.told}
		s.order.Deliveries = []order.Delivery{{
			Number: 1, State: order.Shipped, Shipping: checkout.ShippingOption{Plugin: "dhl"}, Parcels: []order.Parcel{{Number: 1, TrackingNumber: "T-1"}},
			DispatchAt: now.Add(-10 * time.Hour),
		}}
		f := order.NewFulfiller(s, nil, nil, nil, nil, clock.NewFixed(now), order.DefaultPolicy)
		for i := range c.told {
			_, err := f.Scan(t.Context(), 7, int64(i))
			require.NoError(t, err, name)
		}
		d := s.order.Deliveries[0]
		require.Equal(t, []any{c.want, c.done}, []any{d.State, d.DoneAt}, name)
	}
}
