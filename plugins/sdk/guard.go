package sdk

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

// maxMessage bounds what a plugin reads in one call. The host has its own limit for answers.
const maxMessage = 4 << 20

// guard stands around every call in the plugin's process: nothing but Describe before Configure, one Configure only,
// panics become errors, and no error or log line carries a configured secret.
type guard struct {
	plugin     Plugin
	configured atomic.Bool
	configure  sync.Mutex
	redactor   atomic.Pointer[base.Redactor]
	running    sync.WaitGroup
}

func newGuard(p Plugin) *guard { return &guard{plugin: p} }

func (g *guard) options() []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(g.around),
		grpc.MaxRecvMsgSize(maxMessage),
	}
}

func (g *guard) around(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (answer any, err error) {
	if !strings.HasPrefix(info.FullMethod, "/kontor.") {
		return next(ctx, req) // go-plugin's own services
	}
	g.running.Add(1)
	defer g.running.Done()
	call := path.Base(info.FullMethod)
	ctx, end := tellCalls(context.WithValue(withTrace(ctx), callKey{}, call))
	defer end()
	defer func() {
		if r := recover(); r != nil {
			slog.ErrorContext(ctx, "panic", "value", fmt.Sprint(r), "stack", string(debug.Stack()))
			answer, err = nil, wire.Status(&base.Error{
				Fault: base.FaultPlugin, Code: base.CodePanic, Message: "panic in " + call, OutcomeUnknown: true,
			})
		}
	}()
	switch {
	case info.FullMethod == basev1.BaseService_Configure_FullMethodName:
		return g.onceConfigured(ctx, req, next)
	case !g.configured.Load() && !strings.HasPrefix(info.FullMethod, "/"+basev1.BaseService_ServiceDesc.ServiceName+"/"):
		return nil, wire.Status(base.CallerFault(base.CodeNotConfigured, call+" before Configure"))
	}
	return g.clean(next(ctx, req))
}

// onceConfigured lets Configure succeed once. The redactor is set before the plugin sees the secrets.
func (g *guard) onceConfigured(ctx context.Context, req any, next grpc.UnaryHandler) (any, error) {
	g.configure.Lock()
	defer g.configure.Unlock()
	if g.configured.Load() {
		return nil, wire.Status(base.CallerFault("already_configured", "a running plugin is not configured again"))
	}
	if r, ok := req.(*basev1.ConfigureRequest); ok {
		g.redactor.Store(configIn(r).Redactor())
	}
	answer, err := g.clean(next(ctx, req))
	g.configured.Store(err == nil)
	return answer, err
}

func (g *guard) clean(answer any, err error) (any, error) {
	if err == nil {
		return answer, nil
	}
	return nil, wire.Status(g.redactor.Load().Error(base.AsError(wire.FromStatus(err))))
}

// callKey carries the name of the running call to the log.
type callKey struct{}
