package httpapi

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/nonull"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/withdrawal"
)

// whole gives a value of which nothing is zero, lists and pointers included.
func whole[T any]() T {
	var v T
	fill(reflect.ValueOf(&v).Elem())
	return v
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), value)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, time.November, 26, 20, 0, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	default:
		if v.CanInt() {
			v.SetInt(1)
		}
	}
}

// What other systems are sent fits what the document says of it, with everything in it and with nothing.
func TestEventsFitTheirDescription(t *testing.T) {
	api := New(Deps{}).api
	doc := api.OpenAPI()
	described := slices.Sorted(maps.Keys(doc.Webhooks))
	var kinds []string
	for _, k := range append(endpoint.Kinds(), endpoint.Ping) {
		kinds = append(kinds, string(k))
	}
	require.ElementsMatch(t, kinds, described)
	for kind, data := range map[endpoint.Kind][]map[string]any{
		endpoint.Kind(order.MilestoneShipped): {{"order": whole[order.Order](), "number": 1}, {"order": order.Order{}}},
		endpoint.WithdrawalDeclared:           {{"withdrawal": whole[withdrawal.Report]()}, {"withdrawal": (&withdrawal.Withdrawal{}).Report()}},
		endpoint.ProductChanged:               {{"product": whole[endpoint.Product]()}, {"product": endpoint.Product{}}},
		endpoint.Ping:                         {{}},
	} {
		schema := doc.Webhooks[string(kind)].Post.RequestBody.Content["application/json"].Schema
		for _, d := range data {
			body, err := json.Marshal(nonull.Lists(endpoint.Event{Type: kind, Timestamp: time.Now(), Data: d})) // as core/caller does
			require.NoError(t, err)
			var sent any
			require.NoError(t, json.Unmarshal(body, &sent))
			var result huma.ValidateResult
			huma.Validate(doc.Components.Schemas, schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, sent, &result)
			require.Empty(t, result.Errors, "%s: %s", kind, body)
		}
	}
}
