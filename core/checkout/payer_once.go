package checkout

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/fault"
)

// payWithin bounds what a customer waits for a method that answers at once; its workflow goes on with what takes longer.
const payWithin = 5 * time.Second

// PayAtOnce pays for an attempt that was just frozen and whose method answers at once, where it is called: there is no workflow yet, and
// the store asks for one where something is left to do afterwards. Who comes while another such call asks waits for its answer. It leaves
// to a workflow, in the state that it gives, an attempt that somebody else has begun with. After a fault as well: what came of the payment
// may not be known. A customer who leaves meanwhile has ordered all the same.
func (p *Payer) PayAtOnce(ctx context.Context, attemptID string) (Settled, error) {
	paying, cancel := context.WithTimeout(context.WithoutCancel(ctx), payWithin)
	defer cancel()
	start, err := p.attempts.Begin(paying, attemptID, payWithin)
	if err != nil {
		return Settled{}, err
	}
	if start.First {
		start.Alone = true
		return p.insist(paying, start)
	}
	if start, err = p.answered(ctx, start); err != nil {
		return Settled{}, err
	}
	return start.Attempt.Settled(), nil
}

// answered waits while a call of PayAtOnce asks, and gives the attempt as it is then: of what a provider is working on, it may know
// nothing yet.
func (p *Payer) answered(ctx context.Context, start *Start) (*Start, error) {
	const pause = 50 * time.Millisecond
	for start.Attempt.State == Authorizing && start.Asked > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(pause, start.Asked)):
		}
		var err error
		if start, err = p.attempts.Begin(ctx, start.Attempt.ID, 0); err != nil {
			return nil, err
		}
	}
	return start, nil
}

// insist asks a plugin that is not there again for a moment, of an attempt that nothing was sent of. Then the attempt fails.
func (p *Payer) insist(ctx context.Context, start *Start) (Settled, error) {
	for pause := 250 * time.Millisecond; ; pause *= 2 {
		s, err := p.authorize(ctx, start)
		if fault.CodeOf(err) != fault.Unavailable {
			return s, err
		}
		if pause > time.Second {
			// Nothing was ever sent, so nothing can come of it.
			slog.WarnContext(ctx, "payment plugin unavailable", "attempt", start.Attempt.ID, "error", err)
			return p.Fail(ctx, start.Attempt.ID, ReasonDown)
		}
		select {
		case <-ctx.Done():
			return Settled{}, ctx.Err()
		case <-time.After(pause):
		}
	}
}
