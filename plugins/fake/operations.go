package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Capture takes at most what was authorized.
func (p payments) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	return p.move(ctx, r.Reference, r.IdempotencyKey, r.Amount, func(c *charge) string {
		if c.Voided || c.Captured+r.Amount.Minor > c.Amount.Minor {
			return "amount_too_large"
		}
		c.Captured += r.Amount.Minor
		return ""
	})
}

// Refund gives back at most what was captured.
func (p payments) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	return p.move(ctx, r.Reference, r.IdempotencyKey, r.Amount, func(c *charge) string {
		if c.Refunded+r.Amount.Minor > c.Captured {
			return "amount_too_large"
		}
		c.Refunded += r.Amount.Minor
		return ""
	})
}

// Void gives up what was not captured, unless more was than the shop knows.
func (p payments) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	return p.move(ctx, r.Reference, r.IdempotencyKey, base.Money{}, func(c *charge) string {
		if c.Captured > r.Captured.Minor {
			return payment.CodeCaptured
		}
		c.Voided = true
		return ""
	})
}

// move does an operation once per key. step gives the code of a refusal. A key "refused@1" has the word "refused".
func (p payments) move(ctx context.Context, reference, key string, amount base.Money, step func(c *charge) string) (payment.Receipt, error) {
	if err := p.f.before(ctx, word(key, nil)); err != nil {
		return payment.Receipt{}, err
	}
	refusal := ""
	_, err := p.f.ledger.update(reference, func(c *charge) error {
		switch _, replay := c.Done[key]; {
		case c.Reference == "" || !c.Paid:
			refusal = payment.CodeNotFound
		case replay:
		default:
			if refusal = step(c); refusal == "" {
				c.Done[key] = amount.Minor
			}
		}
		return nil
	})
	if err != nil {
		return payment.Receipt{}, err
	}
	if refusal != "" {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: refusal}, nil
	}
	return payment.Receipt{State: payment.ReceiptDone, Reference: reference + "-" + key, Amount: amount}, nil
}

// notification is the body of a webhook; signatureHeader carries the hex HMAC-SHA256 of it.
type notification struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // authorized, captured, voided, refunded, declined, pending, approved, disputed
	Reference string `json:"reference"`
	Order     string `json:"order"`
	Minor     int64  `json:"minor"`
	Currency  string `json:"currency"`
	Code      string `json:"code"`
	At        int64  `json:"at"` // Unix seconds

	Dispute string `json:"dispute"` // the id of a dispute
	State   string `json:"state"`   // of the dispute: open, won, lost, withdrawn
	Due     int64  `json:"due"`     // until when to answer, Unix seconds; 0 for no time
}

const signatureHeader = "X-Fake-Signature"

func sign(secret base.Secret, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret.Reveal()))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

var eventKinds = map[string]payment.EventKind{
	"authorized": payment.EventAuthorized, "captured": payment.EventCaptured, "voided": payment.EventVoided,
	"refunded": payment.EventRefunded, "declined": payment.EventDeclined, "pending": payment.EventPending,
	"approved": payment.EventApproved, "disputed": payment.EventDisputed,
}

var disputeStates = map[string]payment.DisputeState{
	"open": payment.DisputeOpen, "won": payment.DisputeWon, "lost": payment.DisputeLost, "withdrawn": payment.DisputeWithdrawn,
}

// certificateHeader names where the certificate lies that the signature is checked with, as some providers have it. The fake has
// none; what anybody may write here cannot be had.
const certificateHeader = "X-Fake-Certificate"

// HandleWebhook trusts the signature alone.
func (p payments) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	if r.Headers.Get(certificateHeader) != "" {
		e := base.ProviderFault("certificate_unavailable", errors.New("scripted"))
		e.Retryable = true
		return payment.WebhookAnswer{}, e
	}
	want := sign(p.f.config.Secret("webhook_secret"), r.Body)
	if !hmac.Equal([]byte(want), []byte(r.Headers.Get(signatureHeader))) {
		return payment.WebhookAnswer{}, base.Forged("the signature is wrong")
	}
	var n notification
	if err := json.Unmarshal(r.Body, &n); err != nil {
		return payment.WebhookAnswer{}, base.CallerFault("invalid_body", "not JSON")
	}
	e := payment.Event{
		ID: n.ID, Kind: eventKinds[n.Kind], Reference: n.Reference, OrderNumber: n.Order, Code: n.Code,
		Amount: base.Money{Minor: n.Minor, Currency: n.Currency}, OccurredAt: time.Unix(n.At, 0).UTC(),
	}
	if e.Kind == payment.EventDisputed {
		e.Code, e.Dispute = "", payment.Dispute{ID: n.Dispute, State: disputeStates[n.State], Reason: n.Code}
		if n.Due != 0 {
			e.Dispute.DueAt = time.Unix(n.Due, 0).UTC()
		}
	}
	return payment.WebhookAnswer{Events: []payment.Event{e}}, nil
}
