package sim

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

var printFormats = []string{"", "A4", "910-300-600", "910-300-610", "910-300-700", "910-300-700-oz", "910-300-710",
	"910-300-300", "910-300-300-oz", "910-300-400", "910-300-410", "100x70mm"}

const maxShipments = 30

// create makes shipments with labels; with validate=true it only looks whether it could.
func (s *Sim) create(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !slices.Contains(printFormats, q.Get("printFormat")) || !slices.Contains([]string{"", "PDF"}, q.Get("docFormat")) ||
		!slices.Contains([]string{"", "include", "URL"}, q.Get("includeDocs")) {
		problem(w, http.StatusBadRequest, "A query parameter has an unknown value.")
		return
	}
	var req orderRequest
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		problem(w, http.StatusBadRequest, "The request body cannot be read.")
		return
	}
	if req.Profile == "" || len(req.Shipments) == 0 || len(req.Shipments) > maxShipments {
		problem(w, http.StatusBadRequest, "A profile and 1 to 30 shipments are needed.")
		return
	}
	now := time.Now()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	var items []responseItem
	s.mu.Lock()
	for _, raw := range req.Shipments {
		one, wrong := read(raw, today)
		if len(wrong) > 0 {
			items = append(items, responseItem{ShipmentRefNo: one.RefNo, Validation: wrong,
				SStatus: state(http.StatusBadRequest, "The shipment has validation errors.")})
			s.stage.Note("create", one.RefNo, "400 %s: %s", wrong[0].Property, wrong[0].Message)
			continue
		}
		if q.Get("validate") == "true" {
			items = append(items, responseItem{ShipmentRefNo: one.RefNo, SStatus: state(http.StatusOK, "")})
			continue
		}
		items = append(items, s.item(s.ship(one, now), q.Get("includeDocs")))
	}
	s.mu.Unlock()
	respond(w, items)
}

func state(code int, detail string) status {
	title := "ok"
	if code != http.StatusOK {
		title = http.StatusText(code)
	}
	return status{Title: title, StatusCode: code, Status: code, Detail: detail}
}

// respond answers one item under its own status and several under 207.
func respond(w http.ResponseWriter, items []responseItem) {
	code := http.StatusMultiStatus
	if len(items) == 1 {
		code = items[0].SStatus.StatusCode
	}
	stage.WriteJSON(w, code, labelResponse{Status: state(code, ""), Items: items})
}

// ship books a shipment. The caller holds the lock.
func (s *Sim) ship(r shipmentRequest, now time.Time) *shipment {
	sh := &shipment{No: s.number(), RefNo: r.RefNo, Product: r.Product, To: *r.Consignee, from: *r.Shipper, Created: now,
		Grams: r.Details.Weight.Value.String() + " " + r.Details.Weight.UOM}
	if r.Services != nil && r.Services.GoGreenPlus {
		sh.Services = append(sh.Services, "goGreenPlus")
	}
	if r.Services != nil && r.Services.CashOnDelivery != nil {
		sh.Services = append(sh.Services, "cashOnDelivery")
	}
	sh.token = base64.RawURLEncoding.EncodeToString([]byte("label " + sh.No))
	sh.scan("pre-transit")
	s.shipments[sh.No] = sh
	s.order = append(s.order, sh.No)
	s.stage.Count("shipment")
	s.stage.Note("create", sh.No, "%s for %s, %s", r.Product, r.RefNo, sh.Grams)
	return sh
}

func (s *Sim) item(sh *shipment, docs string) responseItem {
	doc := &document{FileFormat: "PDF", PrintFormat: "910-300-600/610"}
	if docs == "URL" {
		doc.URL = s.cfg.BaseURL + shipping + "/labels?token=" + sh.token
	} else {
		doc.B64 = base64.StdEncoding.EncodeToString(labelPDF(sh))
	}
	return responseItem{ShipmentNo: sh.No, ShipmentRefNo: sh.RefNo, SStatus: state(http.StatusOK, ""), Label: doc,
		RoutingCode: fmt.Sprintf("40327%s+99000943058020", zip(sh.To))}
}

func (s *Sim) documents(w http.ResponseWriter, r *http.Request) {
	s.each(w, r, func(sh *shipment) responseItem {
		if sh.Cancelled || sh.Manifested {
			return responseItem{ShipmentNo: sh.No, SStatus: state(http.StatusBadRequest, "The shipment is closed or cancelled.")}
		}
		return s.item(sh, r.URL.Query().Get("includeDocs"))
	})
}

func (s *Sim) cancel(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("profile") == "" {
		problem(w, http.StatusBadRequest, "The profile is missing.")
		return
	}
	s.each(w, r, func(sh *shipment) responseItem {
		if sh.Cancelled || sh.Manifested {
			s.stage.Note("cancel", sh.No, "400") // the documentation makes no difference between the two
			return responseItem{ShipmentNo: sh.No, SStatus: state(http.StatusBadRequest, "The shipment does not exist or was manifested.")}
		}
		sh.Cancelled = true
		s.stage.Note("cancel", sh.No, "cancelled")
		return responseItem{ShipmentNo: sh.No, SStatus: state(http.StatusOK, "")}
	})
}

// each does f to every shipment that the query names.
func (s *Sim) each(w http.ResponseWriter, r *http.Request, f func(*shipment) responseItem) {
	numbers := r.URL.Query()["shipment"]
	if len(numbers) == 0 || len(numbers) > maxShipments {
		problem(w, http.StatusBadRequest, "1 to 30 shipment numbers are needed.")
		return
	}
	var items []responseItem
	s.mu.Lock()
	for _, no := range numbers {
		if sh := s.shipments[no]; sh != nil {
			items = append(items, f(sh))
		} else {
			items = append(items, responseItem{ShipmentNo: no, SStatus: state(http.StatusBadRequest, "Unknown shipment number.")})
		}
	}
	s.mu.Unlock()
	respond(w, items)
}

func (s *Sim) label(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sh := range s.shipments {
		if sh.token == r.URL.Query().Get("token") {
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write(labelPDF(sh)) // the reader may be gone
			return
		}
	}
	problem(w, http.StatusNotFound, "Unknown token.")
}
