package checkout

import (
	"context"
	"time"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Case is an attempt as operators see it.
type Case struct {
	Attempt
	Status      string    `json:"status"` // of its order
	UpdatedAt   time.Time `json:"updatedAt"`
	Events      int       `json:"events,omitempty"`     // stored webhook events that wait to be applied
	EventAt     time.Time `json:"eventAt,omitzero"`     // when the oldest of them came
	Owed        bool      `json:"owed,omitempty"`       // money came for it that has not gone back yet
	Refused     string    `json:"refused,omitempty"`    // why the provider would not give back what is owed
	GoingBackAt time.Time `json:"goingBackAt,omitzero"` // when the provider agreed to give it back, and began to work on it
	ByHand      bool      `json:"byHand,omitempty"`     // the method cannot give money back

	Taken     money.Amount `json:"taken,omitzero"`     // all at once or with the deliveries of its order; what was given up before is not paid
	GivenBack money.Amount `json:"givenBack,omitzero"` // of what was taken, or about to be
	Unsold    money.Amount `json:"unsold,omitzero"`    // of the total: for deliveries that were given up, or came back

	Trouble Trouble `json:"trouble,omitempty"`
}

// Trouble is why an attempt does not go on by itself, or takes longer than it should.
type Trouble string

// The troubles, the worst first.
const (
	TroubleOwed        Trouble = "money_owed"     // money has to go back and has not
	TroubleHeld        Trouble = "held"           // an operator keeps it still
	TroubleNotBegun    Trouble = "not_begun"      // nobody took it up
	TroubleAuthorizing Trouble = "authorizing"    // the provider's plugin does not answer
	TroubleUnknown     Trouble = "unknown"        // the provider does not say what became of the payment
	TroubleEvents      Trouble = "events_waiting" // the provider told something that was not applied
	TroubleOverdue     Trouble = "overdue"        // its time is over and it was not ended
	TroubleOpen        Trouble = "not_withdrawn"  // it is over, and its provider may still decide about it
)

// How long each state may take before it is trouble. Each is well beyond what the workflow needs by itself.
const (
	beginsWithin   = time.Minute
	answersWithin  = 2 * time.Minute
	appliedWithin  = 2 * time.Minute
	expiresWithin  = 5 * time.Minute
	GivenBackAfter = 2 * time.Minute
	WorksFor       = 3 * 24 * time.Hour // a provider on a refund
)

// Judge says what the trouble of a case is, "" for none.
func (c *Case) Judge(now time.Time) Trouble {
	silent := now.Sub(c.UpdatedAt)
	switch {
	case c.Owed && silent > GivenBackAfter && now.Sub(c.GoingBackAt) > WorksFor:
		return TroubleOwed
	case c.Held:
		return TroubleHeld
	case c.State == Created && silent > beginsWithin:
		return TroubleNotBegun
	case c.State == Authorizing && silent > answersWithin:
		return TroubleAuthorizing
	case c.State == Unknown && silent > answersWithin:
		return TroubleUnknown
	case c.Events > 0 && now.Sub(c.EventAt) > appliedWithin:
		return TroubleEvents
	case (c.State == Redirected || c.State == Pending) && !c.DueAt.IsZero() && now.Sub(c.DueAt) > expiresWithin:
		return TroubleOverdue
	case c.State == Failed && c.Payment.Open && silent > GivenBackAfter:
		return TroubleOpen
	}
	return ""
}

// MayReconcile gives what the shop refuses to ask the provider for: fault Conflict (ReasonHeld).
func (c *Case) MayReconcile() error {
	if c.Held {
		return fault.New(fault.Conflict, ReasonHeld)
	}
	return nil
}

// MayCompensate gives why an attempt is not given up: fault Conflict (ReasonHeld; ReasonPlaced for one that is an order).
func (c *Case) MayCompensate() error {
	if c.State.Placed() {
		return fault.New(fault.Conflict, ReasonPlaced)
	}
	return c.MayReconcile()
}

// MayRepay gives why no money can have been given back for it by other means: fault Conflict (ReasonNotOwed) when nothing is owed,
// as when that was recorded before.
func (c *Case) MayRepay() error {
	if !c.Owed {
		return fault.New(fault.Conflict, ReasonNotOwed)
	}
	return nil
}

// unreturned reports whether money is owed that will hardly go back by itself.
func (c *Case) unreturned() bool {
	if !c.GoingBackAt.IsZero() {
		return c.Trouble == TroubleOwed
	}
	return c.Owed && (c.ByHand || c.Refused != "")
}

// CaseFilter chooses cases; the zero value chooses those that are under way or owe money.
type CaseFilter struct {
	State State // only those in this state, also of the past
	Open  bool  // of a state too only those that are under way or owe money
	Limit int   // 0: all
}

// Record is what the shop has written down about an attempt besides itself.
type Record struct {
	Tries    []Try     `json:"tries"` // all attempts of the same checkout, by number
	Moments  []Moment  `json:"moments"`
	Disputes []Dispute `json:"disputes,omitempty"` // of the order's payment
	Unbooked []string  `json:"unbooked,omitempty"` // refunds that the provider told of and nobody booked, see order.Unbooked
}

// Try is an attempt of the same checkout.
type Try struct {
	ID      string `json:"id"`
	Number  int    `json:"number"`
	OrderID int64  `json:"orderId"`
	State   State  `json:"state"`
	Method  string `json:"method"`
}

// Moment is something that happened, in a sentence for operators.
type Moment struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
	From string    `json:"from"` // who says so: shop, workflow, audit
}

// Cases reads attempts for operators.
type Cases interface {
	// Cases gives the oldest first.
	Cases(ctx context.Context, f CaseFilter) ([]*Case, error)
	// Case finds one by its ID or by the number of its order. Fault NotFound ("attempt_not_found").
	Case(ctx context.Context, idOrOrder string) (*Case, error)
	// Record gives what was written down about it, in order of time.
	Record(ctx context.Context, attemptID string) (*Record, error)
	// Repaid notes that what was owed went back by other means. Fault Conflict (ReasonNotOwed) when nothing is.
	Repaid(ctx context.Context, attemptID string) error
	// Nothing notes that an operator looked at the provider, which has nothing of the attempt.
	Nothing(ctx context.Context, attemptID string) error
	// Hold keeps an attempt still, or lets it go. Fault Conflict (ReasonNotBegun) while the customer waits for its first answer.
	Hold(ctx context.Context, attemptID string, held bool) error
}

// Run is the workflow of an attempt, as its server tells.
type Run struct {
	WorkflowID string    `json:"workflowId"`
	RunID      string    `json:"runId,omitempty"`
	Status     string    `json:"status"` // running, completed, failed, terminated, timed out; "none" when there is none, or no more
	Started    time.Time `json:"started,omitzero"`
	Closed     time.Time `json:"closed,omitzero"`
	Events     int64     `json:"events,omitempty"` // in its history
	Steps      []RunStep `json:"steps,omitempty"`  // under way
	Moments    []Moment  `json:"moments,omitempty"`
}

// RunNone is the status of an attempt without a workflow.
const RunNone = "none"

// RunRunning is the status of a workflow that has not ended.
const RunRunning = "running"

// RunStep is a step that a workflow is taking.
type RunStep struct {
	Name    string    `json:"name"` // as "checkout.reconcile"
	Tries   int       `json:"tries"`
	Failure string    `json:"failure,omitempty"` // of the last try
	NextAt  time.Time `json:"nextAt,omitzero"`   // of the next try
}

// Operations are what operators tell the workflows of attempts; workflows/client implements it.
type Operations interface {
	// Look gives the newest run.
	Look(ctx context.Context, attemptID string) (*Run, error)
	// Retry has the step that failed tried again now, or starts the workflow where none runs.
	Retry(ctx context.Context, attemptID string) error
	// Reconcile asks the provider what became of the payment and applies the answer.
	Reconcile(ctx context.Context, attemptID string) error
	// Compensate gives the attempt up and its money back, see Payer.GiveUp.
	Compensate(ctx context.Context, attemptID string) error
	// Held tells a workflow that runs that its attempt is kept still, or let go.
	Held(ctx context.Context, attemptID string, held bool) error
}
