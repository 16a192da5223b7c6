package checkout

import (
	"time"

	"kontor.dev/kontor/core/clock"
)

// Transition is what a payment result does to an attempt: the state that follows and the effects that the store writes
// in the same transaction.
type Transition struct {
	State   State
	Reserve bool // place the order, money to come: stock is sold, the cart emptied, the mail asked for
	Place   bool // place the order (or the reserved one): as Reserve unless that has happened
	Paid    bool // the money is here
	Release bool // give stock back and thaw the cart; the order is abandoned
	Cancel  bool // cancel an order that was reserved: give stock back, tell the customer
	// Compensate: there is money (or a hold on it) for an attempt that will not become an order. The workflow gives it back.
	Compensate bool
	Open       bool   // what Compensate is for is a decision that the provider may still take: it is withdrawn there. See Payment.Open
	Notice     string // for operators, "" for none
	Detail     string // of a notice that is not about the payment as a whole
}

// Notices for operators.
const (
	NoticeLatePayment  = "late_payment"     // money for an attempt that had failed; given back
	NoticeAmount       = "amount_mismatch"  // the provider authorized another amount; given back
	NoticeOver         = "payment_due_over" // the plugin named a day to pay that was over already, and the shop's own time counts; detail: that day
	NoticeLess         = "promised_less"    // the provider promises less than the placed order costs, as it says late; detail: how much
	NoticeGivenBack    = "payment_given_back"
	NoticeNotBack      = "give_back_refused"        // detail: why the provider refuses to give it back; it is asked again, less and less often
	NoticeGoingBack    = "give_back_under_way"      // the provider has agreed to give it back, and works on it; detail: its reference
	NoticeRepaid       = "payment_repaid"           // an operator gave it back by other means than the payment's
	NoticeNothing      = "payment_absent"           // an operator looked at the provider, which had nothing of an attempt and did not say so
	NoticeWithdrawn    = "payment_withdrawn"        // the provider was still working on an attempt that is over: that is withdrawn there
	NoticeNotWithdrawn = "payment_not_withdrawn"    // it cannot be withdrawn there; what comes of it goes back. Detail: why, where the provider says
	NoticeByHand       = "refund_by_hand"           // the method cannot refund: transfer the amount
	NoticeUndone       = "payment_operation_failed" // a capture or refund that the provider was working on came to nothing
	NoticeBroken       = "promise_broken"           // the provider does not keep its promise of a placed order's money, of which nothing was taken; detail: why
	NoticeRefunded     = "payment_refunded"         // the provider tells of a refund that the shop did not ask for; detail: its reference and amount
	NoticeReleased     = "payment_released"         // the provider tells that it holds nothing any more, which the shop did not ask for
)

// Next says what result r does to attempt a. It changes nothing itself, and a result that comes again, late or out of
// order leads to the state that the attempt is in already.
func Next(a *Attempt, r Result) Transition {
	switch {
	case a.State.Open():
		return nextOpen(a, r)
	case a.State == Pending:
		return nextPending(a, r)
	case a.State == Confirmed:
		return nextConfirmed(a, r)
	}
	return nextFailed(a, r)
}

func nextFailed(a *Attempt, r Result) Transition {
	t := Transition{State: Failed, Open: a.Payment.Open}
	switch {
	case r.Outcome == OutcomeAuthorized:
		return Transition{State: Failed, Compensate: true, Notice: NoticeLatePayment}
	case leavesOpen(a, r):
		t.Open, t.Compensate = true, true
	case r.Outcome == OutcomeDeclined, r.Outcome == OutcomeVoided, r.Outcome == OutcomeRefunded:
		t.Open = false
	}
	return t
}

// leavesOpen reports whether the provider still works on an attempt that the customer is done with: a bank that decides about a
// credit, a buyer's agreement that is to be confirmed. A transfer is no such thing: nobody but the customer decides.
func leavesOpen(a *Attempt, r Result) bool {
	return a.Payment.Flow != FlowSimple && (r.Outcome == OutcomePending || r.Outcome == OutcomeApproved)
}

func nextOpen(a *Attempt, r Result) Transition {
	switch r.Outcome {
	case OutcomeAuthorized:
		if differs(a, r) {
			return Transition{State: Failed, Release: true, Compensate: true, Notice: NoticeAmount}
		}
		return Transition{State: Confirmed, Place: true, Paid: r.Captured}
	case OutcomePending:
		t := Transition{State: Pending, Reserve: true}
		if r.Accepted {
			t = Transition{State: Confirmed, Place: true}
		}
		if !r.Over.IsZero() {
			t.Notice, t.Detail = NoticeOver, r.Over.In(clock.Germany).Format(time.DateTime)
		}
		return t
	case OutcomeRedirect, OutcomeFormPost:
		return Transition{State: Redirected}
	case OutcomeDeclined, OutcomeVoided, OutcomeRefunded:
		return Transition{State: Failed, Release: true, Open: r.Open, Compensate: r.Open}
	case OutcomeUnknown:
		return Transition{State: Unknown}
	}
	return Transition{State: a.State}
}

func nextPending(a *Attempt, r Result) Transition {
	switch r.Outcome {
	case OutcomeAuthorized:
		if differs(a, r) {
			return Transition{State: Failed, Cancel: true, Compensate: true, Notice: NoticeAmount}
		}
		return Transition{State: Confirmed, Place: true, Paid: r.Captured} // a decision may have been waited for, not the money
	case OutcomeDeclined, OutcomeVoided, OutcomeRefunded:
		return Transition{State: Failed, Cancel: true, Open: r.Open, Compensate: r.Open}
	case OutcomePending:
		if r.Accepted { // it was decided: the goods may go ahead of the money
			return Transition{State: Confirmed, Place: true}
		}
	}
	return Transition{State: Pending}
}

func nextConfirmed(a *Attempt, r Result) Transition {
	t := Transition{State: Confirmed}
	if r.Broken && a.promised() {
		return Transition{State: Failed, Cancel: true, Notice: NoticeBroken, Detail: r.Reason}
	}
	switch r.Outcome {
	case OutcomeAuthorized:
		t.Paid = r.Captured && !a.Payment.Captured && !differs(a, r) // a part pays for one delivery
		if !r.Captured && !a.Payment.Captured && less(a, r) {
			t.Notice, t.Detail = NoticeLess, r.Amount.String()
		}
	case OutcomeVoided:
		t.Notice = NoticeReleased
	case OutcomeRefunded:
		if r.Operation == "" { // whether the shop asked for one that is named, its order's books know
			t.Notice = NoticeRefunded
		}
	case OutcomeDeclined:
		t.Notice = NoticeUndone // where something was under way
	}
	return t
}

// promised reports whether a provider promised the money of a placed order, and all of it is still to be taken as far as is known here.
func (a *Attempt) promised() bool {
	return a.State == Confirmed && a.Payment.Outcome == OutcomeAuthorized && !a.Payment.Captured
}

// differs reports whether the provider names an amount that is not the attempt's. Providers that name none are believed.
func differs(a *Attempt, r Result) bool {
	return !r.Amount.IsZero() && r.Amount != a.Totals.Total
}

// less reports whether the provider names an amount that does not pay for the attempt.
func less(a *Attempt, r Result) bool {
	return differs(a, r) && (r.Amount.Currency != a.Totals.Total.Currency || r.Amount.Minor < a.Totals.Total.Minor)
}
