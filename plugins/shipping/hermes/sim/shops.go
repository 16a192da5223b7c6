package sim

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// neighbourhood are the shops of every town here: 0 is a PaketShop, 1 a locker.
var neighbourhood = []struct {
	number       string
	kind         int
	name, street string
	house        string
	km           string
}{
	{"DE40501", 0, "Kiosk am Bahnhof", "Bahnhofstr.", "4", "0.35"},
	{"DE51177", 0, "Blumen Peters", "Lindenallee", "21a", "0.8"},
	{"DE90001", 1, "Box am Markt", "Marktplatz", "1", "0.9"},
	{"DE40777", 0, "Schreibwaren Vogel", "Gartenstr.", "12", "2.125"},
}

var zipIn = regexp.MustCompile(`\b[0-9]{5}\b`)

// shops answers the ParcelShop finder, nearest first. Where nobody lives (postal code 00000) there is nothing.
func (s *Sim) shops(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if key := r.Header.Get("apiKey"); key == "" || s.cfg.FinderKey != "" && key != s.cfg.FinderKey {
		stage.WriteJSON(w, http.StatusUnauthorized, map[string]string{"message": "Invalid authentication credentials"})
		return
	}
	most, errMost := strconv.Atoi(q.Get("maxResult"))
	distance, errDistance := strconv.Atoi(q.Get("maxDist"))
	if q.Get("adressSearchString") == "" || len(q.Get("country")) != 2 || errMost != nil || most < 1 || most > 100 || errDistance != nil || distance < 1 || distance > 300 {
		stage.WriteJSON(w, http.StatusBadRequest, map[string]string{"message": "Bad request"})
		return
	}
	zip := zipIn.FindString(q.Get("adressSearchString"))
	if zip == "" {
		zip = "04109"
	}
	found := []map[string]any{}
	for _, n := range neighbourhood {
		if zip == "00000" || q.Get("country") != "DE" || len(found) == most || q.Get("typeId") != "" && q.Get("typeId") != strconv.Itoa(n.kind) {
			continue
		}
		var hours []map[string]any
		for weekday := 1; weekday <= 6; weekday++ {
			hours = append(hours, map[string]any{"weekday": weekday, "openFrom": "08:00", "openTil": "18:00"})
		}
		found = append(found, map[string]any{"parcelShopNumber": n.number, "typeID": n.kind, "name": "Hermes PaketShop", "description": n.name,
			"street": n.street, "houseNumber": n.house, "city": "Leipzig", "zip": "DE" + zip, "countryIsoA2Code": "DE", "countryIsoA3Code": "DEU",
			"latitude": 51.34, "longitude": 12.37, "distance": json.Number(n.km), "hours": hours})
	}
	stage.WriteJSON(w, http.StatusOK, found)
}
