package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"time"

	"kontor.dev/kontor/plugins/sdk/tracking"
	"kontor.dev/kontor/plugins/sdk/tracking/sent"
)

// Interest cools: what is older than maxAge is of no use to the partner.
const (
	maxAge   = sent.MaxAge
	maxAhead = 10 * time.Minute
)

// event is what the partner takes.
type event struct {
	Event string `json:"event"`
	At    string `json:"timestamp"`
	ID    string `json:"id,omitempty"` // of the transaction
	Items []item `json:"item"`
}

type item struct {
	ID       string      `json:"id"`
	Price    json.Number `json:"price,omitempty"`
	Quantity int64       `json:"quantity,omitempty"`
}

// kinds are the events with products, by the partner's name. What a visitor took out of the cart is not the partner's
// business, and neither is where somebody scrolled.
var kinds = map[string]string{
	"addToCart":       "addToCart",
	"conversion":      "trackTransaction",
	"cto_interaction": "viewItem", // a click on a product's offer
}

// encode writes an event and where it happened, or gives the code of why the partner cannot have it.
func (t *target) encode(e tracking.Event, now time.Time) (raw json.RawMessage, at view, code string) {
	kind, known := kinds[e.Type]
	address, err := url.Parse(e.URL)
	switch {
	case !known:
		return nil, view{}, "not_wanted"
	case e.ID == "":
		return nil, view{}, "invalid_id"
	case e.VisitorID == "":
		return nil, view{}, "invalid_visitor"
	case err != nil || !address.IsAbs():
		return nil, view{}, "invalid_url"
	case e.OccurredAt.Before(now.Add(-maxAge)):
		return nil, view{}, "too_old"
	case e.OccurredAt.After(now.Add(maxAhead)):
		return nil, view{}, "in_the_future"
	}
	f, err := tracking.ReadFields(e.Data, t.currency)
	if err != nil {
		return nil, view{}, "invalid_data"
	}
	items := t.items(f.Bought(), kind)
	switch {
	case len(items) == 0:
		return nil, view{}, "no_products"
	case kind == "trackTransaction" && f.OrderID == "":
		return nil, view{}, "no_order"
	}
	out := event{Event: kind, At: e.OccurredAt.UTC().Format(time.RFC3339), Items: items}
	if kind == "trackTransaction" {
		out.ID = string(f.OrderID)
	}
	raw, err = json.Marshal(out)
	if err != nil || len(raw) > maxBytes {
		return nil, view{}, "invalid_data"
	}
	at = view{Visitor: visitor(t.shop.Account, e.VisitorID), URL: e.URL, Referrer: e.Referrer, UserAgent: e.UserAgent, Language: e.Language}
	if at.Referrer == "" {
		at.Referrer = f.Referrer
	}
	if len(at.Language) > 2 {
		at.Language = at.Language[:2]
	}
	return raw, at, ""
}

// items gives the products that have the number by which the partner knows them. A look has no quantity.
func (t *target) items(products []tracking.Product, kind string) []item {
	var out []item
	for _, p := range products {
		i := item{ID: string(p.ID), Quantity: p.Quantity}
		if t.articles {
			i.ID = string(p.Article)
		}
		if i.ID == "" {
			continue
		}
		if p.Price.Currency != "" {
			i.Price = tracking.Decimal(p.Price.Minor)
		}
		if kind == "viewItem" {
			i.Quantity = 0
		}
		out = append(out, i)
	}
	return out
}

// visitor makes the partner's id of a visitor: always the same one, from which the shop's own cannot be read.
func visitor(account, id string) string {
	sum := sha256.Sum256([]byte("retarget|" + account + "|" + id))
	return hex.EncodeToString(sum[:16])
}
