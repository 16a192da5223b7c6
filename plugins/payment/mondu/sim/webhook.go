package sim

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"

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

// emit tells every listener of the state that the order has now. delivered is as of the courier's Send, of the last
// listener. A forged notification says that the order is confirmed. The caller holds the lock.
func (s *Sim) emit(o *order) (delivered <-chan struct{}) {
	topic := "order/" + o.state
	content := map[string]any{"topic": topic, "order_uuid": o.uuid, "order_state": o.state, "external_reference_id": o.external}
	if account := s.view(o).BankAccount; account != nil {
		content["bank_account"] = account
	}
	if o.state == "declined" {
		content["reason"] = "buyer_fraud"
	}
	body, err := json.Marshal(content)
	if err != nil {
		s.stage.Note("webhook "+topic, o.uuid, "not sent: %v", err)
		return nil
	}
	for _, h := range s.hooks {
		if h.wants(topic) {
			delivered = s.courier.Send(stage.Notice{ID: o.uuid, What: topic, Make: s.posting(h.Address, topic, body)})
		}
	}
	return delivered
}

// posting makes the requests of one notification.
func (s *Sim) posting(address, topic string, body []byte) func(context.Context, bool) (*http.Request, error) {
	return func(ctx context.Context, forged bool) (*http.Request, error) {
		sent, signature := body, s.sign(body)
		if forged {
			sent = bytes.Replace(body, []byte(topic), []byte("order/confirmed"), 1)
			sent = append(bytes.TrimSuffix(sent, []byte("}")), []byte(`,"forged":true}`)...)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(sent))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Mondu-Signature", signature)
		r.Header.Set("X-Mondu-Topic", topic)
		return r, nil
	}
}
