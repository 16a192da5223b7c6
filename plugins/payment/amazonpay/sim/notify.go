package sim

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const topic = "arn:aws:sns:eu-west-1:000000000000:amazonpay-simulator"

// envelope is one notification on its way.
type envelope struct {
	id   string
	kind string
	url  string
	body []byte
	done chan struct{} // closed when it was answered once, whatever the answer
}

// listener gives where notifications about a charge go.
func (s *Sim) listener(c *charge) string {
	if s.cfg.IPNURL != "" {
		return s.cfg.IPNURL
	}
	for _, o := range s.sessions {
		if o.permit == c.permit {
			u, err := url.Parse(o.payload.WebCheckoutDetails.CheckoutResultReturnURL)
			if err == nil && u.Host != "" {
				return u.Scheme + "://" + u.Host + s.cfg.IPNPath
			}
		}
	}
	return ""
}

// emit tells that an object changed, under the webhook rules. wait is non-nil if a rule wants the notification to be
// delivered before the call is answered; it is closed then. The caller holds the lock.
func (s *Sim) emit(objectType, id string, c *charge) (wait <-chan struct{}) {
	e := envelope{id: newUUID(), kind: objectType, url: s.listener(c), done: make(chan struct{})}
	body, err := s.wrap(e.id, map[string]string{
		"MerchantID": s.merchant(), "ObjectType": objectType, "ObjectId": id, "ChargePermissionId": c.permit.id,
		"NotificationType": "STATE_CHANGE", "NotificationId": newUUID(), "NotificationVersion": "V2",
	})
	if err != nil || e.url == "" {
		s.stage.Note("webhook "+objectType, id, "not sent: nobody listens")
		return nil
	}
	e.body = body
	pause, times, forge := s.cfg.IPNDelay, 1, false
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
			s.stage.Note("webhook "+objectType, id, "lost")
			return nil
		}
	}
	after := s.parked
	s.parked = nil
	s.send(e, pause, times, forge, after)
	return wait
}

func (s *Sim) merchant() string {
	if s.cfg.MerchantID != "" {
		return s.cfg.MerchantID
	}
	return "SIMULATOR"
}

// wrap puts a message into SNS's envelope and signs it.
func (s *Sim) wrap(id string, message map[string]string) ([]byte, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	fields := map[string]string{"Type": "Notification", "MessageId": id, "TopicArn": topic, "Message": string(text),
		"Timestamp": time.Now().UTC().Format("2006-01-02T15:04:05.000Z")}
	var lines strings.Builder
	for _, name := range []string{"Message", "MessageId", "Timestamp", "TopicArn", "Type"} {
		lines.WriteString(name + "\n" + fields[name] + "\n")
	}
	signature, err := s.sign(lines.String())
	if err != nil {
		return nil, err
	}
	fields["SignatureVersion"], fields["Signature"], fields["SigningCertURL"] = "1", signature, s.url(certPath)
	fields["UnsubscribeURL"] = s.url("/unsubscribe")
	return json.Marshal(fields)
}
