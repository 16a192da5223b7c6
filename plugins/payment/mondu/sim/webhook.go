package sim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// hook is a registered listener: a topic ("order", or "order/confirmed") and where to.
type hook struct {
	Topic   string `json:"topic"`
	Address string `json:"address"`
}

func (h hook) wants(topic string) bool {
	kind, _, _ := strings.Cut(topic, "/")
	return h.Topic == topic || h.Topic == kind
}

func (s *Sim) listHooks(*http.Request) (answer, *problem) {
	return answer{http.StatusOK, map[string][]hook{"webhooks": append([]hook{}, s.hooks...)}}, nil
}

func (s *Sim) createHook(r *http.Request) (answer, *problem) {
	var h hook
	if p := decode(r, &h); p != nil {
		return answer{}, p
	}
	c := &checker{}
	kind, _, _ := strings.Cut(h.Topic, "/")
	c.oneOf("topic", kind, []string{"order", "invoice", "payout", "buyer"})
	c.uri("address", h.Address)
	for _, other := range s.hooks {
		if other == h {
			c.add("address", "is taken")
		}
	}
	if p := c.problem(); p != nil {
		return answer{}, p
	}
	s.hooks = append(s.hooks, h)
	s.stage.Note("create_webhook", h.Topic, "%s", h.Address)
	return answer{http.StatusCreated, map[string]hook{"webhook": h}}, nil
}

func (s *Sim) webhookKeys(*http.Request) (answer, *problem) {
	return answer{http.StatusOK, map[string]string{"webhook_secret": s.cfg.Secret}}, nil
}

func (s *Sim) sign(body []byte) string {
	mac := hmac.New(sha256.New, []byte(s.cfg.Secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// emit tells of the state that the order has now, under the webhook rules. wait is non-nil if a rule wants that delivered
// before the buyer's browser goes back; it is closed then. The caller holds the lock.
func (s *Sim) emit(o *order) (wait <-chan struct{}) {
	m := message{topic: "order/" + o.state, order: o.uuid, done: make(chan struct{})}
	content := map[string]any{"topic": m.topic, "order_uuid": o.uuid, "order_state": o.state, "external_reference_id": o.external}
	if account := s.view(o).BankAccount; account != nil {
		content["bank_account"] = account
	}
	if o.state == "declined" {
		content["reason"] = "buyer_fraud"
	}
	body, err := json.Marshal(content)
	if err != nil {
		s.stage.Note("webhook "+m.topic, o.uuid, "not sent: %v", err)
		return nil
	}
	m.body, m.signature = body, s.sign(body)
	pause, times := s.cfg.WebhookDelay, 1
	for _, rule := range s.stage.Take(stage.WebhookOp) {
		switch rule.Effect {
		case stage.Delay:
			pause = time.Duration(rule.DelayMS) * time.Millisecond
		case stage.Duplicate:
			times = 2
		case stage.Forge:
			content["topic"] = "order/confirmed"
			content["forged"] = true
			m.body, _ = json.Marshal(content) // as above
		case stage.BeforeReturn:
			pause, wait = 0, m.done
		case stage.Hold:
			s.held = append(s.held, m)
			return nil
		case stage.Reorder:
			s.parked = append(s.parked, m)
			return nil
		case stage.Lose:
			s.stage.Note("webhook "+m.topic, o.uuid, "lost")
			return nil
		}
	}
	after := s.parked
	s.parked = nil
	s.send(m, pause, times, after)
	return wait
}
