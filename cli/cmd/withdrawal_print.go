package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/withdrawal"
)

// withdrawalReport is a withdrawal for programs.
type withdrawalReport struct {
	ID             int64              `json:"id"`
	Status         string             `json:"status"`
	Reason         string             `json:"reason,omitempty"`
	OrderNumber    string             `json:"orderNumber"`
	OrderID        int64              `json:"orderId"`
	Name           string             `json:"name"`
	Email          string             `json:"email"`
	Items          []withdrawal.Item  `json:"items"`
	Lines          []withdrawal.Taken `json:"lines"`
	AmountMinor    int64              `json:"amountMinor"`
	ReceivedAt     time.Time          `json:"receivedAt"`
	DueAt          time.Time          `json:"dueAt"`
	SettledAt      time.Time          `json:"settledAt,omitzero"`
	TrackingNumber string             `json:"trackingNumber,omitempty"`
	Events         []withdrawal.Event `json:"events,omitempty"`
}

func reportOf(w *withdrawal.Withdrawal) withdrawalReport {
	r := withdrawalReport{
		ID: w.ID, Status: string(w.Status), Reason: w.Reason, OrderNumber: w.OrderNumber, OrderID: w.OrderID, Name: w.Name,
		Email: w.Email, Items: w.Items, Lines: w.Lines, AmountMinor: w.Amount.Minor, ReceivedAt: w.ReceivedAt, DueAt: w.DueAt,
		SettledAt: w.SettledAt, Events: w.Events,
	}
	if w.Return != nil {
		r.TrackingNumber = w.Return.TrackingNumber
	}
	return r
}

func printWithdrawals(out *printer, list []*withdrawal.Withdrawal, total int) error {
	rows, reports := make([][]string, len(list)), make([]withdrawalReport, len(list))
	for i, w := range list {
		reports[i] = reportOf(w)
		rows[i] = []string{
			strconv.FormatInt(w.ID, 10), stamp(w.ReceivedAt), string(w.Status), w.OrderNumber, w.Email, w.Amount.String(),
			dueOf(w), w.Reason,
		}
	}
	value := map[string]any{"withdrawals": reports, "total": total}
	if err := out.table(value, []string{"withdrawal", "received", "status", "order", "consumer", "refund", "due", "reason"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "withdrawal", "withdrawals"))
	return nil
}

func dueOf(w *withdrawal.Withdrawal) string {
	if !w.Status.Open() {
		return "-"
	}
	return stamp(w.DueAt)
}

func printWithdrawal(out *printer, w *withdrawal.Withdrawal) error {
	rows := [][]string{
		{"withdrawal", strconv.FormatInt(w.ID, 10)}, {"status", strings.TrimSpace(string(w.Status) + " " + w.Reason)},
		{"received", stamp(w.ReceivedAt)}, {"refund due", dueOf(w)}, {"consumer", w.Name + ", " + w.Email},
		{"order number", w.OrderNumber}, {"order", strconv.FormatInt(w.OrderID, 10)}, {"refund", w.Amount.String()},
		{"workflow", fmt.Sprintf("withdrawal-%d", w.ID)},
	}
	if len(w.Items) == 0 {
		rows = append(rows, []string{"declared", "the whole order"})
	}
	for _, i := range w.Items {
		rows = append(rows, []string{"declared", fmt.Sprintf("%d x %s", i.Quantity, i.ArticleNumber)})
	}
	for _, l := range w.Lines {
		rows = append(rows, []string{"item", fmt.Sprintf("%d x %s %s, %s", l.Quantity, l.ArticleNumber, l.Name, l.Amount)})
	}
	if w.Return != nil {
		rows = append(rows, []string{"return", w.Return.Carrier + " " + w.Return.TrackingNumber})
	}
	for _, e := range w.Events {
		rows = append(rows, []string{"event", strings.TrimSpace(stamp(e.At) + " " + e.Kind + " " + e.Detail)})
	}
	return out.table(reportOf(w), nil, rows)
}
