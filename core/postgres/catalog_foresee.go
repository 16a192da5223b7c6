package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/core/catalog"
)

// Foresee counts what writing products would do; see catalog.Store. It waits for no import and keeps none waiting.
func (s *Catalog) Foresee(ctx context.Context, products []*catalog.Product, revised bool) (catalog.Result, error) {
	var result catalog.Result
	err := inTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		result, err = (&catalogApply{tx: tx, now: s.clock.Now()}).foresee(ctx, products, revised)
		return err
	})
	return result, FaultOf(err, catalogFaults)
}

func (a *catalogApply) foresee(ctx context.Context, list []*catalog.Product, revised bool) (catalog.Result, error) {
	var result catalog.Result
	stored, err := a.storedProducts(ctx, list)
	if err != nil {
		return result, err
	}
	if revised {
		if _, err := a.read(ctx, numbersOf(list)); err != nil {
			return result, err
		}
	}
	writes, err := a.differing(ctx, list, stored)
	if err != nil {
		return result, err
	}
	result.Leaps = leaps(writes, stored)
	var changed []int64
	for _, w := range writes {
		if w.id == 0 {
			result.Created++
		} else {
			changed = append(changed, w.id)
		}
	}
	restocked, err := a.otherStock(ctx, list, stored)
	if err != nil {
		return result, err
	}
	result.Updated = len(distinct(append(changed, restocked...)))
	result.Unchanged = len(stored) - result.Updated
	return result, nil
}

// otherStock gives the stored products of which the given stock is another than the one given last.
func (a *catalogApply) otherStock(ctx context.Context, list []*catalog.Product, stored map[string]storedProduct) ([]int64, error) {
	var ids []int64
	var warehouses []string
	var available []int
	for _, p := range list {
		known, exists := stored[p.ArticleNumber]
		if !exists {
			continue
		}
		for _, s := range p.Stock {
			ids, warehouses, available = append(ids, known.id), append(warehouses, s.Warehouse), append(available, s.Available)
		}
	}
	rows, err := a.tx.Query(ctx, `
select distinct given.id from unnest($1::bigint[], $2::text[], $3::integer[]) as given (id, warehouse, n)
left join stock s on s.product_id = given.id and s.warehouse = given.warehouse
where s.imported is distinct from given.n`, ids, warehouses, available)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
