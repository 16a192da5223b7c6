package search

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/fault"
)

// The names of the listing's own URL parameters; every other one belongs to a filter.
const (
	SortParam = "sortListing"
	PageParam = "page"
)

const (
	listSuffix = "[]"    // {id}[]=value, once per ticked value
	minSuffix  = "_min"  // {id}_min, {id}_max: whole numbers as shown
	maxSuffix  = "_max"  //
	slidSuffix = "_slid" // {id}_slid=1 and {id}=slider mark a range
	slider     = "slider"

	largestBound = 1_000_000_000_000
)

// Params is the state of a listing as its address has it.
type Params struct {
	Sort    Sort
	Page    int      // from 1
	Choices []Choice // by ID, one per filter
}

// Choice is what was chosen in one filter: a value of a radio filter, values of a checkbox filter (Several), or the
// bounds of a range, in the numbers that the customer sees.
type Choice struct {
	ID       string
	Values   []string
	Several  bool
	Min, Max *int64
}

func (c Choice) isRange() bool { return c.Min != nil || c.Max != nil }

// ParseParams reads the query of a listing's address. What it does not understand is left out: an address that was
// shared, shortened or mistyped still shows a listing.
func ParseParams(query url.Values) Params {
	p := Params{Page: 1}
	if s := Sort(query.Get(SortParam)); s.Known() {
		p.Sort = s
	}
	if n, err := strconv.Atoi(query.Get(PageParam)); err == nil {
		p.Page = min(max(n, 1), MaxPage)
	}
	choices := map[string]*Choice{}
	for key, values := range query {
		readChoice(choices, key, values)
	}
	for _, c := range choices {
		if c.isRange() {
			c.Values, c.Several = nil, false
		}
		if len(c.Values) > 1 {
			c.Several = true
		}
		if c.isRange() || len(c.Values) > 0 {
			p.Choices = append(p.Choices, *c)
		}
	}
	slices.SortFunc(p.Choices, func(a, b Choice) int { return cmp.Compare(a.ID, b.ID) })
	p.Choices = p.Choices[:min(len(p.Choices), maxChoices)]
	return p
}

func readChoice(choices map[string]*Choice, key string, values []string) {
	id, kind := splitKey(key)
	if id == SortParam || id == PageParam || id == "" || strings.ContainsAny(id, "[]") {
		return
	}
	c := choices[id]
	if c == nil {
		c = &Choice{ID: id}
		choices[id] = c
	}
	switch kind {
	case minSuffix:
		c.Min = firstNumber(values)
	case maxSuffix:
		c.Max = firstNumber(values)
	case slidSuffix:
	default:
		for _, v := range values {
			if v == "" || (kind == "" && v == slider) || slices.Contains(c.Values, v) || len(c.Values) == maxValues {
				continue
			}
			c.Values = append(c.Values, v)
			c.Several = c.Several || kind == listSuffix
		}
		slices.Sort(c.Values)
	}
}

func splitKey(key string) (id, kind string) {
	for _, suffix := range []string{listSuffix, minSuffix, maxSuffix, slidSuffix} {
		if id, ok := strings.CutSuffix(key, suffix); ok && id != "" {
			return id, suffix
		}
	}
	return key, ""
}

func firstNumber(values []string) *int64 {
	for _, v := range values {
		n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		if err == nil && n >= -largestBound && n <= largestBound {
			return &n
		}
	}
	return nil
}

// Query gives the address' query. ParseParams of it gives p again.
func (p Params) Query() url.Values {
	query := url.Values{}
	if p.Sort != ByRelevance {
		query.Set(SortParam, string(p.Sort))
	}
	if p.Page > 1 {
		query.Set(PageParam, strconv.Itoa(p.Page))
	}
	for _, c := range p.Choices {
		switch {
		case c.isRange():
			query.Add(c.ID, slider)
			query.Add(c.ID+slidSuffix, "1")
			if c.Min != nil {
				query.Add(c.ID+minSuffix, strconv.FormatInt(*c.Min, 10))
			}
			if c.Max != nil {
				query.Add(c.ID+maxSuffix, strconv.FormatInt(*c.Max, 10))
			}
		case c.Several:
			query[c.ID+listSuffix] = append(query[c.ID+listSuffix], c.Values...)
		default:
			query[c.ID] = append(query[c.ID], c.Values...)
		}
	}
	return query
}

// Choice gives the choice of a filter, if there is one.
func (p Params) Choice(id string) (Choice, bool) {
	i, found := slices.BinarySearchFunc(p.Choices, id, func(c Choice, id string) int { return cmp.Compare(c.ID, id) })
	if !found {
		return Choice{}, false
	}
	return p.Choices[i], true
}

// ParseFilterJSON reads the text in a field of the filter calls: an object whose keys are the parameters of the
// address or filter ids, and whose values are a text, a number, a list of these, or {"min": n, "max": n}. An empty
// text selects nothing. Anything else is fault Invalid, "filter_malformed", which names the field.
func ParseFilterJSON(field, text string) (Params, error) {
	if strings.TrimSpace(text) == "" {
		return ParseParams(nil), nil
	}
	malformed := fault.InvalidFields("filter_malformed", fault.Field{Name: field, Reason: "filter_malformed"})
	var object map[string]any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return Params{}, malformed
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Params{}, malformed // more than the object
	}
	query := url.Values{}
	for key, value := range object {
		if !addJSON(query, key, value) {
			return Params{}, malformed
		}
	}
	return ParseParams(query), nil
}

func addJSON(query url.Values, key string, value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string, json.Number:
		query.Add(key, scalar(v))
	case []any:
		for _, element := range v {
			s := scalar(element)
			if s == "" {
				return false
			}
			query.Add(strings.TrimSuffix(key, listSuffix)+listSuffix, s)
		}
	case map[string]any:
		for bound, n := range v {
			value := scalar(n)
			if (bound != "min" && bound != "max") || (value == "" && n != nil && n != "") {
				return false
			}
			query.Add(key+"_"+bound, value)
		}
	default:
		return false
	}
	return true
}

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		if f, err := v.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) <= largestBound {
			return strconv.FormatInt(int64(f), 10)
		}
		return v.String()
	}
	return ""
}

// Known reports whether it is one of the orders.
func (s Sort) Known() bool {
	switch s {
	case ByRelevance, ByPopularity, ByPriceUp, ByPriceDown, ByNewest, ByName:
		return true
	}
	return false
}
