package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/search"
)

// Names of the baselines.
const (
	Handler  = "empty handler"
	Select   = "indexed select"
	Engine   = "search engine"
	Workflow = "bare workflow"
)

// handler is an HTTP server that answers with nothing: what HTTP itself costs here. It runs until ctx ends.
func handler(ctx context.Context, concurrency int) (Scenario, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Scenario{}, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	go func() { _ = server.Serve(listener) }()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	v := &visitor{client: newClient(listener.Addr().String(), concurrency)}
	return Scenario{Name: Handler, Do: func(ctx context.Context, _ int) error { return v.get(ctx, "/", nil) }}, nil
}

// indexedSelect reads a random product by its primary key, through the shop's own store.
func indexedSelect(store catalog.Store, ids []int64) Scenario {
	return Scenario{Name: Select, Do: func(ctx context.Context, _ int) error {
		_, err := store.Product(ctx, ids[rand.IntN(len(ids))])
		return err
	}}
}

// engineDirect asks the search engine what listings ask it, without HTTP, JSON or a cache.
func engineDirect(engine search.Engine, calls []listingCall) Scenario {
	return Scenario{Name: Engine, Do: func(ctx context.Context, _ int) error {
		_, err := engine.Search(ctx, calls[rand.IntN(len(calls))].query)
		return err
	}}
}

// A guest order paid in advance is one workflow with one update and one local activity; it then sleeps on a timer.
const bareUpdate = "submit"

func bareWorkflow(ctx workflow.Context) error {
	begun, submitted := false, false
	err := workflow.SetUpdateHandler(ctx, bareUpdate, func(ctx workflow.Context) error {
		err := workflow.Await(ctx, func() bool { return begun })
		submitted = true
		return err
	})
	if err != nil {
		return err
	}
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Second})
	if err := workflow.ExecuteLocalActivity(local, bareActivity).Get(ctx, nil); err != nil {
		return err
	}
	begun = true
	if err := workflow.Await(ctx, func() bool { return submitted && workflow.AllHandlersFinished(ctx) }); err != nil {
		return err
	}
	// As the order's workflow, which sleeps until the money comes. It must not wake while other scenarios are measured.
	return workflow.Sleep(ctx, 5*24*time.Hour)
}

func bareActivity(context.Context) error { return nil }

// bare runs workflows that do nothing, on a task queue and worker of their own. It runs until ctx ends.
func bare(ctx context.Context, temporal client.Client) (Scenario, error) {
	queue := "bench-" + ident.New()
	w := worker.New(temporal, queue, worker.Options{MaxConcurrentWorkflowTaskPollers: 4})
	w.RegisterWorkflowWithOptions(bareWorkflow, workflow.RegisterOptions{Name: "bench-bare"})
	w.RegisterActivity(bareActivity)
	if err := w.Start(); err != nil {
		return Scenario{}, fmt.Errorf("start the baseline's worker: %w", err)
	}
	context.AfterFunc(ctx, w.Stop)
	return Scenario{Name: Workflow, Do: func(ctx context.Context, _ int) error {
		id := ident.New()
		handle, err := temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
			StartWorkflowOperation: temporal.NewWithStartWorkflowOperation(client.StartWorkflowOptions{
				ID: "bench-" + id, TaskQueue: queue,
				WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
			}, "bench-bare"),
			UpdateOptions: client.UpdateWorkflowOptions{
				UpdateID: "submit", UpdateName: bareUpdate, WaitForStage: client.WorkflowUpdateStageCompleted,
			},
		})
		if err != nil {
			return err
		}
		return handle.Get(ctx, nil)
	}}, nil
}
