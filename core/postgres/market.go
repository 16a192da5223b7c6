package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// MarketFacts are what the catalogue and the orders say about the rules of the German market. Products are active ones.
type MarketFacts struct {
	Products      int
	NoSafety      int // without manufacturer, address or contact (GPSR)
	LabelDuty     int // in a category whose devices carry an energy label
	NoEnergyLabel int // of these, without class, label or sheet
	Reduced       int // below their lowest price of 30 days
	Overdue       int // open withdrawals whose money is due
	OpenWithdraws int
	Measured      int // with a measure, so with a base price where it differs
	ChargerDuty   int // in a category whose devices charge by USB
	NoCharger     int // of these, without charging data
	Unbundled     int // of these, sold without a charger
	Guaranteed    int // with a producer's guarantee
	Durable       int // with what the producer says of updates and repair
	BillLimited   int // billed in some countries only
	TermPages     int // of the four: terms and withdrawal, German and English
	RepairPages   int // of the two on repair
	AccessPages   int // of the two statements on accessibility
}

// chargeable are the roots of categories whose devices charge by USB-C (Directive (EU) 2022/2380), so need charging data.
var chargeable = []string{"notebooks", "smartphones", "tablets"}

// labelled are the roots of categories whose devices carry an energy label (Regulation (EU) 2017/1369).
var labelled = []string{"monitore", "fernseher", "smartphones", "tablets"}

// ReadMarketFacts counts them.
func ReadMarketFacts(ctx context.Context, pool *pgxpool.Pool, now time.Time) (MarketFacts, error) {
	var f MarketFacts
	err := pool.QueryRow(ctx, `
		with recursive labelled as (
		    select id from category where slug = any($1)
		    union
		    select c.id from category c join labelled l on c.parent_id = l.id),
		chargeable as (
		    select id from category where slug = any($2)
		    union
		    select c.id from category c join chargeable l on c.parent_id = l.id),
		checked as (
		    select details -> 'safety' as safety, details -> 'energy' as energy, lowest30_minor,
		           category_id in (select id from labelled) as labelled,
		           category_id in (select id from chargeable) as chargeable, details -> 'charger' as charger, details ? 'durability' as durable,
		           billing_countries <> '{}' as limited, details ? 'measure' as measured, details ? 'guarantee' as guaranteed
		    from product where active)
		select count(*),
		       count(*) filter (where coalesce(safety ->> 'manufacturer', '') = '' or coalesce(safety ->> 'address', '') = ''
		                              or coalesce(safety ->> 'contact', '') = ''),
		       count(*) filter (where labelled),
		       count(*) filter (where labelled and (coalesce(energy ->> 'class', '') = '' or coalesce(energy ->> 'labelKey', '') = ''
		                              or coalesce(energy ->> 'sheetURL', '') = '')),
		       count(*) filter (where lowest30_minor > 0), count(*) filter (where measured), count(*) filter (where chargeable),
		       count(*) filter (where chargeable and charger is null),
		       count(*) filter (where chargeable and charger ->> 'included' = 'false'),
		       count(*) filter (where guaranteed), count(*) filter (where durable),
		       count(*) filter (where limited),
		       (select count(*) from content_item where name ~ '^pages/infocenter/section/(terms|revocation)\.(de|en)$'),
		       (select count(*) from content_item where name ~ '^pages/infocenter/section/repair\.(de|en)$'),
		       (select count(*) from content_item where name ~ '^pages/infocenter/section/accessibility\.(de|en)$')
		from checked`, labelled, chargeable).Scan(&f.Products, &f.NoSafety, &f.LabelDuty, &f.NoEnergyLabel, &f.Reduced,
		&f.Measured, &f.ChargerDuty, &f.NoCharger, &f.Unbundled, &f.Guaranteed, &f.Durable, &f.BillLimited, &f.TermPages, &f.RepairPages, &f.AccessPages)
	if err != nil {
		return f, FaultOf(err, nil)
	}
	err = pool.QueryRow(ctx, `
		select count(*), count(*) filter (where due_at < $1) from withdrawal where status not in ('settled', 'refused')`, now).
		Scan(&f.OpenWithdraws, &f.Overdue)
	return f, FaultOf(err, nil)
}
