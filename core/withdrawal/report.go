package withdrawal

import "time"

// Report is a withdrawal for programs: those that read what commands print, and other systems.
type Report struct {
	ID             int64     `json:"id"`
	Status         Status    `json:"status"`
	Reason         string    `json:"reason,omitempty"`
	OrderNumber    string    `json:"orderNumber"` // as typed
	OrderID        int64     `json:"orderId"`     // 0 until one was found
	Name           string    `json:"name"`
	Email          string    `json:"email"`
	Items          []Item    `json:"items"`
	Lines          []Taken   `json:"lines"`
	AmountMinor    int64     `json:"amountMinor"` // cents to pay back
	ReceivedAt     time.Time `json:"receivedAt"`
	DueAt          time.Time `json:"dueAt"`
	SettledAt      time.Time `json:"settledAt,omitzero"`
	TrackingNumber string    `json:"trackingNumber,omitempty"`
	Events         []Event   `json:"events,omitempty"`
}

// Report gives it.
func (w *Withdrawal) Report() Report {
	r := Report{
		ID: w.ID, Status: w.Status, Reason: w.Reason, OrderNumber: w.OrderNumber, OrderID: w.OrderID, Name: w.Name,
		Email: w.Email, Items: w.Items, Lines: w.Lines, AmountMinor: w.Amount.Minor, ReceivedAt: w.ReceivedAt, DueAt: w.DueAt,
		SettledAt: w.SettledAt, Events: w.Events,
	}
	if w.Return != nil {
		r.TrackingNumber = w.Return.TrackingNumber
	}
	return r
}
