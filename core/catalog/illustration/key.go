// Package illustration draws pictures of products as SVG: clean, deterministic, and described whole by their key, so
// that an image never changes under its address.
package illustration

import (
	"regexp"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/fault"
)

// Drawing describes one picture. Its key is "kind~v1~b1d1d1f~a2f6fed~n3~sgaming".
type Drawing struct {
	Kind   string // "notebook", "gpu", …: see Kinds
	View   int    // 1 is the front; Views says how many a kind has
	Body   string // colour of the thing, six hex digits without #; "" is the kind's own
	Accent string // colour of its lights, screen or label; "" is the kind's own
	Count  int    // fans, sticks, drives; 0 is the kind's usual number
	Style  string // a shape within the kind, "tkl"; "" is the usual one
}

// Key gives the image key of the drawing.
func (d Drawing) Key() string {
	parts := []string{d.Kind, "v" + strconv.Itoa(max(d.View, 1))}
	for _, p := range []struct{ letter, value string }{{"b", d.Body}, {"a", d.Accent}, {"n", number(d.Count)}, {"s", d.Style}} {
		if p.value != "" {
			parts = append(parts, p.letter+strings.ToLower(p.value))
		}
	}
	return strings.Join(parts, "~")
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

var partShape = regexp.MustCompile(`^(v[1-3]|[ab][0-9a-f]{6}|n[1-9][0-9]?|s[a-z0-9]{1,20})$`)

// Parse reads an image key; fault NotFound ("image_not_found") when it is none.
func Parse(key string) (Drawing, error) {
	parts := strings.Split(key, "~")
	d := Drawing{Kind: parts[0], View: 1}
	kind, known := kinds[d.Kind]
	if !known || len(parts) > 6 {
		return Drawing{}, errNotFound
	}
	for _, p := range parts[1:] {
		if !partShape.MatchString(p) {
			return Drawing{}, errNotFound
		}
		switch value := p[1:]; p[0] {
		case 'v':
			d.View, _ = strconv.Atoi(value)
		case 'b':
			d.Body = value
		case 'a':
			d.Accent = value
		case 'n':
			d.Count, _ = strconv.Atoi(value)
		case 's':
			d.Style = value
		}
	}
	if d.View > len(kind.views)+1 || d.Key() != key {
		return Drawing{}, errNotFound
	}
	return d, nil
}

var errNotFound = fault.New(fault.NotFound, "image_not_found")
