package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/tracking"
)

// Google Analytics' limits, with room for the way.
const (
	maxAge      = 71 * time.Hour
	maxAhead    = 10 * time.Minute
	maxValue    = 100 // of a parameter, in characters
	maxLocation = 1000
	maxReferrer = 420
)

// event of the Measurement Protocol.
type event struct {
	Name   string         `json:"name"`
	Micros int64          `json:"timestamp_micros"`
	Params map[string]any `json:"params"`
}

// item of a cart or an order.
type item struct {
	ID       string `json:"item_id,omitempty"`
	Name     string `json:"item_name,omitempty"`
	Price    any    `json:"price,omitempty"`
	Quantity int64  `json:"quantity"`
}

// kind names an event and writes its own parameters, or gives the code of why it cannot.
type kind func(t *target, f tracking.Fields, params map[string]any) (name, code string)

// kinds are the events that Google Analytics gets. Consent and diagnostic events are not its business.
var kinds = map[string]kind{
	"addToCart":        cart("add_to_cart"),
	"removeFromCart":   cart("remove_from_cart"),
	"conversion":       purchase,
	"externalRedirect": click("external_redirect"),
	"cto_interaction":  click("cto_interaction"),
	"scrolling":        scrolling,
	"nbb.scrolling":    scrolling, // of a browser that names no type
}

// event makes an event of the Measurement Protocol, or gives the code of why it cannot be one.
func (t *target) event(e tracking.Event, now time.Time) (out event, code string) {
	write, known := kinds[e.Type]
	address, err := url.Parse(e.URL)
	switch {
	case !known:
		return event{}, "not_wanted"
	case e.ID == "":
		return event{}, "invalid_id"
	case e.VisitorID == "":
		return event{}, "invalid_visitor"
	case err != nil || !address.IsAbs():
		return event{}, "invalid_url"
	case e.OccurredAt.Before(now.Add(-maxAge)):
		return event{}, "too_old"
	case e.OccurredAt.After(now.Add(maxAhead)):
		return event{}, "in_the_future"
	}
	f, err := tracking.ReadFields(e.Data, t.currency)
	if err != nil {
		return event{}, "invalid_data"
	}
	// Google Analytics leaves visitors without engagement out of most reports.
	params := map[string]any{"page_location": cut(e.URL, maxLocation), "engagement_time_msec": 1}
	referrer := e.Referrer
	if referrer == "" {
		referrer = f.Referrer
	}
	if referrer != "" {
		params["page_referrer"] = cut(referrer, maxReferrer)
	}
	if e.Language != "" {
		params["language"] = cut(e.Language, maxValue)
	}
	name, code := write(t, f, params)
	if code != "" {
		return event{}, code
	}
	return event{Name: name, Micros: min(e.OccurredAt.UnixMicro(), now.UnixMicro()), Params: params}, ""
}

// client makes Google Analytics' id of a visitor in the form of its own cookie: always the same one, from which the
// shop's own cannot be read.
func client(stream, visitor string) string {
	sum := sha256.Sum256([]byte("ga4|" + stream + "|" + visitor))
	return fmt.Sprintf("%d.%d", binary.BigEndian.Uint32(sum[:4]), binary.BigEndian.Uint32(sum[4:8]))
}

func cart(name string) kind {
	return func(t *target, f tracking.Fields, params map[string]any) (string, string) {
		t.items(f.Bought(), params)
		return name, ""
	}
}

// purchase carries the order's number, by which Google Analytics knows a repeated one.
func purchase(t *target, f tracking.Fields, params map[string]any) (string, string) {
	if f.OrderID == "" || len(f.OrderID) > maxValue {
		return "", "no_order"
	}
	params["transaction_id"] = string(f.OrderID)
	t.items(f.Bought(), params)
	return "purchase", ""
}

// items adds products that have a number or a name, and the value of all where prices are known.
func (t *target) items(products []tracking.Product, params map[string]any) {
	var items []item
	for _, p := range products {
		i := item{ID: cut(p.SKU(), maxValue), Name: cut(p.Name, maxValue), Quantity: p.Quantity}
		if i.ID == "" && i.Name == "" {
			continue // Google Analytics takes no item without either
		}
		if p.Price.Currency != "" {
			i.Price = tracking.Decimal(p.Price.Minor)
		}
		items = append(items, i)
	}
	if len(items) > 0 {
		params["items"] = items
	}
	if value := tracking.Value(products); value > 0 {
		params["value"], params["currency"] = tracking.Decimal(value), t.currency
	}
}

func click(name string) kind {
	return func(_ *target, f tracking.Fields, params map[string]any) (string, string) {
		if f.ClickElement != "" {
			params["link_text"] = cut(f.ClickElement, maxValue)
		}
		return name, ""
	}
}

// scrolling is a view of the page when it begins, and a depth after that.
func scrolling(_ *target, f tracking.Fields, params map[string]any) (name, code string) {
	if len(f.Scrollings) == 0 {
		return "", "no_scrolling"
	}
	deepest, trigger := int64(0), ""
	for _, s := range f.Scrollings {
		if s.Trigger == "init" {
			return "page_view", ""
		}
		depth, err := strconv.ParseFloat(string(s.MaxDepth), 64)
		if err != nil || depth < 0 || depth > 100 {
			return "", "invalid_depth"
		}
		deepest, trigger = max(deepest, int64(depth)), s.Trigger
	}
	if !slices.Contains([]string{"timer", "unload"}, trigger) {
		return "", "invalid_trigger"
	}
	params["percent_scrolled"] = deepest
	return "scroll", ""
}

// cut shortens a text to a number of characters.
func cut(s string, most int) string {
	s = strings.ToValidUTF8(s, "")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
