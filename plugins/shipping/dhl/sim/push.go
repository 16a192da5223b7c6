package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const push = "/tracking/push/v1"

// subscription is one order for notifications. It is ready once its listener has shown the secret.
type subscription struct {
	ID        string   `json:"id"`
	Hook      hook     `json:"hook"`
	Format    string   `json:"format"`
	Type      string   `json:"type"`
	Service   string   `json:"service"`
	Events    []string `json:"events"`
	Shipments []string `json:"shipmentIDs,omitempty"`
	AccountID string   `json:"accountID,omitempty"`
	Ready     bool     `json:"ready"`
	secret    string
}

type hook struct {
	URI            string          `json:"uri"`
	Authentication *authentication `json:"authentication,omitempty"`
}

type authentication struct {
	Type   string `json:"type"`
	Header string `json:"header"`
	Token  string `json:"token,omitempty"`
}

const mostShipmentIDs = 10

var eventNames = map[string]string{"Pre-Transit": "pre-transit", "Transit": "transit", "Delivered": "delivered", "Failure": "failure", "Unknown": "unknown"}

func (sub subscription) wrong() string {
	u, err := url.Parse(sub.Hook.URI)
	switch {
	case err != nil || u.Host == "":
		return "hook.uri: an address is needed"
	case sub.Hook.Authentication != nil && (sub.Hook.Authentication.Type != "ApiKeyAuthentication" || sub.Hook.Authentication.Header == "" || sub.Hook.Authentication.Token == ""):
		return "hook.authentication: type, header and token are needed"
	case sub.Format != "Default":
		return "format: Default is needed"
	case sub.Service != "parcel-de":
		return "service: unknown"
	case len(sub.Events) == 0 || slices.ContainsFunc(sub.Events, func(e string) bool { return eventNames[e] == "" }):
		return "events: none, or an unknown one"
	case sub.Type == "Shipment" && (len(sub.Shipments) == 0 || len(sub.Shipments) > mostShipmentIDs):
		return "shipmentIDs: 1 to 10 are needed"
	case sub.Type == "Account" && sub.AccountID == "":
		return "accountID: a required value is missing"
	case sub.Type != "Shipment" && sub.Type != "Account":
		return "type: Shipment or Account is needed"
	}
	return ""
}

func (s *Sim) subscribe(w http.ResponseWriter, r *http.Request) {
	var sub subscription
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&sub); err != nil || sub.ID != "" || sub.Ready {
		problem(w, http.StatusBadRequest, "The request body cannot be read.")
		return
	}
	if wrong := sub.wrong(); wrong != "" {
		problem(w, http.StatusBadRequest, wrong)
		return
	}
	s.mu.Lock()
	s.serial++
	sub.ID, sub.secret = fmt.Sprintf("sub-%06d", s.serial), fmt.Sprintf("hook-secret-%06d", s.serial*7919%1000000)
	s.subscriptions = append(s.subscriptions, &sub)
	s.mu.Unlock()
	s.stage.Note("subscribe", sub.ID, "%v", sub.Shipments)
	s.notify(&sub, "subscription.validate", map[string]any{"secret": sub.secret})
	stage.WriteJSON(w, http.StatusAccepted, map[string]string{"subscriptionId": sub.ID, "self": s.self(&sub)})
}

func (s *Sim) self(sub *subscription) string { return s.cfg.BaseURL + push + "/subscription/" + sub.ID }

// subscribed gives a subscription, nil when there is none. The caller holds the lock.
func (s *Sim) subscribed(id string) *subscription {
	i := slices.IndexFunc(s.subscriptions, func(sub *subscription) bool { return sub.ID == id })
	if i < 0 {
		return nil
	}
	return s.subscriptions[i]
}

func (s *Sim) activate(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	sub := s.subscribed(r.PathValue("id"))
	right := sub != nil && r.Header.Get("DHL-API-Hook-Secret") == sub.secret
	if right {
		sub.Ready = true
	}
	s.mu.Unlock()
	switch {
	case sub == nil:
		problem(w, http.StatusNotFound, "Unknown subscription.")
	case !right:
		problem(w, http.StatusForbidden, "The hook secret is wrong.")
	default:
		w.WriteHeader(http.StatusNoContent)
		s.notify(sub, "subscription.ready", nil)
	}
}

// notify sends a notification to the subscription's listener.
func (s *Sim) notify(sub *subscription, scope string, more map[string]any) {
	body := map[string]any{"scope": scope, "self": s.self(sub)}
	for name, value := range more {
		body[name] = value
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err) // only own types
	}
	hook := sub.Hook
	s.courier.Send(stage.Notice{ID: sub.ID, What: scope, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URI, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		request.Header.Set("Content-Type", "application/json")
		if a := hook.Authentication; a != nil && !forged { // there is no signature: a stranger lacks the token
			request.Header.Set(a.Header, a.Token)
		}
		return request, nil
	}})
}

// report tells the listeners of a shipment about its newest event. The caller holds the lock.
func (s *Sim) report(sh *shipment) {
	for _, sub := range s.subscriptions {
		if sub.Ready && (sub.Type == "Account" || slices.Contains(sub.Shipments, sh.No)) {
			s.notify(sub, "subscription.push", map[string]any{"shipments": []tracked{s.view(sh, 1)}})
		}
	}
}
