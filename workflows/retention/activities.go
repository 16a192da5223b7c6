package retention

import (
	"context"
	"log/slog"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/core/retention"
)

const (
	actRules = "retention.rules"
	actApply = "retention.apply"
)

// Activities are the workflow's steps, over core/retention. Each may be repeated.
type Activities struct{ keeper retention.Keeper }

// Register adds workflow and activities to a worker.
func Register(w worker.Registry, keeper retention.Keeper) {
	a := &Activities{keeper}
	w.RegisterWorkflowWithOptions(Workflow, workflow.RegisterOptions{Name: Name})
	w.RegisterActivityWithOptions(a.Rules, activity.RegisterOptions{Name: actRules})
	w.RegisterActivityWithOptions(a.Apply, activity.RegisterOptions{Name: actApply})
}

// Rules names what is to be applied: a history stays what it was when a rule is added.
func (a *Activities) Rules(context.Context) ([]string, error) {
	var names []string
	for _, rule := range a.keeper.Rules() {
		names = append(names, rule.Name)
	}
	return names, nil
}

// Apply applies one rule.
func (a *Activities) Apply(ctx context.Context, rule string, now time.Time) (Forgotten, error) {
	done, err := a.keeper.Apply(ctx, rule, now)
	if err == nil && done.Rows > 0 {
		slog.InfoContext(ctx, "forgotten", "rule", done.Rule, "rows", done.Rows)
	}
	return Forgotten{Rule: done.Rule, Rows: done.Rows}, err
}
