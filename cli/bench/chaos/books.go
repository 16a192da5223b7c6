package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/outbox"
)

// settleWithin is how long the last steps may take after the last kill: what a dead worker had claimed is free after a
// minute, and an attempt of unknown outcome is asked about every five.
const settleWithin = 10 * time.Minute

// settle waits until nothing is under way: no attempt, no webhook, no mail, no money that has to go back.
func (s *shop) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleWithin)
	defer cancel()
	return again(ctx, func(ctx context.Context) error {
		var open, events, unsent, owed int
		err := s.pool.QueryRow(ctx, `
			select (select count(*) from checkout_attempt where state in ('created', 'authorizing', 'redirected', 'unknown')),
			       (select count(*) from webhook_event where handled_at is null),
			       (select count(*) from outbox where delivered_at is null and dead_at is null and topic in ($1, $2)),
			       (select count(*) from order_notice n where kind in ('late_payment', 'amount_mismatch') and not exists (
			           select from order_notice b where b.order_id = n.order_id and b.kind = 'payment_given_back'))`,
			outbox.MailRequested, outbox.Webhook).
			Scan(&open, &events, &unsent, &owed)
		if err != nil {
			return err
		}
		if open+events+unsent+owed > 0 {
			return fmt.Errorf("%d attempts, %d webhook events, %d mails and events and %d returns of money are under way", open, events, unsent, owed)
		}
		return nil
	})
}

// count holds the books against each other.
func (s *shop) count(ctx context.Context, guests []*guest) ([]Check, int, error) {
	var standing, twice, sold, available, reserved, dead int64
	var attempts int
	err := s.pool.QueryRow(ctx, `
		with stands as (select o.id, o.email, a.lines from shop_order o join checkout_attempt a on a.order_id = o.id
		                where o.status in ('placed', 'reserved'))
		select (select count(*) from stands),
		       (select count(*) from (select 1 from stands group by email having count(*) > 1) d),
		       (select coalesce(sum((l ->> 'quantity')::bigint), 0) from stands, jsonb_array_elements(lines) l),
		       (select sum(available) from stock where product_id = $1),
		       (select coalesce(sum(quantity), 0) from stock_reservation where product_id = $1),
		       (select count(*) from outbox where dead_at is not null), (select count(*) from checkout_attempt)`, s.product).Scan(&standing, &twice, &sold, &available, &reserved, &dead, &attempts)
	if err != nil {
		return nil, 0, err
	}
	accepted, found := int64(0), int64(0)
	for _, g := range guests {
		if g == nil || g.order == 0 {
			continue
		}
		accepted++
		var n int64
		err := s.pool.QueryRow(ctx, `select count(*) from shop_order where id = $1 and email = $2 and status in ('placed', 'reserved')`, g.order, g.email).Scan(&n)
		if err != nil {
			return nil, 0, err
		}
		found += n
	}
	checks := []Check{
		{Name: "guests who were told of an order", Want: int64(len(guests)), Have: accepted},
		{Name: "of these orders, in the books", Want: accepted, Have: found},
		{Name: "orders that stand", Want: accepted, Have: standing},
		{Name: "guests with two orders", Want: 0, Have: twice},
		{Name: "messages that could not be delivered", Want: 0, Have: dead},
		{Name: "goods held for orders", Want: sold, Have: reserved},
		{Name: "goods left in stock", Want: s.stock - sold, Have: available},
	}
	mails, err := s.confirmations(ctx)
	if err != nil {
		return nil, 0, err
	}
	checks = append(checks, Check{Name: "customers with a confirmation by mail", Want: accepted, Have: mails})
	for _, p := range []string{"paypal", "aiia", "saferpay"} {
		money, err := s.money(ctx, p)
		if err != nil {
			return nil, 0, err
		}
		checks = append(checks, money)
	}
	return checks, attempts, nil
}

// confirmations counts who got a mail that confirms an order. A worker that dies between sending and noting sends again, so
// it is addresses that are counted.
func (s *shop) confirmations(ctx context.Context) (int64, error) {
	var mails []struct {
		To []string `json:"to"`
	}
	if err := s.read(ctx, s.mails.URL()+"/api/mails", &mails); err != nil {
		return 0, err
	}
	told := map[string]bool{}
	for _, m := range mails {
		for _, to := range m.To {
			told[to] = true
		}
	}
	return int64(len(told)), nil
}

// money compares what a provider holds for the shop with what the shop's orders say.
func (s *shop) money(ctx context.Context, plugin string) (Check, error) {
	c := Check{Name: "money at " + plugin, Euro: true}
	err := s.pool.QueryRow(ctx, `
		select coalesce(sum((totals -> 'total' ->> 'minor')::bigint), 0) from checkout_attempt where state = 'confirmed' and plugin = $1`,
		plugin).Scan(&c.Want)
	if err != nil {
		return c, err
	}
	var book struct {
		State json.RawMessage `json:"state"`
	}
	if err := s.read(ctx, s.control+plugin, &book); err != nil {
		return c, err
	}
	c.Have, err = holds[plugin](book.State)
	return c, err
}

// holds add up what a provider's books hold for the shop: what was taken or promised, less what was given back.
var holds = map[string]func(json.RawMessage) (int64, error){"paypal": paypal, "aiia": aiia, "saferpay": saferpay}

type value struct {
	Amount struct {
		Value string `json:"value"`
	} `json:"amount"`
}

func paypal(book json.RawMessage) (sum int64, err error) {
	var b struct {
		Orders []struct {
			Units []struct {
				Payments struct {
					Captures, Refunds []value
				} `json:"payments"`
			} `json:"purchase_units"`
		} `json:"orders"`
	}
	if err := json.Unmarshal(book, &b); err != nil {
		return 0, err
	}
	for _, o := range b.Orders {
		for _, u := range o.Units {
			for _, c := range u.Payments.Captures {
				if err := add(&sum, c.Amount.Value, 1); err != nil {
					return 0, err
				}
			}
			for _, r := range u.Payments.Refunds {
				if err := add(&sum, r.Amount.Value, -1); err != nil {
					return 0, err
				}
			}
		}
	}
	return sum, nil
}

func aiia(book json.RawMessage) (sum int64, err error) {
	var b struct {
		Payments []struct {
			Amount json.Number
			Status string
		}
	}
	if err := json.Unmarshal(book, &b); err != nil {
		return 0, err
	}
	for _, p := range b.Payments {
		if p.Status == "Executed" {
			if err := add(&sum, p.Amount.String(), 1); err != nil {
				return 0, err
			}
		}
	}
	return sum, nil
}

func saferpay(book json.RawMessage) (sum int64, err error) {
	var b struct {
		Transactions []struct {
			Transaction struct {
				Type, Status string
				Amount       struct{ Value string }
			}
		}
	}
	if err := json.Unmarshal(book, &b); err != nil {
		return 0, err
	}
	for _, t := range b.Transactions {
		minor, err := strconv.ParseInt(t.Transaction.Amount.Value, 10, 64)
		switch {
		case err != nil:
			return 0, err
		case t.Transaction.Type == "REFUND":
			sum -= minor
		case t.Transaction.Status == "AUTHORIZED" || t.Transaction.Status == "CAPTURED":
			sum += minor
		}
	}
	return sum, nil
}

// add adds a decimal of euros, "12.34", to a sum of cents.
func add(sum *int64, euros string, sign int64) error {
	whole, cents, _ := strings.Cut(euros, ".")
	minor, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	if err != nil || whole == "" || len(cents) > 2 {
		return fmt.Errorf("%q is no amount", euros)
	}
	*sum += sign * minor
	return nil
}

func (s *shop) read(ctx context.Context, address string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return errors.New(address + " answers " + res.Status)
	}
	return json.NewDecoder(res.Body).Decode(out)
}
