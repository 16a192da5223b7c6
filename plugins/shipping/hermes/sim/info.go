package sim

import (
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// germany is where Hermes's clocks are.
var germany = func() *time.Location {
	l, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err) // the time zones are compiled in
	}
	return l
}()

type status struct {
	Timestamp   string            `json:"timestamp"`
	Code        string            `json:"code"`
	Description string            `json:"description"`
	Unit        map[string]string `json:"scanningUnit"`
}

// texts are in German and English.
var texts = map[string][2]string{
	"0000": {"Die Sendung wurde Hermes elektronisch angekündigt.", "The shipment has been notified to Hermes electronically."},
	"1000": {"Die Sendung hat das Lager des Auftraggebers verlassen.", "The shipment has left the client's warehouse."},
	"2000": {"Die Sendung ist im Depot eingetroffen.", "The shipment has arrived at the depot."},
	"3410": {"Die Sendung liegt im PaketShop zur Abholung bereit.", "The shipment is ready at the ParcelShop."},
	"3530": {"Die Sendung wurde im PaketShop abgeholt.", "The shipment was collected at the ParcelShop."},
	"4035": {"Die Sendung wurde nicht abgeholt.", "The shipment was not collected."},
	"6093": {"Die Sendung geht an den Auftraggeber zurück.", "The shipment goes back to the client."},
	"9321": {"Es wurde ein anderer PaketShop gewünscht.", "Another ParcelShop was asked for."},
}

func (o *order) scan(code string) {
	o.Events = append(o.Events, status{Timestamp: time.Now().In(germany).Format("2006-01-02T15:04:05-07:00"), Code: code,
		Description: texts[code][0], Unit: map[string]string{"name": "Hermes Germany", "city": "Leipzig", "countryCode": "DEU"}})
}

func (s *Sim) info(w http.ResponseWriter, r *http.Request) {
	numbers := r.URL.Query()["shipmentID"]
	if len(numbers) == 0 || len(numbers) > 100 {
		fail(w, "e006", "Required field error during validation: shipmentID")
		return
	}
	language := 0
	if r.Header.Get("Accept-Language") == "EN" {
		language = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	infos := []map[string]any{}
	for _, number := range numbers {
		infos = append(infos, s.infoOf(number, language))
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"shipmentinfo": infos})
}

// infoOf gives what is known of a number. The caller holds the lock.
func (s *Sim) infoOf(number string, language int) map[string]any {
	for _, o := range s.orders {
		if o.ShipmentID != number {
			continue
		}
		events := make([]status, len(o.Events))
		for i, e := range o.Events {
			e.Description = texts[e.Code][language]
			events[i] = e
		}
		return map[string]any{"shipmentID": number, "clientReference": o.Request.ClientReference, "status": events,
			"receiverAddress":  map[string]string{"city": o.Request.ReceiverAddress.Town, "zipCode": o.Request.ReceiverAddress.ZipCode, "countryCode": "DEU"},
			"deliveryForecast": map[string]any{"fixed": false, "date": o.created.AddDate(0, 0, 2).In(germany).Format(time.DateOnly), "timeSlot": map[string]string{"from": "10:00", "to": "18:00"}},
			"trackingLink":     "https://hermes.test/" + number}
	}
	return map[string]any{"shipmentID": number, "result": resultCode{"e001", "There is no information for the entered value."}}
}
