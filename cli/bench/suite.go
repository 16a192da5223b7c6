package bench

import (
	"context"
	"fmt"
	"slices"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/search"
)

// Names lists every scenario and baseline in the order in which they run.
var Names = []string{
	Handler, Select, Suggest, Engine, Listing, ListingNew, Product, EmptyPage, Rendered, Kept, Fresh, Cart, Update, Step, Workflow, Process, Checkout,
}

// Deps are the running shop and the parts below it that the baselines use directly.
type Deps struct {
	Address    string // of the front door, host:port
	Storefront string // of the storefront's server behind it
	Catalog    catalog.Store
	Engine     search.Engine // filled with the shop's catalogue; nil where nothing that AsksEngine will run
	Temporal   client.Client
	Outbox     outbox.Admin // of the shop
}

// Suite holds the scenarios of one run.
type Suite struct {
	scenarios []Scenario
	shop      *shop
}

// drawnListings is how many listings are asked for, of the engine and of the API.
const drawnListings = 2000

// AsksEngine reports whether one of the named scenarios, or its baseline, asks a search engine of the bench's own. No names
// are all. Building its index takes longer than many a scenario.
func AsksEngine(names []string) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool {
		return name == Engine || name == Listing || name == ListingNew
	})
}

// New prepares every scenario; what it starts runs until ctx ends. Concurrency is the most that Run will be asked for.
func New(ctx context.Context, d Deps, concurrency int) (*Suite, error) {
	categories, err := d.Catalog.Categories(ctx)
	if err != nil {
		return nil, err
	}
	s := &shop{client: newClient(d.Address, concurrency), outbox: d.Outbox}
	if err := s.look(ctx, categories); err != nil {
		return nil, err
	}
	var asking []Scenario
	if d.Engine != nil {
		calls, err := s.mix.calls(ctx, d.Engine, d.Catalog.Categories, drawnListings)
		if err != nil {
			return nil, err
		}
		asking = []Scenario{engineDirect(d.Engine, calls), s.listing(calls), s.listingNew()}
	}
	empty, err := handler(ctx, concurrency)
	if err != nil {
		return nil, err
	}
	queue, err := bareWorker(ctx, d.Temporal)
	if err != nil {
		return nil, err
	}
	pages := newClient(d.Storefront, concurrency)
	return &Suite{shop: s, scenarios: slices.Concat([]Scenario{empty, indexedSelect(d.Catalog, s.shelf.ids()), s.suggest()}, asking, []Scenario{
		s.product(),
		emptyPage(pages), s.page(Rendered, EmptyPage, pages), s.page(Kept, Rendered, s.client), s.fresh(d.Catalog),
		s.cart(concurrency), updates(d.Temporal, queue, concurrency), s.step(concurrency), workflows(d.Temporal, queue), s.process(), s.checkout(),
	})}, nil
}

// Run runs the named scenarios and the baselines that they need, one after the other and that in turns, so that a machine
// whose speed changes is as fast for the one as for the other; no names are all. Progress is told before each.
func (s *Suite) Run(ctx context.Context, names []string, o Options, progress func(name string)) ([]Result, error) {
	for _, name := range names {
		if !slices.Contains(Names, name) {
			return nil, fmt.Errorf("no scenario %q; there are %q", name, Names)
		}
	}
	var measured []*measurement
	for _, scenario := range s.scenarios {
		if len(names) == 0 || slices.Contains(names, scenario.Name) || s.needed(scenario.Name, names) {
			measured = append(measured, newMeasurement(scenario, o))
		}
	}
	for range max(o.Turns, 1) {
		for _, m := range measured {
			progress(m.scenario.Name)
			m.turn(ctx)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	results := make([]Result, len(measured))
	for i, m := range measured {
		results[i] = m.result()
	}
	Compare(results)
	return results, nil
}

func (s *Suite) needed(baseline string, names []string) bool {
	return slices.ContainsFunc(s.scenarios, func(sc Scenario) bool {
		return sc.Baseline == baseline && slices.Contains(names, sc.Name)
	})
}
