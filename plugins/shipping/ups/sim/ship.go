package sim

import (
	"encoding/base64"
	"net/http"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

func (s *Sim) ship(w http.ResponseWriter, r *http.Request) {
	var q shipRequest
	if err := stage.ReadJSON(r.Body, &q); err != nil {
		fail(w, http.StatusBadRequest, "9380001", "The request cannot be read: "+err.Error())
		return
	}
	if why := s.wrong(q); why != nil {
		s.stage.Note("ship", "", "%s: %s", why.code, why.message)
		fail(w, http.StatusBadRequest, why.code, why.message)
		return
	}
	in := q.ShipmentRequest.Shipment
	label := q.ShipmentRequest.LabelSpecification
	sh := &shipment{Service: in.Service.Code, To: *in.ShipTo, Letters: label.CharacterSet, from: *in.Shipper, created: time.Now(), format: label.LabelImageFormat.Code}
	if sh.sender = sh.from; in.ShipFrom != nil {
		sh.sender = *in.ShipFrom
	}
	if len(in.ReferenceNumber) > 0 {
		sh.Reference = in.ReferenceNumber[0].Value
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range in.Package {
		one := &parcel{Number: s.number(in.Shipper.ShipperNumber, in.Service.Code), Weight: p.PackageWeight.Weight}
		one.scan(events["label"])
		sh.Packages = append(sh.Packages, one)
	}
	sh.ID = sh.Packages[0].Number
	s.shipments = append(s.shipments, sh)
	s.stage.Count("shipment")
	s.stage.Note("ship", sh.ID, "%d parcels for %s", len(sh.Packages), sh.Reference)
	var results []map[string]any
	for _, p := range sh.Packages {
		results = append(results, map[string]any{"TrackingNumber": p.Number, "ShippingLabel": map[string]any{
			"ImageFormat": code{Code: sh.format}, "GraphicImage": sh.label(p, sh.format),
		}})
	}
	amount := map[string]string{"CurrencyCode": "EUR", "MonetaryValue": "9.90"}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"ShipmentResponse": map[string]any{
		"Response": succeeded(),
		"ShipmentResults": map[string]any{"ShipmentCharges": map[string]any{"TotalCharges": amount},
			"BillingWeight":                map[string]any{"UnitOfMeasurement": code{Code: "KGS"}, "Weight": sh.Packages[0].Weight},
			"ShipmentIdentificationNumber": sh.ID, "PackageResults": results},
	}})
}

func succeeded() map[string]any {
	return map[string]any{"ResponseStatus": code{Code: "1", Description: "Success"}}
}

// label draws a parcel's label as base64.
func (sh *shipment) label(p *parcel, format string) string {
	if format == "PDF" {
		return base64.StdEncoding.EncodeToString(labelPDF(sh, p))
	}
	return base64.StdEncoding.EncodeToString(labelImage(p.Number, format))
}

// recover gives the labels of a shipment again, found by a number or by its reference.
func (s *Sim) recover(w http.ResponseWriter, r *http.Request) {
	var q recoveryRequest
	if err := stage.ReadJSON(r.Body, &q); err != nil || q.LabelRecoveryRequest == nil || q.LabelRecoveryRequest.LabelSpecification == nil {
		fail(w, http.StatusBadRequest, "9380001", "The request cannot be read")
		return
	}
	in := q.LabelRecoveryRequest
	why := in.LabelSpecification.wrong(false)
	if why == nil && in.LabelSpecification.LabelImageFormat.Code == "PNG" {
		why = &refusal{"120604", "Missing or invalid label image format"} // a label is not recovered as one
	}
	if why != nil {
		fail(w, http.StatusBadRequest, why.code, why.message)
		return
	}
	if in.TrackingNumber == "" && (in.ReferenceValues == nil || in.ReferenceValues.ReferenceNumber.Value == "" || len(in.ReferenceValues.ShipperNumber) != 6) {
		fail(w, http.StatusBadRequest, "300101", "A tracking number, or a reference number and a shipper number, is required")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	voided := false
	for _, sh := range s.shipments {
		byReference := in.ReferenceValues != nil && sh.Reference == in.ReferenceValues.ReferenceNumber.Value && sh.from.ShipperNumber == in.ReferenceValues.ShipperNumber
		if !byReference && in.TrackingNumber != sh.ID {
			continue
		}
		if sh.Voided {
			voided = true
			continue
		}
		format := in.LabelSpecification.LabelImageFormat.Code
		var results []map[string]any
		for _, p := range sh.Packages {
			results = append(results, map[string]any{"TrackingNumber": p.Number, "LabelImage": map[string]any{
				"LabelImageFormat": code{Code: format}, "GraphicImage": sh.label(p, format),
			}})
		}
		answer := map[string]any{"Response": succeeded(), "ShipmentIdentificationNumber": sh.ID, "LabelResults": results}
		if len(results) == 1 {
			answer["LabelResults"] = results[0] // before v2403 a list of one is no list
		}
		stage.WriteJSON(w, http.StatusOK, map[string]any{"LabelRecoveryResponse": answer})
		return
	}
	if voided {
		fail(w, http.StatusBadRequest, "9801040", "The shipment for which you are trying to recover a label or Receipt has been voided")
		return
	}
	fail(w, http.StatusBadRequest, "9801031", "The shipment for the requested tracking number or the combination of reference number plus shipper number could not be found")
}

func (s *Sim) void(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sh := range s.shipments {
		if sh.ID != r.PathValue("id") {
			continue
		}
		if sh.Voided {
			fail(w, http.StatusBadRequest, "190117", "The Shipment has already been voided")
			return
		}
		if sh.Moved {
			break
		}
		sh.Voided = true
		var results []map[string]any
		for _, p := range sh.Packages {
			p.scan(events["void"])
			results = append(results, map[string]any{"TrackingNumber": p.Number, "Status": code{Code: "1", Description: "Voided"}})
		}
		s.stage.Note("void", sh.ID, "voided")
		stage.WriteJSON(w, http.StatusOK, map[string]any{"VoidShipmentResponse": map[string]any{
			"Response": succeeded(), "SummaryResult": map[string]any{"Status": code{Code: "1", Description: "Voided"}}, "PackageLevelResults": results,
		}})
		return
	}
	fail(w, http.StatusBadRequest, "190102", "No shipment found within the allowed void period")
}
