package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// event is what can happen to a parcel, in UPS's codes and in German and English.
type event struct {
	kind, code, detail string
	texts              [2]string
}

var events = map[string]event{
	"label":   {"M", "MP", "003", [2]string{"Der Versender hat einen Versandaufkleber erstellt.", "Shipper created a label, UPS has not received the package yet."}},
	"void":    {"MV", "VP", "", [2]string{"Der Versandaufkleber wurde storniert.", "The label was voided."}},
	"pickup":  {"I", "PU", "038", [2]string{"Abgeholt", "Picked up"}},
	"out":     {"I", "OT", "021", [2]string{"In Zustellung", "Out for Delivery"}},
	"deliver": {"D", "FS", "011", [2]string{"Zugestellt", "Delivered"}},
	"fail":    {"X", "48", "022", [2]string{"Der Empfänger wurde nicht angetroffen.", "The receiver was not available."}},
	"hold":    {"I", "2Q", "017", [2]string{"Liegt zur Abholung bereit", "Held for pickup"}},
	"return":  {"X", "RS", "034", [2]string{"Rücksendung an den Versender", "Returned to sender"}},
}

type activity struct {
	Date      string   `json:"date"`
	Time      string   `json:"time"`
	GMTDate   string   `json:"gmtDate"`
	GMTTime   string   `json:"gmtTime"`
	GMTOffset string   `json:"gmtOffset"`
	Location  location `json:"location"`
	Status    status   `json:"status"`
	event     event
}

type location struct {
	Address map[string]string `json:"address"`
}

type status struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Code        string `json:"code"`
	StatusCode  string `json:"statusCode,omitempty"`
}

func (e event) status(language int) status {
	return status{Type: e.kind, Description: e.texts[language], Code: e.code, StatusCode: e.detail}
}

func (p *parcel) scan(e event) {
	now := time.Now().UTC()
	local := now.Add(time.Hour) // a hub that never changes its clocks
	p.Events = slices.Insert(p.Events, 0, activity{
		Date: local.Format("20060102"), Time: local.Format("150405"), GMTDate: now.Format("20060102"), GMTTime: now.Format("15:04:05"),
		GMTOffset: "+01:00", Location: location{map[string]string{"city": "Leipzig", "countryCode": "DE", "country": "DE"}}, Status: e.status(0), event: e,
	})
}

var inquiryForm = regexp.MustCompile(`^[0-9A-Za-z]{7,34}$`)

func (s *Sim) track(w http.ResponseWriter, r *http.Request) {
	number := r.PathValue("number")
	if !inquiryForm.MatchString(number) {
		fail(w, http.StatusBadRequest, "TV1002", "Invalid inquiry number")
		return
	}
	language := 1
	if r.URL.Query().Get("locale") == "de_DE" {
		language = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sh := range s.shipments {
		for _, p := range sh.Packages {
			if p.Number == number {
				stage.WriteJSON(w, http.StatusOK, sh.view(p, language))
				return
			}
		}
	}
	fail(w, http.StatusNotFound, "TW0001", "Tracking Information Not Found")
}

func (sh *shipment) view(p *parcel, language int) any {
	list := slices.Clone(p.Events)
	for i := range list {
		list[i].Status = list[i].event.status(language)
	}
	one := map[string]any{"trackingNumber": p.Number, "currentStatus": list[0].Status, "activity": list, "packageCount": len(sh.Packages),
		"service": map[string]string{"code": sh.Service}, "weight": map[string]string{"unitOfMeasurement": "KGS", "weight": p.Weight},
		"deliveryDate": []map[string]string{{"type": "SDD", "date": sh.created.AddDate(0, 0, 1).Format("20060102")}},
		"deliveryTime": map[string]string{"type": "EOD", "endTime": "180000"}}
	if list[0].Status.Type == "D" {
		one["deliveryDate"] = []map[string]string{{"type": "DEL", "date": list[0].Date}}
	}
	return map[string]any{"trackResponse": map[string]any{"shipment": []any{map[string]any{"inquiryNumber": p.Number, "package": []any{one}}}}}
}

var numberForm = regexp.MustCompile(`^1Z[0-9A-Z]{16}$`)

func (s *Sim) subscribe(w http.ResponseWriter, r *http.Request) {
	var q alertRequest
	kind := r.PathValue("type")
	switch err := stage.ReadJSON(r.Body, &q); {
	case err != nil:
		fail(w, http.StatusBadRequest, "VSS000", "Invalid request and The Subscription request has been rejected.")
		return
	case kind != "standard" && kind != "enhanced":
		fail(w, http.StatusBadRequest, "VSS930", "Type is missing or invalid, The Subscription request has been rejected.")
		return
	case q.Locale == "":
		fail(w, http.StatusBadRequest, "VSS300", "Locale is required. The Subscription request has been rejected.")
		return
	case len(q.CountryCode) != 2:
		fail(w, http.StatusBadRequest, "VSS400", "Please enter a valid country code. The Subscription request has been rejected.")
		return
	case len(q.TrackingNumberList) == 0:
		fail(w, http.StatusBadRequest, "VSS200", "Tracking Number List is required. The Subscription request has been rejected.")
		return
	case len(q.TrackingNumberList) > 100:
		fail(w, http.StatusBadRequest, "VSS220", "You have submitted over 100 tracking numbers which is not allowed.")
		return
	}
	valid, invalid := []string{}, []string{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, number := range q.TrackingNumberList {
		if numberForm.MatchString(number) {
			valid = append(valid, number)
			s.subscribed[number] = true
		} else {
			invalid = append(invalid, number)
		}
	}
	stage.WriteJSON(w, http.StatusOK, map[string]any{"validTrackingNumbers": valid, "invalidTrackingNumbers": invalid})
}

// alert sends a Track Alert about a parcel's newest event. The caller holds the lock.
func (s *Sim) alert(p *parcel) {
	if !s.subscribed[p.Number] || s.cfg.WebhookURL == "" {
		return
	}
	newest := p.Events[0]
	raw, err := json.Marshal(struct {
		TrackingNumber   string            `json:"trackingNumber"`
		LocalDate        string            `json:"localActivityDate"`
		LocalTime        string            `json:"localActivityTime"`
		ActivityLocation map[string]string `json:"activityLocation"`
		ActivityStatus   map[string]string `json:"activityStatus"`
		GMTDate          string            `json:"gmtActivityDate"`
		GMTTime          string            `json:"gmtActivityTime"`
	}{p.Number, newest.Date, newest.Time, map[string]string{"city": "Leipzig", "country": "DE"}, map[string]string{"type": newest.Status.Type,
		"code": newest.Status.Code, "description": newest.Status.Description, "descriptionCode": newest.Status.StatusCode}, newest.GMTDate, strings.ReplaceAll(newest.GMTTime, ":", "")})
	if err != nil {
		panic(err) // only own types
	}
	s.courier.Send(stage.Notice{ID: p.Number, What: newest.Status.Type + " " + newest.Status.Code, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.cfg.WebhookURL, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		credential := s.cfg.Credential
		if forged { // there is no signature: a stranger lacks the credential
			credential = "forged"
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "User-Agent": "UPSPubSubTrackingService",
			"X-Api-Key": s.cfg.ClientID, "Authorization": "Bearer " + credential} {
			request.Header.Set(name, value)
		}
		return request, nil
	}})
}
