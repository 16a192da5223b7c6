package sim

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// The keys of the pages, each before an id where there are many.
const (
	keyPage      = "key"
	hooksPage    = "webhooks"
	tokenPrefix  = "token/"
	orderPrefix  = "order/"
	repeatPrefix = "request/"
	eventPrefix  = "event/"
)

type keptKey struct {
	Key  []byte
	Cert []byte
}

type keptOrder struct {
	Status                    string
	Req                       orderRequest
	Created, Approved         time.Time
	Declines, Review, Expired bool
	Payer                     *payer
	Auths, Captures, Refunds  []keptEntry
}

type keptEntry struct {
	Transaction transaction
	Unit        int
	Used        int64
}

type keptEvent struct {
	Kind string
	Body []byte
}

// Pages implements stage.Keeper.
func (s *Sim) Pages() map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages := map[string]any{keyPage: keptKey{x509.MarshalPKCS1PrivateKey(s.cert.Key), s.cert.PEM}, hooksPage: s.hooks}
	for token, until := range s.tokens {
		pages[tokenPrefix+token] = until
	}
	for id, o := range s.orders {
		pages[orderPrefix+id] = keptOrder{o.status, o.req, o.created, o.approved, o.declines, o.review, o.expired, o.payer,
			keptEntries(o.auths), keptEntries(o.captures), keptEntries(o.refunds)}
	}
	for request, id := range s.byRequest {
		pages[repeatPrefix+request] = id
	}
	for id, e := range s.underWay {
		pages[eventPrefix+id] = keptEvent{e.kind, e.body}
	}
	return pages
}

func keptEntries(entries []*entry) (out []keptEntry) {
	for _, e := range entries {
		out = append(out, keptEntry{e.transaction, e.unit, e.used})
	}
	return out
}

// Restore implements stage.Keeper.
func (s *Sim) Restore(pages map[string]json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.restoreKey(pages[keyPage]); err != nil {
		return err
	}
	if err := json.Unmarshal(pages[hooksPage], &s.hooks); err != nil {
		return err
	}
	for key, page := range pages {
		kind, id, _ := strings.Cut(key, "/")
		var err error
		switch kind + "/" {
		case tokenPrefix:
			var until time.Time
			err = json.Unmarshal(page, &until)
			s.tokens[id] = until
		case orderPrefix:
			err = s.restoreOrder(id, page)
		case repeatPrefix:
			var of string
			err = json.Unmarshal(page, &of)
			s.byRequest[id] = of
		case eventPrefix:
			var k keptEvent
			err = json.Unmarshal(page, &k)
			s.send(envelope{id: id, kind: k.Kind, body: k.Body, done: make(chan struct{})}, s.cfg.RetryEvery, 1, false, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Sim) restoreKey(page json.RawMessage) error {
	var k keptKey
	if err := json.Unmarshal(page, &k); err != nil {
		return err
	}
	key, err := x509.ParsePKCS1PrivateKey(k.Key)
	if err != nil {
		return err
	}
	block, _ := pem.Decode(k.Cert)
	if block == nil {
		return errors.New("the certificate is no PEM")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return err
	}
	if of, ok := cert.PublicKey.(*rsa.PublicKey); !ok || !of.Equal(&key.PublicKey) {
		return errors.New("the certificate is another key's")
	}
	s.cert = &stage.Certificate{Key: key, PEM: k.Cert}
	return nil
}

func (s *Sim) restoreOrder(id string, page json.RawMessage) error {
	var k keptOrder
	if err := json.Unmarshal(page, &k); err != nil {
		return err
	}
	o := &order{id: id, status: k.Status, req: k.Req, created: k.Created, approved: k.Approved, declines: k.Declines, review: k.Review,
		expired: k.Expired, payer: k.Payer}
	restored := func(kept []keptEntry, kind string) (out []*entry) {
		for _, e := range kept {
			back := &entry{transaction: e.Transaction, kind: kind, order: o, unit: e.Unit, used: e.Used}
			s.entries[back.ID] = back
			out = append(out, back)
		}
		return out
	}
	o.auths, o.captures, o.refunds = restored(k.Auths, kindAuthorization), restored(k.Captures, kindCapture), restored(k.Refunds, kindRefund)
	for _, c := range o.captures {
		if c.InvoiceID != "" && c.Status != "DECLINED" {
			s.paid[c.InvoiceID] = true
		}
	}
	s.orders[id] = o
	return nil
}
