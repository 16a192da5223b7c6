package retention

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"kontor.dev/kontor/workflows/kit"
)

// patience is how long a rule is tried: long enough for a database that comes back, short of the next day's run.
const patience = time.Hour

// Workflow applies every rule once.
func Workflow(ctx workflow.Context) ([]Forgotten, error) {
	now := workflow.Now(ctx)
	var rules []string
	if err := workflow.ExecuteLocalActivity(kit.Local(ctx), actRules).Get(ctx, &rules); err != nil {
		return nil, err
	}
	patient := workflow.WithScheduleToCloseTimeout(kit.Long(ctx), patience)
	list := make([]Forgotten, 0, len(rules))
	for _, rule := range rules {
		done := Forgotten{Rule: rule}
		if err := workflow.ExecuteActivity(patient, actApply, rule, now).Get(ctx, &done); err != nil {
			if ctx.Err() != nil {
				return list, ctx.Err()
			}
			workflow.GetLogger(ctx).Error("not forgotten", "rule", rule, "error", err)
			done = Forgotten{Rule: rule, Failed: true}
		}
		list = append(list, done)
	}
	return list, nil
}
