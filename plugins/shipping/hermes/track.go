package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

var numberForm = regexp.MustCompile(`^(H[0-9]{19}|[0-9]{14}|[0-9]{20})$`)

type infoAnswer struct {
	Info []shipmentInfo `json:"shipmentinfo"`
}

type shipmentInfo struct {
	ShipmentID string     `json:"shipmentID"`
	Result     resultCode `json:"result"`
	Forecast   struct {
		Date     string `json:"date"`
		TimeSlot struct {
			To string `json:"to"`
		} `json:"timeSlot"`
	} `json:"deliveryForecast"`
	Status []struct {
		Timestamp   string `json:"timestamp"`
		Code        string `json:"code"`
		Description string `json:"description"`
		Unit        struct {
			City string `json:"city"`
		} `json:"scanningUnit"`
	} `json:"status"`
}

// Track asks where a parcel is.
func (p *plugin) Track(ctx context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	if r.TrackingNumber == "" {
		return shipping.Track{}, base.CallerFault("invalid_request", "a tracking number is needed")
	}
	if !numberForm.MatchString(r.TrackingNumber) {
		return shipping.Track{}, nil // none of Hermes's
	}
	language := "DE"
	if strings.HasPrefix(r.Locale, "en") {
		language = "EN"
	}
	var answer infoAnswer
	_, err := p.account.Load().api.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/shipmentinfo", Query: url.Values{"shipmentID": {r.TrackingNumber}},
		Header: http.Header{"Accept-Language": {language}}, Into: &answer})
	if err != nil {
		return shipping.Track{}, err
	}
	for _, info := range answer.Info {
		if info.ShipmentID == r.TrackingNumber && !strings.HasPrefix(info.Result.Code, "e") && len(info.Status) > 0 {
			return info.way(), nil
		}
	}
	return shipping.Track{}, nil
}

func (i shipmentInfo) way() shipping.Track {
	t := shipping.Track{Known: true}
	for _, s := range i.Status {
		at, err := time.Parse(time.RFC3339, s.Timestamp)
		if err != nil {
			at = time.Time{}
		}
		t.Scans = append(t.Scans, shipping.Scan{ID: fmt.Sprintf("%s %s %s", i.ShipmentID, s.Timestamp, s.Code), TrackingNumber: i.ShipmentID,
			State: stateOf(s.Code), OccurredAt: at.UTC(), Place: s.Unit.City, Description: s.Description})
	}
	slices.SortStableFunc(t.Scans, func(x, y shipping.Scan) int { return x.OccurredAt.Compare(y.OccurredAt) })
	for _, s := range t.Scans {
		if s.State != shipping.ParcelUnspecified { // a note, such as a wish of the customer, moves nothing
			t.State = s.State
		}
	}
	if slot, err := time.ParseInLocation("2006-01-02 15:04", i.Forecast.Date+" "+i.Forecast.TimeSlot.To, shipping.Germany); err == nil {
		t.EstimatedAt = slot.UTC()
	} else if day, err := time.ParseInLocation(time.DateOnly, i.Forecast.Date, shipping.Germany); err == nil {
		t.EstimatedAt = day.UTC()
	}
	if t.State == shipping.ParcelDelivered {
		t.EstimatedAt = time.Time{}
	}
	return t
}
