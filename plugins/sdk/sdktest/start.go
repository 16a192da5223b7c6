package sdktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// running is a started plugin.
type running struct {
	conn   *grpc.ClientConn
	close  func()
	kill   func() error                    // ends the program as a power cut would; nil in the same process
	freeze func() (thaw func(), err error) // stops the program until thaw, which may be called again; nil in the same process
	pid    int                             // 0 in the same process
	addr   net.Addr                        // nil in the same process
	stderr *output
}

// Open starts the target without configuring it. closing ends it.
func (t Target) Open(ctx context.Context) (p sdk.Plugin, m base.Manifest, closing func(), err error) {
	r, err := t.start()
	if err != nil {
		return sdk.Plugin{}, base.Manifest{}, nil, err
	}
	p, m, err = sdk.Open(ctx, r.conn)
	if err != nil {
		r.close()
		return sdk.Plugin{}, base.Manifest{}, nil, err
	}
	return p, m, r.close, nil
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

func (t Target) start() (*running, error) {
	if t.New != nil {
		return serveHere(t.New())
	}
	return startProgram(exec.Command(t.Binary, t.Args...), sdk.VersionedPlugins(sdk.Plugin{}))
}

func serveHere(p sdk.Plugin) (*running, error) {
	if p.Base == nil {
		return nil, errors.New("Plugin.Base is missing")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := sdk.NewServer(p)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		server.Stop()
		return nil, err
	}
	return &running{conn: conn, close: func() { _ = conn.Close(); server.Stop() }, stderr: &output{}}, nil
}

// startProgram starts a plugin's program as a host that speaks the given versions would.
func startProgram(cmd *exec.Cmd, versions map[int]goplugin.PluginSet) (*running, error) {
	removeSocket, err := listensApart(cmd)
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stderr := &output{}
	client := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig: sdk.Handshake, VersionedPlugins: versions, Cmd: cmd, AutoMTLS: true, SkipHostEnv: true,
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(), Stderr: stderr,
	})
	end := func() {
		endWithChildren(client, cmd, parting)
		removeSocket()
	}
	protocol, err := client.Client()
	if err != nil {
		endWithChildren(client, cmd, 0)
		removeSocket()
		return nil, stderr.explain(err)
	}
	dispensed, err := protocol.Dispense(sdk.ServiceName)
	if err != nil {
		end()
		return nil, stderr.explain(err)
	}
	at := client.ReattachConfig()
	return &running{
		conn: dispensed.(*grpc.ClientConn), close: end, pid: at.Pid, addr: at.Addr, stderr: stderr,
		kill: func() error {
			process, err := os.FindProcess(at.Pid)
			if err != nil {
				return err
			}
			defer end() // reaps it
			return process.Kill()
		},
		freeze: func() (func(), error) {
			if err := syscall.Kill(at.Pid, syscall.SIGSTOP); err != nil {
				return nil, fmt.Errorf("the program cannot be stopped: %w", err)
			}
			return func() { _ = syscall.Kill(at.Pid, syscall.SIGCONT) }, nil // it may have ended
		},
	}, nil
}

// parting is how long a program has to end with all that it started; go-plugin gives two seconds of it to the program itself.
const parting = 4 * time.Second

// endWithChildren ends a program. What it started and left behind is killed after so long: it holds the program's outputs, whose end
// go-plugin waits for.
func endWithChildren(client *goplugin.Client, cmd *exec.Cmd, after time.Duration) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		client.Kill()
	}()
	select {
	case <-ended:
		return
	case <-time.After(after):
	}
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	<-ended
}

// listensApart gives a program that is yet to start a folder for its socket: one that is killed removes nothing by itself.
func listensApart(cmd *exec.Cmd) (remove func(), err error) {
	folder, err := os.MkdirTemp("", "kontor-sdktest-")
	if err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Env, goplugin.EnvUnixSocketDir+"="+folder)
	return func() { _ = os.RemoveAll(folder) }, nil
}

// output keeps what a program wrote to its standard error.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write keeps at most a megabyte.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf.Len() < 1<<20 {
		o.buf.Write(b)
	}
	return len(b), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// explain adds the program's last words to the error that it did not start.
func (o *output) explain(err error) error {
	if words := strings.TrimSpace(o.String()); words != "" {
		return errors.Join(err, errors.New(words[max(0, len(words)-2000):]))
	}
	return err
}
