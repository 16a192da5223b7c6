package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type eventType struct {
	Name string `json:"name"`
}

// hook is a registered listener.
type hook struct {
	ID         string      `json:"id"`
	URL        string      `json:"url"`
	EventTypes []eventType `json:"event_types"`
	Links      []link      `json:"links"`
}

func (h hook) wants(event string) bool {
	return slices.Contains(h.EventTypes, eventType{"*"}) || slices.Contains(h.EventTypes, eventType{event})
}

func (s *Sim) listHooks(*http.Request) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return answer{http.StatusOK, map[string][]hook{"webhooks": append([]hook{}, s.hooks...)}}, nil
}

func (s *Sim) createHook(r *http.Request) (answer, *problem) {
	var h hook
	if p := decode(r, &h); p != nil {
		return answer{}, p
	}
	u, err := url.Parse(h.URL)
	if err != nil || !u.IsAbs() || u.Host == "" {
		return answer{}, &problem{status: http.StatusBadRequest, Name: "VALIDATION_ERROR",
			Message: "Invalid data provided", Details: []detail{{Field: "url", Location: "body", Issue: "Not a valid webhook URL"}}}
	}
	if len(h.EventTypes) == 0 {
		return answer{}, &problem{status: http.StatusBadRequest, Name: "VALIDATION_ERROR",
			Message: "Invalid data provided", Details: []detail{{Field: "event_types", Location: "body", Issue: "Event types are missing"}}}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.hooks {
		if other.URL == h.URL {
			return answer{}, &problem{status: http.StatusBadRequest, Name: "WEBHOOK_URL_ALREADY_EXISTS", Message: "Webhook URL already exists"}
		}
	}
	if len(s.hooks) >= 10 {
		return answer{}, &problem{status: http.StatusBadRequest, Name: "WEBHOOK_NUMBER_LIMIT_EXCEEDED", Message: "Webhook number limit exceeded"}
	}
	h.ID = newID()
	h.Links = []link{{s.url("/v1/notifications/webhooks/", h.ID), "self", "GET"}}
	s.hooks = append(s.hooks, h)
	s.stage.Note("create_webhook", h.ID, "%s", h.URL)
	return answer{http.StatusCreated, h}, nil
}

// hookChange is what may be changed of a webhook: its event types, as a whole.
type hookChange struct {
	Op    string      `json:"op"`
	Path  string      `json:"path"`
	Value []eventType `json:"value"`
}

func (s *Sim) updateHook(r *http.Request) (answer, *problem) {
	var changes []hookChange
	if p := decode(r, &changes); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.hooks, func(h hook) bool { return h.ID == r.PathValue("id") })
	if i < 0 {
		return answer{}, notFound()
	}
	for _, c := range changes {
		if c.Op != "replace" || c.Path != "/event_types" || len(c.Value) == 0 {
			return answer{}, &problem{status: http.StatusBadRequest, Name: "VALIDATION_ERROR", Message: "Invalid data provided"}
		}
		s.hooks[i].EventTypes = c.Value
	}
	return answer{http.StatusOK, s.hooks[i]}, nil
}

func (s *Sim) deleteHook(r *http.Request) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.hooks)
	s.hooks = slices.DeleteFunc(s.hooks, func(h hook) bool { return h.ID == r.PathValue("id") })
	if len(s.hooks) == before {
		return answer{}, notFound()
	}
	return answer{http.StatusNoContent, nil}, nil
}

type verifyRequest struct {
	AuthAlgo         string          `json:"auth_algo"`
	CertURL          string          `json:"cert_url"`
	TransmissionID   string          `json:"transmission_id"`
	TransmissionSig  string          `json:"transmission_sig"`
	TransmissionTime string          `json:"transmission_time"`
	WebhookID        string          `json:"webhook_id"`
	Event            json.RawMessage `json:"webhook_event"`
}

func (s *Sim) verifySignature(r *http.Request) (answer, *problem) {
	var v verifyRequest
	if p := decode(r, &v); p != nil {
		return answer{}, p
	}
	c := &checker{}
	for field, value := range map[string]string{"auth_algo": v.AuthAlgo, "cert_url": v.CertURL, "transmission_id": v.TransmissionID,
		"transmission_sig": v.TransmissionSig, "transmission_time": v.TransmissionTime, "webhook_id": v.WebhookID, "webhook_event": string(v.Event)} {
		if value == "" {
			c.add("/"+field, "", "MISSING_REQUIRED_PARAMETER")
		}
	}
	if len(c.details) > 0 {
		return answer{}, fail(http.StatusBadRequest, c.details...)
	}
	status := "FAILURE"
	if v.CertURL == s.url(certPath) && s.verify(v.TransmissionID, v.TransmissionTime, v.WebhookID, v.TransmissionSig, v.Event) {
		status = "SUCCESS"
	}
	return answer{http.StatusOK, map[string]string{"verification_status": status}}, nil
}

// envelope is one event on its way to all listeners that want it.
type envelope struct {
	id   string
	kind string
	body []byte
	done chan struct{} // closed when every listener answered once, whatever the answer
}

// emit makes an event and sends it on its way under the webhook rules. wait is non-nil if a rule wants the event to be
// delivered before the payer's browser goes back; it is closed then. The caller holds the lock.
func (s *Sim) emit(kind, resourceType string, resource any) (wait <-chan struct{}) {
	e := envelope{id: "WH-" + newID() + "-" + newID(), kind: kind, done: make(chan struct{})}
	body, err := json.Marshal(map[string]any{
		"id": e.id, "event_version": "1.0", "create_time": stamp(time.Now()), "resource_type": resourceType,
		"resource_version": "2.0", "event_type": kind, "summary": kind, "resource": resource,
		"links": []link{{s.url("/v1/notifications/webhooks-events/", e.id), "self", "GET"}},
	})
	if err != nil {
		s.stage.Note("webhook "+kind, e.id, "not sent: %v", err)
		return nil
	}
	e.body = body
	pause, times, forge := s.cfg.WebhookDelay, 1, false
	for _, rule := range s.stage.Take(stage.WebhookOp) {
		switch rule.Effect {
		case stage.Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case stage.Duplicate:
			times = 2
		case stage.Forge:
			forge = true
		case stage.BeforeReturn:
			pause, wait = 0, e.done
		case stage.Hold:
			s.held = append(s.held, e)
			return nil
		case stage.Reorder:
			s.parked = append(s.parked, e)
			return nil
		case stage.Lose:
			s.stage.Note("webhook "+kind, e.id, "lost")
			return nil
		}
	}
	after := s.parked
	s.parked = nil
	s.send(e, pause, times, forge, after)
	return wait
}
