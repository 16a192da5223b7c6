package cmd

import (
	"encoding"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/restock"
	"kontor.dev/kontor/core/retention"
	"kontor.dev/kontor/core/review"
	"kontor.dev/kontor/core/withdrawal"
)

// Programs read -o json by names that are written down as such: renaming a field in the code renames none of them.
func TestNamesInJSONAreWrittenDown(t *testing.T) {
	for _, printed := range []any{
		accountReport{}, audit.Entry{}, campus.Record{}, checkout.Story{}, endpoint.Event{}, endpoint.Product{}, endpoint.State{}, newsletter.Evidence{}, order.Order{}, order.Report{}, outbox.Backlog{}, outbox.Dead{}, productReport{},
		overdueReport{}, restock.Demand{}, retention.Schedule{}, review.Entry{}, transferReport{}, unansweredReport{}, voucherTerms{}, withdrawal.Report{},
	} {
		named(t, reflect.TypeOf(printed), map[reflect.Type]bool{})
	}
}

// A program that goes through pages knows by "total" when it has all, whatever it asks for.
func TestAListInPagesHasItsTotal(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	for _, line := range []string{
		"audit list", "campus list", "catalog awaited", "checkout list", "checkout list --stuck", "order list", "order list --overdue", "order list --by-hand", "order list --disputed",
		"order list --unanswered", "review list", "withdrawal list",
	} {
		out, err := shop.run(t, nil, line+" --page 1 -o json")
		require.NoError(t, err, line)
		var printed map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(out), &printed), line)
		require.Regexp(t, `^\d+$`, string(printed["total"]), line)
		delete(printed, "total")
		require.Len(t, printed, 1, line)
		for name, list := range printed {
			require.Regexp(t, `^\[`, string(list), "%s: %s", line, name)
		}
	}
}

func named(t *testing.T, is reflect.Type, seen map[reflect.Type]bool) {
	for is.Kind() == reflect.Pointer || is.Kind() == reflect.Slice || is.Kind() == reflect.Map {
		is = is.Elem()
	}
	writes := reflect.PointerTo(is).Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(is).Implements(reflect.TypeFor[encoding.TextMarshaler]())
	if is.Kind() != reflect.Struct || writes || seen[is] {
		return
	}
	seen[is] = true
	for i := range is.NumField() {
		f := is.Field(i)
		name, tagged := f.Tag.Lookup("json")
		if !f.IsExported() || name == "-" {
			continue
		}
		if !tagged && !f.Anonymous {
			t.Errorf("%s.%s", is, f.Name)
		}
		named(t, f.Type, seen)
	}
}
