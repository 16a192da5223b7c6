package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/workflows/client"
)

func newOrder(s *session) *cobra.Command {
	c := &cobra.Command{Use: "order", Short: "See orders and act on them"}
	c.AddCommand(newOrderList(s), newOrderShow(s), newOrderPaid(s), newOrderShip(s), newOrderDeliver(s), newOrderCancel(s),
		newOrderRefund(s), newOrderTransferred(s), newOrderRefunded(s), newOrderSettled(s), newOrderReturn(s), newOrderLabel(s), newOrderInvoice(s), newOrderLedger(s),
		newOrderSold(s), newOrderDisputed(s))
	return c
}

// orderParts are what the order commands work with.
type orderParts struct {
	orders   *postgres.Fulfilment
	list     *postgres.Order
	commands order.Commands
	log      audit.Log
	close    func()
}

// openOrders opens the configured shop's orders; Temporal only when a command needs it.
func openOrders(ctx context.Context, cfg config.Config, act bool) (orderParts, error) {
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor order", MaxConns: 2})
	if err != nil {
		return orderParts{}, err
	}
	p := orderParts{orders: postgres.NewFulfilment(pool).Bill(cfg.Seller()), list: postgres.NewOrder(pool), log: postgres.NewAudit(pool), close: pool.Close}
	if !act {
		return p, nil
	}
	temporal, err := client.Dial(ctx, cfg.Temporal.Address, cfg.Temporal.Namespace, client.NewKeys(postgres.NewHistoryKeys(pool)))
	if err != nil {
		pool.Close()
		return orderParts{}, err
	}
	p.close = func() { temporal.Close(); pool.Close() }
	queue := cfg.Temporal.TaskQueue
	p.commands = client.NewOrder(client.NewCheckout(temporal, queue, postgres.NewAttempt(pool)), client.NewFulfilment(temporal, queue), p.list)
	return p, nil
}

func (s *session) withOrders(ctx context.Context, act bool, do func(orderParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	p, err := openOrders(ctx, cfg, act)
	if err != nil {
		return err
	}
	defer p.close()
	return do(p)
}

var orderStatuses = []string{
	string(order.AwaitingPayment), string(order.Reserved), string(order.Placed), string(order.Abandoned), string(order.Cancelled),
}

func newOrderList(s *session) *cobra.Command {
	var f order.Filter
	var status string
	var chosen page.Page
	c := &cobra.Command{
		Use: "list", Short: "List orders, newest first", Args: noArguments,
		Example: "  kontor order list --status reserved\n  kontor order list --to-ship\n  kontor order list --refused\n  kontor order list --overdue\n  kontor order list --by-hand\n  kontor order list --unanswered\n  kontor order list --unbooked\n  kontor order list --disputed\n  kontor order list --email erika@example.org --since 720h -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			if status != "" && !slices.Contains(orderStatuses, status) {
				return usageError{fmt.Errorf("--status takes one of %s", strings.Join(orderStatuses, ", "))}
			}
			f.Status = order.Status(status)
			f.Email, _ = address.Email(f.Email)
			return s.withOrders(c.Context(), false, func(p orderParts) error {
				list, total, err := p.list.Orders(c.Context(), f, chosen)
				if err != nil {
					return err
				}
				var print func(*printer, []*order.Order, int) error
				switch {
				case f.Overdue:
					print = printOverdue
				case f.ByHand:
					print = printTransfers
				case f.Unanswered:
					print = printUnanswered
				case f.Unbooked:
					print = printUnbooked
				case f.Disputed:
					print = printDisputes
				default:
					return printOrders(&s.out, list, total)
				}
				if list, err = p.list.InFull(c.Context(), list); err != nil {
					return err
				}
				return print(&s.out, list, total)
			})
		},
	}
	c.Flags().StringVar(&status, "status", "", "only those in this status: "+strings.Join(orderStatuses, ", "))
	c.Flags().StringVar(&f.Email, "email", "", "only those of this customer")
	c.Flags().BoolVar(&f.Refused, "refused", false, "only those whose provider would not take or give back money, and nothing was done about it since")
	c.Flags().BoolVar(&f.Overdue, "overdue", false, "only those on account that were not paid in time: what is open since when, and whether the customer was reminded")
	c.Flags().BoolVar(&f.ToShip, "to-ship", false, "only those of which a delivery is to leave, for kontor order ship; oldest first, without those that are held")
	c.Flags().BoolVar(&f.ByHand, "by-hand", false, "only those whose money you are to transfer back: each refund with its number, for kontor order transferred, and what came that was not owed, for kontor order refund")
	c.Flags().BoolVar(&f.Unanswered, "unanswered", false, "only those whose provider has not said for a while what became of a capture, refund or release: each with its number and since when, for kontor order settled")
	c.Flags().BoolVar(&f.Disputed, "disputed", false, "only those whose customer disputes the payment: about how much and why, and until when to answer the provider")
	c.Flags().BoolVar(&f.Unbooked, "unbooked", false, "only those whose provider told of a refund that the shop did not ask for and nobody booked: each with its reference, for kontor order refunded")
	c.MarkFlagsMutuallyExclusive("overdue", "by-hand", "unanswered", "disputed", "unbooked")
	sinceFlag(c, &f.Since, "only those of the last hours, as 48h")
	pageFlags(c, &chosen, "orders")
	_ = c.RegisterFlagCompletionFunc("status", cobra.FixedCompletions(orderStatuses, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func newOrderShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show one order with its payment, deliveries, parcels, captures, refunds and notices", Args: cobra.ExactArgs(1),
		Example: "  kontor order show 100001\n  kontor order show 100001 -o json",
		RunE: func(c *cobra.Command, args []string) error {
			id, err := orderID(args[0])
			if err != nil {
				return err
			}
			return s.withOrders(c.Context(), false, func(p orderParts) error {
				o, err := p.orders.Order(c.Context(), id)
				if err != nil {
					return err
				}
				return printOrder(&s.out, o)
			})
		},
	}
}

func orderID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, usageError{fmt.Errorf("%q is not an order number", text)}
	}
	return id, nil
}

func printOrders(out *printer, list []*order.Order, total int) error {
	rows := make([][]string, len(list))
	for i, o := range list {
		rows[i] = []string{
			strconv.FormatInt(o.ID, 10), stamp(o.CreatedAt), string(o.Status), o.Email, o.Attempt.Payment.Code,
			o.Attempt.Totals.Total.String(), stamp(o.PaidAt),
		}
	}
	value := map[string]any{"orders": list, "total": total}
	if err := out.table(value, []string{"order", "created", "status", "customer", "payment", "total", "paid"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "order", "orders"))
	return nil
}

// stamp writes a time for people, "-" for none: German time, as mails and invoices have it, whatever the machine's is.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(clock.Germany).Format("2006-01-02 15:04")
}
