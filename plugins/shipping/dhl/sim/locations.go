package sim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const finder = "/location-finder/v1"

// locationTypes and serviceTypes are the documented filters; of the services, parcel:pick-up-all stands for those that
// hand out parcels.
var (
	locationTypes = []string{"servicepoint", "locker", "postoffice", "postbank", "pobox", "postbox"}
	serviceTypes  = []string{"parcel:pick-up", "parcel:pick-up-all", "parcel:pick-up-registered", "parcel:pick-up-unregistered",
		"parcel:drop-off", "parcel:drop-off-unregistered", "express:pick-up", "express:drop-off", "letter-service"}
)

// neighbourhood is what every town has here.
var neighbourhood = []struct {
	kind, keyword, number, street string
	metres                        int
	services                      []string
	always                        bool
}{
	{"locker", "DHL Packstation", "145", "Bahnhofstr. 12", 210, []string{"parcel:pick-up-registered", "parcel:drop-off-unregistered"}, true},
	{"postoffice", "Postfiliale", "433", "Marktplatz 3", 340, []string{"parcel:pick-up", "parcel:drop-off", "letter-service"}, false},
	{"locker", "DHL Packstation", "102", "Am Stadion 1", 880, []string{"parcel:pick-up-registered"}, true},
	{"servicepoint", "Paketshop", "517", "Gartenstr. 40", 1150, []string{"parcel:pick-up", "parcel:drop-off"}, false},
	{"postbox", "Briefkasten", "", "Lindenallee 7", 60, []string{"letter-service"}, false},
	{"locker", "DHL Packstation", "211", "Industrieweg 5", 2400, []string{"parcel:pick-up-registered"}, true},
}

// byAddress answers the location finder, nearest first. Where nobody lives (postal code 00000) there is nothing.
func (s *Sim) byAddress(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, radius := 15, 5000
	for name, into := range map[string]*int{"limit": &limit, "radius": &radius} {
		if text := q.Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || name == "limit" && n > 50 {
				problem(w, http.StatusBadRequest, "The value of "+name+" is not allowed.")
				return
			}
			*into = n
		}
	}
	unknown := func(name string, known []string) bool {
		return slices.ContainsFunc(q[name], func(v string) bool { return !slices.Contains(known, v) })
	}
	switch {
	case r.Header.Get("Dhl-Api-Key") == "" || s.cfg.APIKey != "" && r.Header.Get("Dhl-Api-Key") != s.cfg.APIKey:
		problem(w, http.StatusUnauthorized, "The API key is missing or unknown.")
		return
	case len(q.Get("countryCode")) != 2, unknown("locationType", locationTypes), unknown("serviceType", serviceTypes),
		unknown("providerType", []string{"parcel", "express"}):
		problem(w, http.StatusBadRequest, "A query parameter is missing or has an unknown value.")
		return
	}
	found := []map[string]any{}
	for i, n := range neighbourhood {
		offered := len(q["serviceType"]) == 0 || slices.ContainsFunc(q["serviceType"], func(v string) bool {
			return slices.Contains(n.services, v) || v == "parcel:pick-up-all" && n.kind != "postbox"
		})
		if offered && (len(q["locationType"]) == 0 || slices.Contains(q["locationType"], n.kind)) && n.metres <= radius && len(found) < limit {
			found = append(found, location(i, q.Get("postalCode"), q.Get("addressLocality")))
		}
	}
	if len(found) == 0 || q.Get("countryCode") != "DE" || q.Get("postalCode") == "00000" {
		problem(w, http.StatusNotFound, "not found")
		return
	}
	slices.SortFunc(found, func(a, b map[string]any) int { return a["distance"].(int) - b["distance"].(int) })
	stage.WriteJSON(w, http.StatusOK, map[string]any{"locations": found})
}

func location(i int, postalCode, city string) map[string]any {
	n := neighbourhood[i]
	if postalCode == "" {
		postalCode = "04109"
	}
	if city == "" {
		city = "Leipzig"
	}
	id := fmt.Sprintf("80%02d-4%s%s", i+3, postalCode, n.number)
	var hours []map[string]string
	for _, day := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		opens, closes := "09:00:00", "18:30:00"
		if n.always {
			opens, closes = "00:00:00", "23:59:59"
		}
		if n.always || day != "Sunday" {
			hours = append(hours, map[string]string{"opens": opens, "closes": closes, "dayOfWeek": "http://schema.org/" + day})
		}
	}
	return map[string]any{
		"url": "/locations/" + id, "name": n.keyword + " " + n.number, "distance": n.metres,
		"location": map[string]any{"ids": []map[string]string{{"locationId": id, "provider": "parcel"}}, "keyword": n.keyword, "keywordId": n.number, "type": n.kind},
		"place": map[string]any{"address": map[string]string{"countryCode": "DE", "postalCode": postalCode, "addressLocality": city, "streetAddress": n.street},
			"geo": map[string]float64{"latitude": 51.34, "longitude": 12.37}},
		"openingHours": hours, "closurePeriods": []any{}, "serviceTypes": n.services,
	}
}
