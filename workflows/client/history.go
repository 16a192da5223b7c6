package client

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/converter"

	"kontor.dev/kontor/core/checkout"
	workflow "kontor.dev/kontor/workflows/checkout"
)

// History reads the history of a run; the newest when runID is empty.
func (d *Desk) History(ctx context.Context, workflowID, runID string) (*historypb.History, error) {
	events := d.temporal.GetWorkflowHistory(ctx, workflowID, runID, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	h := &historypb.History{}
	for events.HasNext() {
		e, err := events.Next()
		if err != nil {
			return nil, unavailable(err)
		}
		h.Events = append(h.Events, e)
	}
	return h, nil
}

func (d *Desk) moments(ctx context.Context, workflowID, runID string) ([]checkout.Moment, error) {
	h, err := d.History(ctx, workflowID, runID)
	if err != nil {
		return nil, err
	}
	t := teller{payloads: d.payloads, steps: map[int64]string{}}
	for _, e := range h.Events {
		if what := t.sentence(e); what != "" {
			t.moments = append(t.moments, checkout.Moment{At: e.GetEventTime().AsTime(), What: what, From: "workflow"})
		}
	}
	return t.moments, nil
}

// teller puts the events of a history into words, as far as an operator asks for them.
type teller struct {
	payloads converter.DataConverter
	steps    map[int64]string // by the event that scheduled them
	moments  []checkout.Moment
}

var messages = map[string]string{
	workflow.Submit: "the customer waits for the order", workflow.Return: "the customer came back from the provider",
	workflow.Leave: "the customer gave the payment up", workflow.Cancel: "an operator cancelled", workflow.Paid: "an operator saw the money",
	workflow.Reconcile: "an operator had the provider asked", workflow.Compensate: "an operator gave the attempt up",
	workflow.Hold: "an operator held it, or let it go",
}

func (t *teller) sentence(e *historypb.HistoryEvent) string {
	switch e.GetEventType() {
	case enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED:
		return "the workflow began"
	case enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED:
		name := e.GetWorkflowExecutionUpdateAcceptedEventAttributes().GetAcceptedRequest().GetInput().GetName()
		return cmp.Or(messages[name], "message "+name)
	case enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED:
		if e.GetWorkflowExecutionSignaledEventAttributes().GetSignalName() == workflow.Retry {
			return "an operator had it tried again"
		}
		return "a webhook of the provider was handed over"
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
		t.steps[e.GetEventId()] = e.GetActivityTaskScheduledEventAttributes().GetActivityType().GetName()
		return ""
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_STARTED:
		a := e.GetActivityTaskStartedEventAttributes()
		if a.GetAttempt() < 2 {
			return ""
		}
		return fmt.Sprintf("%s took %d tries; one failed with: %s", words(t.steps[a.GetScheduledEventId()]), a.GetAttempt(), a.GetLastFailure().GetMessage())
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_COMPLETED:
		a := e.GetActivityTaskCompletedEventAttributes()
		return words(t.steps[a.GetScheduledEventId()]) + t.result(a.GetResult())
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_FAILED:
		a := e.GetActivityTaskFailedEventAttributes()
		if strings.Contains(a.GetFailure().GetMessage(), checkout.ReasonGoingBack) {
			return words(t.steps[a.GetScheduledEventId()]) + " is not done: the provider works on it"
		}
		return words(t.steps[a.GetScheduledEventId()]) + " failed for good: " + a.GetFailure().GetMessage()
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT:
		a := e.GetActivityTaskTimedOutEventAttributes()
		return words(t.steps[a.GetScheduledEventId()]) + " took too long: " + a.GetFailure().GetCause().GetMessage()
	case enumspb.EVENT_TYPE_MARKER_RECORDED:
		return t.local(e.GetMarkerRecordedEventAttributes())
	case enumspb.EVENT_TYPE_TIMER_FIRED:
		return "a time to wait was over"
	}
	return ended[e.GetEventType()]
}

var ended = map[enumspb.EventType]string{
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED:        "the workflow ended",
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED:           "the workflow failed",
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED:       "the workflow was terminated by hand",
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT:        "the workflow took too long",
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED:         "the workflow was cancelled by hand",
	enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW: "the workflow went on in a new run",
}

// local tells of a step taken within the workflow's own task.
func (t *teller) local(m interface {
	GetDetails() map[string]*commonpb.Payloads
},
) string {
	var step struct{ ActivityType string }
	data := m.GetDetails()["data"]
	if data == nil || t.payloads.FromPayloads(data, &step) != nil || step.ActivityType == "" {
		return ""
	}
	return words(step.ActivityType) + t.result(m.GetDetails()["result"])
}

// result gives the state that a step left the attempt in, where it can be read.
func (t *teller) result(p *commonpb.Payloads) string {
	var s workflow.Step
	if p == nil || t.payloads.FromPayloads(p, &s) != nil || s.State == "" {
		return " was done"
	}
	return " was done: the attempt is " + string(s.State)
}

var steps = map[string]string{
	"begin": "beginning the payment", "authorize": "asking the provider for the money", "complete": "asking the provider to complete the payment",
	"reconcile": "asking the provider what became of the payment", "expire": "asking the provider once more, as the time was over,",
	"leave": "asking the provider before the payment was given up", "cancel": "cancelling at the provider", "apply": "applying what the provider told",
	"received": "recording the money", "compensate": "giving the money back", "giveup": "giving the attempt up",
}

// words say what a step does.
func words(step string) string {
	name := strings.TrimPrefix(step, "checkout.")
	return cmp.Or(steps[name], "step "+cmp.Or(name, "unknown"))
}
