package worker

import (
	"fmt"
	"log/slog"

	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	sdk "go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/encoding/protojson"

	accounts "kontor.dev/kontor/workflows/account"
	campuses "kontor.dev/kontor/workflows/campus"
	workflow "kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/fulfilment"
	newsletters "kontor.dev/kontor/workflows/newsletter"
	privacies "kontor.dev/kontor/workflows/privacy"
	"kontor.dev/kontor/workflows/retention"
	withdrawals "kontor.dev/kontor/workflows/withdrawal"
)

// Workflows are all of the shop's, by name.
var Workflows = map[string]any{
	workflow.Name: workflow.Workflow, fulfilment.Name: fulfilment.Workflow, newsletters.Name: newsletters.Workflow,
	withdrawals.Name: withdrawals.Workflow, campuses.Name: campuses.Workflow, privacies.Name: privacies.Workflow,
	accounts.Name: accounts.Workflow, retention.Name: retention.Workflow,
}

// Replay runs today's workflow code against a history and fails where it would not do what the history says. Nothing else
// is touched: no activity runs. The converter reads what the history keeps.
func Replay(h *historypb.History, payloads converter.DataConverter) error {
	replayer, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: payloads})
	if err != nil {
		return err
	}
	for name, f := range Workflows {
		replayer.RegisterWorkflowWithOptions(f, sdk.RegisterOptions{Name: name})
	}
	return replayer.ReplayWorkflowHistory(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), h)
}

// ReadHistory reads what WriteHistory, the exporter or Temporal's own tools wrote.
func ReadHistory(document []byte) (*historypb.History, error) {
	h := &historypb.History{}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(document, h); err != nil {
		return nil, fmt.Errorf("not a history: %w", err)
	}
	return h, nil
}

// WriteHistory gives a history as JSON.
func WriteHistory(h *historypb.History) ([]byte, error) {
	return protojson.MarshalOptions{Indent: " "}.Marshal(h)
}
