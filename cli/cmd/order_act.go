package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// orderAct is a command on one order.
type orderAct struct {
	use, short, long, example string
	// wrong says what is wrong with the flags, before anything is asked; nil: nothing can be.
	wrong func() error
	// ask is the question before it is done, of the order as it is and as it would be; nil for none.
	ask func(is, will *order.Order) string
	do  func(ctx context.Context, p orderParts, id int64) (*order.Order, error)
	// preview makes of an order what do would make of it; every command that asks has one.
	preview func(o *order.Order) error
	books   bool // it changes the shop's books alone: Temporal is not needed
	waits   bool // for a carrier: it says so when that takes long
	repays  bool // it gives money back: where that is refused, the command fails with the refusal, whatever else it did
}

func newOrderAct(s *session, a orderAct) *cobra.Command {
	reason, dry, asking := "", false, consent{}
	c := &cobra.Command{
		Use: a.use + " ID", Short: a.short, Long: a.long, Example: a.example, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			id, err := orderID(args[0])
			if err == nil && a.wrong != nil {
				err = a.wrong()
			}
			if err != nil {
				return err
			}
			if dry {
				return s.previewOrder(c.Context(), id, a.preview)
			}
			if a.ask != nil {
				if err := s.agreeOn(c, a, id, asking); err != nil {
					return err
				}
			}
			return s.withOrders(c.Context(), !a.books, func(p orderParts) error {
				end := func() {}
				if a.waits {
					end = tellWait(c.Context(), silence, c.ErrOrStderr(), func(ctx context.Context) (*order.Order, error) { return p.orders.Order(ctx, id) })
				}
				o, err := a.audited(c.Context(), p, id, reason)
				end()
				if o == nil {
					return err
				}
				return errors.Join(printDone(&s.out, o), err)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	if a.ask != nil {
		asking.flag(c)
		c.Flags().BoolVar(&dry, "dry-run", false, "only show what the order would be afterwards, and its money")
	}
	return c
}

// printDone shows an order after a command, and says what of its money is still to go back.
func printDone(out *printer, o *order.Order) error {
	err := printOrder(out, o)
	if open := o.Unanswered(); err == nil && open.Minor > 0 {
		out.line("%s have not gone back yet: the payment's provider has not answered, and is asked again until it does. "+
			"`kontor plugin list` says whether the plugin of %s runs.", open, o.Attempt.Payment.Code)
	}
	return err
}

// orderStanding is what the log keeps of an order: no personal data.
type orderStanding struct {
	Status     order.Status `json:"status"`
	Deliveries []string     `json:"deliveries,omitempty"` // "1 shipped"
	Payments   []string     `json:"payments,omitempty"`   // "refund 12.00 EUR done"
}

func standingOf(o *order.Order) orderStanding {
	s := orderStanding{Status: o.Status}
	for _, d := range o.Deliveries {
		s.Deliveries = append(s.Deliveries, fmt.Sprintf("%d %s", d.Number, d.State))
	}
	for _, p := range o.Payments {
		s.Payments = append(s.Payments, fmt.Sprintf("%s %s %s", p.Kind, p.Amount, p.State))
	}
	return s
}

// refusal is why money that the command asked for did not go back; nil where it went, or is on its way. A command that is given again,
// as after a lost connection, changes nothing: it is told what was refused and is so still.
func (a orderAct) refusal(before, is *order.Order) error {
	refused := is.RefusedSince(before)
	if reflect.DeepEqual(standingOf(before), standingOf(is)) {
		refused = is.RefusedStill()
	}
	if !a.repays || len(refused) == 0 {
		return nil
	}
	last := refused[len(refused)-1]
	return fmt.Errorf("%s of %s: %w", last.Kind, last.Amount, fault.New(fault.Conflict, last.Reason))
}

// audited does it and writes it down. The order is nil where it was not done; with an error besides, see refusal.
func (a orderAct) audited(ctx context.Context, p orderParts, id int64, reason string) (o *order.Order, err error) {
	before, err := p.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	e := audit.Entry{Actor: operator(), Action: "order." + a.use, Subject: fmt.Sprintf("order-%d", id), Reason: reason}
	err = audit.Act(ctx, p.log, e, standingOf(before), func(ctx context.Context) (any, error) {
		if _, err := a.do(ctx, p, id); err != nil {
			return nil, err
		}
		if o, err = p.orders.Order(ctx, id); err != nil {
			return nil, err
		}
		return standingOf(o), a.refusal(before, o)
	})
	return o, err
}

// agreeOn asks, unless the order would refuse anyway, or stay as it is.
func (s *session) agreeOn(c *cobra.Command, a orderAct, id int64, asking consent) error {
	return asking.agree(c, func() (question string, err error) {
		err = s.withOrders(c.Context(), false, func(p orderParts) error {
			is, err := p.orders.Order(c.Context(), id)
			if err != nil {
				return err
			}
			will, err := p.orders.Order(c.Context(), id)
			if err != nil {
				return err
			}
			if err := a.preview(will); err != nil {
				return err
			}
			if !reflect.DeepEqual(standingOf(is), standingOf(will)) {
				question = a.ask(is, will)
			}
			return nil
		})
		return question, err
	})
}

// goesBack says how much money the customer gets.
func goesBack(is, will *order.Order) string {
	if back := will.Refunded().Sub(is.Refunded()); back.Minor > 0 {
		return back.String() + " goes back to the customer."
	}
	return "No money goes back."
}

// previewOrder shows an order as a command would leave it. Temporal is not asked, and nothing is written.
func (s *session) previewOrder(ctx context.Context, id int64, preview func(*order.Order) error) error {
	return s.withOrders(ctx, false, func(p orderParts) error {
		o, err := p.orders.Order(ctx, id)
		if err != nil {
			return err
		}
		if err := preview(o); err != nil {
			return err
		}
		if s.out.json {
			return s.out.value(map[string]any{"dryRun": true, "order": o})
		}
		s.out.line("Nothing was done. The order would be:\n")
		return printOrder(&s.out, o)
	})
}

func newOrderPaid(s *session) *cobra.Command {
	amount := money.Euro(0)
	c := newOrderAct(s, orderAct{
		use: "paid", short: "Record that the money of an order has come",
		long: `Records that the money of an order has come: what is owed, or all of --amount.
Less than is owed is booked as a part: the rest stays owed, and a mail tells the customer how much that is. On account it pays for
what was sent first, and a reminder asks for the rest alone. Goods that wait for their money leave when all of it is there; when the
order ends before, the part is to be transferred back (kontor order list --by-hand). Of a card or another payment that a provider holds
no part can be booked. Nor can it of one about which its provider still decides, as a bank about a loan: that was paid in another way
then, and what is applied for there is withdrawn.
What was paid too much is listed there too: give it back with ` + "`kontor order refund`" + `; it is on no credit note. What comes for a
cancelled order goes back to the customer: notices of the order say how.`,
		example: "  kontor order paid 100001\n  kontor order paid 100001 --amount 1299.00",
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.commands.Paid(ctx, id, amount)
		},
	})
	c.Flags().Var(euros{&amount}, "amount", "all that came so far, earlier parts included, as 49.90; what is owed unless given")
	return c
}

func newOrderCancel(s *session) *cobra.Command {
	return newOrderAct(s, orderAct{
		use: "cancel", repays: true, short: "Cancel what of an order was not dispatched: goods and money go back, the customer gets a mail",
		example: "  kontor order cancel 100001 --dry-run\n  kontor order cancel 100001",
		ask: func(is, will *order.Order) string {
			what := "Cancel"
			if will.Status != order.Cancelled {
				what = "Cancel what was not dispatched of"
			}
			return fmt.Sprintf("%s order %d? %s", what, is.ID, followsBack(is, will))
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.commands.Cancel(ctx, id)
		},
		preview: func(o *order.Order) error { return o.WouldCancel(order.ReasonCancelled, time.Now()) },
	})
}

func newOrderShip(s *session) *cobra.Command {
	var delivery int
	var items []string
	disputed := false
	c := newOrderAct(s, orderAct{
		use: "ship", waits: true, short: "Dispatch a delivery: label, capture of the money, mail with the tracking link",
		long: `Dispatches the first delivery that waits for it, or the one of --delivery. With --item only a part of the first that has all of
these: it becomes a delivery of its own, and its share of the money is taken. Goods for a store lie ready there then.
Goods whose payment the customer disputes do not leave unless --disputed is given.`,
		example: "  kontor order ship 100001\n  kontor order ship 100001 --item NB-100001=1 && kontor order label 100001",
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			o, err := p.orders.Order(ctx, id)
			if err != nil {
				return nil, err
			}
			if err := unpaidFor(o); err != nil && !disputed {
				return nil, err
			}
			pick := order.Pick{Delivery: delivery}
			if len(items) > 0 {
				if pick.Items, err = itemsToShip(o, delivery, items); err != nil {
					return nil, err
				}
			}
			return p.commands.Ship(ctx, id, pick)
		},
	})
	c.Flags().Var(atLeast(1, &delivery), "delivery", "number of the delivery")
	c.Flags().StringArrayVar(&items, "item", nil, "article number and pieces, as NB-100001=1; repeatable")
	c.Flags().BoolVar(&disputed, "disputed", false, "also where the customer disputes the payment")
	return c
}

// itemsToShip finds the lines of articles in the named delivery, or in the first that waits and has all of them.
func itemsToShip(o *order.Order, delivery int, wanted []string) ([]order.Item, error) {
	for _, d := range o.Deliveries {
		if delivery != 0 || d.State != order.Planned {
			continue
		}
		found, err := orderItems(o, d.Number, wanted)
		if err != nil || !slices.ContainsFunc(found, func(i order.Item) bool { return o.Waiting(d.Number, i.Line) < i.Quantity }) {
			return found, err
		}
	}
	return orderItems(o, delivery, wanted)
}

// orderItems finds the lines of articles in a delivery that waits to be dispatched, 0 for the first.
func orderItems(o *order.Order, delivery int, wanted []string) ([]order.Item, error) {
	var out []order.Item
	for _, text := range wanted {
		article, number, _ := strings.Cut(text, "=")
		quantity, err := strconv.Atoi(number)
		if err != nil || quantity < 1 {
			return nil, usageError{fmt.Errorf("--item takes an article number and pieces, as NB-100001=1, not %q", text)}
		}
		lines, err := linesOf(o, article, quantity, delivery, out)
		if err != nil {
			return nil, err
		}
		out = append(out, lines...)
	}
	return out, nil
}

// linesOf takes pieces of an article from the lines that have it, one after the other: it may be there with a warranty and without.
// What the delivery does not have is left on the last of them, for the shop to refuse.
func linesOf(o *order.Order, article string, quantity, delivery int, taken []order.Item) (out []order.Item, err error) {
	last := -1
	for i, l := range o.Attempt.Lines {
		if l.ArticleNumber != article {
			continue
		}
		last = i
		if n := min(quantity, o.Waiting(delivery, i)-piecesOf(taken, i)); n > 0 {
			out, quantity = append(out, order.Item{Line: i, Quantity: n}), quantity-n
		}
	}
	switch {
	case last < 0:
		return nil, usageError{fmt.Errorf("order %d has no article %s", o.ID, article)}
	case quantity > 0 && len(out) > 0:
		out[len(out)-1].Quantity += quantity
	case quantity > 0:
		out = append(out, order.Item{Line: last, Quantity: quantity})
	}
	return out, nil
}

func piecesOf(items []order.Item, line int) (n int) {
	for _, i := range items {
		if i.Line == line {
			n += i.Quantity
		}
	}
	return n
}

func newOrderDeliver(s *session) *cobra.Command {
	var delivery int
	c := newOrderAct(s, orderAct{
		use: "deliver", short: "Record that the customer has a delivery, as by collecting it in a store",
		long: `Records that the customer has a delivery, as by collecting it in a store. Where more than one is under way, or was delivered,
name it with --delivery.`,
		example: "  kontor order deliver 100001\n  kontor order deliver 100001 --delivery 2",
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.commands.Deliver(ctx, id, delivery)
		},
	})
	c.Flags().Var(atLeast(1, &delivery), "delivery", "number of the delivery; needed where more than one is under way")
	return c
}

func newOrderRefund(s *session) *cobra.Command {
	amount, key := money.Euro(0), ""
	c := newOrderAct(s, orderAct{
		use: "refund", repays: true, short: "Give money of an order back, all that is left or a part of it",
		example: "  kontor order refund 100001 --dry-run\n  kontor order refund 100001 --amount 49.90 --key complaint-77",
		ask: func(is, will *order.Order) string {
			back := will.Refunded().Sub(is.Refunded())
			if amount.IsZero() {
				amount = back // it is what is agreed to, whatever comes in meanwhile
			}
			return fmt.Sprintf("%sGive %s of order %d back?", twice(is), back, is.ID)
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			if key == "" {
				key = ident.New()
			}
			o, err := p.commands.Refund(ctx, id, key, amount)
			return o, withKey(err, key)
		},
		preview: func(o *order.Order) error { return o.WouldRefund(cmp.Or(key, "dry-run"), amount) },
	})
	c.Flags().Var(euros{&amount}, "amount", "what goes back, as 49.90; all that is left unless given")
	c.Flags().StringVar(&key, "key", "", "your name of this refund: the same gives money back once")
	return c
}

// withKey names the key of a refund that may still be made, so that whoever asks again does not give the money back twice.
func withKey(err error, key string) error {
	switch fault.CodeOf(err) {
	case fault.Unavailable, fault.Unknown:
		return fmt.Errorf("%w; with --key %s it is made once, however often you ask", err, key)
	}
	return err
}

func newOrderReturn(s *session) *cobra.Command {
	var delivery int
	var damaged bool
	c := newOrderAct(s, orderAct{
		use: "return", repays: true, short: "Record that a delivery came back: its goods go into stock, its money to the customer",
		long: `Records that a delivery came back: its goods go into stock, its money to the customer. Where more than one has left, name
it. The money of what the customer withdrew from goes back with ` + "`kontor withdrawal refund`" + `, and not with this as well.`,
		example: "  kontor order return 100001 --damaged\n  kontor order return 100001 --delivery 1 --dry-run",
		ask: func(is, will *order.Order) string {
			for i, d := range is.Deliveries {
				if will.Deliveries[i].State != d.State {
					return fmt.Sprintf("Take back delivery %d of order %d? %s", d.Number, is.ID, followsBack(is, will))
				}
			}
			return ""
		},
		do: func(ctx context.Context, p orderParts, id int64) (*order.Order, error) {
			return p.commands.Return(ctx, id, delivery, damaged)
		},
		preview: func(o *order.Order) error { return o.WouldReturn(delivery, damaged, time.Now()) },
	})
	c.Flags().Var(atLeast(1, &delivery), "delivery", "number of the delivery; needed where more than one has left")
	c.Flags().BoolVar(&damaged, "damaged", false, "do not put the goods back into stock")
	return c
}

func newOrderLabel(s *session) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use: "label ID", Short: "Write the labels of an order's parcels into files", Args: cobra.ExactArgs(1),
		Example: "  kontor order label 100001 --dir labels",
		RunE: func(c *cobra.Command, args []string) error {
			id, err := orderID(args[0])
			if err != nil {
				return err
			}
			return s.withOrders(c.Context(), false, func(p orderParts) error {
				labels, err := p.orders.Labels(c.Context(), id)
				if err != nil {
					return err
				}
				return s.writeLabels(id, dir, labels)
			})
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "folder to write to, made where it is not there")
	return c
}

// labelEndings are what labels are called by their media type.
var labelEndings = map[string]string{"application/pdf": ".pdf", "image/png": ".png", "image/gif": ".gif", "application/zpl": ".zpl"}

type labelFile struct {
	Delivery       int    `json:"delivery"`
	Parcel         int    `json:"parcel"`
	TrackingNumber string `json:"trackingNumber"`
	File           string `json:"file"`
}

func (s *session) writeLabels(id int64, dir string, labels []order.Label) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var files []labelFile
	var rows [][]string
	for _, l := range labels {
		if len(l.Label) == 0 {
			continue
		}
		ending, ok := labelEndings[l.LabelType]
		if !ok {
			ending = ".bin"
		}
		file := filepath.Join(dir, fmt.Sprintf("order-%d-%d-%d%s", id, l.Delivery, l.Number, ending))
		if err := os.WriteFile(file, l.Label, 0o600); err != nil { // it has an address on it
			return err
		}
		files = append(files, labelFile{l.Delivery, l.Number, l.TrackingNumber, file})
		rows = append(rows, []string{strconv.Itoa(l.Delivery), l.TrackingNumber, file})
	}
	if len(files) == 0 {
		return fault.New(fault.NotFound, "order_without_labels")
	}
	return s.out.table(map[string]any{"labels": files}, []string{"delivery", "parcel", "file"}, rows)
}
