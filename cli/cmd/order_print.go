package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/order"
)

func printOrder(out *printer, o *order.Order) error {
	p := o.Attempt.Payment
	rows := [][]string{
		{"order", strconv.FormatInt(o.ID, 10)}, {"status", string(o.Status)}, {"created", stamp(o.CreatedAt)},
		{"placed", stamp(o.PlacedAt)}, {"paid", stamp(o.PaidAt)}, {"customer", o.Email},
		{"invoice", oneLine(o.Invoice)}, {"delivery", oneLine(o.Delivery)}, {"shipping", o.Shipping.ID},
		{"payment", strings.TrimSpace(p.Code + " " + p.Reference)},
		{"attempt", fmt.Sprintf("%d, %s, workflow checkout-%s", o.Attempt.Number, o.Attempt.State, o.AttemptID)},
	}
	if o.CancelReason != "" {
		rows = append(rows, []string{"reason", o.CancelReason})
	}
	if !o.Attempt.DueAt.IsZero() {
		rows = append(rows, []string{"waits until", stamp(o.Attempt.DueAt)})
	}
	for _, l := range o.Attempt.Lines {
		rows = append(rows, []string{"item", itemLine(l)})
	}
	rows = append(rows, []string{"total", o.Attempt.Totals.Total.String()})
	for _, d := range o.Deliveries {
		rows = append(rows, deliveryRows(o, d)...)
	}
	for _, c := range o.Claims {
		rows = append(rows, []string{"withdrawal", fmt.Sprintf("%d: %s", c.Withdrawal, itemsLine(o, c.Items))})
	}
	for _, p := range o.Payments {
		rows = append(rows, []string{string(p.Kind), paymentLine(p)})
	}
	for _, d := range o.Disputes {
		rows = append(rows, []string{"dispute", stamp(d.OpenedAt) + " " + d.String()})
	}
	for _, n := range o.Notices {
		rows = append(rows, []string{"notice", stamp(n.At) + " " + n.Kind + " " + n.Detail})
	}
	for _, refund := range o.Unbooked() {
		rows = append(rows, []string{"not booked", refund + "; if an employee made it: " + toBook(o.ID, refund)})
	}
	return out.table(o, nil, rows)
}

func itemLine(l checkout.Line) string {
	return fmt.Sprintf("%d x %s %s, %s", l.Quantity, l.ArticleNumber, l.Name, l.Unit.Add(l.Warranty))
}

func oneLine(a address.Address) string {
	parts := []string{a.Company, a.FirstName + " " + a.LastName, a.StreetName + " " + a.StreetNumber, a.ZipCode + " " + a.CityName}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" }), ", ")
}

func itemsLine(o *order.Order, items []order.Item) string {
	var parts []string
	for _, i := range items {
		parts = append(parts, fmt.Sprintf("%d x %s", i.Quantity, o.Attempt.Lines[i.Line].ArticleNumber))
	}
	return strings.Join(parts, ", ")
}

// deliveryRows tell of a delivery, what is in it, its parcels, and until when it waits.
func deliveryRows(o *order.Order, d order.Delivery) [][]string {
	line := fmt.Sprintf("%d, %s, %s, %s: %s", d.Number, d.State, d.Shipping.ID, d.Amount, itemsLine(o, d.Items))
	rows := [][]string{{"delivery", line}}
	if !d.DispatchAt.IsZero() {
		rows = append(rows, []string{"  dispatched", stamp(d.DispatchAt)})
	}
	if !d.DueAt.IsZero() {
		rows = append(rows, []string{"  held until", stamp(d.DueAt)})
	}
	if !d.DoneAt.IsZero() {
		rows = append(rows, []string{"  " + string(d.State), stamp(d.DoneAt)})
	}
	for _, p := range d.Parcels {
		text := strings.Join([]string{p.TrackingNumber, string(p.State), p.TrackingURL}, " ")
		rows = append(rows, []string{"  parcel", strings.Join(strings.Fields(text), " ")})
	}
	return rows
}

func paymentLine(p order.Operation) string {
	state, at := string(p.State), ""
	if p.Reason == order.ReasonStayed {
		state = "not asked for"
	}
	if !p.At.IsZero() { // else nobody answered yet
		at = stamp(p.At)
	}
	parts := []string{p.Amount.String(), state, at, p.Request, p.Reference, p.Reason}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}
