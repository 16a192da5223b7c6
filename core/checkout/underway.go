package checkout

import (
	"cmp"
	"time"

	"kontor.dev/kontor/core/catalog"
)

// UnderWay is a payment that was begun and is not over, as the checkout page shows it. What changes the checkout, as another
// way to pay, ends it; buying again without a change goes on with it.
type UnderWay struct {
	AttemptID    string `json:"attemptId"`
	PaymentTitle string `json:"paymentTitle"`
	// RedirectURL is where the customer can go on paying; missing while the shop waits for the provider, and once the cart has
	// changed. With FormFields it takes a form.
	RedirectURL string            `json:"redirectUrl,omitempty"`
	FormFields  map[string]string `json:"formFields,omitempty"`
	DueAt       time.Time         `json:"dueAt,omitzero"` // when the time to pay is over; missing without a RedirectURL
	CartChanged bool              `json:"cartChanged"`    // the payment is for what the cart held before
}

// underWay gives the payment that is under way, nil when none is.
func (p *priced) underWay(lang catalog.Lang) *UnderWay {
	last := p.snapshot.Last
	if last == nil || !last.State.Open() {
		return nil
	}
	u := &UnderWay{AttemptID: last.ID, PaymentTitle: cmp.Or(p.paying.In(lang), last.Payment.Code), CartChanged: p.snapshot.FrozenBy != last.ID}
	if last.State == Redirected && !u.CartChanged && last.Payment.RedirectURL != "" {
		u.RedirectURL, u.FormFields, u.DueAt = last.Payment.RedirectURL, last.Payment.Fields, last.DueAt
	}
	return u
}
