// Package sdk is what a plugin imports to be one:
//
//	func main() {
//		p := &acme{}
//		sdk.Serve(sdk.Plugin{Base: base.New(manifest, p.configure, nil), Payment: p})
//	}
//
// The contracts are in base, payment, shipping and tracking as plain Go interfaces. The wire is gRPC as described by
// the proto files, spoken over hashicorp/go-plugin with its automatic mutual TLS. Log with slog: its output reaches the
// host with the plugin's name and the call, without the configured secrets. Package provider is an HTTP client for the
// provider's API; sdktest checks a plugin against the contract.
package sdk

import (
	"context"

	"google.golang.org/grpc"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// Plugin is a plugin: in its own process what it serves, in the host what it can be asked. Base is always there; of the
// others those that the plugin has.
type Plugin struct {
	Base     base.Provider
	Payment  payment.Provider
	Shipping shipping.Provider
	Tracking tracking.Provider
}

// Kinds gives the kinds that are there.
func (p Plugin) Kinds() []base.Kind {
	var kinds []base.Kind
	if p.Payment != nil {
		kinds = append(kinds, base.KindPayment)
	}
	if p.Shipping != nil {
		kinds = append(kinds, base.KindShipping)
	}
	if p.Tracking != nil {
		kinds = append(kinds, base.KindTracking)
	}
	return kinds
}

// Open asks the plugin at the other end of a connection what it is and gives it with the kinds that it has. Configure
// is left to the caller. Errors of it and of all calls are *base.Error.
func Open(ctx context.Context, conn grpc.ClientConnInterface) (Plugin, base.Manifest, error) {
	p := Plugin{Base: baseClient{basev1.NewBaseServiceClient(conn)}}
	m, err := p.Base.Describe(ctx)
	if err != nil {
		return Plugin{}, base.Manifest{}, err
	}
	for _, kind := range m.Kinds {
		switch kind {
		case base.KindPayment:
			p.Payment = payment.NewClient(conn)
		case base.KindShipping:
			p.Shipping = shipping.NewClient(conn)
		case base.KindTracking:
			p.Tracking = tracking.NewClient(conn)
		}
	}
	return p, m, nil
}
