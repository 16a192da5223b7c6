package sim

import (
	"net/url"
	"regexp"
	"slices"
	"time"
)

// Unknown is the number of a product that is not in the partner's catalogue.
const Unknown = "unknown"

var (
	known  = []string{"viewHome", "viewItem", "viewList", "viewBasket", "addToCart", "trackTransaction"}
	amount = regexp.MustCompile(`^\d+(\.\d{1,2})?$`)
)

// check gives the first thing that is wrong with a request, or "".
func (s *Sim) check(p payload, now time.Time) string {
	address, err := url.Parse(p.URL)
	switch {
	case p.Account == "" || p.Account != s.cfg.Account:
		return "account"
	case p.ID.MappingKey == "" || p.ID.MappingKey != s.cfg.MappingKey:
		return "id.mapping_key"
	case p.Visitor == "" && p.ID.UserID == "":
		return "retailer_visitor_id"
	case !slices.Contains([]string{"d", "m", "t"}, p.SiteType):
		return "site_type"
	case err != nil || !address.IsAbs():
		return "full_url"
	case p.Country != "" && len(p.Country) != 2:
		return "country"
	case p.Language != "" && len(p.Language) != 2:
		return "language"
	case len(p.Events) == 0:
		return "events"
	}
	for _, e := range p.Events {
		if wrong := e.check(now); wrong != "" {
			return wrong
		}
	}
	return ""
}

func (e Event) check(now time.Time) string {
	at, err := time.Parse(time.RFC3339, e.At)
	switch {
	case e.Visitor != "" || e.URL != "":
		return "events"
	case !slices.Contains(known, e.Event):
		return "event"
	case err != nil || at.After(now.Add(time.Hour)):
		return "timestamp"
	case e.Event == "trackTransaction" && e.ID == "":
		return "id"
	case len(e.Items) == 0 && e.Event != "viewHome":
		return "item"
	}
	for _, i := range e.Items {
		switch {
		case i.ID == "" || i.ID == Unknown:
			return "item.id"
		case i.Price != "" && !amount.MatchString(string(i.Price)):
			return "item.price"
		case i.Quantity < 0 || i.Quantity == 0 && e.Event != "viewItem" && e.Event != "viewList":
			return "item.quantity"
		}
	}
	return ""
}
