package exchange

import (
	"context"
	"slices"
	"strings"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
)

// required are the columns without which no product is new.
var required = []string{"name", "manufacturer", "category", "priceCents"}

// pending is a row that waits for its batch, or a bad one among them, so that all are reported in their order.
type pending struct {
	row *row
	at  LineError
}

func (r *run) row(in *row, at LineError) {
	if at.Reason == "" {
		r.twice(in.articleNumber(), &at)
	}
	r.rows = append(r.rows, pending{in, at})
}

// revise writes what the rows make of the stored products.
func (r *run) revise(ctx context.Context) error {
	rows := r.rows
	if r.rows = nil; len(rows) == 0 {
		return nil
	}
	var numbers []string
	for _, p := range rows {
		if p.at.Reason == "" {
			numbers = append(numbers, p.at.ArticleNumber)
		}
	}
	var right []*catalog.Product
	var wrong []LineError
	result, err := r.store.Revise(ctx, numbers, func(stored map[string]*catalog.Product) []*catalog.Product {
		right, wrong = make([]*catalog.Product, 0, len(rows)), nil
		for _, p := range rows {
			revised, at := r.revised(p, stored[p.at.ArticleNumber])
			if at.Reason != "" || len(at.Problems) > 0 {
				wrong = append(wrong, at)
			} else {
				right = append(right, revised)
			}
		}
		if r.opts.DryRun {
			return nil
		}
		return right
	})
	if err == nil && r.opts.DryRun {
		result, err = r.store.Foresee(ctx, right, true)
	}
	if err != nil {
		return err
	}
	for _, at := range wrong {
		r.reject(at)
	}
	r.accept(right...)
	r.count(result)
	return nil
}

// revised gives a product as a row leaves it, nil where it makes a new one, and what is wrong with that.
func (r *run) revised(in pending, stored *catalog.Product) (*catalog.Product, LineError) {
	at := in.at
	if at.Reason != "" {
		return nil, at
	}
	if at.ArticleNumber == "" {
		at.Problems = []fault.Field{{Name: numberColumn, Reason: "missing"}}
		return nil, at
	}
	p := &Product{}
	if stored != nil {
		p = recordOf(stored)
	} else if missing := in.row.table.without(required); len(missing) > 0 {
		at.Reason = "the shop has no such product, and for a new one the file lacks: " + strings.Join(missing, ", ")
		return nil, at
	}
	if err := in.row.put(p); err != nil {
		at.Reason = err.Error()
		return nil, at
	}
	kept := r.carry(p, in.row.table, stored)
	defs, known := r.defs[p.Category]
	out, problems := p.checked(defs, known)
	out.Attributes = inOrder(append(out.Attributes, kept...), defs)
	at.Problems = problems
	return out, at
}

// carry takes over the stored attributes that a table has no column for. It gives those that stay as they are: where a row
// moves a product, the others are measured by its new category's definitions.
func (r *run) carry(into *Product, table *csvReader, stored *catalog.Product) (kept []catalog.Attribute) {
	if stored == nil {
		return nil
	}
	defs := r.defs[stored.CategorySlug]
	moved := into.Category != "" && into.Category != stored.CategorySlug
	for _, a := range stored.Attributes {
		if table.has("attribute." + a.Key) {
			continue
		}
		i := slices.IndexFunc(defs, func(d catalog.AttributeDef) bool { return d.Key == a.Key })
		if !moved || i < 0 { // without a definition it is shown nowhere, until there is one again
			kept = append(kept, a)
			continue
		}
		if into.Attributes == nil {
			into.Attributes = map[string]Value{}
		}
		into.Attributes[a.Key] = valueOf(a, defs[i])
	}
	return kept
}

// inOrder puts attributes into the order of their definitions, those without one last.
func inOrder(list []catalog.Attribute, defs []catalog.AttributeDef) []catalog.Attribute {
	place := make(map[string]int, len(defs))
	for i, d := range defs {
		place[d.Key] = i - len(defs)
	}
	slices.SortStableFunc(list, func(a, b catalog.Attribute) int { return place[a.Key] - place[b.Key] })
	return list
}
