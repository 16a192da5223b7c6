package cmd

import (
	"context"
	"fmt"
	"io"
	"time"

	"kontor.dev/kontor/core/order"
)

// silence is how long a command that waits for others may say nothing.
const silence = 5 * time.Second

// tellWait says on w what a dispatch waits for once that has taken so long, and again when it waits for something else. Call what it
// gives when the waiting is over.
func tellWait(ctx context.Context, silence time.Duration, w io.Writer, read func(context.Context) (*order.Order, error)) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(silence)
		defer tick.Stop()
		said := ""
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			o, err := read(ctx)
			if err != nil {
				continue
			}
			if text := dispatchWaitsFor(o); text != said {
				said = text
				_, _ = fmt.Fprintln(w, textual("kontor: "+text))
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// dispatchWaitsFor says what the dispatch of an order waits for.
func dispatchWaitsFor(o *order.Order) string {
	const aside = "Ctrl-C ends the waiting and nothing else: `kontor order show` tells what became of it."
	for _, d := range o.Deliveries {
		switch {
		case d.State != order.Dispatching:
		case d.Reference == "":
			return fmt.Sprintf("still waiting for the carrier %s to make the label of delivery %d; it is asked for a minute, after which all is as before. "+
				"`kontor plugin list` says whether its plugin runs. %s", d.Shipping.Carrier, d.Number, aside)
		default:
			return fmt.Sprintf("delivery %d has its label; still waiting for the provider of %s to take the money, which is asked until it answers. "+
				"`kontor plugin list` says whether its plugin runs. %s", d.Number, o.Attempt.Payment.Code, aside)
		}
	}
	return "still waiting for a worker to take the order up: `kontor status` says whether one runs. " + aside
}
