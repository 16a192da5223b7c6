package cmd

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/order"
)

func TestADispatchThatTakesLongSaysWhatItWaitsFor(t *testing.T) {
	delivery := func(state order.DeliveryState, reference string) *order.Order {
		o := &order.Order{Deliveries: []order.Delivery{
			{Number: 1, State: order.Shipped}, {Number: 2, State: state, Reference: reference, Shipping: checkout.ShippingOption{Carrier: "DHL"}},
		}}
		o.Attempt.Payment.Code = "paypal"
		return o
	}
	reads := make(chan *order.Order)
	said, out := io.Pipe()
	end := tellWait(t.Context(), time.Millisecond, out, func(ctx context.Context) (*order.Order, error) {
		select {
		case o := <-reads:
			if o == nil {
				return nil, errors.New("no database")
			}
			return o, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	line := func() string {
		text := make([]byte, 1000)
		n, err := said.Read(text)
		require.NoError(t, err)
		return string(text[:n])
	}
	reads <- nil
	reads <- delivery(order.Planned, "")
	require.Contains(t, line(), "waiting for a worker")
	reads <- delivery(order.Dispatching, "")
	require.Contains(t, line(), "waiting for the carrier DHL to make the label of delivery 2")
	reads <- delivery(order.Dispatching, "") // is not said twice: nothing reads it
	reads <- delivery(order.Dispatching, "S-1")
	require.Contains(t, line(), "the provider of paypal to take the money")
	end()
	end() // nothing is left to end
}
