package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/order"
)

// overdueReport is an order whose invoices were not paid in time.
type overdueReport struct {
	Order      int64     `json:"order"`
	Email      string    `json:"email"`
	OpenMinor  int64     `json:"openMinor"`
	DueAt      time.Time `json:"dueAt"`
	RemindedAt time.Time `json:"remindedAt,omitzero"`
}

func printOverdue(out *printer, list []*order.Order, total int) error {
	now := time.Now()
	rows, reports := make([][]string, len(list)), make([]overdueReport, len(list))
	for i, o := range list {
		open, due := o.Overdue(now)
		r := overdueReport{Order: o.ID, Email: o.Email, OpenMinor: open.Minor, DueAt: due, RemindedAt: o.RemindedAt()}
		reports[i] = r
		rows[i] = []string{strconv.FormatInt(o.ID, 10), o.Email, open.String(), stamp(due), stamp(r.RemindedAt)}
	}
	value := map[string]any{"orders": reports, "total": total}
	if err := out.table(value, []string{"order", "customer", "open", "due", "reminded"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "order", "orders"))
	return nil
}

// transferReport is a refund that is to be transferred, or with number 0 what came and is not owed: it is to be refunded first.
type transferReport struct {
	Order       int64     `json:"order"`
	Refund      int       `json:"refund"`
	AmountMinor int64     `json:"amountMinor"`
	Name        string    `json:"name"`
	Email       string    `json:"email"`
	Request     string    `json:"request"`
	Withdrawals []int64   `json:"withdrawals,omitempty"` // of the order: their money is booked with them
	Since       time.Time `json:"since,omitzero"`
}

// printTransfers says what is to be transferred to whom. The shop knows no bank account of its customers: they are asked.
func printTransfers(out *printer, list []*order.Order, total int) error {
	rows, reports := [][]string{}, []transferReport{}
	for _, o := range list {
		name := o.Invoice.Company
		if name == "" {
			name = strings.TrimSpace(o.Invoice.FirstName + " " + o.Invoice.LastName)
		}
		for _, p := range o.ToTransfer() {
			r := transferReport{Order: o.ID, Refund: p.Number, AmountMinor: p.Amount.Minor, Name: name, Email: o.Email, Request: p.Request, Since: p.At}
			what := p.Request
			for _, c := range o.Claims {
				r.Withdrawals = append(r.Withdrawals, c.Withdrawal)
				what += fmt.Sprintf(", withdrawal %d", c.Withdrawal)
			}
			reports = append(reports, r)
			rows = append(rows, []string{strconv.FormatInt(o.ID, 10), strconv.Itoa(p.Number), p.Amount.String(), name, o.Email, what, stamp(p.At)})
		}
		if over := o.Unowed(); over.Minor > 0 {
			reports = append(reports, transferReport{Order: o.ID, AmountMinor: over.Minor, Name: name, Email: o.Email})
			ask := fmt.Sprintf("not owed: kontor order refund %d --amount %s", o.ID, plain(over))
			rows = append(rows, []string{strconv.FormatInt(o.ID, 10), "-", over.String(), name, o.Email, ask, "-"})
		}
	}
	value := map[string]any{"refunds": reports, "total": total} // the orders, of which the pages are
	if err := out.table(value, []string{"order", "refund", "amount", "to", "e-mail", "for", "since"}, rows); err != nil {
		return err
	}
	out.line("%s of %s", counted(len(rows), "refund", "refunds"), counted(total, "order", "orders"))
	return nil
}

// unansweredReport is a move of money whose provider does not say what became of it.
type unansweredReport struct {
	Order       int64               `json:"order"`
	Operation   int                 `json:"operation"`
	Kind        order.OperationKind `json:"kind"`
	AmountMinor int64               `json:"amountMinor"`
	Payment     string              `json:"payment"`
	Reference   string              `json:"reference"`      // of the payment, as the provider knows it
	Told        string              `json:"told,omitempty"` // of a refund, without an amount, that may be this one
	Since       time.Time           `json:"since"`          // it was tried in vain
}

func printUnanswered(out *printer, list []*order.Order, total int) error {
	rows, reports := [][]string{}, []unansweredReport{}
	for _, o := range list {
		for _, p := range o.Payments {
			if p.State != order.Wanted {
				continue
			}
			r := unansweredReport{Order: o.ID, Operation: p.Number, Kind: p.Kind, AmountMinor: p.Amount.Minor, Payment: o.Attempt.Payment.Code,
				Reference: o.Attempt.Payment.Reference, Told: p.Reference}
			for _, n := range o.Notices {
				if n.Kind == order.NoticeStuck {
					r.Since = n.At
				}
			}
			reports = append(reports, r)
			rows = append(rows, []string{strconv.FormatInt(o.ID, 10), strconv.Itoa(p.Number), string(p.Kind), p.Amount.String(), r.Payment, r.Reference, cmp.Or(r.Told, "-"), stamp(r.Since)})
		}
	}
	value := map[string]any{"operations": reports, "total": total} // the orders, of which the pages are
	if err := out.table(value, []string{"order", "operation", "what", "amount", "payment", "reference", "told of", "since"}, rows); err != nil {
		return err
	}
	out.line("%s of %s", counted(len(rows), "operation", "operations"), counted(total, "order", "orders"))
	return nil
}

// operationOf names an operation in a question.
func operationOf(o *order.Order, number int) string {
	for _, p := range o.Payments {
		if p.Number == number {
			return fmt.Sprintf("%s %d of order %d, %s,", p.Kind, number, o.ID, p.Amount)
		}
	}
	return fmt.Sprintf("operation %d of order %d", number, o.ID)
}

func newOrderTransferred(s *session) *cobra.Command {
	var number int
	c := newOrderAct(s, orderAct{
		use: "transferred", short: "Record that you transferred a refund whose method cannot refund",
		long: `Records that you transferred a refund which ` + "`kontor order list --by-hand`" + ` has. Nothing is paid by this, and the customer gets no
mail: it was told when the refund was made. What a withdrawal gives back is recorded with ` + "`kontor withdrawal refund --transferred`" + `.`,
		example: "  kontor order transferred 100001 --refund 2 --reason \"bank statement 47\"",
		ask: func(is, _ *order.Order) string {
			return fmt.Sprintf("Record that %s was transferred?", operationOf(is, number))
		},
		books: true,
		wrong: func() error {
			if number < 1 {
				return usageError{errors.New("--refund takes the number of a refund, as `kontor order list --by-hand` has it")}
			}
			return nil
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.orders.Change(ctx, id, func(o *order.Order) (order.Effects, error) {
				return order.Effects{}, o.WasTransferred(number, time.Now().UTC())
			})
		},
		preview: func(o *order.Order) error {
			return o.WasTransferred(number, time.Now())
		},
	})
	c.Flags().IntVar(&number, "refund", 0, "number of the refund")
	return c
}

func newOrderSettled(s *session) *cobra.Command {
	var number int
	var reference string
	var unmade bool
	c := newOrderAct(s, orderAct{
		use: "settled", short: "Record what you found at the provider of a capture or refund whose answer is lost",
		long: `Records what became of a capture, refund or release of money that the shop still asks for, because its answer was lost and the
provider cannot be asked: it was made, under the provider's --reference (with PAYONE the transaction and its sequence number, as
123456789-2), or it was not. The shop asks no more for it, and goes on as if the provider had said so: a delivery whose money was not
taken waits for ` + "`kontor order ship`" + `, a refund that was not made is made with ` + "`kontor order refund`" + `.
Look at the provider first: what is made there after you said that it was not is in nobody's books.`,
		example: "  kontor order settled 100001 --operation 2 --reference 123456789-2 --reason \"seen in the merchant interface\"\n" +
			"  kontor order settled 100001 --operation 2 --not-made --dry-run",
		ask: func(is, _ *order.Order) string {
			what := "was made"
			if unmade {
				what = "was not made"
			}
			return fmt.Sprintf("Record that %s %s? The shop does not ask the provider any more.", operationOf(is, number), what)
		},
		books: true,
		wrong: func() error {
			if number < 1 || (reference == "") != unmade {
				return usageError{errors.New("say which with --operation, its number in `kontor order show`, and what became of it with --reference or --not-made")}
			}
			return nil
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.orders.Change(ctx, id, func(o *order.Order) (order.Effects, error) {
				return o.Settle(number, reference, time.Now().UTC())
			})
		},
		preview: func(o *order.Order) error {
			_, err := o.Settle(number, reference, time.Now())
			return err
		},
	})
	c.Flags().IntVar(&number, "operation", 0, "number of the operation, as kontor order show has it")
	c.Flags().StringVar(&reference, "reference", "", "the provider's reference of it, when it was made")
	c.Flags().BoolVar(&unmade, "not-made", false, "the provider has nothing of it")
	return c
}
