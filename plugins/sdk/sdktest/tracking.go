package sdktest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

func trackingChecks(t Target) []Check {
	return append([]Check{
		{Name: "tracking service", Proves: "The consent that it needs has a name, and German and English texts.", Run: with(checkService)},
		{Name: "tracking delivery", Proves: "A batch is accounted for event by event, and a wrong event does not stop the others.", Run: with(checkDelivery)},
		{Name: "tracking full batch", Proves: "A batch of the largest size is taken.", Run: with(checkFullBatch)},
	}, faultChecks("tracking", "tracking delivery", t, trackingDeeds)...)
}

func checkService(ctx context.Context, p sdk.Plugin, _ Target) error {
	s, err := p.Tracking.Service(ctx)
	if err != nil {
		return err
	}
	if s.Name == "" || (base.Text{"": s.Name}).TooLong() {
		return fmt.Errorf("service: the name of the consent that it needs, of at most %d characters", base.MaxText)
	}
	if many := len(s.EventTypes); many > tracking.MaxEventTypes {
		return fmt.Errorf("%d event types: at most %d", many, tracking.MaxEventTypes)
	}
	return errors.Join(checkText("title", s.Title), checkText("purpose", s.Purpose))
}

func checkDelivery(ctx context.Context, p sdk.Plugin, _ Target) error {
	good := tracking.Event{
		ID: "0198a000-0000-7000-8000-000000000001", Type: "addToCart", OccurredAt: time.Now().UTC(), VisitorID: "tid-1",
		URL: "https://shop.example/produkte/x", Language: "de", Data: []byte(`{"productIds":[1]}`),
	}
	bad := good
	bad.ID, bad.Data = "0198a000-0000-7000-8000-000000000002", []byte("\x00{")
	batch := tracking.Batch{ID: "batch-1", Events: []tracking.Event{good, bad}}
	for range 2 { // a retry must be answered as the first try
		r, err := p.Tracking.Deliver(ctx, batch)
		if err != nil {
			return fmt.Errorf("one bad event must not stop the batch: %w", err)
		}
		if r.Accepted+len(r.Rejected) != len(batch.Events) || r.Accepted < 1 {
			return fmt.Errorf("%d accepted and %d rejected of %d", r.Accepted, len(r.Rejected), len(batch.Events))
		}
	}
	if r, err := p.Tracking.Deliver(ctx, tracking.Batch{ID: "batch-2"}); err != nil || r.Accepted != 0 {
		return fmt.Errorf("an empty batch: %+v, %w", r, err)
	}
	return nil
}

// maxEvents is the most that the host sends in one batch.
const maxEvents = 500

// batch makes events that are nobody else's.
func batch(n int) tracking.Batch {
	b := tracking.Batch{ID: "verify-" + nextKey()}
	for i := range n {
		b.Events = append(b.Events, tracking.Event{
			ID: b.ID + "-" + strconv.Itoa(i), Type: "addToCart", OccurredAt: time.Now().UTC(), VisitorID: "tid-1",
			URL: "https://shop.example/produkte/x", Language: "de", Data: []byte(`{"productIds":[1]}`),
		})
	}
	return b
}

func taken(r tracking.Receipt, b tracking.Batch) error {
	if r.Accepted != len(b.Events) || len(r.Rejected) > 0 {
		return fmt.Errorf("%d of %d accepted, rejected %+v", r.Accepted, len(b.Events), r.Rejected)
	}
	return nil
}

func checkFullBatch(ctx context.Context, p sdk.Plugin, _ Target) error {
	b := batch(maxEvents)
	r, err := p.Tracking.Deliver(ctx, b)
	if err != nil {
		return err
	}
	return taken(r, b)
}

// trackingDeeds gives the one thing that a tracking plugin does.
func trackingDeeds(t Target) []deed {
	return []deed{{"deliver", func(ctx context.Context, _ sdk.Plugin) (*doing, error) {
		b := batch(3)
		before, counted := t.World.count(ctx, "event")
		return &doing{
			try: func(ctx context.Context, p sdk.Plugin) (answer, error) {
				r, err := p.Tracking.Deliver(ctx, b)
				return answer{text: fmt.Sprintf("%+v", r), refused: err == nil && taken(r, b) != nil, err: err}, nil
			},
			prove: func(ctx context.Context, p sdk.Plugin) error {
				var r tracking.Receipt
				err := repeat(ctx, func() error {
					var err error
					r, err = p.Tracking.Deliver(ctx, b)
					return err
				})
				if err != nil {
					return err
				}
				if err := taken(r, b); err != nil {
					return err
				}
				if now, _ := t.World.count(ctx, "event"); counted && now-before > len(b.Events) {
					return fmt.Errorf("%d events were counted %d times", len(b.Events), now-before)
				}
				return nil
			},
			effect: func(context.Context) (int, bool) { return 0, false },
		}, nil
	}}}
}
