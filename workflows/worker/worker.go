// Package worker runs the shop's workflows and activities.
package worker

import (
	"context"
	"log/slog"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"
	behaviour "go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/retention"
	"kontor.dev/kontor/core/vat"
	"kontor.dev/kontor/core/withdrawal"
	accounts "kontor.dev/kontor/workflows/account"
	campuses "kontor.dev/kontor/workflows/campus"
	workflow "kontor.dev/kontor/workflows/checkout"
	"kontor.dev/kontor/workflows/fulfilment"
	"kontor.dev/kontor/workflows/kit"
	newsletters "kontor.dev/kontor/workflows/newsletter"
	privacies "kontor.dev/kontor/workflows/privacy"
	retentions "kontor.dev/kontor/workflows/retention"
	withdrawals "kontor.dev/kontor/workflows/withdrawal"
)

// Deps are what the worker works with.
type Deps struct {
	Temporal client.Client
	Queue    string // task queue
	BuildID  string // version of this code, for a rollout; "": unversioned
	Payer    *checkout.Payer
	Attempts checkout.Attempts
	Process  Starter

	Newsletter  *newsletter.Service
	Fulfiller   *order.Fulfiller
	Withdrawals *withdrawal.Steps
	Campus      *campus.Service
	Orders      campus.Orders
	Privacy     *privacy.Service
	Conversions *customer.Conversions
	VAT         *vat.Service
	Retention   retention.Keeper

	Histories string // folder that keeps the histories of what has ended, see export; "" keeps none
}

// Starter starts the workflow of an attempt, or finds the running one.
type Starter interface {
	Begin(ctx context.Context, attemptID string) error
}

// Worker polls the task queue, and looks for attempts that never got a workflow.
type Worker struct{ deps Deps }

// New makes a worker.
func New(deps Deps) *Worker { return &Worker{deps} }

const (
	stopTimeout = 10 * time.Second
	throttle    = 2 * time.Second
	sweepEvery  = 30 * time.Second
	sweepSize   = 50
	// What waits is kept in memory, a goroutine and some 12 kB each, until there are so many; what is not kept replays its few
	// events when its wait ends. Orders wait for a transfer for days, and the SDK's own 10,000 of them would be 120 MB.
	cachedWorkflows = 1000
)

// Run works until ctx ends; then it lets running steps finish for a while.
func (w *Worker) Run(ctx context.Context) error {
	worker.SetStickyWorkflowCacheSize(cachedWorkflows)
	tw := worker.New(w.deps.Temporal, w.deps.Queue, worker.Options{
		Interceptors:      []interceptor.WorkerInterceptor{&kit.Faults{}},
		WorkerStopTimeout: stopTimeout,
		// By default a sign of life waits until eight tenths of the silence allowed have passed; on a busy machine it then
		// comes too late, and a step that is under way is begun a second time.
		MaxHeartbeatThrottleInterval: throttle,
		// Most orders are one workflow task; what waits for a customer stays in the cache.
		MaxConcurrentWorkflowTaskPollers: 4,
		MaxConcurrentActivityTaskPollers: 2,
		DeploymentOptions:                w.version(),
	})
	workflow.Register(tw, w.deps.Payer)
	newsletters.Register(tw, w.deps.Newsletter)
	fulfilment.Register(tw, w.deps.Fulfiller)
	withdrawals.Register(tw, w.deps.Withdrawals)
	campuses.Register(tw, w.deps.Campus, w.deps.Orders)
	privacies.Register(tw, w.deps.Privacy)
	accounts.Register(tw, w.deps.Conversions, w.deps.VAT, w.deps.Campus)
	retentions.Register(tw, w.deps.Retention)
	if err := tw.Start(); err != nil {
		return fault.Wrap(err, fault.Unavailable, "temporal_unavailable")
	}
	defer tw.Stop()
	if w.deps.Histories != "" {
		exported := make(chan struct{})
		go func() { defer close(exported); (&exporter{w.deps.Temporal, w.deps.Histories}).run(ctx) }()
		defer func() { <-exported }()
	}
	w.Sweep(ctx) // what was left while no worker ran
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			w.Sweep(ctx)
		}
	}
}

// version lets this code get work only once an operator says so. Workflows move on with the current version: they replay
// on it, as the recorded histories show.
func (w *Worker) version() worker.DeploymentOptions {
	if w.deps.BuildID == "" {
		return worker.DeploymentOptions{}
	}
	return worker.DeploymentOptions{
		UseVersioning:             true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: w.deps.Queue, BuildID: w.deps.BuildID},
		DefaultVersioningBehavior: behaviour.VersioningBehaviorAutoUpgrade,
	}
}

// Sweep takes up attempts that were frozen while Temporal could not be reached, or that their call died with. It waits for none of them:
// those whose provider is away would keep it from the others.
func (w *Worker) Sweep(ctx context.Context) {
	ids, err := w.deps.Attempts.Stale(ctx, sweepSize)
	if err != nil {
		slog.WarnContext(ctx, "sweep failed", "error", err)
		return
	}
	for _, id := range ids {
		err := w.deps.Process.Begin(ctx, id)
		slog.InfoContext(ctx, "attempt taken up again", "attempt", id, "error", err)
	}
}
