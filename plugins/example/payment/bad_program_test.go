package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk"
)

// serveBad is the program of a plugin that is wrong as a program. It serves by hand what sdk.Serve serves rightly.
func serveBad(way string) {
	if way == "forgets when frozen" {
		onThaw(func() { thawed.Store(true) })
	}
	if strings.HasPrefix(way, "forgets") {
		sdk.Serve(newBad(way))
		return
	}
	if way == "dies of frost" {
		onThaw(func() { os.Exit(1) })
	}
	if way != "outlives its host" {
		go leaveWithHost(os.Getppid())
	}
	options := []grpc.ServerOption{grpc.ChainUnaryInterceptor(fussy(way), gate(way))}
	sets := sdk.VersionedPlugins(newPlugin())
	switch way {
	case "starts by hand":
		must(os.Setenv(sdk.Handshake.MagicCookieKey, sdk.Handshake.MagicCookieValue))
	case "makes up a version":
		sets[99] = sets[sdk.ProtocolVersion]
	case "lets anybody in":
		serveOpen(sets[sdk.ProtocolVersion], options)
		return
	}
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: sdk.Handshake, VersionedPlugins: sets,
		GRPCServer: func(own []grpc.ServerOption) *grpc.Server { return grpc.NewServer(append(own, options...)...) },
	})
}

// thawed says that the program was stopped, and goes on.
var thawed atomic.Bool

func onThaw(then func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGCONT)
	go func() {
		for range signals {
			then()
		}
	}()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func leaveWithHost(host int) {
	for os.Getppid() == host {
		time.Sleep(100 * time.Millisecond)
	}
	os.Exit(0)
}

// gate refuses calls before Configure, as the SDK does.
func gate(way string) grpc.UnaryServerInterceptor {
	var configured atomic.Bool
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if strings.HasPrefix(info.FullMethod, "/kontor.payment.") && !configured.Load() && way != "works unconfigured" {
			s, err := status.New(codes.InvalidArgument, "before Configure").WithDetails(&basev1.ErrorDetail{
				Fault: basev1.Fault_FAULT_CALLER, Code: "not_configured",
			})
			must(err)
			return nil, s.Err()
		}
		answer, err := next(ctx, req)
		if info.FullMethod == basev1.BaseService_Configure_FullMethodName && err == nil {
			configured.Store(true)
		}
		return answer, err
	}
}

// fussy refuses fields that it does not know.
func fussy(way string) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if m, ok := req.(proto.Message); ok && way == "trips over new fields" && len(m.ProtoReflect().GetUnknown()) > 0 {
			return nil, status.Error(codes.InvalidArgument, "unknown field")
		}
		return next(ctx, req)
	}
}

// serveOpen shakes hands by itself, and asks nobody for a certificate.
func serveOpen(set goplugin.PluginSet, options []grpc.ServerOption) {
	if os.Getenv(sdk.Handshake.MagicCookieKey) != sdk.Handshake.MagicCookieValue {
		os.Exit(1)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Minute),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(err)
	dir, err := os.MkdirTemp(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "open")
	must(err)
	path := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", path)
	must(err)
	server := grpc.NewServer(append(options, grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12,
	})))...)
	must(set[sdk.ServiceName].(goplugin.GRPCPlugin).GRPCServer(nil, server))
	checks := health.NewServer()
	checks.SetServingStatus("plugin", healthv1.HealthCheckResponse_SERVING)
	healthv1.RegisterHealthServer(server, checks)
	fmt.Printf("1|%d|unix|%s|grpc|%s\n", sdk.ProtocolVersion, path, base64.RawStdEncoding.EncodeToString(der))
	must(server.Serve(listener))
}
