package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/sdk/tracking/sent"
)

// What is older than maxAge belongs to reports that Matomo has closed; Matomo takes nothing from the future.
const (
	maxAge   = sent.MaxAge
	maxAhead = 10 * time.Minute
	maxText  = 200 // of what Matomo shows in reports, in bytes
)

// kind writes the parameters of one type of event and gives "", or the code of why it cannot.
type kind func(v url.Values, f tracking.Fields) (code string)

// kinds are the events that Matomo gets. Consent and diagnostic events are not its business.
var kinds = map[string]kind{
	"addToCart":        cartChange("addToCart"),
	"removeFromCart":   cartChange("removeFromCart"),
	"conversion":       order,
	"externalRedirect": click("externalRedirect"),
	"cto_interaction":  click("cto_interaction"),
	"scrolling":        scrolling,
	"nbb.scrolling":    scrolling, // of a browser that names no type
}

// request writes an event as a query of the tracking API, or gives the code of why it cannot be one.
func (t *target) request(e tracking.Event, now time.Time) (query, code string) {
	write, known := kinds[e.Type]
	address, err := url.Parse(e.URL)
	switch {
	case !known:
		return "", "not_wanted"
	case e.ID == "":
		return "", "invalid_id"
	case e.VisitorID == "":
		return "", "invalid_visitor"
	case err != nil || !address.IsAbs():
		return "", "invalid_url"
	case e.OccurredAt.Before(now.Add(-maxAge)):
		return "", "too_old"
	case e.OccurredAt.After(now.Add(maxAhead)):
		return "", "in_the_future"
	}
	f, err := tracking.ReadFields(e.Data, t.currency)
	if err != nil {
		return "", "invalid_data"
	}
	v := url.Values{
		"idsite": {t.site}, "rec": {"1"}, "apiv": {"1"}, "_id": {visitor(t.site, e.VisitorID)}, "url": {e.URL},
		"cdt": {strconv.FormatInt(min(e.OccurredAt.Unix(), now.Unix()), 10)},
	}
	referrer := e.Referrer
	if referrer == "" {
		referrer = f.Referrer
	}
	for key, value := range map[string]string{"urlref": referrer, "ua": e.UserAgent, "lang": e.Language} {
		if value != "" {
			v.Set(key, value)
		}
	}
	if code := write(v, f); code != "" {
		return "", code
	}
	return "?" + v.Encode(), ""
}

// visitor makes Matomo's id of a visitor: always the same one, from which the shop's own cannot be read.
func visitor(site, id string) string {
	sum := sha256.Sum256([]byte("matomo|" + site + "|" + id))
	return hex.EncodeToString(sum[:8])
}

// cartChange is an event, not a cart of Matomo's: it would want the whole cart, and the shop tells what changed.
func cartChange(action string) kind {
	return func(v url.Values, f tracking.Fields) string {
		var names []string
		for _, p := range f.Bought() {
			if number := p.SKU(); number != "" {
				names = append(names, number)
			}
		}
		event(v, "cart", action, strings.Join(names, ","))
		return ""
	}
}

func click(action string) kind {
	return func(v url.Values, f tracking.Fields) string {
		event(v, "click", action, f.ClickElement)
		return ""
	}
}

// order is Matomo's own kind of conversion. Matomo keeps one order per number.
func order(v url.Values, f tracking.Fields) string {
	if f.OrderID == "" {
		return "no_order"
	}
	products := f.Bought()
	items := [][]any{}
	for _, p := range products {
		if p.SKU() == "" {
			continue // Matomo takes no item without a number; its price counts all the same
		}
		items = append(items, []any{p.SKU(), cut(p.Name), "", tracking.Decimal(p.Price.Minor), p.Quantity})
	}
	raw, err := json.Marshal(items)
	if err != nil {
		return "invalid_data"
	}
	v.Set("idgoal", "0")
	v.Set("ec_id", string(f.OrderID))
	v.Set("revenue", string(tracking.Decimal(tracking.Value(products))))
	v.Set("ec_st", string(tracking.Decimal(tracking.Value(products))))
	v.Set("ec_items", string(raw))
	return ""
}

// scrolling is a view of the page when it begins, and an event with the depth after that.
func scrolling(v url.Values, f tracking.Fields) string {
	if len(f.Scrollings) == 0 {
		return "no_scrolling"
	}
	deepest, trigger := int64(0), ""
	for _, s := range f.Scrollings {
		if s.Trigger == "init" {
			return "" // a request without more is a page view
		}
		depth, err := strconv.ParseFloat(string(s.MaxDepth), 64)
		if err != nil || depth < 0 || depth > 100 {
			return "invalid_depth"
		}
		deepest, trigger = max(deepest, int64(depth)), s.Trigger
	}
	if !slices.Contains([]string{"timer", "unload"}, trigger) {
		return "invalid_trigger"
	}
	event(v, "scroll", trigger, "")
	v.Set("e_v", strconv.FormatInt(deepest, 10))
	return ""
}

// event makes the request an event of Matomo's; ca keeps it from being a page view where events are switched off.
func event(v url.Values, category, action, name string) {
	v.Set("e_c", category)
	v.Set("e_a", action)
	if name = cut(name); strings.TrimSpace(name) != "" {
		v.Set("e_n", name)
	}
	v.Set("ca", "1")
}

// cut shortens a text to what reports show, between two letters.
func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "")
}
