package postgres

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/fault"
)

// Contents keeps what editors import. It implements content.Store.
type Contents struct{ pool *pgxpool.Pool }

var _ content.Store = (*Contents)(nil)

// NewContents makes the store.
func NewContents(pool *pgxpool.Pool) *Contents { return &Contents{pool} }

var contentFaults = map[string]*fault.Error{NoRows: fault.New(fault.NotFound, "content_not_found")}

// Import stores items. Two imports at once wait for each other.
func (s *Contents) Import(ctx context.Context, items []content.Item, prune, dry bool) ([]content.Change, error) {
	var changes []content.Change
	err := inTx(ctx, s.pool, func(tx pgx.Tx) error {
		changes = nil
		if _, err := tx.Exec(ctx, `lock table content_item in share row exclusive mode`); err != nil {
			return err
		}
		names := make([]string, len(items))
		for i, item := range items {
			names[i] = item.Name
			effect, err := importItem(ctx, tx, item)
			if err != nil {
				return err
			}
			changes = append(changes, content.Change{Name: item.Name, Kind: item.Kind, Effect: effect})
		}
		if prune {
			rows, err := tx.Query(ctx, `delete from content_item where name <> all($1) returning name, kind, 'removed'`, names)
			if err != nil {
				return err
			}
			removed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[content.Change])
			if err != nil {
				return err
			}
			changes = append(changes, removed...)
		}
		if dry {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return changes, FaultOf(err, contentFaults)
}

// errDryRun rolls an import back.
var errDryRun = fault.New(fault.Conflict, "dry_run")

func importItem(ctx context.Context, tx pgx.Tx, item content.Item) (effect string, err error) {
	body, err := json.Marshal(item)
	if err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `
		with before as (select body from content_item where name = $1), written as (
		  insert into content_item as c (name, kind, body) values ($1, $2, $3)
		  on conflict on constraint content_item_pkey do update
		    set kind = excluded.kind, body = excluded.body, updated_at = now() where c.body <> excluded.body
		  returning 1)
		select case when not exists (select from before) then 'created' when exists (select from written) then 'updated' else 'unchanged' end`,
		item.Name, item.Kind, body).Scan(&effect)
	return effect, err
}

// Item reads one.
func (s *Contents) Item(ctx context.Context, name string) (*content.Item, error) {
	item := &content.Item{}
	err := s.pool.QueryRow(ctx, `select body from content_item where name = $1`, name).Scan(item)
	if err != nil {
		return nil, FaultOf(err, contentFaults)
	}
	return item, nil
}

// Unknown looks for products, active or not.
func (s *Contents) Unknown(ctx context.Context, articleNumbers []string) ([]string, error) {
	if len(articleNumbers) == 0 {
		return nil, nil
	}
	return s.texts(ctx, `
		select number from unnest($1::text[]) with ordinality as asked (number, at)
		where not exists (select from product where article_number = number) order by at`, articleNumbers)
}

// Categories reads the slugs.
func (s *Contents) Categories(ctx context.Context) ([]string, error) {
	return s.texts(ctx, `select slug from category order by slug`)
}

// texts makes a query for a column of texts.
func (s *Contents) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := s.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, FaultOf(err, contentFaults)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return list, FaultOf(err, contentFaults)
}

// List reads the names.
func (s *Contents) List(ctx context.Context) ([]content.Summary, error) {
	rows, err := s.pool.Query(ctx, `select name, kind, updated_at from content_item order by name`)
	if err != nil {
		return nil, FaultOf(err, contentFaults)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[content.Summary])
	return list, FaultOf(err, contentFaults)
}
