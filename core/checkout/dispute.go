package checkout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
)

// DisputeState is how a dispute stands.
type DisputeState string

// The states.
const (
	DisputeOpen      DisputeState = "open"      // not decided
	DisputeWon       DisputeState = "won"       // the shop keeps the money
	DisputeLost      DisputeState = "lost"      // the customer keeps the money, or has it back
	DisputeWithdrawn DisputeState = "withdrawn" // the customer gave it up
)

// Dispute is a payment that its customer does not accept, as the provider tells: a dispute, a claim, a chargeback.
type Dispute struct {
	ID       string       `json:"id"` // the provider's
	State    DisputeState `json:"state"`
	Amount   money.Amount `json:"amount"` // zero when the provider does not say
	Reason   string       `json:"reason,omitempty"`
	DueAt    time.Time    `json:"dueAt,omitzero"`    // until when the shop has to answer; zero when nothing is asked, or the provider does not say
	OpenedAt time.Time    `json:"openedAt,omitzero"` // as far as the shop heard of it
	ToldAt   time.Time    `json:"toldAt,omitzero"`   // when the provider said what it is now
}

// Told gives the disputes with what is told of one of them. What is told twice, or late after something newer, changes nothing but
// what was not known yet; what ended is open again only by what is told later.
func Told(all []Dispute, d Dispute) []Dispute {
	i := slices.IndexFunc(all, func(other Dispute) bool { return other.ID == d.ID })
	if i < 0 {
		d.OpenedAt = d.ToldAt
		return append(slices.Clone(all), d)
	}
	newer, older := d, all[i]
	if d.ToldAt.Before(older.ToldAt) || d.ToldAt.Equal(older.ToldAt) && d.State == DisputeOpen {
		newer, older = older, d
	}
	if newer.Amount.IsZero() {
		newer.Amount = older.Amount
	}
	newer.Reason = cmp.Or(newer.Reason, older.Reason)
	if newer.OpenedAt = all[i].OpenedAt; d.ToldAt.Before(newer.OpenedAt) {
		newer.OpenedAt = d.ToldAt
	}
	all = slices.Clone(all)
	all[i] = newer
	return all
}

// Threatens reports whether the provider takes the money back, or has: what the shop gives back as well goes out twice.
func (d Dispute) Threatens() bool { return d.State == DisputeOpen || d.State == DisputeLost }

// String tells of it in words for operators.
func (d Dispute) String() string {
	text := d.ID
	if !d.Amount.IsZero() {
		text += " about " + d.Amount.String()
	}
	if d.Reason != "" {
		text += " (" + strings.ReplaceAll(d.Reason, "_", " ") + ")"
	}
	switch {
	case d.State != DisputeOpen:
		return fmt.Sprintf("%s, %s", text, d.State)
	case d.DueAt.IsZero():
		return text + ", open: see at the provider whether an answer is due"
	}
	return fmt.Sprintf("%s, open: answer until %s", text, d.DueAt.In(clock.Germany).Format("2006-01-02 15:04"))
}
