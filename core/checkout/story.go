package checkout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
)

// Story explains an attempt in plain words, for operators.
type Story struct {
	Case     *Case    `json:"attempt"`
	Tries    []Try    `json:"tries"`
	Happened []Moment `json:"happened"` // in order of time
	Stands   string   `json:"stands"`
	Wrong    string   `json:"wrong"`    // "" when it goes on as it should
	WaitsFor string   `json:"waitsFor"` // "" when it is over
	Advice   []string `json:"advice"`   // commands that can help, with why
	Workflow *Run     `json:"workflow"` // nil: the server did not answer
}

func tell(c *Case, r *Record, run *Run, acts []audit.Entry, now time.Time) *Story {
	s := &Story{Case: c, Tries: r.Tries, Workflow: run, Stands: stands(c, run), Wrong: wrong(c), WaitsFor: waitsFor(c, run, now), Advice: advise(c, run)}
	s.contested(r.Disputes)
	s.refunded(r.Unbooked)
	s.Happened = append(s.Happened, r.Moments...)
	if run != nil {
		s.Happened = append(s.Happened, run.Moments...)
	}
	for _, e := range acts {
		s.Happened = append(s.Happened, Moment{At: e.At, What: deed(e), From: "audit"})
	}
	slices.SortStableFunc(s.Happened, func(a, b Moment) int { return a.At.Compare(b.At) })
	return s
}

// contested adds the disputes, which no workflow waits for: they are the operator's.
func (s *Story) contested(disputes []Dispute) {
	for _, d := range disputes {
		s.Happened = append(s.Happened, Moment{At: d.OpenedAt, What: "the customer disputes the payment: " + d.ID, From: "shop"})
		if d.State != DisputeOpen {
			s.Happened = append(s.Happened, Moment{At: d.ToldAt, What: fmt.Sprintf("the dispute %s ended: %s", d.ID, d.State), From: "shop"})
			continue
		}
		s.alsoWrong("its customer disputes the payment: " + d.String())
		s.Advice = append(s.Advice,
			"the provider's merchant interface: answer the dispute, with the proof of delivery of `kontor order show`, or accept it",
			fmt.Sprintf("kontor order disputed %d --dispute %s --ended won: when it ended and the provider does not tell the shop", s.Case.OrderID, d.ID))
	}
}

// refunded adds the refunds that are the provider's word alone.
func (s *Story) refunded(unbooked []string) {
	for _, refund := range unbooked {
		s.alsoWrong("the provider tells of a refund that is not in the shop's books: " + refund)
	}
	if len(unbooked) > 0 {
		s.Advice = append(s.Advice, fmt.Sprintf("kontor order refunded %d --reference R --amount A: book what an employee gave back at the provider, but not what a bank took back", s.Case.OrderID))
	}
}

func (s *Story) alsoWrong(text string) {
	if s.Wrong != "" {
		s.Wrong += "; "
	}
	s.Wrong += text
}

func deed(e audit.Entry) string {
	text := e.Actor + " did " + e.Action
	if e.Reason != "" {
		text += ", because: " + e.Reason
	}
	if e.Failure != "" {
		text += " (it failed: " + e.Failure + ")"
	}
	return text
}

// stands says what the state means.
func stands(c *Case, run *Run) string {
	total, plugin := c.Totals.Total.String(), cmp.Or(c.Payment.Plugin, "the provider")
	switch c.State {
	case Created:
		return "The customer sent the order, the goods are reserved, and nobody has begun with the payment yet."
	case Authorizing:
		return fmt.Sprintf("The shop is asking %s for %s and has no answer yet.", plugin, total)
	case Redirected:
		if run != nil && slices.ContainsFunc(run.Steps, func(s RunStep) bool { return s.Name == "checkout.complete" }) {
			return fmt.Sprintf("The customer was sent to %s to pay %s and has been there; whether it is paid nobody has said yet.", plugin, total)
		}
		return fmt.Sprintf("The customer was sent to %s to pay %s and is not back yet.", plugin, total)
	case Unknown:
		return fmt.Sprintf("Nobody knows whether %s has taken %s: the shop asked and got no clear answer. The goods stay reserved.", plugin, total)
	case Pending:
		if c.AwaitsDecision() {
			return fmt.Sprintf("The order stands and its goods are reserved; %s has not decided about its %s yet.", plugin, total)
		}
		return fmt.Sprintf("The order stands and its goods are reserved; its %s are to come.", total)
	case Confirmed:
		return placed(c, total, plugin)
	}
	text := "The attempt failed" + because(c.Payment.Reason) + ": it is no order, and its goods went back to stock."
	switch {
	case c.Owed:
		text += " But money came for it, which has to go back to the customer."
	case c.Payment.Open:
		text += fmt.Sprintf(" But %s may still decide about it, which has to be withdrawn there.", plugin)
	}
	return text
}

func placed(c *Case, total, plugin string) string {
	taken := c.Taken.Minor
	var text string
	switch whole := taken >= c.Totals.Total.Minor; {
	case c.Status == "cancelled" && taken == 0:
		text = "The order was placed, and cancelled since; no money was taken."
	case c.Status == "cancelled":
		text = fmt.Sprintf("The order was placed, and cancelled since; %s were taken.", money.Euro(taken))
	case whole:
		text = fmt.Sprintf("The order is placed and its %s are taken.", total)
	case taken > 0:
		text = fmt.Sprintf("The order is placed and %s of its %s are taken.", money.Euro(taken), total)
	case c.Payment.Outcome == OutcomePending && c.Unsold.Minor >= c.Totals.Total.Minor && c.Unsold.Minor > 0:
		text = fmt.Sprintf("The order is placed, and none of it is with the customer any more, who has nothing of its %s to pay.", total)
	case c.Payment.Outcome == OutcomePending && c.Unsold.Minor > 0:
		text = fmt.Sprintf("The order is placed; the customer pays %s of its %s later, by %s.", c.Totals.Total.Sub(c.Unsold), total, c.Payment.Code)
	case c.Payment.Outcome == OutcomePending:
		text = fmt.Sprintf("The order is placed; the customer pays its %s later, by %s.", total, c.Payment.Code)
	case c.Unsold.Minor > 0:
		text = fmt.Sprintf("The order is placed; of its %s that are promised by %s, %s are taken later.", total, plugin, c.Totals.Total.Sub(c.Unsold))
	default:
		text = fmt.Sprintf("The order is placed; %s are promised by %s and taken later.", total, plugin)
	}
	if c.GivenBack.Minor > 0 {
		text += fmt.Sprintf(" %s of them went back to the customer, or are about to.", c.GivenBack)
	}
	return text
}

var failures = map[string]string{
	ReasonCancelled: "the customer turned back at the provider",
	ReasonDeclined:  "the provider declined it",
	ReasonExpired:   "the customer did not pay in time",
	ReasonLapsed:    "it lapsed at the provider before the customer paid",
	ReasonTakenBack: "it was given up at the provider, not by the shop",
	ReasonAmount:    "the provider authorized another amount than the order's, which goes back",
	ReasonNotPaid:   "its money did not come in time",
	ReasonLeft:      "it was given up, by the customer or an operator",
	ReasonDown:      "the provider could not be asked",
	ReasonNotFound:  "the provider never heard of it",
}

// because tells why an attempt failed, with the code that the logs have; a provider's own reason is told as it is.
func because(reason string) string {
	words, known := failures[reason]
	if why, declined := strings.CutPrefix(reason, ReasonDeclined+"_"); declined && !known {
		words, known = fmt.Sprintf("the provider declined it with %q", strings.ReplaceAll(why, "_", " ")), true
	}
	switch {
	case known:
		return fmt.Sprintf(" because %s (%s)", words, reason)
	case reason == "":
		return ""
	}
	return " (" + reason + ")"
}

// wrong says what the trouble is, "" for none.
func wrong(c *Case) string {
	plugin := cmp.Or(c.Payment.Plugin, "the provider")
	switch c.Trouble {
	case TroubleOwed:
		switch {
		case c.ByHand:
			return fmt.Sprintf("money that came for it has to be transferred back: %s cannot give any back", c.Payment.Code)
		case !c.GoingBackAt.IsZero():
			return fmt.Sprintf("%s has long been working on giving back the money that came for it", plugin)
		case c.Refused != "":
			return fmt.Sprintf("%s refuses to give back the money that came for it (%s)", plugin, c.Refused)
		}
		return "money that came for it has to go back to the customer, and has not"
	case TroubleHeld:
		return "an operator keeps it still, and nobody has let it go"
	case TroubleNotBegun:
		return "nobody took it up, though a worker looks for such attempts every half minute"
	case TroubleAuthorizing:
		return plugin + " takes longer to answer than a payment may"
	case TroubleUnknown:
		return plugin + " does not say what became of the payment"
	case TroubleEvents:
		return "the provider told something that the shop has not applied"
	case TroubleOverdue:
		return "its time is over, and nothing has ended it"
	case TroubleOpen:
		return plugin + " may still decide about it, and has not been told that nothing comes of it"
	}
	return ""
}

// waitsFor says what has to happen next, and by when.
func waitsFor(c *Case, run *Run, now time.Time) string {
	var parts []string
	if c.Held {
		parts = append(parts, "for an operator: it is held, so the shop neither ends it nor gives money back")
	}
	if run != nil {
		for _, step := range run.Steps {
			if step.Name == "checkout.compensate" && c.Payment.Open && !c.Owed {
				step.Name = stepWithdraw
			}
			parts = append(parts, underWay(step, now))
		}
	}
	switch {
	case len(parts) > 0:
	case c.State == Created, c.State == Authorizing && !idle(c, run):
		parts = append(parts, "for a worker to go on with the payment")
	case idle(c, run):
		parts = append(parts, stopped(c, run))
	case c.Owed && c.ByHand:
		parts = append(parts, "for an operator to transfer the money back, and to say so")
	case c.Owed && !c.GoingBackAt.IsZero():
		parts = append(parts, fmt.Sprintf("for the provider to finish giving the money back, which it began %s ago", span(now.Sub(c.GoingBackAt))))
	case c.Owed && c.Refused != "":
		parts = append(parts, "for an operator to settle it with the provider, who is asked again after minutes at first, and once a day in the end")
	case c.Owed:
		parts = append(parts, "for the provider to take the money back")
	case c.State == Failed && c.Payment.Open:
		parts = append(parts, "for the provider to be told that nothing comes of it")
	case c.State == Redirected:
		parts = append(parts, "for the customer's return or the provider's webhook"+until(c.DueAt, now, "then the provider is asked, and what is not paid ends"))
	case c.State == Unknown:
		parts = append(parts, "for the provider to say what became of the payment; it is asked again and again, at the latest every five minutes")
	case c.AwaitsDecision():
		parts = append(parts, "for the provider's decision"+until(c.DueAt, now, "then it is asked, and unless it agrees the order is cancelled"))
	case c.State == Pending:
		then := "then the order is cancelled"
		if at := c.remindAt(); now.Before(at) {
			then += ", and the customer is reminded " + span(c.DueAt.Sub(at)) + " before"
		}
		parts = append(parts, "for the customer's money"+until(c.DueAt, now, then))
	}
	switch {
	case c.Events == 1:
		parts = append(parts, "for a stored webhook event to be applied")
	case c.Events > 1:
		parts = append(parts, fmt.Sprintf("for %d stored webhook events to be applied", c.Events))
	}
	return strings.Join(parts, "; ")
}

// idle reports whether nobody drives an attempt that is not over.
func idle(c *Case, run *Run) bool {
	return run != nil && run.Status != RunRunning && (c.State.Open() || c.State == Pending || c.Owed && !c.ByHand || c.Payment.Open)
}

// stopped says what goes on without a workflow.
func stopped(c *Case, run *Run) string {
	text := "for somebody to take it up: its workflow is " + run.Status
	if run.Status == RunNone {
		text = "for somebody to take it up: it has no workflow"
	}
	if c.State == Redirected || c.State == Pending {
		return text + ", so that no time ends it; the customer, the provider or an operator starts it again"
	}
	return text + ", so that nothing goes on by itself"
}

func until(due, now time.Time, then string) string {
	if due.IsZero() {
		return ""
	}
	if now.After(due) {
		return fmt.Sprintf(", for which the time was over %s ago", span(now.Sub(due)))
	}
	return fmt.Sprintf(" until %s (in %s); %s", due.In(clock.Germany).Format(time.DateTime), span(due.Sub(now)), then)
}

// span tells a time as people do, to the two units that matter.
func span(d time.Duration) string {
	d = d.Round(time.Second)
	switch day := 24 * time.Hour; {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
	case d < 2*day:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	default:
		return fmt.Sprintf("%d days %d h", d/day, d%day/time.Hour)
	}
}

func underWay(s RunStep, now time.Time) string {
	text := fmt.Sprintf("for %s, try %d", stepWords(s.Name), max(s.Tries, 1))
	if s.Failure != "" {
		text += ", after the last one failed: " + s.Failure
	}
	if s.NextAt.After(now) {
		text += "; the next try is in " + span(s.NextAt.Sub(now))
	}
	return text
}

// stepWithdraw is the step of giving back where there is nothing but a decision to withdraw.
const stepWithdraw = "checkout.withdraw"

var steps = map[string]string{
	"checkout.begin": "the payment to begin", "checkout.authorize": "the provider to authorize", "checkout.complete": "the provider to complete the payment",
	"checkout.reconcile": "the provider to say what became of the payment", "checkout.expire": "the provider to say whether it was paid before it is ended",
	"checkout.leave": "the provider to say whether it was paid before it is given up", "checkout.cancel": "the provider to agree to the cancellation",
	"checkout.apply": "a webhook event to be applied", "checkout.received": "the money to be recorded",
	"checkout.compensate": "the provider to give the money back", stepWithdraw: "the provider to be told that nothing comes of it", "checkout.giveup": "the provider to say what it has before the attempt is given up",
}

func stepWords(name string) string {
	if words, ok := steps[name]; ok {
		return words
	}
	return name
}

// advise names the commands that fit.
func advise(c *Case, run *Run) []string {
	var out []string
	say := func(command, why string) { out = append(out, command+": "+why) }
	act := func(command, why string) { say(fmt.Sprintf("kontor checkout %s %d", command, c.OrderID), why) }
	if c.Held {
		act("release", "let it go on")
		return out
	}
	failing := run != nil && slices.ContainsFunc(run.Steps, func(s RunStep) bool { return s.Failure != "" })
	if idle(c, run) || failing {
		act("retry", "take it up again now")
	}
	switch {
	case c.State == Redirected, c.State == Unknown, c.State == Authorizing:
		act("reconcile", "ask the provider now")
		act("compensate", "give it up, and any money back")
		if c.State == Unknown {
			act("unpaid", "give it up, when you have looked at the provider and it has nothing")
		}
	case c.AwaitsDecision():
		act("reconcile", "ask the provider now")
		say(fmt.Sprintf("kontor order cancel %d", c.OrderID), "when it is not to be waited for: what it still decides is withdrawn there")
	case c.State == Pending:
		say(fmt.Sprintf("kontor order paid %d", c.OrderID), "when the money is in the bank")
		say(fmt.Sprintf("kontor order cancel %d", c.OrderID), "when it will not come")
	case c.Owed:
		if !c.ByHand && c.GoingBackAt.IsZero() {
			act("compensate", "give the money back now")
		}
		if c.unreturned() {
			act("repaid", "when you have given the money back yourself")
		}
	case c.State == Failed && c.Payment.Open:
		act("compensate", "withdraw it at the provider now")
	case c.Trouble == TroubleEvents:
		act("reconcile", "ask the provider now")
	}
	if len(out) > 0 && c.State != Created && c.State != Authorizing {
		act("hold", "keep it still while you find out more")
	}
	if run == nil || c.Trouble == TroubleNotBegun || c.Trouble == TroubleOverdue {
		say("kontor status", "see whether Temporal and a worker run")
	}
	if c.Trouble == TroubleEvents {
		say("kontor outbox list", "see whether events wait for a worker, or were given up")
	}
	if c.Payment.Plugin != "" && (failing || c.unreturned() && !c.ByHand || c.Trouble == TroubleAuthorizing || c.Trouble == TroubleUnknown || c.Trouble == TroubleOpen) {
		say("kontor plugin logs "+c.Payment.Plugin, "see what the plugin and the provider said")
	}
	return out
}
