package withdrawal

import (
	"strings"
	"time"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// Contract is an order as far as a withdrawal needs it.
type Contract struct {
	Order       *order.Order
	DeliveredAt time.Time          // of the last delivery; zero while one is under way, and then no period has begun
	Categories  map[int64][]string // slugs by product, the product's own category and those above it
	Withdrawn   map[int]int        // quantity by line that other withdrawals took
	Refunded    money.Amount       // by them
	WrittenOff  money.Amount       // by them, since nobody had paid it
	Kept        money.Amount       // what else their goods cost: it was kept for lost value
}

// Policy is how the shop handles withdrawals.
type Policy struct {
	Days     int      // of the period; at least the legal 14
	Excluded []string // goods without the right (§ 312g(2) BGB): category slugs and article numbers
}

// Decision is what the rules say of a declaration.
type Decision struct {
	Status       Status
	Reason       string
	Lines        []Taken
	Amount       money.Amount
	CancelsOrder bool // nothing was paid or sent yet: the order ends, and nothing comes back
}

// Assess applies the rules. trusted is an operator's word for who declares and in time; c is nil when there is no such
// order.
func Assess(w *Withdrawal, c *Contract, p Policy, trusted bool) Decision {
	switch {
	case c == nil:
		return Decision{Status: Review, Reason: ReasonUnknownOrder}
	case !trusted && !proven(w, c.Order):
		return Decision{Status: Review, Reason: ReasonUnproven}
	case c.Order.Business:
		return refuse(ReasonBusiness)
	case c.Order.Status != order.Placed && c.Order.Status != order.Reserved:
		return refuse(ReasonNoContract)
	case !trusted && late(w, c, p):
		return refuse(ReasonLate)
	}
	d := take(w.Items, c, p)
	if d.Status != Accepted {
		return d
	}
	d.Amount = amount(d.Lines, c)
	if c.Order.Status == order.Reserved {
		if left(c, d.Lines) > 0 {
			return Decision{Status: Review, Reason: ReasonUnpaidPart, Lines: d.Lines}
		}
		d.CancelsOrder, d.Amount = true, money.Euro(0)
	}
	return d
}

func refuse(reason string) Decision { return Decision{Status: Refused, Reason: reason} }

// proven: order numbers can be guessed, so the number alone proves nothing. The order's link does, wherever the receipt goes.
func proven(w *Withdrawal, o *order.Order) bool {
	if w.OrderID == o.ID || w.CustomerID != 0 && w.CustomerID == o.CustomerID {
		return true
	}
	return strings.EqualFold(strings.TrimSpace(w.Email), strings.TrimSpace(o.Email))
}

func late(w *Withdrawal, c *Contract, p Policy) bool {
	end := c.Deadline(p)
	return !end.IsZero() && !w.ReceivedAt.Before(end)
}

// take finds the lines that are meant and may be withdrawn from.
func take(items []Item, c *Contract, p Policy) Decision {
	wanted, whole := map[string]int{}, len(items) == 0
	for _, item := range items {
		wanted[strings.ToUpper(item.ArticleNumber)] += item.Quantity
	}
	var lines []Taken
	excluded, ended, back := false, false, false
	for i, l := range c.Order.Attempt.Lines {
		article := strings.ToUpper(l.ArticleNumber)
		n := c.free(i)
		if !whole {
			n = min(n, wanted[article])
			// Who names what is cancelled, or came back, names nothing unknown.
			over := min(c.Order.GivenUp(i), wanted[article]-n)
			repaid := min(c.Order.Repaid(i), wanted[article]-n-over)
			ended, back = ended || over > 0, back || repaid > 0
			wanted[article] -= n + over + repaid
		} else {
			back = back || c.Order.Repaid(i) > 0
		}
		switch {
		case n <= 0:
		case Excluded(p, l.ArticleNumber, c.Categories[l.ProductID]):
			excluded = true
		default:
			lines = append(lines, Taken{Line: i, ArticleNumber: l.ArticleNumber, Name: l.Name, Quantity: n})
		}
	}
	if len(lines) == 0 && excluded {
		return refuse(ReasonExcluded)
	}
	if len(lines) == 0 && allTaken(items, c) {
		switch {
		case ended:
			return refuse(ReasonNoContract)
		case back:
			return refuse(ReasonReturned)
		}
		return refuse(ReasonAlready)
	}
	for _, rest := range wanted {
		if rest > 0 { // an article that the order does not have, or more of it than it has
			return Decision{Status: Review, Reason: ReasonUnclear, Lines: lines}
		}
	}
	return Decision{Status: Accepted, Lines: lines}
}

// allTaken reports whether everything that is meant was withdrawn from before.
func allTaken(items []Item, c *Contract) bool {
	known := map[string]bool{}
	for i, l := range c.Order.Attempt.Lines {
		if c.free(i) > 0 && len(items) == 0 {
			return false
		}
		known[strings.ToUpper(l.ArticleNumber)] = true
	}
	for _, item := range items {
		if !known[strings.ToUpper(item.ArticleNumber)] {
			return false
		}
	}
	return true
}

// Excluded reports whether an article of the categories has no right of withdrawal.
func Excluded(p Policy, article string, categories []string) bool {
	for _, x := range p.Excluded {
		if strings.EqualFold(x, article) {
			return true
		}
		for _, slug := range categories {
			if x == slug {
				return true
			}
		}
	}
	return false
}

// free counts the pieces of a line that can be withdrawn from: no other withdrawal took them, and their delivery was neither given
// up nor returned for its money, which is no withdrawal's.
func (c *Contract) free(line int) int {
	return max(c.Order.Attempt.Lines[line].Quantity-c.Withdrawn[line]-c.Order.GivenUp(line)-c.Order.Repaid(line), 0)
}

// left counts the units that no withdrawal takes.
func left(c *Contract, lines []Taken) int {
	n := 0
	for i := range c.Order.Attempt.Lines {
		n += c.free(i)
	}
	for _, l := range lines {
		n -= min(l.Quantity, c.free(l.Line))
	}
	return n
}

// amount fills in what was paid for each line and gives the sum to pay back. The delivery and the fee of the payment
// come back when nothing of the order is left (§ 357(2) BGB), and then every cent does that was not kept of other goods.
func amount(lines []Taken, c *Contract) money.Amount {
	paid := paidPerLine(c.Order)
	sum := money.Euro(0)
	for i, l := range lines {
		ordered := c.Order.Attempt.Lines[l.Line].Quantity
		units := paid[l.Line].Allocate(ones(ordered))
		lines[i].Amount = money.Euro(0)
		from := min(c.Withdrawn[l.Line], ordered)
		for _, unit := range units[from : from+min(l.Quantity, c.free(l.Line))] {
			lines[i].Amount = lines[i].Amount.Add(unit)
		}
		sum = sum.Add(lines[i].Amount)
	}
	if left(c, lines) == 0 {
		return money.Euro(max(c.most().Sub(c.Kept).Minor, 0))
	}
	return money.Euro(min(sum.Minor, c.most().Minor))
}

// most is what can still go back: all but what other withdrawals and returns gave back, or wrote off, what went back for goodwill, and
// but for deliveries that were given up, whose money is no withdrawal's.
func (c *Contract) most() money.Amount {
	rest := c.Order.Attempt.Totals.Total.Sub(c.Refunded).Sub(c.WrittenOff).Sub(c.Order.Stopped()).Sub(c.Order.ReturnsPaid()).
		Sub(c.Order.Conceded())
	return money.Euro(max(rest.Minor, 0))
}

// share is what a withdrawal gives back of what the end of the order gave back: not what other withdrawals do.
func (c *Contract) share(back money.Amount) money.Amount {
	rest := c.Order.Captured().Sub(c.Refunded)
	return money.Euro(max(min(back.Minor, rest.Minor), 0))
}

// paidPerLine is the price of each line with its share of the discounts taken off.
func paidPerLine(o *order.Order) []money.Amount {
	goods := make([]money.Amount, len(o.Attempt.Lines))
	weights := make([]int64, len(goods))
	for i, l := range o.Attempt.Lines {
		goods[i] = l.Unit.Add(l.Warranty).Times(int64(l.Quantity))
		weights[i] = goods[i].Minor
	}
	off := money.Euro(0)
	for _, d := range o.Attempt.Totals.Discounts {
		off = off.Add(d.Amount)
	}
	for i, share := range off.Allocate(weights) {
		goods[i] = goods[i].Sub(share)
	}
	return goods
}

func ones(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = 1
	}
	return list
}
