package cmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/privacy"
)

// deletion is how far the end of an account is.
type deletion struct {
	State   privacy.State `json:"state"`
	AskedAt time.Time     `json:"askedAt"`
	DueAt   time.Time     `json:"dueAt,omitzero"` // when it goes on
}

// closedReport is what `show` says of an account that was deleted.
type closedReport struct {
	Number   int64            `json:"customer"`
	Deletion deletion         `json:"deletion"`
	UnderWay int              `json:"underWay"`
	Open     []privacy.Open   `json:"open"`
	Events   []customer.Event `json:"events"`
}

// deletionOf gives what became of the wish to delete an account; nil where nobody had it.
func (p customerParts) deletionOf(ctx context.Context, customerID int64) (*deletion, error) {
	r, err := p.privacy.Latest(ctx, customerID, privacy.Deletion)
	if err != nil || r == nil {
		return nil, err
	}
	return &deletion{r.State, r.RequestedAt, r.DueAt}, nil
}

func (d deletion) text() string {
	text := "asked for " + stamp(d.AskedAt) + "; "
	switch d.State {
	case privacy.Asked:
		return text + "the worker has not got to it yet"
	case privacy.Locked:
		text += "the account is gone, its orders are locked; what is under way keeps its addresses and histories"
		if !d.DueAt.IsZero() {
			text += ", looked at again " + stamp(d.DueAt)
		}
		return text
	case privacy.Keyless:
		return text + "the account is gone, its orders are kept for the books until " + stamp(d.DueAt)
	}
	return text + "nothing is left that names the person"
}

// showClosed shows an account that is not there any more; unknown is the answer where there never was one.
func (p customerParts) showClosed(ctx context.Context, out *printer, name string, events int, unknown error) error {
	r := closedReport{}
	var err error
	if strings.Contains(name, "@") {
		email, _ := address.Email(name)
		if r.Number, err = p.privacy.Locked(ctx, email); fault.CodeOf(err) == fault.NotFound {
			return unknown
		}
	} else {
		r.Number, err = strconv.ParseInt(name, 10, 64)
	}
	if err != nil {
		return err
	}
	d, err := p.deletionOf(ctx, r.Number)
	switch {
	case err != nil:
		return err
	case d == nil:
		return unknown
	}
	r.Deletion = *d
	if r.Open, _, err = p.privacy.UnderWay(ctx, r.Number); err != nil {
		return err
	}
	r.UnderWay = len(r.Open)
	if r.Events, err = p.store.Events(ctx, r.Number, events); err != nil {
		return err
	}
	rows := [][]string{
		{"customer", strconv.FormatInt(r.Number, 10)}, {"deletion", d.text()},
		{"under way", counted(r.UnderWay, "order or withdrawal", "orders and withdrawals")},
	}
	rows = append(rows, rowsOfOpen(r.Open)...)
	return out.table(r, nil, append(rows, rowsOfEvents(r.Events)...))
}

// waitsFor says what an order or a withdrawal is not through for.
var waitsFor = map[privacy.Wait]string{
	privacy.ForPayment: "is not paid yet", privacy.ForDelivery: "has goods to be sent or on their way",
	privacy.ForMoney: "has money on its way", privacy.ForInvoice: "is on account and not paid", privacy.ForWithdrawal: "is open",
}

// shownOpen is how many of them a table shows: a customer of many years has hundreds, before what is asked for mostly.
const shownOpen = 20

func rowsOfOpen(open []privacy.Open) (rows [][]string) {
	for i, o := range open {
		if i == shownOpen {
			return append(rows, []string{"", fmt.Sprintf("and %d more: -o json names them all", len(open)-i)})
		}
		what := "order " + strconv.FormatInt(o.Order, 10)
		if o.Withdrawal != 0 {
			what = "withdrawal " + strconv.FormatInt(o.Withdrawal, 10)
		}
		rows = append(rows, []string{"", what + " " + waitsFor[o.Wait]})
	}
	return rows
}

func rowsOfEvents(events []customer.Event) (rows [][]string) {
	for _, e := range events {
		rows = append(rows, []string{stamp(e.At), strings.TrimSpace(string(e.Kind) + " " + e.Client)})
	}
	return rows
}
