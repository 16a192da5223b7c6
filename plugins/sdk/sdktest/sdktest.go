// Package sdktest checks a plugin against the contract, from the plugin's own go test:
//
//	func TestConformance(t *testing.T) {
//		sdktest.Run(t, sdktest.Target{New: newPlugin, Config: config, Payment: &sdktest.Payment{...}})
//	}
//
// The plugin is served over real gRPC, in the same process (New) or as the real program (Binary). A check that fails
// says what the contract asks for.
package sdktest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// Target is the plugin to check. New or Binary is set, and the part of each kind that the plugin has.
type Target struct {
	New      func() sdk.Plugin // a fresh plugin that is not configured
	Binary   string            // path of the program
	Args     []string          // of the program
	Config   base.Config       // that the plugin accepts
	Payment  *Payment
	Shipping *Shipping
	Tracking *Tracking
}

// Payment has examples for a payment plugin.
type Payment struct {
	// Authorize are requests that come to a good end or a redirect, with keys of their own. At least one.
	Authorize []payment.AuthorizeRequest
	// Webhook makes a genuine notification as the provider would sign it; nil when the plugin has no webhooks.
	Webhook func() base.WebhookRequest
}

// Shipping has examples for a shipping plugin.
type Shipping struct {
	Options  shipping.OptionsRequest   // that has at least one option
	Shipment *shipping.ShipmentRequest // nil when the plugin makes no shipments
	Webhook  func() base.WebhookRequest
}

// Tracking has nothing to set.
type Tracking struct{}

// Check is one check. Run gives what is wrong, nil for nothing.
type Check struct {
	Name string
	Run  func(ctx context.Context, t Target) error
}

// checkTimeout bounds a check; a plugin that hangs fails it.
const checkTimeout = 30 * time.Second

// Checks lists what the target's kinds are checked for.
func Checks(t Target) []Check {
	checks := baseChecks()
	if t.Payment != nil {
		checks = append(checks, paymentChecks(t)...)
	}
	if t.Shipping != nil {
		checks = append(checks, shippingChecks(t)...)
	}
	if t.Tracking != nil {
		checks = append(checks, trackingChecks()...)
	}
	return checks
}

// Run checks the target, one subtest a check.
func Run(t *testing.T, target Target) {
	t.Helper()
	for _, c := range Checks(target) {
		t.Run(c.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), checkTimeout)
			defer cancel()
			if err := c.Run(ctx, target); err != nil {
				t.Error(err)
			}
		})
	}
}

// Open starts the target without configuring it. close ends it.
func (t Target) Open(ctx context.Context) (p sdk.Plugin, m base.Manifest, closing func(), err error) {
	var conn *grpc.ClientConn
	if t.New != nil {
		conn, closing, err = serveHere(t.New())
	} else {
		conn, closing, err = startProgram(t.Binary, t.Args)
	}
	if err != nil {
		return sdk.Plugin{}, base.Manifest{}, nil, err
	}
	p, m, err = sdk.Open(ctx, conn)
	if err != nil {
		closing()
		return sdk.Plugin{}, base.Manifest{}, nil, err
	}
	return p, m, closing, nil
}

// Start starts the target, configures it, and ends it with the test.
func (t Target) Start(tb testing.TB) sdk.Plugin {
	tb.Helper()
	p, _, closing, err := t.Open(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(closing)
	if err := p.Base.Configure(tb.Context(), t.Config); err != nil {
		tb.Fatal(err)
	}
	return p
}

// failed says what a check saw and how the plugin's call ended, which may be well.
func failed(err error, format string, args ...any) error {
	seen := fmt.Errorf(format, args...)
	if err == nil {
		return fmt.Errorf("%w (the call gave no error)", seen)
	}
	return fmt.Errorf("%w (the call's error: %w)", seen, err)
}

// with runs f on a configured plugin.
func with(f func(ctx context.Context, p sdk.Plugin, t Target) error) func(context.Context, Target) error {
	return func(ctx context.Context, t Target) error {
		p, _, closing, err := t.Open(ctx)
		if err != nil {
			return fmt.Errorf("the plugin does not start: %w", err)
		}
		defer closing()
		if err := p.Base.Configure(ctx, t.Config); err != nil {
			return fmt.Errorf("the plugin refuses the given configuration: %w", err)
		}
		return f(ctx, p, t)
	}
}

func serveHere(p sdk.Plugin) (*grpc.ClientConn, func(), error) {
	if p.Base == nil {
		return nil, nil, errors.New("Plugin.Base is missing")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	server := sdk.NewServer(p)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		server.Stop()
		return nil, nil, err
	}
	return conn, func() { _ = conn.Close(); server.Stop() }, nil
}

func startProgram(path string, args []string) (*grpc.ClientConn, func(), error) {
	client := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig: sdk.Handshake, VersionedPlugins: sdk.VersionedPlugins(sdk.Plugin{}),
		Cmd: exec.Command(path, args...), AutoMTLS: true, SkipHostEnv: true,
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(),
	})
	protocol, err := client.Client()
	if err != nil {
		client.Kill()
		return nil, nil, err
	}
	dispensed, err := protocol.Dispense(sdk.ServiceName)
	if err != nil {
		client.Kill()
		return nil, nil, err
	}
	return dispensed.(*grpc.ClientConn), client.Kill, nil
}
