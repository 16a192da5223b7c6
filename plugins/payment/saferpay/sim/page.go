package sim

import (
	"net/http"
	"strconv"
	"time"
)

// How long the payer may take, and how long a token answers.
const (
	sessionLife = 60 * time.Minute
	tokenLife   = 24 * time.Hour
)

// page is one payment page.
type page struct {
	token   string
	req     initializeRequest
	minor   int64
	created time.Time
	end     *failure     // why it ended without a transaction
	paid    *transaction // what it led to
}

func (p *page) open() bool {
	return p.end == nil && p.paid == nil && time.Since(p.created) < sessionLife
}

func (s *Sim) initialize(body []byte, _ bool) (map[string]any, *failure) {
	var req initializeRequest
	if f := decode(body, &req); f != nil {
		return nil, f
	}
	c := &checker{}
	req.check(c, s.cfg.Terminal)
	if f := c.failure(); f != nil {
		return nil, f
	}
	p := &page{token: newID(30), req: req, created: time.Now()}
	p.minor, _ = strconv.ParseInt(req.Payment.Amount.Value, 10, 64) // check has read it
	s.pages[p.token] = p
	s.stage.Note("initialize", p.token, "%s %s, order %s", req.Payment.Amount.Value, req.Payment.Amount.CurrencyCode, req.Payment.OrderId)
	return map[string]any{"Token": p.token, "Expiration": stamp(p.created.Add(sessionLife)),
		"RedirectUrl": s.url("/vt2/PaymentPage/", p.token)}, nil
}

type assertRequest struct {
	RequestHeader requestHeader `json:"RequestHeader"`
	Token         string        `json:"Token"`
}

func (s *Sim) assert(body []byte, _ bool) (map[string]any, *failure) {
	var req assertRequest
	if f := decode(body, &req); f != nil {
		return nil, f
	}
	p := s.pages[req.Token]
	switch {
	case req.Token == "" || len(req.Token) > 50:
		return nil, invalid("Token: is not valid")
	case p == nil:
		return nil, fail(http.StatusPaymentRequired, "TOKEN_INVALID", "Token is unknown or was used already")
	case time.Since(p.created) > tokenLife:
		return nil, fail(http.StatusPaymentRequired, "TOKEN_EXPIRED", "Token is expired")
	case p.paid != nil:
		return p.paid.details(), nil
	case p.end != nil:
		return nil, p.end
	}
	return nil, fail(http.StatusPaymentRequired, "TRANSACTION_NOT_STARTED", "Transaction was not started by the payer")
}
