package sdk

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/shipping"
	"kontor.dev/kontor/plugins/sdk/tracking"
)

// ProtocolVersion is the version of the contract that this SDK speaks; it is agreed when a plugin starts.
const ProtocolVersion = 1

// ServiceName is the name under which go-plugin dispenses the plugin.
const ServiceName = "kontor"

// Handshake keeps a plugin from being started by hand. It is no security.
var Handshake = goplugin.HandshakeConfig{
	MagicCookieKey:   "KONTOR_PLUGIN",
	MagicCookieValue: "c8f2a36d5be04b17a5d9e0f4717e3a92",
}

// VersionedPlugins gives the go-plugin set of each version that a side speaks. The host passes the zero Plugin and gets
// the *grpc.ClientConn dispensed under ServiceName.
func VersionedPlugins(p Plugin) map[int]goplugin.PluginSet {
	return map[int]goplugin.PluginSet{ProtocolVersion: {ServiceName: grpcPlugin{plugin: p}}}
}

// Serve runs the plugin until its host is done with it. It never returns in a process that no host started.
func Serve(p Plugin) {
	stderr := os.Stderr // go-plugin replaces os.Stderr; the host reads log lines from the original
	g := newGuard(p)
	setDefaultLogger(stderr, g)

	// A host that dies closes the pipes; a log line must not kill the plugin in the middle of a call.
	signal.Ignore(syscall.SIGPIPE)
	go leaveWithHost(os.Getppid(), g)

	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: VersionedPlugins(p),
		Logger:           hclog.New(&hclog.LoggerOptions{Level: hclog.Warn, Output: stderr, JSONFormat: true}),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, g.options()...)...)
		},
	})
}

// NewServer gives a gRPC server that serves the plugin as Serve does, for tests.
func NewServer(p Plugin) *grpc.Server {
	s := grpc.NewServer(newGuard(p).options()...)
	register(s, p)
	return s
}

func register(r grpc.ServiceRegistrar, p Plugin) {
	registerBase(r, p)
	if p.Payment != nil {
		payment.Register(r, p.Payment)
	}
	if p.Shipping != nil {
		shipping.Register(r, p.Shipping)
	}
	if p.Tracking != nil {
		tracking.Register(r, p.Tracking)
	}
}

// grpcPlugin joins the contract to go-plugin.
type grpcPlugin struct {
	goplugin.NetRPCUnsupportedPlugin
	plugin Plugin
}

// GRPCServer registers the services in the plugin's process.
func (g grpcPlugin) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	if g.plugin.Base == nil {
		return errors.New("sdk: Plugin.Base is missing")
	}
	register(s, g.plugin)
	return nil
}

// GRPCClient gives the connection in the host's process.
func (grpcPlugin) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

// How often the plugin looks for its host, and how long its running calls may take after the host is gone.
const (
	hostCheck   = time.Second
	orphanGrace = 30 * time.Second
)

// leaveWithHost ends the process when its parent is gone: go-plugin would leave it running for ever. Running calls may
// finish first, so that what they do at the provider is done wholly.
func leaveWithHost(host int, g *guard) {
	for os.Getppid() == host {
		time.Sleep(hostCheck)
	}
	done := make(chan struct{})
	go func() { g.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(orphanGrace):
	}
	os.Exit(0)
}
