package main

import (
	"context"
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

var numberForm = regexp.MustCompile(`^1Z[0-9A-Z]{16}$`)

type trackAnswer struct {
	TrackResponse struct {
		Shipment []struct {
			Package []trackedPackage `json:"package"`
		} `json:"shipment"`
	} `json:"trackResponse"`
}

type trackedPackage struct {
	TrackingNumber string     `json:"trackingNumber"`
	CurrentStatus  status     `json:"currentStatus"`
	Activity       []activity `json:"activity"`
	DeliveryDate   []struct {
		Type string `json:"type"` // SDD scheduled, RDD rescheduled, DEL delivered
		Date string `json:"date"`
	} `json:"deliveryDate"`
	DeliveryTime struct {
		EndTime string `json:"endTime"`
	} `json:"deliveryTime"`
}

type activity struct {
	Date     string `json:"date"`
	Time     string `json:"time"`
	GMTDate  string `json:"gmtDate"`
	GMTTime  string `json:"gmtTime"`
	Location struct {
		Address struct {
			City string `json:"city"`
		} `json:"address"`
	} `json:"location"`
	Status status `json:"status"`
}

type status struct {
	Type        string `json:"type"`
	Code        string `json:"code"`
	StatusCode  string `json:"statusCode"`
	Description string `json:"description"`
}

// details translates the detailed codes that tell more than the type does.
var details = map[string]shipping.ParcelState{
	"003": shipping.ParcelAnnounced, "005": shipping.ParcelInTransit, "038": shipping.ParcelInTransit,
	"006": shipping.ParcelOutForDelivery, "021": shipping.ParcelOutForDelivery,
	"017": shipping.ParcelReadyForPickup, "040": shipping.ParcelReadyForPickup, "011": shipping.ParcelDelivered,
	"013": shipping.ParcelFailed, "022": shipping.ParcelFailed, "060": shipping.ParcelFailed, "069": shipping.ParcelFailed,
	"034": shipping.ParcelReturned,
}

// types translates the rest. U, an update of the date, and MV, a voided label, say nothing about the way.
var types = map[string]shipping.ParcelState{
	"M": shipping.ParcelAnnounced, "P": shipping.ParcelInTransit, "I": shipping.ParcelInTransit,
	"O": shipping.ParcelOutForDelivery, "D": shipping.ParcelDelivered, "X": shipping.ParcelFailed,
}

func (s status) state() shipping.ParcelState {
	if state, ok := details[s.StatusCode]; ok {
		return state
	}
	return types[s.Type]
}

// Track asks where a parcel is.
func (p *plugin) Track(ctx context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	if r.TrackingNumber == "" {
		return shipping.Track{}, base.CallerFault("invalid_request", "a tracking number is needed")
	}
	if !numberForm.MatchString(r.TrackingNumber) {
		return shipping.Track{}, nil // UPS refuses other forms as wrong requests
	}
	locale := "de_DE"
	if strings.HasPrefix(r.Locale, "en") {
		locale = "en_GB"
	}
	t, _, err := p.account.Load().track(ctx, r.TrackingNumber, locale)
	return t, err
}

// track gives a parcel's way, and whether its label was voided.
func (a *account) track(ctx context.Context, number, locale string) (t shipping.Track, voided bool, err error) {
	query := url.Values{"locale": {locale}, "returnSignature": {"false"}, "returnMilestones": {"false"}, "returnPOD": {"false"}}
	var answer trackAnswer
	_, err = a.api.Do(ctx, provider.Call{Method: http.MethodGet, Path: "/api/track/v1/details/" + number, Query: query, Into: &answer})
	if provider.Status(err) == http.StatusNotFound {
		return t, false, nil
	}
	if err != nil {
		return t, false, err
	}
	for _, s := range answer.TrackResponse.Shipment {
		for _, p := range s.Package {
			if p.TrackingNumber == number {
				return p.way(), p.CurrentStatus.Type == "MV", nil
			}
		}
	}
	return t, false, nil // a warning instead of a package is how UPS says that it knows nothing yet
}

func (p trackedPackage) way() shipping.Track {
	t := shipping.Track{Known: true, State: p.CurrentStatus.state()}
	for _, a := range p.Activity {
		t.Scans = append(t.Scans, shipping.Scan{
			ID:             p.TrackingNumber + " " + a.stamp() + " " + a.Status.Type + a.Status.Code,
			TrackingNumber: p.TrackingNumber, State: a.Status.state(), OccurredAt: a.at(), Place: a.Location.Address.City,
			Description: strings.TrimSpace(a.Status.Description),
		})
	}
	slices.Reverse(t.Scans) // UPS lists the newest first, and its times are not fine enough to tell all apart
	slices.SortStableFunc(t.Scans, func(x, y shipping.Scan) int { return x.OccurredAt.Compare(y.OccurredAt) })
	for _, d := range p.DeliveryDate {
		if (d.Type == "SDD" || d.Type == "RDD") && t.State != shipping.ParcelDelivered {
			t.EstimatedAt = when(d.Date, p.DeliveryTime.EndTime, shipping.Germany)
		}
	}
	return t
}

// stamp tells the activity from others of its kind, by the time as UPS writes it.
func (a activity) stamp() string {
	if a.GMTDate != "" {
		return a.GMTDate + padded(a.GMTTime)
	}
	return a.Date + padded(a.Time)
}

// at is the activity's time; without the one in GMT the local one is taken for German.
func (a activity) at() time.Time {
	if a.GMTDate != "" {
		return when(a.GMTDate, a.GMTTime, time.UTC)
	}
	return when(a.Date, a.Time, shipping.Germany)
}

// when reads YYYYMMDD and HHMMSS. What cannot be read is the zero time.
func when(date, clock string, zone *time.Location) time.Time {
	at, err := time.ParseInLocation("20060102150405", date+padded(clock), zone)
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// padded gives six digits: UPS writes 74700 as well as 07:47:00, and nothing for an open time.
func padded(clock string) string {
	clock = strings.ReplaceAll(clock, ":", "")
	return strings.Repeat("0", max(6-len(clock), 0)) + clock
}
