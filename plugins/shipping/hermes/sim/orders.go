package sim

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const labelType = "application/shippinglabel-pdf+json"

// create places an order and prints its label.
func (s *Sim) create(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Accept") != labelType {
		stage.WriteJSON(w, http.StatusNotAcceptable, map[string]any{"listOfResultCodes": []resultCode{{"e096", "The given media type is unknown."}}})
		return
	}
	var request orderRequest
	if err := stage.ReadJSON(r.Body, &request); err != nil {
		fail(w, "e001", "The body cannot be read: "+err.Error())
		return
	}
	if why := request.wrong(); why != nil {
		s.stage.Note("order", request.ClientReference, "%s: %s", why.Code, why.Message)
		fail(w, why.Code, why.Message)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serial++
	o := &order{ID: fmt.Sprintf("%011d", 52269000000+s.serial), ShipmentID: fmt.Sprintf("H%019d", 1000730000000000000+s.serial*7), State: "PLACED",
		Request: request, created: time.Now()}
	o.scan("0000")
	s.orders = append(s.orders, o)
	s.stage.Count("shipment")
	s.stage.Note("order", o.ShipmentID, "for %s", request.ClientReference)
	o.answer(w)
}

// GiveLabelsOnce has the label of an order refused that has one.
func (s *Sim) GiveLabelsOnce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once = true
}

// again prints the label of an order once more.
func (s *Sim) again(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.ID != r.PathValue("id") {
			continue
		}
		if s.once {
			fail(w, "e018", "Error while printing label - Order already issued; label already created.")
		} else {
			o.answer(w)
		}
		return
	}
	fail(w, "e019", "The shipment order does not exist.")
}

func (o *order) answer(w http.ResponseWriter) {
	stage.WriteJSON(w, http.StatusOK, map[string]any{"listOfResultCodes": []resultCode{}, "shipmentID": o.ShipmentID, "shipmentOrderID": o.ID,
		"labelImage": base64.StdEncoding.EncodeToString(labelPDF(o)), "labelMediatype": "application/pdf"})
}

// mostListed is how many orders a list may have.
const mostListed = 1000

func (s *Sim) list(w http.ResponseWriter, r *http.Request) {
	from, errFrom := time.ParseInLocation(time.DateOnly, r.URL.Query().Get("shipmentOrderStartDate"), germany)
	to, errTo := time.ParseInLocation(time.DateOnly, r.URL.Query().Get("shipmentOrderEndDate"), germany)
	if errFrom != nil || errTo != nil || to.Before(from) || from.Before(time.Now().AddDate(0, 0, -92)) {
		fail(w, "e043", "Invalid date range. Please correct your input.")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []map[string]any{}
	for _, o := range s.orders {
		if o.created.Before(from) || !o.created.Before(to.AddDate(0, 0, 1)) {
			continue
		}
		found = append(found, map[string]any{"shipmentID": o.ShipmentID, "shipmentOrderID": o.ID, "createDate": o.created.Format(time.RFC3339),
			"actualOrderState": o.State, "clientReference": o.Request.ClientReference, "clientReference2": o.Request.ClientReference2})
	}
	if len(found) > mostListed {
		fail(w, "e036", "The result contains more than 1000 shipment orders. Please correct your input.")
		return
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"listOfResultCodes": []resultCode{}, "listOfClients": []map[string]any{
		{"clientID": "4711", "listOfSenders": []map[string]any{{"senderID": "1", "listOfShipmentOrders": found}}}}})
}
