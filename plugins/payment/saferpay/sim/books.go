package sim

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

const (
	pagePrefix        = "page/"
	transactionPrefix = "transaction/"
	answerPrefix      = "answer/"
)

type keptPage struct {
	Req       initializeRequest
	Minor     int64
	Created   time.Time
	End       *failure
	EndStatus int
	Paid      string // the transaction's id
}

type keptTransaction struct {
	Kind, Order, Status string
	Minor               int64
	Currency, CaptureID string
	Card                string // its number
	Shift               bool
	Wallet              string
	Date                time.Time
	Taken, Refunded     int64
	Of                  string // the payment's id
}

type keptAnswer struct {
	Content [32]byte
	Status  int
	Fields  map[string]any
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages := map[string]any{}
	for token, p := range s.pages {
		k := keptPage{Req: p.req, Minor: p.minor, Created: p.created, End: p.end}
		if p.end != nil {
			k.EndStatus = p.end.status
		}
		if p.paid != nil {
			k.Paid = p.paid.id
		}
		pages[pagePrefix+token] = k
	}
	for id, t := range s.transactions {
		k := keptTransaction{t.kind, t.order, t.status, t.minor, t.currency, t.captureID, t.card.number, t.card.shift, t.wallet, t.date, t.taken, t.refunded, ""}
		if t.of != nil {
			k.Of = t.of.id
		}
		pages[transactionPrefix+id] = k
	}
	for id, a := range s.answered {
		pages[answerPrefix+id] = keptAnswer{a.content, a.status, a.fields}
	}
	s.courier.Letters(pages)
	return pages
}

// Restore implements stage.Keeper. Transactions come first, for pages and refunds name them.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	paidFor := map[string]string{}
	for key, page := range pages {
		id, ok := strings.CutPrefix(key, transactionPrefix)
		if !ok {
			continue
		}
		var k keptTransaction
		if err := json.Unmarshal(page, &k); err != nil {
			return err
		}
		c, known := findCard(k.Card)
		if !known {
			return fmt.Errorf("transaction %s was paid by no test card", id)
		}
		c.shift = k.Shift
		s.transactions[id] = &transaction{kind: k.Kind, id: id, order: k.Order, status: k.Status, minor: k.Minor, currency: k.Currency,
			captureID: k.CaptureID, card: c, wallet: k.Wallet, date: k.Date, taken: k.Taken, refunded: k.Refunded}
		if k.CaptureID != "" {
			s.captures[k.CaptureID] = s.transactions[id]
		}
		paidFor[id] = k.Of
	}
	for id, of := range paidFor {
		s.transactions[id].of = s.transactions[of]
	}
	for key, page := range pages {
		if err := s.restore(key, page); err != nil {
			return err
		}
	}
	return s.courier.Resume(pages)
}

// restore takes in a page or an answer. The caller holds the lock.
func (s *Sim) restore(key string, page json.RawMessage) error {
	if token, ok := strings.CutPrefix(key, pagePrefix); ok {
		return s.restorePage(token, page)
	}
	if id, ok := strings.CutPrefix(key, answerPrefix); ok {
		var k keptAnswer
		if err := json.Unmarshal(page, &k); err != nil {
			return err
		}
		s.answered[id] = answered{k.Content, k.Status, k.Fields}
	}
	return nil
}

func (s *Sim) restorePage(token string, text json.RawMessage) error {
	var k keptPage
	if err := json.Unmarshal(text, &k); err != nil {
		return err
	}
	p := &page{token: token, req: k.Req, minor: k.Minor, created: k.Created, end: k.End, paid: s.transactions[k.Paid]}
	if p.end != nil {
		p.end.status = k.EndStatus
	}
	s.pages[token] = p
	return nil
}
