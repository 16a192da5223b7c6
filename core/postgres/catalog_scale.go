package postgres

import (
	"context"

	"kontor.dev/kontor/core/catalog"
)

// attributesOf reads the definitions that a category had.
func (a *catalogApply) attributesOf(ctx context.Context, categoryID int64) (defs []catalog.AttributeDef, err error) {
	err = a.tx.QueryRow(ctx, `select attributes from category where id = $1`, categoryID).Scan(&defs)
	return defs, err
}

// follow brings what a category's products have of an attribute to its new definition: numbers to another divisor, rounded where
// that shows less. A value that would mean something else under another type is taken off. What changes has no digest of an
// import any more, so that the next one writes it whatever it says.
func (a *catalogApply) follow(ctx context.Context, categoryID int64, was, is []catalog.AttributeDef) error {
	known := make(map[string]catalog.AttributeDef, len(was))
	for _, d := range was {
		known[d.Key] = d
	}
	for _, d := range is {
		old, ok := known[d.Key]
		if !ok {
			continue
		}
		var err error
		switch from, to := max(old.Divisor, 1), max(d.Divisor, 1); {
		case !sameValue(old.Type, d.Type):
			err = a.reattribute(ctx, categoryID, d.Key, `e`, `e ->> 'key' <> $2`)
		case d.Type == catalog.NumberAttribute && from != to:
			err = a.reattribute(ctx, categoryID, d.Key, `
				case when e ->> 'key' = $2 and e ? 'number'
				     then jsonb_set(e, '{number}', to_jsonb(round((e ->> 'number')::numeric * $4::bigint / $5::bigint)::bigint))
				     else e end`, `true`, to, from)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sameValue reports whether a value of one type is one of the other.
func sameValue(a, b catalog.AttributeType) bool {
	worded := func(t catalog.AttributeType) bool { return t == catalog.TextAttribute || t == catalog.ColorAttribute }
	return a == b || worded(a) && worded(b)
}

// reattribute writes the attributes of those of a category's products that have one of the key, each e as it becomes, those that stay.
func (a *catalogApply) reattribute(ctx context.Context, categoryID int64, key, becomes, stays string, args ...any) error {
	_, err := a.tx.Exec(ctx, `
		update product set digest = '', updated_at = $3, details = jsonb_set(details, '{attributes}', (
		    select coalesce(jsonb_agg(`+becomes+` order by n), '[]')
		    from jsonb_array_elements(details -> 'attributes') with ordinality t(e, n) where `+stays+`))
		where category_id = $1 and details -> 'attributes' @> jsonb_build_array(jsonb_build_object('key', $2::text))`,
		append([]any{categoryID, key, a.now}, args...)...)
	return err
}
