package checkout

import (
	"context"
	"log/slog"
	"time"

	"kontor.dev/kontor/core/fault"
)

// payWithin bounds what a customer waits for a method that answers at once; its workflow goes on with what takes longer.
const payWithin = 5 * time.Second

// PayAtOnce pays for an attempt whose method answers at once, where it is called: there is no workflow yet, and the store asks for one where
// something is left to do afterwards. It asks for one that was just frozen with Draft.AtOnce; who comes with it meanwhile waits for that
// answer. What it gives as authorizing is a workflow's, and so is what it gives a fault for: what came of the payment may not be known. A
// customer who leaves meanwhile has ordered all the same.
func (p *Payer) PayAtOnce(ctx context.Context, start *Start) (Settled, error) {
	if start.First {
		paying, cancel := context.WithTimeout(context.WithoutCancel(ctx), payWithin)
		defer cancel()
		return p.insist(paying, start)
	}
	start, err := p.answered(ctx, start.Attempt.ID)
	if err != nil {
		return Settled{}, err
	}
	return start.Attempt.Settled(), nil
}

// answered begins with an attempt once no call of PayAtOnce asks for it any more: of what a provider is working on, it may know nothing yet.
func (p *Payer) answered(ctx context.Context, attemptID string) (*Start, error) {
	const pause = 50 * time.Millisecond
	for {
		start, err := p.attempts.Begin(ctx, attemptID)
		if err != nil || start.Attempt.State != Authorizing || start.Asked == 0 {
			return start, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(pause, start.Asked)):
		}
	}
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
