package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
)

// EachRecord streams all products as an import would give them; it holds one connection until yield has seen the last.
func (s *Catalog) EachRecord(ctx context.Context, yield func(*catalog.Product) error) error {
	return s.stream(ctx, selectProduct+` order by p.id`, scanProduct, func(p *catalog.Product) error {
		asGiven(p)
		return yield(p)
	})
}

// Record reads a product with its reservations, prices and who waits for it in one round trip.
func (s *Catalog) Record(ctx context.Context, articleNumber string) (*catalog.Record, error) {
	r := &catalog.Record{}
	b := &pgx.Batch{}
	b.Queue(selectProduct+` where p.article_number = $1`, articleNumber).Query(func(rows pgx.Rows) (err error) {
		r.Product, err = pgx.CollectExactlyOneRow(rows, scanProduct)
		return err
	})
	b.Queue(`
select r.warehouse, sum(r.quantity) from stock_reservation r join product p on p.id = r.product_id
where p.article_number = $1 group by r.warehouse order by r.warehouse`, articleNumber).Query(func(rows pgx.Rows) (err error) {
		r.Held, err = pgx.CollectRows(rows, pgx.RowToStructByPos[catalog.Held])
		return err
	})
	b.Queue(`
select h.valid_from, h.price_minor from price_history h join product p on p.id = h.product_id
where p.article_number = $1 order by h.valid_from desc`, articleNumber).Query(func(rows pgx.Rows) error {
		var from time.Time
		var minor int64
		_, err := pgx.ForEachRow(rows, []any{&from, &minor}, func() error {
			r.History = append(r.History, catalog.PricePoint{From: from.UTC(), Price: euro(minor)})
			return nil
		})
		return err
	})
	b.Queue(`
select count(*) from restock_alert a join product p on p.id = a.product_id
where p.article_number = $1 and a.confirmed_at is not null and a.due_at > $2`, articleNumber, s.clock.Now()).QueryRow(func(row pgx.Row) error {
		return row.Scan(&r.Waiting)
	})
	if err := s.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, FaultOf(err, catalogFaults)
	}
	return r, nil
}
