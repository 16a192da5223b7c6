package chaos

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor.dev/kontor/cli/bench"
)

// OverloadOptions say how long the phases last.
type OverloadOptions struct {
	Options                // Guests is how many buy at once to find the capacity; Orders are the goods in stock
	Times    float64       // of the capacity that is offered
	Capacity time.Duration // for finding the capacity
	Calm     time.Duration // before the overload and after it, at half of the capacity
	Overload time.Duration
}

// OverloadReport is what came of it.
type OverloadReport struct {
	Capacity  float64       `json:"capacity"` // orders a second that customers get who wait for each answer, before the overload
	After     float64       `json:"after"`    // the same after it: a machine that works for others as well changes meanwhile
	Offered   float64       `json:"offered"`  // customers a second during the overload
	Goodput   float64       `json:"goodput"`  // orders a second during the overload
	Refusals  int           `json:"refusals"` // calls
	RefusedIn time.Duration `json:"refusedIn"`
	Recovery  time.Duration `json:"recovery"` // from the end of the overload to the first second in which all got what they came for
	Memory    int64         `json:"memory"`   // the most that the API's process had, in bytes
	Files     int           `json:"files"`    // the most that it had open, connections for the most part
	Database  int           `json:"database"` // the most connections to the database
	Run       bench.Offered `json:"run"`
	Checks    []Bound       `json:"checks"`
}

// Bound holds a figure against what it may be.
type Bound struct {
	Name string  `json:"name"`
	Unit string  `json:"unit,omitempty"`
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Is   float64 `json:"is"`
}

// OK reports whether the figure is within its bounds.
func (b Bound) OK() bool { return b.Is >= b.From && b.Is <= b.To }

// Kept reports whether all figures are.
func (r *OverloadReport) Kept() bool {
	for _, b := range r.Checks {
		if !b.OK() {
			return false
		}
	}
	return len(r.Checks) > 0
}

// What must hold under overload: the share of the peak that is still done, how quickly the rest is told to come again, and
// how soon all is well afterwards.
const (
	leastGoodput  = 0.8
	quickly       = 2 * time.Second // a queue's patience, and what a machine without a free processor adds
	recoversIn    = 10 * time.Second
	mostMemory    = 1 << 30
	mostDatabase  = 64 // both processes' pools
	settledSlices = 2  // seconds at the begin of the overload that do not count
)

// Overload finds out how many orders a second a shop of its own takes, offers it a multiple of that by customers who come
// whether or not it answers, and measures what it then does, and how soon it is well again.
func Overload(ctx context.Context, o OverloadOptions) (_ *OverloadReport, err error) {
	s, err := open(ctx, o.Options)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.serve(ctx); err != nil {
		return nil, err
	}
	goods, err := s.stockUp(ctx)
	if err != nil {
		return nil, err
	}
	customers := bench.NewCustomers(s.address(), goods)
	r := &OverloadReport{}
	o.Say("finding the capacity")
	if r.Capacity, err = capacity(ctx, customers, o); err != nil {
		return nil, err
	}
	r.Offered = r.Capacity * o.Times
	o.Say("%.0f orders a second; offering %.0f", r.Capacity, r.Offered)
	watch := s.watch(ctx)
	run := 2*o.Calm + o.Overload
	r.Run = bench.Offer(ctx, func(since time.Duration) float64 {
		if since >= o.Calm && since < o.Calm+o.Overload {
			return r.Offered
		}
		return r.Capacity / 2
	}, run, time.Second, customers.Visit, nil)
	r.Memory, r.Files, r.Database = watch()
	r.Goodput = goodput(r.Run.Slices, o.Calm+settledSlices*time.Second, o.Calm+o.Overload)
	r.Recovery = recoveredIn(r.Run.Slices, o.Calm+o.Overload)
	r.Refusals, r.RefusedIn = customers.Refusals()
	o.Say("finding the capacity again")
	if r.After, err = capacity(ctx, customers, o); err != nil {
		return nil, err
	}
	o.Say("waiting until all has settled")
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	r.Checks, err = s.bounds(ctx, r, customers.Told())
	return r, err
}

// capacity is how many orders a second customers get who each wait for their answers.
func capacity(ctx context.Context, customers *bench.Customers, o OverloadOptions) (float64, error) {
	found := bench.Run(ctx, bench.Scenario{Name: "order", Do: func(ctx context.Context, _ int) error {
		_, err := customers.Visit(ctx, 0)
		return err
	}}, bench.Options{Concurrency: o.Guests, Duration: o.Capacity, Warmup: o.Capacity / 3})
	if found.Calls == 0 {
		return 0, fmt.Errorf("nobody could buy: %s", found.FirstError)
	}
	return found.PerSecond, nil
}

// goodput is what was done a second between two moments.
func goodput(slices []bench.Slice, from, to time.Duration) float64 {
	done, seconds := 0, 0.0
	for _, s := range slices {
		if s.From >= from && s.From+s.For <= to {
			done += s.Done
			seconds += s.For.Seconds()
		}
	}
	if seconds == 0 {
		return 0
	}
	return float64(done) / seconds
}

// recoveredIn is the time from a moment to the first second from which on nobody was refused and nothing failed; of the last
// slice, in which stragglers end, nothing is known.
func recoveredIn(slices []bench.Slice, end time.Duration) time.Duration {
	well := end
	for _, s := range slices[:max(0, len(slices)-1)] {
		if s.From >= end && s.Refused+s.Failed > 0 {
			well = s.From + s.For
		}
	}
	return well - end
}

func (s *shop) bounds(ctx context.Context, r *OverloadReport, told []string) ([]Bound, error) {
	var found, twice, dead int
	var missing int64
	err := s.pool.QueryRow(ctx, `
		with stands as (select o.email, a.lines from shop_order o join checkout_attempt a on a.order_id = o.id where o.status in ('placed', 'reserved'))
		select (select count(distinct email) from stands where email = any($1)),
		       (select count(*) from (select 1 from stands group by email having count(*) > 1) d),
		       (select count(*) from outbox where dead_at is not null),
		       $2 * (select count(distinct product_id) from stock) - (select sum(available) from stock)
		         - (select coalesce(sum((l ->> 'quantity')::bigint), 0) from stands, jsonb_array_elements(lines) l)`,
		told, s.stock).Scan(&found, &twice, &dead, &missing)
	const any = 1e15
	return []Bound{
		{Name: "goodput", Unit: "% of the capacity", From: 100 * leastGoodput, To: any, Is: 200 * r.Goodput / (r.Capacity + r.After)},
		{Name: "99 of 100 refusals within", Unit: "ms", To: float64(quickly.Milliseconds()), Is: float64(r.RefusedIn.Milliseconds())},
		{Name: "recovery", Unit: "s", To: recoversIn.Seconds(), Is: r.Recovery.Seconds()},
		{Name: "visits that failed otherwise", To: 0, Is: float64(r.Run.Total.Failed + r.Run.Total.SoldOut)}, // there is enough of everything
		{Name: "orders that customers were told of and are not in the books", To: 0, Is: float64(len(told) - found)},
		{Name: "customers with two orders", To: 0, Is: float64(twice)},
		{Name: "goods that are neither in stock nor ordered", To: 0, Is: float64(missing)},
		{Name: "messages that could not be delivered", To: 0, Is: float64(dead)},
		{Name: "deaths of the API", To: 0, Is: float64(s.api.Restarts())},
		{Name: "memory of the API", Unit: "MB", To: mostMemory >> 20, Is: float64(r.Memory >> 20)},
		{Name: "connections to the database", To: mostDatabase, Is: float64(r.Database)},
	}, err
}
