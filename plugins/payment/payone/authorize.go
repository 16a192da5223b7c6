package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// Authorize asks PAYONE to reserve the money on a card that the browser had checked. PAYONE takes a reference once, so an
// answer that is lost is asked for again; that the reference is taken then says only that the first one arrived, and the
// outcome is unknown until the notification.
func (p *plugin) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	a := p.account.Load()
	if err := a.check(r); err != nil {
		return nil, err
	}
	c, err := readCard(r.ClientData)
	if err != nil {
		return nil, err
	}
	reference := a.reference(r.Purchase.OrderNumber, r.Purchase.Attempt, r.IdempotencyKey)
	known := a.ledger.named(reference)
	if !known.take(ctx) {
		return nil, &base.Error{Fault: base.FaultProvider, Code: "busy", Message: "the same payment is under way", Retryable: true}
	}
	defer known.leave()
	if o := known.known(); o != nil {
		return o, nil
	}
	got, again, err := a.api.call(ctx, "preauthorization", a.preauthorization(r, c, reference))
	if err != nil {
		if e := base.AsError(err); e.OutcomeUnknown {
			known.doubt(a.now())
			return payment.Unknown{Message: e.Code}, nil
		}
		return nil, err
	}
	return a.preauthorized(r.Purchase.Amount, reference, got, again)
}

// preauthorized tells what PAYONE's answer means, and keeps what is certain.
func (a *account) preauthorized(amount base.Money, reference string, got answer, again bool) (payment.Outcome, error) {
	known := a.ledger.join(reference, got["txid"])
	switch got["status"] {
	case statusApproved:
		o := payment.Authorized{Reference: got["txid"], Amount: amount}
		if o.Reference == "" {
			known.doubt(a.now())
			return payment.Unknown{Message: "approved without a txid"}, nil
		}
		known.settle(o)
		return o, nil
	case statusRedirect:
		u, err := url.Parse(got["redirecturl"])
		if err != nil || u.Host == "" {
			return nil, &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "PAYONE names no address to go to"}
		}
		o := payment.Redirect{URL: got["redirecturl"], Reference: got["txid"]}
		known.settle(o)
		return o, nil
	case statusPending:
		o := payment.Pending{Reference: got["txid"]}
		known.settle(o)
		return o, nil
	}
	if got["errorcode"] == errorReferenceTaken {
		known.taken()
		known.doubt(a.now())
		return payment.Unknown{Message: "PAYONE has this reference already"}, nil
	}
	if code, declined := declineCode(got["errorcode"]); declined {
		o := payment.Declined{Code: code}
		known.settle(o)
		return o, nil
	}
	e := got.fault()
	e.OutcomeUnknown = again // what refused the repetition may not have refused the first one
	return nil, e
}

func (a *account) check(r payment.AuthorizeRequest) error {
	wrong := r.Misfits(method)
	wrong.If(!a.accepts(r.Purchase.Amount), "purchase.amount")
	wrong.Add(r.Purchase.Billing == nil || r.Purchase.Billing.Country == "", "purchase.billing", "required")
	wrong.Add(r.URLs.Return == "" || r.URLs.Cancel == "", "urls", "required")
	return wrong.Refuse("invalid_request", "the request cannot be a payment")
}

func (a *account) preauthorization(r payment.AuthorizeRequest, c card, reference string) url.Values {
	who := r.Purchase.Billing
	last := who.LastName
	if last == "" {
		last = who.Company
	}
	fields := url.Values{"aid": {a.account}, "clearingtype": {"cc"}, "ecommercemode": {"internet"}}
	for field, value := range map[string]string{
		"reference": reference, "amount": strconv.FormatInt(r.Purchase.Amount.Minor, 10), "currency": r.Purchase.Amount.Currency,
		"pseudocardpan": c.pseudo, "cardholder": c.holder,
		"firstname": base.Cut(who.FirstName, 50), "lastname": base.Cut(last, 50), "company": base.Cut(who.Company, 50),
		"street": base.Cut(strings.TrimSpace(who.Street+" "+who.StreetNumber), 50), "zip": base.Cut(who.PostalCode, 10), "city": base.Cut(who.City, 50),
		"country": who.Country, "email": base.Cut(r.Purchase.Customer.Email, 254), "language": language(r.Purchase.Locale), "ip": r.Purchase.Customer.IP,
		"successurl": a.returnURL(r, reference, resultSuccess), "errorurl": a.returnURL(r, reference, resultError), "backurl": r.URLs.Cancel,
	} {
		if value != "" {
			fields.Set(field, value)
		}
	}
	return fields
}

// reference names an attempt at PAYONE, at most 20 characters: order number, attempt, and six of a hash of the key, so that
// it is the same for the same key and no other. What does not fit is all hash.
func (a *account) reference(number string, attempt int, key string) string {
	const longest = 20
	sum := sha256.Sum256([]byte(strings.Join([]string{a.prefix, number, strconv.Itoa(attempt), key}, "\n")))
	hash := hex.EncodeToString(sum[:])
	id := a.prefix + number + "-" + strconv.Itoa(max(attempt, 1)) + "-" + hash[:6]
	plain := strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") == ""
	if plain && len(id) <= longest {
		return id
	}
	return hash[:longest]
}

// referenceForm is a reference with the order's number in it.
var referenceForm = regexp.MustCompile(`^(.+)-[0-9]+-[0-9a-f]{6}$`)

// orderNumber reads the order's number out of a reference, "" when it is not in it.
func (a *account) orderNumber(reference string) string {
	parts := referenceForm.FindStringSubmatch(reference)
	if parts == nil || !strings.HasPrefix(parts[1], a.prefix) {
		return ""
	}
	return strings.TrimPrefix(parts[1], a.prefix)
}

// errorUnknownCard is PAYONE's code for a stand-in of a card that it does not know, or not any more.
const errorUnknownCard = 1078

// declineCode translates PAYONE's error codes that are about this card: those below 100 are the card issuer's. All
// others but one are errors.
func declineCode(code string) (string, bool) {
	n, err := strconv.Atoi(code)
	if err != nil || n < 1 {
		return "", false
	}
	switch n {
	case 51, 61, 65:
		return payment.CodeInsufficientFunds, true
	case 34, 41, 43, 59:
		return payment.CodeRisk, true
	case 33, 54:
		return "card_expired", true
	case errorUnknownCard:
		return "card_unknown", true
	}
	return payment.CodeRefused, n < 100
}
