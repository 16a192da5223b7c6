package sim

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of the documentation.
const (
	maxBytes  = 130_000
	maxEvents = 25
	maxParams = 25
	maxItems  = 200
	maxAge    = 72 * time.Hour
)

// longer are the parameters that may be longer than 100 characters.
var longer = map[string]int{"page_location": 1000, "page_referrer": 420, "page_title": 300}

var reserved = []string{
	"ad_activeview", "ad_click", "ad_exposure", "ad_impression", "ad_query", "adunit_exposure", "app_clear_data", "app_exception",
	"app_install", "app_remove", "app_store_refund", "app_update", "app_upgrade", "dynamic_link_app_open", "dynamic_link_app_update",
	"dynamic_link_first_open", "error", "firebase_campaign", "first_open", "first_visit", "in_app_purchase", "notification_dismiss",
	"notification_foreground", "notification_open", "notification_receive", "os_update", "screen_view", "session_start", "user_engagement",
}

var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,39}$`)

func (p payload) check(now time.Time) []message {
	var out []message
	say := func(code, path, format string, args ...any) {
		out = append(out, message{Path: path, Description: fmt.Sprintf(format, args...), Code: code})
	}
	if p.ClientID == "" {
		say("VALUE_REQUIRED", "client_id", "A client id is needed.")
	}
	if c := p.Consent; c != nil {
		for _, value := range []string{c.UserData, c.Personalization} {
			if value != "GRANTED" && value != "DENIED" {
				say("VALUE_INVALID", "consent", "[%s] is no consent.", value)
			}
		}
	}
	if len(p.Events) == 0 || len(p.Events) > maxEvents {
		say("EXCEEDED_MAX_ENTITIES", "events", "There are %d events.", len(p.Events))
	}
	for i, e := range p.Events {
		path := fmt.Sprintf("events[%d]", i)
		switch {
		case !word.MatchString(e.Name):
			say("NAME_INVALID", path, "Event at index: [%d] has invalid name [%s].", i, e.Name)
		case slices.Contains(reserved, e.Name):
			say("NAME_RESERVED", path, "The name [%s] is reserved.", e.Name)
		case len(e.Params) > maxParams:
			say("EXCEEDED_MAX_ENTITIES", path, "There are %d parameters.", len(e.Params))
		}
		if at := time.UnixMicro(e.Micros); e.Micros != 0 && (at.Before(now.Add(-maxAge)) || at.After(now.Add(time.Minute))) {
			say("VALUE_OUT_OF_BOUNDS", path+".timestamp_micros", "The time [%s] is too far away.", at)
		}
		for key, value := range e.Params {
			checkParam(path, key, value, say)
		}
		checkShop(path, e, say)
	}
	return out
}

func checkParam(path, key string, value any, say func(code, path, format string, args ...any)) {
	path += ".params." + key
	if !word.MatchString(key) || strings.HasPrefix(key, "google_") || strings.HasPrefix(key, "ga_") || strings.HasPrefix(key, "firebase_") {
		say("NAME_INVALID", path, "The name [%s] is not allowed.", key)
	}
	switch v := value.(type) {
	case string:
		most := 100
		if longer[key] > 0 {
			most = longer[key]
		}
		if utf8.RuneCountInString(v) > most {
			say("VALUE_OUT_OF_BOUNDS", path, "The value is longer than %d characters.", most)
		}
	case float64:
	default:
		if key != "items" {
			say("VALUE_INVALID", path, "The value is neither text nor number.")
		}
	}
}

// checkShop holds the events of a shop against what is recommended for them.
func checkShop(path string, e Event, say func(code, path, format string, args ...any)) {
	if number, isText := e.Params["transaction_id"].(string); e.Name == "purchase" && (!isText || number == "") {
		say("VALUE_REQUIRED", path, "A purchase needs its transaction_id.")
	}
	if value, has := e.Params["value"]; has {
		amount, isNumber := value.(float64)
		currency, _ := e.Params["currency"].(string)
		if !isNumber || amount < 0 || len(currency) != 3 {
			say("VALUE_INVALID", path, "A value is a number and needs a currency.")
		}
	}
	raw, has := e.Params["items"]
	if !has {
		return
	}
	items, isList := raw.([]any)
	if !isList || len(items) == 0 || len(items) > maxItems {
		say("VALUE_INVALID", path+".params.items", "Items are a list of 1 to %d.", maxItems)
	}
	for i, raw := range items {
		item, _ := raw.(map[string]any)
		id, _ := item["item_id"].(string)
		name, _ := item["item_name"].(string)
		if id == "" && name == "" {
			say("VALUE_REQUIRED", fmt.Sprintf("%s.params.items[%d]", path, i), "An item needs an item_id or an item_name.")
		}
		for _, key := range []string{"price", "quantity"} {
			if value, has := item[key]; has {
				if n, isNumber := value.(float64); !isNumber || n < 0 {
					say("VALUE_INVALID", fmt.Sprintf("%s.params.items[%d].%s", path, i, key), "It is no number.")
				}
			}
		}
	}
}
