package sim

import (
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// The decisions of a payer, and the test card that stands for each.
var decisions = map[string]string{
	"approve": "9010003150000001", "challenge": "9010004950000001", "decline": "9010403153150003",
	"authentication": "9010004350000007", "no_shift": "9010003750000005", "review": "9010003150000001",
	"drop_shift": "9010003150000001", "other_amount": "9010003150000001",
}

// decide does what the payer clicked, and gives what to wait for before the browser goes back, if a rule asks for it.
// Beside the cards there are cancel, expire, and what goes wrong at Saferpay itself: review (the transaction is pending),
// drop_shift (the issuer refuses the liability after all), other_amount (a cent less is authorized), unreachable (the processor).
func (s *Sim) decide(token, decision, number, wallet string) (wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.pages[token]
	if p == nil || !p.open() {
		return nil, stage.Refuse("no open page %q", token)
	}
	switch decision {
	case "cancel":
		p.end = fail(http.StatusPaymentRequired, "TRANSACTION_ABORTED", "Transaction was aborted by the payer")
		p.end.OrderId = p.req.Payment.OrderId
		s.stage.Note("payer", token, "aborted")
		return s.notify(p, false), nil
	case "unreachable":
		p.end = fail(http.StatusPaymentRequired, "COMMUNICATION_FAILED", "The communication to the processor failed")
		p.end.Behavior, p.end.OrderId = "RETRY", p.req.Payment.OrderId
		s.stage.Note("payer", token, "processor not reached")
		return s.notify(p, false), nil
	case "expire":
		p.end = fail(http.StatusPaymentRequired, "TOKEN_EXPIRED", "Token is expired")
		s.stage.Note("payer", token, "expired")
		return s.notify(p, false), nil
	}
	if number == "" {
		number = decisions[decision]
	}
	c, known := findCard(number)
	if !known {
		return nil, stage.Refuse("no test card for %q", decision)
	}
	if f := c.refusal(p); f != nil {
		p.end = f
		s.stage.Note("payer", token, "%s", f.ErrorName)
		return s.notify(p, false), nil
	}
	t := &transaction{kind: "PAYMENT", id: newID(28), order: p.req.Payment.OrderId, status: authorized, minor: p.minor,
		currency: p.req.Payment.Amount.CurrencyCode, card: c, wallet: wallet, date: time.Now()}
	switch decision {
	case "review":
		t.status = pending
	case "drop_shift":
		t.card.shift = false
	case "other_amount":
		t.minor--
	}
	p.paid = t
	s.transactions[t.id] = t
	s.stage.Count("authorization")
	s.stage.Note("payer", token, "%s, transaction %s", t.status, t.id)
	return s.notify(p, true), nil
}

// Act implements stage.Provider. The id is a page's token, the shop's OrderId, or both as the shop keeps them, joined by
// a tilde; for the action "release" it is "webhooks". Beside the payer's decisions there are settle, settle_no_shift (without a
// shift of liability) and deny for a pending transaction, and age, after which the token answers no more.
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	s.mu.Lock()
	p := s.byAnyID(id)
	s.mu.Unlock()
	if p == nil {
		return nil, stage.Refuse("no page %q", id)
	}
	switch action {
	case "settle", "settle_no_shift", "deny":
		return s.settle(p, action)
	case "age":
		s.mu.Lock()
		defer s.mu.Unlock()
		p.created = p.created.Add(-2 * tokenLife)
		return map[string]string{"token": p.token}, nil
	}
	if decisions[action] == "" && action != "cancel" && action != "expire" && action != "unreachable" {
		return nil, stage.Refuse("no decision %q", action)
	}
	wait, err := s.decide(p.token, action, "", "")
	if err != nil {
		return nil, err
	}
	s.courier.Await(wait, nil)
	return map[string]string{"token": p.token, "redirect": p.req.ReturnUrl.Url}, nil
}

// byAnyID finds a page by its token, by the newest order of that id, or by both. The caller holds the lock.
func (s *Sim) byAnyID(id string) *page {
	order, token, both := strings.Cut(id, "~")
	if both {
		id = token
	}
	if p := s.pages[id]; p != nil {
		return p
	}
	var newest *page
	for _, p := range s.pages {
		if p.req.Payment.OrderId == order && (newest == nil || p.created.After(newest.created)) {
			newest = p
		}
	}
	return newest
}

// settle ends the review of a pending transaction.
func (s *Sim) settle(p *page, action string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.paid == nil || p.paid.status != pending {
		return nil, stage.Refuse("order %s has no pending transaction", p.req.Payment.OrderId)
	}
	good := action != "deny"
	if good {
		p.paid.status = authorized
		p.paid.card.shift = p.paid.card.shift && action == "settle"
	} else {
		delete(s.transactions, p.paid.id)
		p.paid, p.end = nil, fail(http.StatusPaymentRequired, "TRANSACTION_DECLINED", "The payment failed")
	}
	s.notify(p, good)
	return map[string]string{"token": p.token}, nil
}

// state is what tests see.
type state struct {
	Pages        []pageView       `json:"pages"`
	Transactions []map[string]any `json:"transactions"`
	Deliveries   []stage.Delivery `json:"deliveries"`
}

type pageView struct {
	Token string   `json:"token"`
	Order string   `json:"order"`
	Open  bool     `json:"open"`
	Means []string `json:"means"`
}

// State gives the pages and the transactions.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Pages: []pageView{}, Transactions: []map[string]any{}, Deliveries: s.courier.Deliveries()}
	for _, p := range s.pages {
		out.Pages = append(out.Pages, pageView{p.token, p.req.Payment.OrderId, p.open(), append(p.req.PaymentMethods, p.req.Wallets...)})
	}
	for _, t := range s.transactions {
		out.Transactions = append(out.Transactions, t.details())
	}
	return out
}
