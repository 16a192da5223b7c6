package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"kontor.dev/kontor/plugins/simulator/stage"
)

const topic = "arn:aws:sns:eu-west-1:000000000000:amazonpay-simulator"

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

// emit tells that an object changed. wait is non-nil if a rule wants the notification to be delivered before the call is
// answered; it is closed then. The caller holds the lock.
func (s *Sim) emit(objectType, id string, c *charge) (wait <-chan struct{}) {
	message, address := uuid.NewString(), s.listener(c)
	body, err := s.wrap(message, map[string]string{
		"MerchantID": s.merchant(), "ObjectType": objectType, "ObjectId": id, "ChargePermissionId": c.permit.id,
		"NotificationType": "STATE_CHANGE", "NotificationId": uuid.NewString(), "NotificationVersion": "V2",
	})
	if err != nil || address == "" {
		s.stage.Note("webhook "+objectType, id, "not sent: nobody listens")
		return nil
	}
	return s.courier.Send(stage.Notice{ID: message, What: objectType, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		sent := body
		if forged {
			sent = bytes.Replace(body, []byte("S02-"), []byte("S02-9"), 1)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(sent))
		if err != nil {
			return nil, err
		}
		for name, value := range map[string]string{
			"Content-Type": "text/plain; charset=UTF-8", "User-Agent": "Amazon Simple Notification Service Agent",
			"X-Amz-Sns-Message-Type": "Notification", "X-Amz-Sns-Message-Id": message, "X-Amz-Sns-Topic-Arn": topic,
		} {
			r.Header.Set(name, value)
		}
		return r, nil
	}})
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
