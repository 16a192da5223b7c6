package main

import (
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// captures, authorizations and refunds of all purchase units; this plugin creates only one.
func (o order) captures() (all []transaction) {
	for _, u := range o.Units {
		all = append(all, u.Payments.Captures...)
	}
	return all
}

func (o order) authorizations() (all []transaction) {
	for _, u := range o.Units {
		all = append(all, u.Payments.Authorizations...)
	}
	return all
}

func (o order) refunds() (all []transaction) {
	for _, u := range o.Units {
		all = append(all, u.Payments.Refunds...)
	}
	return all
}

// total is what the order is about.
func (o order) total() (base.Money, error) {
	if len(o.Units) == 0 {
		return base.Money{}, badAnswer("order " + o.ID + " has no purchase unit")
	}
	m, err := o.Units[0].Amount.money()
	if err != nil {
		return base.Money{}, badAnswer(err.Error())
	}
	return m, nil
}

// belongs reports whether the order's money is that attempt's. Two attempts can claim the order of one express checkout
// at once; the one that it names when the money is taken has it, because PayPal changes a completed order no more.
func (o order) belongs(orderNumber string, attempt int) bool {
	if orderNumber == "" || len(o.Units) == 0 || o.Units[0].InvoiceID == "" {
		return true // nothing to tell them apart by
	}
	return o.Units[0].InvoiceID == invoiceID(orderNumber, attempt)
}

func badAnswer(message string) *base.Error {
	return &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: message, OutcomeUnknown: true}
}

// taken reports whether money of a capture has arrived, be it given back since.
func taken(c transaction) bool {
	return c.Status == "COMPLETED" || c.Status == "PARTIALLY_REFUNDED" || c.Status == "REFUNDED"
}

// outcome tells what has become of an order that the customer approved, from its transactions.
func (o order) outcome() (payment.Outcome, error) {
	captured, err := sum(o.captures(), taken)
	if err != nil {
		return nil, err
	}
	for _, a := range o.authorizations() {
		switch a.Status {
		case "CREATED", "PARTIALLY_CAPTURED", "CAPTURED":
			m, err := a.Amount.money()
			if err != nil {
				return nil, badAnswer(err.Error())
			}
			return payment.Authorized{Reference: o.ID, Amount: m, Captured: a.Status == "CAPTURED", ExpiresAt: a.Expiration}, nil
		case "PENDING":
			return payment.Pending{Reference: o.ID}, nil
		case "DENIED":
			return payment.Declined{Code: payment.CodeRefused, Reference: o.ID}, nil
		case "VOIDED":
			return payment.Declined{Code: "voided", Reference: o.ID}, nil
		}
	}
	if captured.IsSet() {
		return payment.Authorized{Reference: o.ID, Amount: captured, Captured: true}, nil
	}
	for _, c := range o.captures() {
		switch c.Status {
		case "PENDING":
			return payment.Pending{Reference: o.ID}, nil
		case "DECLINED", "FAILED":
			return payment.Declined{Code: payment.CodeRefused, Reference: o.ID}, nil
		}
	}
	return payment.Unknown{Reference: o.ID, Message: "order is " + o.Status + " without a transaction"}, nil
}

// tookMore reports whether more was captured than the shop knows, also what PayPal still works on.
func (o order) tookMore(known base.Money) (bool, error) {
	all, err := sum(o.captures(), func(t transaction) bool { return t.Status != "DECLINED" && t.Status != "FAILED" })
	return all.Minor > known.Minor, err
}

// sum adds the amounts of those that count. It is not set when none does.
func sum(all []transaction, counts func(transaction) bool) (base.Money, error) {
	var total base.Money
	for _, t := range all {
		if !counts(t) {
			continue
		}
		m, err := t.Amount.money()
		if err != nil {
			return base.Money{}, badAnswer(err.Error())
		}
		total = base.Money{Minor: total.Minor + m.Minor, Currency: m.Currency}
	}
	return total, nil
}
