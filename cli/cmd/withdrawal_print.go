package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/withdrawal"
)

func printWithdrawals(out *printer, list []*withdrawal.Withdrawal, total int) error {
	rows, reports := make([][]string, len(list)), make([]withdrawal.Report, len(list))
	for i, w := range list {
		reports[i] = w.Report()
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
	return out.table(w.Report(), nil, rows)
}
