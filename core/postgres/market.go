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
}

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
		checked as (
		    select details -> 'safety' as safety, details -> 'energy' as energy, lowest30_minor,
		           category_id in (select id from labelled) as labelled
		    from product where active)
		select count(*),
		       count(*) filter (where coalesce(safety ->> 'manufacturer', '') = '' or coalesce(safety ->> 'address', '') = ''
		                              or coalesce(safety ->> 'contact', '') = ''),
		       count(*) filter (where labelled),
		       count(*) filter (where labelled and (coalesce(energy ->> 'class', '') = '' or coalesce(energy ->> 'labelKey', '') = ''
		                              or coalesce(energy ->> 'sheetURL', '') = '')),
		       count(*) filter (where lowest30_minor > 0)
		from checked`, labelled).Scan(&f.Products, &f.NoSafety, &f.LabelDuty, &f.NoEnergyLabel, &f.Reduced)
	if err != nil {
		return f, FaultOf(err, nil)
	}
	err = pool.QueryRow(ctx, `
		select count(*), count(*) filter (where due_at < $1) from withdrawal where status not in ('settled', 'refused')`, now).
		Scan(&f.OpenWithdraws, &f.Overdue)
	return f, FaultOf(err, nil)
}
