package rollout

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kontor.dev/kontor/core/fault"
)

// Store keeps what operators decided and what the processes report.
type Store interface {
	Desired(ctx context.Context) (Desired, error)
	// SaveRelease keeps a release; again is no error. Fault Conflict ("plugin_version_taken") when the version is
	// another program already.
	SaveRelease(ctx context.Context, r Release) error
	// SaveRollout writes over the revision that r was made from. Fault Conflict ("plugin_rollout_changed") when it is
	// not the current one, NotFound ("plugin_version_not_installed") for a version without a release.
	SaveRollout(ctx context.Context, r Rollout) error
	// RemoveRollout forgets the rollout that r was read as. Fault Conflict ("plugin_rollout_changed") when it is not the
	// current one.
	RemoveRollout(ctx context.Context, r Rollout) error
	// Using gives the orders that need the plugin, at most limit of them: what is being paid by it, or has to be given back, and
	// what has still to be sent by it or paid for with it.
	Using(ctx context.Context, plugin string, limit int) ([]int64, error)
	Retire(ctx context.Context, r Retirement) error
	// Restore undoes Retire. Fault NotFound ("payment_method_not_retired").
	Restore(ctx context.Context, code string) error
	// Report replaces what the process said before. Leave takes it back.
	Report(ctx context.Context, r Report) error
	Leave(ctx context.Context, id string) error
	// Reports gives those of the processes that live, by process and machine.
	Reports(ctx context.Context) ([]Report, error)
}

// Service is what operators do with the versions of plugins.
type Service struct {
	store Store
	every time.Duration // between two looks at the reports
}

// NewService makes a Service.
func NewService(store Store) *Service { return &Service{store: store, every: 200 * time.Millisecond} }

// Upgrade puts an installed version to work. It runs beside the stable one first; once every process of the shop says
// that it runs, it gets share percent of the new attempts, or all of them with 100. A process that cannot run it, or
// that does not say so before ctx ends, undoes all, and the fault, Unavailable ("plugin_upgrade_refused"), says which
// and why. Called again with a larger share it goes on from where it stands, and stays there when a process refuses.
// Other faults: Conflict as Beside has them and ("plugin_leaving"), NotFound ("plugin_version_not_installed"), Invalid ("plugin_share_invalid";
// also "plugin_canary_needs_payment", since only the attempts of payments can be shared out). The first version of a
// plugin is put to work as it is, and whole, since no other would take the rest: Conflict ("plugin_canary_alone") for a share of
// it; Unavailable ("plugin_first_refused") says that a process does not run it yet.
func (s *Service) Upgrade(ctx context.Context, plugin, version string, share int) (Rollout, error) {
	d, err := s.store.Desired(ctx)
	if err != nil {
		return Rollout{}, err
	}
	release, ok := d.Release(plugin, version)
	if !ok {
		return Rollout{}, fault.New(fault.NotFound, "plugin_version_not_installed")
	}
	if share < 1 || share > 100 {
		return Rollout{}, fault.New(fault.Invalid, "plugin_share_invalid")
	}
	r, ok := d.Of(plugin)
	switch {
	case !ok && share < 100:
		return Rollout{}, fault.New(fault.Conflict, "plugin_canary_alone")
	case !ok:
		return s.first(ctx, Rollout{Plugin: plugin, Stable: version})
	case r.Leaving:
		return r, fault.New(fault.Conflict, reasonLeaving)
	}
	if share < 100 && !slices.Contains(release.Kinds, "payment") {
		return Rollout{}, fault.New(fault.Invalid, "plugin_canary_needs_payment")
	}
	beside, err := r.Beside(version)
	if err != nil {
		return r, err
	}
	if r.Canary == "" {
		if beside, err = s.save(ctx, beside); err != nil {
			return r, err
		}
	}
	// Also where it ran beside before: an upgrade that was cut short has not seen it run, and what ran may have died since.
	if err := s.runsEverywhere(ctx, plugin, version); err != nil {
		if r.Canary != "" {
			return r, err
		}
		return s.undo(ctx, beside, err)
	}
	given, err := beside.Give(share)
	if err != nil {
		return beside, err
	}
	return s.settle(ctx, given)
}

const reasonLeaving = "plugin_leaving"

// Shown is how many of the orders that need a plugin Remove names.
const Shown = 20

// Remove takes a plugin out of the shop: at once it is offered no more, and it is gone when no order needs it. As long as some
// do, it goes on with them; they are given, with fault Conflict ("plugin_in_use"), and Remove is to be called again. Releases stay
// installed. Other faults: NotFound ("plugin_not_upgraded").
func (s *Service) Remove(ctx context.Context, plugin string) (using []int64, err error) {
	r, err := s.standing(ctx, plugin)
	if err != nil {
		return nil, err
	}
	if !r.Leaving {
		r.Leaving = true
		if r, err = s.settle(ctx, r); err != nil {
			return nil, err
		}
	}
	using, err = s.store.Using(ctx, plugin, Shown)
	switch {
	case err != nil:
		return nil, err
	case len(using) > 0:
		return using, fault.New(fault.Conflict, "plugin_in_use")
	}
	return nil, s.store.RemoveRollout(ctx, r)
}

// Stay offers a plugin again that was leaving. Faults: NotFound ("plugin_not_upgraded"), Conflict ("plugin_not_leaving").
func (s *Service) Stay(ctx context.Context, plugin string) (Rollout, error) {
	r, err := s.standing(ctx, plugin)
	switch {
	case err != nil:
		return r, err
	case !r.Leaving:
		return r, fault.New(fault.Conflict, "plugin_not_leaving")
	}
	r.Leaving = false
	return s.settle(ctx, r)
}

func (s *Service) standing(ctx context.Context, plugin string) (Rollout, error) {
	d, err := s.store.Desired(ctx)
	if err != nil {
		return Rollout{}, err
	}
	r, ok := d.Of(plugin)
	if !ok {
		return r, fault.New(fault.NotFound, "plugin_not_upgraded")
	}
	return r, nil
}

// followWithin is how long a change waits to be seen by every process; they follow sooner or later in any case.
const followWithin = 5 * time.Second

// settle saves a change and waits until every process says that it follows, so that who goes on from here meets no
// process that does otherwise.
func (s *Service) settle(ctx context.Context, r Rollout) (Rollout, error) {
	r, err := s.save(ctx, r)
	if err != nil {
		return r, err
	}
	ctx, cancel := context.WithTimeout(ctx, followWithin)
	defer cancel()
	for {
		reports, err := s.store.Reports(ctx)
		if err != nil || !slices.ContainsFunc(reports, func(p Report) bool { return !p.follows(r) }) {
			return r, nil
		}
		select {
		case <-ctx.Done():
			return r, nil
		case <-time.After(s.every):
		}
	}
}

// first puts the first version of a plugin to work; there is none to run beside and none to return to.
func (s *Service) first(ctx context.Context, r Rollout) (Rollout, error) {
	r, err := s.save(ctx, r)
	if err == nil {
		if err = s.runsEverywhere(ctx, r.Plugin, r.Stable); err != nil {
			err = fault.Wrap(err, fault.Unavailable, "plugin_first_refused")
		}
	}
	return r, err
}

func (s *Service) save(ctx context.Context, r Rollout) (Rollout, error) {
	if err := s.store.SaveRollout(ctx, r); err != nil {
		return r, err
	}
	r.Revision++
	return r, nil
}

// undo takes back what Upgrade began, also when the operator gave up.
func (s *Service) undo(ctx context.Context, r Rollout, cause error) (Rollout, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	back, err := r.Back()
	if err == nil {
		back, err = s.save(ctx, back)
	}
	if err != nil {
		return r, fmt.Errorf("%w; and it could not be undone: %w", cause, err)
	}
	return back, cause
}

// runsEverywhere waits until the version runs in every process that reports.
func (s *Service) runsEverywhere(ctx context.Context, plugin, version string) error {
	for {
		reports, err := s.store.Reports(ctx)
		if err != nil {
			return err
		}
		waiting := ""
		for _, r := range reports {
			switch status, known := r.version(plugin, version); {
			case known && status.State == StateRunning:
			case known && status.Problem != "":
				return r.refuses(status.Problem)
			case r.disabled(plugin):
				return r.refuses("the plugin is disabled in its plugins.yaml")
			default:
				waiting = fmt.Sprintf("%s on %s (process %d) does not say that it runs", r.Process, r.Machine, r.PID)
			}
		}
		if waiting == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fault.Wrap(fmt.Errorf("%s: %w", waiting, ctx.Err()), fault.Unavailable, "plugin_upgrade_refused")
		case <-time.After(s.every):
		}
	}
}

func (r Report) refuses(problem string) error {
	return fault.Wrap(fmt.Errorf("%s on %s (process %d): %s", r.Process, r.Machine, r.PID, problem),
		fault.Unavailable, "plugin_upgrade_refused")
}

// Rollback takes the canary out of work, or puts the version before back to work. That one is started first where it no
// longer runs, as Upgrade does it. Faults: NotFound ("plugin_not_upgraded"), Conflict as Back has it and ("plugin_leaving"), and
// Unavailable ("plugin_upgrade_refused") when a process cannot run it any more; then the current one stays at work.
func (s *Service) Rollback(ctx context.Context, plugin string) (Rollout, error) {
	r, err := s.standing(ctx, plugin)
	switch {
	case err != nil:
		return r, err
	case r.Leaving:
		return r, fault.New(fault.Conflict, reasonLeaving)
	}
	back, err := r.Back()
	if err != nil || r.Canary != "" {
		if err == nil {
			back, err = s.settle(ctx, back)
		}
		return back, err
	}
	beside, err := r.Beside(r.Previous)
	if err == nil {
		beside, err = s.save(ctx, beside)
	}
	if err != nil {
		return r, err
	}
	if err := s.runsEverywhere(ctx, plugin, r.Previous); err != nil {
		return s.undo(ctx, beside, err)
	}
	back.Revision = beside.Revision
	return s.settle(ctx, back)
}
