package sim

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Unknown is the number of an order that the simulator finds invalid, whatever else is in it.
const Unknown = "unknown"

// parameters that the simulator knows, of those in Matomo's documentation. One that is unknown is a slip of the pen.
var parameters = map[string]bool{
	"idsite": true, "rec": true, "apiv": true, "rand": true, "_id": true, "url": true, "action_name": true, "urlref": true,
	"ua": true, "lang": true, "uid": true, "cdt": true, "ca": true, "send_image": true,
	"e_c": true, "e_a": true, "e_n": true, "e_v": true,
	"idgoal": true, "revenue": true, "ec_id": true, "ec_items": true, "ec_st": true, "ec_tx": true, "ec_sh": true, "ec_dt": true,
}

var (
	visitorID = regexp.MustCompile(`^[0-9a-f]{16}$`)
	amount    = regexp.MustCompile(`^\d+(\.\d{1,2})?$`)
	number    = regexp.MustCompile(`^\d+(\.\d+)?$`)
)

// check gives what is wrong with a request, or "".
func (s *Sim) check(v url.Values, authenticated bool, now time.Time) string {
	for key, values := range v {
		if !parameters[key] || len(values) != 1 {
			return key
		}
	}
	if v.Get("idsite") != s.cfg.Site {
		return "idsite"
	}
	address, err := url.Parse(v.Get("url"))
	switch {
	case v.Get("rec") != "1":
		return "rec"
	case !visitorID.MatchString(v.Get("_id")):
		return "_id"
	case err != nil || !address.IsAbs():
		return "url"
	case v.Has("apiv") && v.Get("apiv") != "1":
		return "apiv"
	}
	if reason := checkTime(v, authenticated, now); reason != "" {
		return reason
	}
	if v.Has("e_c") || v.Has("e_a") || v.Has("e_n") || v.Has("e_v") {
		return checkEvent(v)
	}
	if v.Has("idgoal") || v.Has("ec_id") || v.Has("ec_items") || v.Has("revenue") {
		return checkOrder(v)
	}
	return ""
}

// checkTime asks for a token for what is older than a day.
func checkTime(v url.Values, authenticated bool, now time.Time) string {
	if !v.Has("cdt") {
		return ""
	}
	seconds, err := strconv.ParseInt(v.Get("cdt"), 10, 64)
	at := time.Unix(seconds, 0)
	if err != nil || at.After(now.Add(time.Minute)) || at.Before(now.Add(-24*time.Hour)) && !authenticated {
		return "cdt"
	}
	return ""
}

func checkEvent(v url.Values) string {
	switch {
	case strings.TrimSpace(v.Get("e_c")) == "":
		return "e_c"
	case strings.TrimSpace(v.Get("e_a")) == "":
		return "e_a"
	case v.Has("e_n") && strings.TrimSpace(v.Get("e_n")) == "":
		return "e_n"
	case v.Has("e_v") && !number.MatchString(v.Get("e_v")):
		return "e_v"
	case v.Has("idgoal"):
		return "idgoal"
	}
	return ""
}

func checkOrder(v url.Values) string {
	switch {
	case v.Get("idgoal") != "0":
		return "idgoal"
	case v.Get("ec_id") == "" || v.Get("ec_id") == Unknown:
		return "ec_id"
	case !amount.MatchString(v.Get("revenue")):
		return "revenue"
	}
	for _, key := range []string{"ec_st", "ec_tx", "ec_sh", "ec_dt"} {
		if v.Has(key) && !amount.MatchString(v.Get(key)) {
			return key
		}
	}
	return checkItems(v.Get("ec_items"))
}

// checkItems holds the list against [[sku, name, category, price, quantity], ...].
func checkItems(raw string) string {
	var items [][]any
	if raw != "" && json.Unmarshal([]byte(raw), &items) != nil {
		return "ec_items"
	}
	for _, item := range items {
		if len(item) != 5 {
			return "ec_items"
		}
		sku, isText := item[0].(string)
		_, hasName := item[1].(string)
		_, hasCategory := item[2].(string)
		price, isPrice := item[3].(float64)
		count, isCount := item[4].(float64)
		if !isText || sku == "" || !hasName || !hasCategory || !isPrice || price < 0 || !isCount || count < 1 {
			return "ec_items"
		}
	}
	return ""
}
