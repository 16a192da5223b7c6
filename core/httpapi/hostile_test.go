package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/httpapi"
)

// schema is what the document says of a value.
type schema struct {
	Ref        string `json:"$ref"`
	Properties map[string]*schema
	Items      *schema
}

// walk is what is read of the OpenAPI document.
type walk struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct{ Name, In string }
		RequestBody struct {
			Content map[string]struct{ Schema *schema }
		}
	}
	Components struct{ Schemas map[string]*schema }
}

// ways lead to all values of a schema, those that hold others included.
func (d *walk) ways(s *schema, way []string) (all [][]string) {
	for s != nil && s.Ref != "" {
		s = d.Components.Schemas[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]]
	}
	if s == nil || len(way) > 5 {
		return nil
	}
	if len(way) > 0 {
		all = append(all, way)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		all = append(all, d.ways(s.Properties[name], append(slices.Clone(way), name))...)
	}
	if s.Items != nil {
		all = append(all, d.ways(s.Items, append(slices.Clone(way), "[]"))...)
	}
	return all
}

// here is where a hostile value goes.
const here = `"value of the test"`

// planted is a body with here at the end of a way.
func planted(body any, way []string) any {
	if len(way) == 0 {
		return json.RawMessage(here)
	}
	if way[0] == "[]" {
		return []any{planted(nil, way[1:])}
	}
	object, _ := body.(map[string]any)
	object = maps.Clone(object)
	if object == nil {
		object = map[string]any{}
	}
	object[way[0]] = planted(object[way[0]], way[1:])
	return object
}

// The hostile values, as they stand in a body, and in a path or a query; and bodies that are none.
var (
	hostileValues = []string{
		`"\u0000"`, `"a\u0000b"`, "\"\x00\"", `"\ud800"`, "\"\xff\xfe\"", `"\u202e\ufeff"`, `"a\r\nBcc: b@example.org"`, `""`, `" "`, `"'\"\\%_<>&{{"`, `"٣٤"`,
		`"../../etc/passwd"`, `"` + strings.Repeat("ä", 5000) + `"`, `null`, `true`, `[]`, `{}`, `[null]`, `{"a": [{}]}`, `0`, `-1`, `1.5`, `2147483648`, `9223372036854775807`,
		`9223372036854775808`, `-9223372036854775808`, `1e400`, `1e18`, strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
	}
	hostileParameters = []string{
		"", "%00", "a%00b", "%FF", "%F0%9F%92%A9", "%27%22%5C%25_", "0", "-1", "9223372036854775808", "1e400", "%0d%0aX-A:b", "..%2f..%2f", strings.Repeat("%C3%A4", 2000),
	}
	hostileBodies = []string{
		`{`, `{"a":`, `{}x`, "{\"\x00\": 1}", "{\"\xff\": 1}", `{"` + strings.Repeat("a", 5000) + `": 1}`, strings.Repeat(`{"a":`, 20000), `{"a": 1, "a": 2}`,
	}
)

// The table's placeholders for numbers, which are no JSON, and the texts that stand for them.
var bare, marked = regexp.MustCompile(`: \{(\w+)\}`), regexp.MustCompile(`"#\{(\w+)\}"`)

// attacks are a call's inputs, a group for each parameter and each value of its body.
func (d *walk) attacks(t *testing.T, method, path string) (groups [][]right) {
	t.Helper()
	operation := d.Paths[path][method]
	call := rights[operation.OperationID]
	if call.path == "" {
		call.path = path
	}
	for _, p := range operation.Parameters {
		var group []right
		for _, value := range hostileParameters {
			at := call.to(path + "?" + url.QueryEscape(p.Name) + "=" + value)
			if p.In == "path" {
				at = call.to(strings.Replace(path, "{"+p.Name+"}", value, 1))
			}
			group = append(group, at)
		}
		if p.In == "path" || p.In == "query" {
			groups = append(groups, group)
		}
	}
	media, ok := operation.RequestBody.Content["application/json"]
	if !ok {
		return groups
	}
	attack := func(bodies []string) {
		var group []right
		for _, body := range bodies {
			at := call
			at.body = body
			group = append(group, at)
		}
		groups = append(groups, group)
	}
	attack(hostileBodies)
	var good any
	if call.body != "" {
		require.NoError(t, json.Unmarshal(bare.ReplaceAll([]byte(call.body), []byte(`: "#{$1}"`)), &good), call.body)
	}
	for _, way := range d.ways(media.Schema, nil) {
		text, err := json.Marshal(planted(good, way))
		require.NoError(t, err)
		var bodies []string
		for _, value := range hostileValues {
			bodies = append(bodies, strings.Replace(marked.ReplaceAllString(string(text), "{$1}"), here, value, 1))
		}
		attack(bodies)
	}
	return groups
}

// Whatever stands in a parameter or in a body: the answer is what is wrong with it, and never that the shop failed.
func TestNoInputMakesTheShopFail(t *testing.T) {
	raw, err := httpapi.Document()
	require.NoError(t, err)
	var d walk
	require.NoError(t, json.Unmarshal(raw, &d))
	o := newOffice(t)
	seen := map[byte]int{} // answers by the class of their status
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			for _, group := range d.attacks(t, method, path) {
				owner := o.person(private) // whatever the group before has changed
				o.give(owner)
				for _, in := range group {
					got, body := o.call(t, strings.ToUpper(method), in, owner, owner)
					if seen[got[0]]++; got[0] >= '5' {
						t.Errorf("%s %.200q with %.200q: %s %.200s", method, in.path, in.body, got, body)
					}
				}
			}
		}
	}
	require.Greater(t, seen['4'], 5000, "the walk must see the fields")
	require.Greater(t, seen['2'], 500, "what is wrong with one field is not wrong with all of them")
}
