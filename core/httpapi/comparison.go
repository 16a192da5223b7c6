package httpapi

import (
	"context"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Comparison is products side by side: their cards, and a row for each attribute that at least one of them has.
type Comparison struct {
	Products []Card          `json:"products" doc:"in the order of adding"`
	Rows     []ComparisonRow `json:"rows"`
}

// ComparisonRow is one attribute, with a value for each product in their order.
type ComparisonRow struct {
	Key     string            `json:"key"`
	Label   string            `json:"label"`
	Differs bool              `json:"differs" doc:"the products are not all the same in it"`
	Values  []ComparisonValue `json:"values"`
}

// ComparisonValue is what a product has; its text is empty where it has none.
type ComparisonValue struct {
	Text string `json:"text" doc:"with its unit"`
	Hex  string `json:"hex,omitempty"`
}

type rememberedComparison struct {
	Compared string `cookie:"kontor_compare" doc:"ids of the products, the newest first, with dots between them"`
}

func (s *Server) registerComparison(api huma.API) {
	register(api, get("product", "comparison", "/api/comparison", "The products that the visitor compares"), s.comparison)
}

func (s *Server) comparison(ctx context.Context, in *rememberedComparison) (Comparison, error) {
	answer := Comparison{Products: []Card{}, Rows: []ComparisonRow{}}
	ids := remembered(in.Compared, MaxCompared)
	slices.Reverse(ids)
	products, err := s.deps.Catalog.Products(ctx, ids)
	if err != nil || len(products) == 0 {
		return answer, err
	}
	t, err := s.tree(ctx)
	if err != nil {
		return answer, err
	}
	products = t.sold(products)
	lang := language(ctx)
	attributes := make([][]ProductAttribute, len(products))
	for i, p := range products {
		card := t.builder.Document(p).Card
		answer.Products = append(answer.Products, cardOf(&card, lang))
		attributes[i] = productAttributes(p, t, lang)
	}
	s.rate(ctx, answer.Products)
	answer.Rows = comparisonRows(attributes)
	return answer, nil
}

// comparisonRows puts the products' attributes beside each other. Categories may call the same key differently, so a row
// is a key and a label.
func comparisonRows(products [][]ProductAttribute) []ComparisonRow {
	rows := []ComparisonRow{}
	for i, attributes := range products {
		for _, a := range attributes {
			at := slices.IndexFunc(rows, func(r ComparisonRow) bool { return r.Key == a.Key && r.Label == a.Label })
			if at < 0 {
				at = len(rows)
				rows = append(rows, ComparisonRow{Key: a.Key, Label: a.Label, Values: make([]ComparisonValue, len(products))})
			}
			value := ComparisonValue{Text: a.Value, Hex: a.Hex}
			if a.Unit != "" {
				value.Text += "\u00a0" + a.Unit
			}
			rows[at].Values[i] = value
		}
	}
	for i, r := range rows {
		rows[i].Differs = slices.ContainsFunc(r.Values, func(v ComparisonValue) bool { return v.Text != r.Values[0].Text })
	}
	return rows
}
