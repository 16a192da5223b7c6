package cmd

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// unbookedReport is a refund that is a provider's word alone.
type unbookedReport struct {
	Order   int64  `json:"order"`
	Email   string `json:"email"`
	Payment string `json:"payment"`
	Refund  string `json:"refund"` // the provider's reference, and the amount where it was named
}

func printUnbooked(out *printer, list []*order.Order, total int) error {
	rows, reports := [][]string{}, []unbookedReport{}
	for _, o := range list {
		for _, refund := range o.Unbooked() {
			reports = append(reports, unbookedReport{o.ID, o.Email, o.Attempt.Payment.Code, refund})
			rows = append(rows, []string{strconv.FormatInt(o.ID, 10), o.Email, o.Attempt.Payment.Code, refund, toBook(o.ID, refund)})
		}
	}
	value := map[string]any{"refunds": reports, "total": total} // the orders, of which the pages are
	if err := out.table(value, []string{"order", "customer", "payment", "refund", "to book an employee's"}, rows); err != nil {
		return err
	}
	out.line("%s of %s", counted(len(rows), "refund", "refunds"), counted(total, "order", "orders"))
	return nil
}

// pasted is a reference that a shell takes for nothing else.
var pasted = regexp.MustCompile(`^[A-Za-z0-9_.:-]+$`)

// toBook is the command that books a refund of order.Unbooked.
func toBook(id int64, refund string) string {
	reference, amount, _ := strings.Cut(refund, " ")
	if !pasted.MatchString(reference) {
		reference = "REFERENCE"
	}
	euros, ok := strings.CutSuffix(amount, "\u00a0€")
	if !ok {
		euros = "AMOUNT"
	}
	return fmt.Sprintf("kontor order refunded %d --reference %s --amount %s", id, reference, strings.NewReplacer(".", "", ",", ".").Replace(euros))
}

func newOrderRefunded(s *session) *cobra.Command {
	var made order.Outside
	c := newOrderAct(s, orderAct{
		use: "refunded", short: "Record a refund that an employee made in the provider's own back office",
		long: `Books a refund that an employee made at the provider, as in PayPal's or PAYONE's merchant interface, so that the shop's books and the
provider's agree again and no later refund gives back too much: ` + "`kontor order list --unbooked`" + ` has those that providers told of. The
provider is asked for nothing. The customer gets a mail, with the credit note of what was invoiced. The same reference is booked once.

With --delivery it pays back goods that came back, or are to: ` + "`kontor order return`" + ` then gives back no more for them.

Look there first what it is. What a bank took back is no refund, though PayPal tells of it in the same words: that is a dispute
(` + "`kontor order disputed`" + `). What a withdrawal gives back is recorded with ` + "`kontor withdrawal refund --transferred`" + `, what you were to transfer
with ` + "`kontor order transferred`" + `, and the answer to a refund that the shop asked for with ` + "`kontor order settled`" + `.`,
		example: "  kontor order refunded 100001 --reference 8AB12345CD678901E --amount 49.90 --reason \"goodwill, by Erika\"\n" +
			"  kontor order refunded 100001 --reference 8AB12345CD678901E --amount 49.90 --delivery 1 --dry-run",
		ask: func(is, _ *order.Order) string {
			disputed := ""
			for _, d := range is.Contested() {
				disputed += fmt.Sprintf("Its payment is disputed: %s. What the provider took back for that is no refund. ", d)
			}
			return fmt.Sprintf("%sRecord that %s of order %d went back as %s at the provider, and tell the customer?", disputed, made.Amount, is.ID, made.Reference)
		},
		books: true,
		wrong: func() error {
			if made.Amount.IsZero() || made.Reference == "" || strings.ContainsAny(made.Reference, " ;") {
				return usageError{errors.New("say which with --reference, the provider's number of the refund, and --amount, what went back")}
			}
			return nil
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.orders.Change(ctx, id, func(o *order.Order) (order.Effects, error) {
				return o.BookOutside(made, time.Now().UTC())
			})
		},
		preview: func(o *order.Order) error {
			_, err := o.BookOutside(made, time.Now())
			return err
		},
	})
	made.Amount = money.Euro(0)
	c.Flags().StringVar(&made.Reference, "reference", "", "the provider's reference of the refund")
	c.Flags().Var(euros{&made.Amount}, "amount", "what went back, as 49.90")
	c.Flags().Var(atLeast(1, &made.Delivery), "delivery", "number of the delivery whose goods it pays back")
	return c
}
