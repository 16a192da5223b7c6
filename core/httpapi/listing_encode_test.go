package httpapi

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// The hand-written encoder says the same as the types, whatever they hold: a field that is added to one of them and
// forgotten in it fails here.
func TestListingIsEncodedAsItsTypesSay(t *testing.T) {
	for _, text := range []string{
		"16 GB", "Grüße, 15,6″ – „groß“", `<b>"a\b"</b> & more`, "tab\tand\x00 and \u2028", "broken \xff\xc3", "€uro", "\u007f",
	} {
		for name, fill := range map[string]func(reflect.Value, int){"full": full(text), "empty": func(reflect.Value, int) {}} {
			t.Run(fmt.Sprintf("%s %q", name, text), func(t *testing.T) {
				l := Listing{
					Breadcrumb: make([]Crumb, 2), Subcategories: make([]Link, 1), Cards: []Card{{Highlights: []string{}}},
					Filters: []Filter{{Properties: make([]FilterProperty, 3)}},
				}
				fill(reflect.ValueOf(&l).Elem(), 1)
				want, err := json.Marshal(l)
				require.NoError(t, err)
				require.Equal(t, string(want), string(l.encode()))
			})
		}
	}
}

// full gives a function that sets everything below a value to something, no two numbers alike.
func full(text string) func(v reflect.Value, n int) {
	var set func(v reflect.Value, n int)
	set = func(v reflect.Value, n int) {
		switch v.Kind() {
		case reflect.String:
			v.SetString(text)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int, reflect.Int64:
			v.SetInt(int64(n) * 1000003)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			set(v.Elem(), n+1)
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 3, 3))
			for i := range v.Len() {
				set(v.Index(i), 7*n+i)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				set(v.Field(i), 31*n+i)
			}
		default:
			panic(v.Kind())
		}
	}
	return set
}
