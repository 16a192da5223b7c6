package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// disputeReport is a dispute that is not decided.
type disputeReport struct {
	Order int64  `json:"order"`
	Email string `json:"email"`
	checkout.Dispute
}

func printDisputes(out *printer, list []*order.Order, total int) error {
	rows, reports := [][]string{}, []disputeReport{}
	for _, o := range list {
		for _, d := range o.Disputes {
			if d.State != checkout.DisputeOpen {
				continue
			}
			reports = append(reports, disputeReport{o.ID, o.Email, d})
			rows = append(rows, []string{
				strconv.FormatInt(o.ID, 10), o.Email, o.Attempt.Payment.Code, d.ID, disputed(d), strings.ReplaceAll(d.Reason, "_", " "), stamp(d.OpenedAt), stamp(d.DueAt),
			})
		}
	}
	value := map[string]any{"disputes": reports, "total": total} // the orders, of which the pages are
	if err := out.table(value, []string{"order", "customer", "payment", "dispute", "amount", "reason", "opened", "answer until"}, rows); err != nil {
		return err
	}
	out.line("%s of %s", counted(len(rows), "dispute", "disputes"), counted(total, "order", "orders"))
	return nil
}

func disputed(d checkout.Dispute) string {
	if d.Amount.IsZero() {
		return "-"
	}
	return d.Amount.String()
}

// twice warns of money that would go out a second time, "" where nothing says so.
func twice(o *order.Order) string {
	text := ""
	for _, d := range o.Contested() {
		text += fmt.Sprintf("Its payment is disputed: %s. What the provider takes back for that goes out twice. ", d)
	}
	return text
}

// unpaidFor refuses to let goods leave whose money is taken back. What has left already is not refused.
func unpaidFor(o *order.Order) error {
	waits := func(d order.Delivery) bool { return d.State == order.Planned }
	contested := o.Contested()
	if len(contested) == 0 || len(o.Deliveries) > 0 && !slices.ContainsFunc(o.Deliveries, waits) {
		return nil
	}
	return fmt.Errorf("the payment of order %d is disputed: %s; add --disputed to dispatch goods all the same", o.ID, contested[0])
}

// followsBack says how much money follows goods that come back, or stay; nothing does while the payment is disputed.
func followsBack(is, will *order.Order) string {
	if len(is.Contested()) == 0 || will.Refunded().Sub(is.Refunded()).Minor <= 0 {
		return goesBack(is, will)
	}
	return "No money goes back by itself, for its payment is disputed: see `kontor order list --refused` afterwards."
}

var endings = []string{string(checkout.DisputeWon), string(checkout.DisputeLost), string(checkout.DisputeWithdrawn)}

func newOrderDisputed(s *session) *cobra.Command {
	var d checkout.Dispute
	var until, ended string
	due := time.Time{}
	c := newOrderAct(s, orderAct{
		use: "disputed", short: "Record a dispute of a payment that no provider tells the shop of, or how one ended",
		long: `Records that the customer disputes the payment, as you read in a letter or in the provider's merchant interface, or how a dispute
ended. PayPal and Amazon Pay tell the shop of both themselves, PAYONE of the beginning; other providers write to you alone.
Nothing is paid by this, and no customer is written to. While a dispute is open, and once it is lost, no money goes back by itself.`,
		example: "  kontor order disputed 100001 --dispute CB-4711 --amount 49.90 --until 2026-12-10\n" +
			"  kontor order disputed 100001 --dispute CB-4711 --ended won",
		books: true,
		wrong: func() (err error) {
			switch {
			case d.ID == "":
				return usageError{errors.New("--dispute takes the provider's number of the dispute, or a name of yours")}
			case ended != "" && !slices.Contains(endings, ended):
				return usageError{fmt.Errorf("--ended takes one of %s", strings.Join(endings, ", "))}
			case until != "":
				due, err = dayOf("until", until)
				due = due.AddDate(0, 0, 1).Add(-time.Second)
			}
			return err
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.orders.Change(ctx, id, func(o *order.Order) (order.Effects, error) {
				d.State, d.DueAt, d.ToldAt = checkout.DisputeOpen, due, time.Now().UTC()
				if ended != "" {
					d.State = checkout.DisputeState(ended)
				}
				o.Told(d)
				return order.Effects{}, nil
			})
		},
	})
	d.Amount = money.Euro(0)
	c.Flags().StringVar(&d.ID, "dispute", "", "the provider's number of the dispute")
	c.Flags().Var(euros{&d.Amount}, "amount", "what is disputed, as 49.90")
	c.Flags().StringVar(&until, "until", "", "the last day to answer, as 2026-12-10")
	c.Flags().StringVar(&ended, "ended", "", "it ended: "+strings.Join(endings, ", "))
	_ = c.RegisterFlagCompletionFunc("ended", cobra.FixedCompletions(endings, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// contested is twice for an order that was not read yet; what cannot be read warns of nothing, and the act itself says why.
func contested(ctx context.Context, s *session, id int64) (text string) {
	_ = s.withOrders(ctx, false, func(p orderParts) error {
		o, err := p.orders.Order(ctx, id)
		if err == nil {
			text = twice(o)
		}
		return err
	})
	return text
}
