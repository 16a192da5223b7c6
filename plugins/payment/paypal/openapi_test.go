package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// document is an OpenAPI 3.0 document, of which the checker below reads the subset that PayPal's documents use. It is
// stricter than the standard in one point: a property that no schema names is an error.
type document struct {
	root map[string]any
}

func readDocument(t *testing.T, path string) *document {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	d := &document{}
	require.NoError(t, json.Unmarshal(raw, &d.root))
	return d
}

// find gives the document that has a call ("POST /v2/checkout/orders/{id}/capture") and the schema of its body, nil for a call without one.
func find(docs []*document, call string) (*document, map[string]any) {
	verb, path, _ := strings.Cut(call, " ")
	placeholder := regexp.MustCompile(`\{[a-z_]+\}`)
	for _, d := range docs {
		for known, item := range d.root["paths"].(map[string]any) {
			if placeholder.ReplaceAllString(known, "{id}") != path {
				continue
			}
			if operation, ok := item.(map[string]any)[strings.ToLower(verb)].(map[string]any); ok {
				body, ok := operation["requestBody"].(map[string]any)
				if !ok {
					return d, nil
				}
				body = d.resolve(body)
				return d, body["content"].(map[string]any)["application/json"].(map[string]any)["schema"].(map[string]any)
			}
		}
	}
	return nil, nil
}

// resolve follows a reference within the document.
func (d *document) resolve(v map[string]any) map[string]any {
	for {
		ref, ok := v["$ref"].(string)
		if !ok {
			return v
		}
		at := any(d.root)
		for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			at = at.(map[string]any)[step]
		}
		v = at.(map[string]any)
	}
}

// check gives what is wrong with a value, one line each.
func (d *document) check(schema map[string]any, value any, at string) (wrong []string) {
	schema = d.resolve(schema)
	for _, part := range list(schema["allOf"]) {
		wrong = append(wrong, d.only(part, value, at, false)...)
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		branches := list(schema[word])
		if len(branches) > 0 && !slices.ContainsFunc(branches, func(b map[string]any) bool { return len(d.only(b, value, at, false)) == 0 }) {
			wrong = append(wrong, at+": fits no branch of "+word)
		}
	}
	return append(wrong, d.only(schema, value, at, true)...)
}

// only checks a value against the schema's own words, without those that combine schemas. With strict, properties that
// neither the schema nor its parts name are errors.
func (d *document) only(schema map[string]any, value any, at string, strict bool) (wrong []string) {
	schema = d.resolve(schema)
	if !strict && (schema["allOf"] != nil || schema["anyOf"] != nil || schema["oneOf"] != nil) {
		return d.check(schema, value, at)
	}
	if words := values(schema["enum"]); len(words) > 0 && !slices.Contains(words, value) {
		wrong = append(wrong, fmt.Sprintf("%s: %v is not one of %v", at, value, words))
	}
	switch v := value.(type) {
	case string:
		return append(wrong, text(schema, v, at)...)
	case []any:
		wrong = append(wrong, between(schema, "minItems", "maxItems", len(v), at)...)
		if items, ok := schema["items"].(map[string]any); ok {
			for i, one := range v {
				wrong = append(wrong, d.check(items, one, fmt.Sprintf("%s/%d", at, i))...)
			}
		}
		return append(wrong, typed(schema, "array", at)...)
	case map[string]any:
		for _, name := range values(schema["required"]) {
			if _, there := v[name.(string)]; !there {
				wrong = append(wrong, at+"/"+name.(string)+": required")
			}
		}
		known := d.properties(schema)
		own, _ := schema["properties"].(map[string]any)
		for name, one := range v {
			switch {
			case own[name] != nil:
				wrong = append(wrong, d.check(own[name].(map[string]any), one, at+"/"+name)...)
			case strict && len(known) > 0 && known[name] == nil:
				wrong = append(wrong, at+"/"+name+": unknown")
			}
		}
		return append(wrong, typed(schema, "object", at)...)
	case bool:
		return append(wrong, typed(schema, "boolean", at)...)
	}
	return append(wrong, typed(schema, "number", at)...)
}

// properties are those of a schema and of all its parts.
func (d *document) properties(schema map[string]any) map[string]any {
	schema = d.resolve(schema)
	all := map[string]any{}
	own, _ := schema["properties"].(map[string]any)
	for name, p := range own {
		all[name] = p
	}
	for _, word := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range list(schema[word]) {
			for name, p := range d.properties(part) {
				all[name] = p
			}
		}
	}
	return all
}

func text(schema map[string]any, v, at string) []string {
	wrong := append(typed(schema, "string", at), between(schema, "minLength", "maxLength", utf8.RuneCountInString(v), at)...)
	if pattern, ok := schema["pattern"].(string); ok {
		if rest, found := strings.CutPrefix(pattern, `^(?!\d+$)`); found { // Go's expressions look nowhere ahead
			pattern = "^" + rest
			if strings.Trim(v, "0123456789") == "" {
				wrong = append(wrong, at+": digits alone")
			}
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			return append(wrong, at+": the pattern cannot be read: "+pattern)
		}
		if !re.MatchString(v) {
			wrong = append(wrong, fmt.Sprintf("%s: %q does not match %s", at, v, pattern))
		}
	}
	return wrong
}

func typed(schema map[string]any, is, at string) []string {
	if want, ok := schema["type"].(string); ok && want != is && (is != "number" || want != "integer") {
		return []string{at + ": is of type " + is + ", not " + want}
	}
	return nil
}

func between(schema map[string]any, least, most string, n int, at string) (wrong []string) {
	if limit, ok := schema[least].(float64); ok && n < int(limit) {
		wrong = append(wrong, fmt.Sprintf("%s: %s is %v, not %d", at, least, limit, n))
	}
	if limit, ok := schema[most].(float64); ok && n > int(limit) {
		wrong = append(wrong, fmt.Sprintf("%s: %s is %v, not %d", at, most, limit, n))
	}
	return wrong
}

func list(v any) (out []map[string]any) {
	for _, one := range values(v) {
		out = append(out, one.(map[string]any))
	}
	return out
}

func values(v any) []any {
	all, _ := v.([]any)
	return all
}
