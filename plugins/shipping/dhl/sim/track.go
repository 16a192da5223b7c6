package sim

import (
	"net/http"
	"strings"
	"time"
	_ "time/tzdata"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// scan is one event of a shipment's way, in the shape of the tracking interface.
type scan struct {
	Timestamp   string `json:"timestamp"`
	Location    *place `json:"location,omitempty"`
	StatusCode  string `json:"statusCode"`
	Status      string `json:"status"`
	Description string `json:"description"`
}

type place struct {
	Address placeAddress `json:"address"`
}

type placeAddress struct {
	CountryCode string `json:"countryCode,omitempty"`
	PostalCode  string `json:"postalCode,omitempty"`
	Locality    string `json:"addressLocality,omitempty"`
}

type tracked struct {
	ID          string `json:"id"`
	Service     string `json:"service"`
	Origin      place  `json:"origin"`
	Destination place  `json:"destination"`
	Status      scan   `json:"status"`
	Estimated   string `json:"estimatedTimeOfDelivery,omitempty"`
	ServiceURL  string `json:"serviceUrl"`
	Events      []scan `json:"events"`
}

var scanTexts = map[string][2]string{ // status code -> German, English
	"pre-transit": {"Die Sendung wurde elektronisch angekündigt.", "The shipment was announced electronically."},
	"transit":     {"Die Sendung wurde im Start-Paketzentrum bearbeitet.", "The shipment was processed in the parcel centre of origin."},
	"delivered":   {"Die Sendung wurde erfolgreich zugestellt.", "The shipment was delivered."},
	"failure":     {"Die Sendung konnte nicht zugestellt werden.", "The shipment could not be delivered."},
}

// germany is where DHL's clocks are: its times carry no zone.
var germany = func() *time.Location {
	l, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err) // the time zones are compiled in
	}
	return l
}()

func (sh *shipment) scan(code string) {
	sh.Events = append([]scan{{Timestamp: time.Now().In(germany).Format("2006-01-02T15:04:05.000"), StatusCode: code, Status: strings.ToUpper(code),
		Description: scanTexts[code][0]}}, sh.Events...)
}

// track answers Unified Shipment Tracking for one number.
func (s *Sim) track(w http.ResponseWriter, r *http.Request) {
	if key := r.Header.Get("Dhl-Api-Key"); key == "" || s.cfg.APIKey != "" && key != s.cfg.APIKey {
		problem(w, http.StatusUnauthorized, "The API key is missing or unknown.")
		return
	}
	q := r.URL.Query()
	if q.Get("trackingNumber") == "" {
		problem(w, http.StatusBadRequest, "The tracking number is missing.")
		return
	}
	if service := q.Get("service"); service != "" && service != "parcel-de" {
		problem(w, http.StatusNotFound, "No shipment with given tracking number found.")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shipments[q.Get("trackingNumber")]
	if sh == nil || sh.Cancelled {
		problem(w, http.StatusNotFound, "No shipment with given tracking number found.")
		return
	}
	language := 1
	if q.Get("language") == "de" {
		language = 0
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"url": "/shipments?trackingNumber=" + sh.No, "shipments": []tracked{s.view(sh, language)}})
}

// view gives a shipment in German (0) or English (1). The caller holds the lock.
func (s *Sim) view(sh *shipment, language int) tracked {
	events := make([]scan, len(sh.Events))
	for i, e := range sh.Events {
		e.Description = scanTexts[e.StatusCode][language]
		events[i] = e
	}
	v := tracked{ID: sh.No, Service: "parcel-de", Origin: whereabouts(sh.from), Destination: whereabouts(sh.To), Status: events[0],
		ServiceURL: "https://www.dhl.de/de/privatkunden.html?piececode=" + sh.No, Events: events}
	if v.Status.StatusCode == "transit" {
		v.Estimated = sh.Created.AddDate(0, 0, 2).Format(time.RFC3339)
	}
	return v
}

func whereabouts(a contact) place {
	return place{placeAddress{CountryCode: "DE", PostalCode: a.PostalCode, Locality: a.City}}
}
