package sdktest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

const inProcess = Skip("it takes the plugin's program")

// processChecks look at the program as such, and at how it meets hosts of other versions.
func processChecks(t Target) []Check {
	program := t.New == nil
	return []Check{
		Check{Name: "started by hand", Proves: "Without a host the program ends with a message and serves nothing.",
			Run: checkByHand}.unless(program, inProcess),
		Check{Name: "its host alone", Proves: "Nobody but the host that started it can call the plugin.",
			Run: checkAlone}.unless(program, inProcess),
		Check{Name: "ends with its host", Proves: "When its host is killed, the program ends.",
			Run: checkOrphan}.unless(program, inProcess),
		Check{Name: "frozen for a while", Proves: "A program that the machine stops goes on when it may, and answers again.",
			Run: checkFrozen}.unless(program, inProcess),
		Check{Name: "host of another version", Proves: "A host that speaks more versions is met at one that both know, and none is made up.",
			Run: checkVersions}.unless(program, inProcess),
		{Name: "newer host", Proves: "Fields and calls that the plugin does not know yet do no harm.", Run: checkNewer},
		{Name: "secrets stay secret", Proves: "No error, outcome or log line carries a configured secret.", Run: checkSecrets},
	}
}

func checkByHand(ctx context.Context, t Target) error {
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.Binary, t.Args...)
	cmd.Env = []string{}
	cmd.WaitDelay = time.Second
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	removeSocket, err := listensApart(cmd)
	if err != nil {
		return err
	}
	defer removeSocket()
	err = cmd.Run()
	if ctx.Err() != nil {
		return errors.New("started without the cookie in KONTOR_PLUGIN, the program does not end")
	}
	if strings.Contains(stdout.String(), "|grpc") {
		return errors.New("started without the cookie in KONTOR_PLUGIN, the program shakes hands")
	}
	if err == nil {
		return errors.New("started without the cookie in KONTOR_PLUGIN, the program ends with code 0")
	}
	return nil
}

// checkAlone calls the plugin's address without the host's certificate.
func checkAlone(ctx context.Context, t Target) error {
	r, _, err := t.configure(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	var wrong []error
	for what, how := range map[string]credentials.TransportCredentials{
		"in the clear": insecure.NewCredentials(),
		// a stranger does not check whom it calls
		"without a certificate": credentials.NewTLS(&tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}),
	} {
		conn, err := grpc.NewClient("passthrough:///plugin", grpc.WithTransportCredentials(how),
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
				var d net.Dialer
				return d.DialContext(ctx, r.addr.Network(), r.addr.String())
			}))
		if err != nil {
			return err
		}
		_, err = basev1.NewBaseServiceClient(conn).Describe(ctx, &basev1.DescribeRequest{})
		_ = conn.Close()
		if err == nil {
			wrong = append(wrong, fmt.Errorf("a call %s was answered: only the certificate in PLUGIN_CLIENT_CERT may be let in", what))
		}
	}
	return errors.Join(wrong...)
}

// checkOrphan starts the program as the child of a shell and kills the shell.
func checkOrphan(ctx context.Context, t Target) error {
	// The shell must stay the parent, so the program is not its last command.
	cmd := exec.Command("/bin/sh", append([]string{"-c", `"$0" "$@"; :`, t.Binary}, t.Args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that one that outlives its host is found again
	r, err := startProgram(cmd, sdk.VersionedPlugins(sdk.Plugin{}))
	if err != nil {
		return fmt.Errorf("the plugin does not start: %w", err)
	}
	defer r.close()
	defer func() { _ = syscall.Kill(-r.pid, syscall.SIGKILL) }() // it may be gone
	conn, err := net.Dial(r.addr.Network(), r.addr.String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := syscall.Kill(r.pid, syscall.SIGKILL); err != nil {
		return err
	}
	// A process that ends closes its connections; nothing else closes this one, on which nobody says anything.
	if err := conn.SetReadDeadline(time.Now().Add(settling)); err != nil {
		return err
	}
	var timeout net.Error
	for buf := make([]byte, 1024); ; {
		if _, err := conn.Read(buf); errors.As(err, &timeout) && timeout.Timeout() {
			return fmt.Errorf("%s after its host was killed, the program still runs", settling)
		} else if err != nil {
			break
		}
	}
	return until(ctx, func() error { // its end takes a moment
		again, err := net.Dial(r.addr.Network(), r.addr.String())
		if err != nil {
			return nil
		}
		_ = again.Close()
		return errors.New("its host was killed, and the program still accepts connections")
	})
}

// checkVersions plays hosts of other versions by the environment alone, and reads the handshake.
func checkVersions(ctx context.Context, t Target) error {
	both := map[int]goplugin.PluginSet{
		sdk.ProtocolVersion: sdk.VersionedPlugins(sdk.Plugin{})[sdk.ProtocolVersion],
		99:                  sdk.VersionedPlugins(sdk.Plugin{})[sdk.ProtocolVersion],
	}
	r, err := startProgram(exec.Command(t.Binary, t.Args...), both)
	if err != nil {
		return fmt.Errorf("a host that speaks the versions %d and 99: %w", sdk.ProtocolVersion, err)
	}
	r.close()
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	for offered, never := range map[string]string{"99": "99", "1,99": "99"} {
		line, err := shake(ctx, t, offered)
		if err != nil {
			return err
		}
		if parts := strings.Split(line, "|"); len(parts) > 1 && parts[1] == never {
			return fmt.Errorf("a host offers the versions %s, and the plugin says that it speaks %s", offered, never)
		}
	}
	return nil
}

// shake gives the line of the handshake, "" when the program ends without one.
func shake(ctx context.Context, t Target, versions string) (string, error) {
	cmd := exec.CommandContext(ctx, t.Binary, t.Args...)
	cmd.WaitDelay = time.Second
	cmd.Env = []string{sdk.Handshake.MagicCookieKey + "=" + sdk.Handshake.MagicCookieValue, "PLUGIN_PROTOCOL_VERSIONS=" + versions,
		"PLUGIN_MIN_PORT=10000", "PLUGIN_MAX_PORT=25000"}
	removeSocket, err := listensApart(cmd)
	if err != nil {
		return "", err
	}
	defer removeSocket()
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	line, _ := bufio.NewReader(out).ReadString('\n') // the program may end without a word
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	return strings.TrimSpace(line), ctx.Err()
}

// checkNewer sends a field that no version has, and makes a call that no version has.
func checkNewer(ctx context.Context, t Target) error {
	r, p, err := t.configure(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	unknown := protowire.AppendTag(nil, 19000-1, protowire.BytesType)
	unknown = protowire.AppendString(unknown, "from the future")
	ask := &basev1.HealthRequest{}
	ask.ProtoReflect().SetUnknown(unknown)
	if _, err := basev1.NewBaseServiceClient(r.conn).Health(ctx, ask); err != nil {
		return fmt.Errorf("health with a field that the plugin does not know: %w", err)
	}
	err = r.conn.Invoke(ctx, "/kontor.base.v1.BaseService/FromTheFuture", &basev1.HealthRequest{}, &basev1.HealthResponse{})
	if status.Code(err) != codes.Unimplemented {
		return failed(err, "a call that the plugin does not know: want the status unimplemented")
	}
	_, err = p.Base.Health(ctx)
	return err
}

// checkSecrets makes the provider throw the plugin's own request back at it, and reads all that the plugin says.
func checkSecrets(ctx context.Context, t Target) error {
	r, p, err := t.configure(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	if t.World != nil {
		t.World.Proxy.Spoil(FaultMirror, 0)
		defer t.World.Proxy.Mend()
	}
	var said []string
	note := func(what any, err error) {
		said = append(said, fmt.Sprintf("%+v", what))
		if err != nil {
			said = append(said, err.Error())
		}
	}
	if t.Payment != nil && p.Payment != nil {
		for _, a := range t.Payment.Authorize {
			a.IdempotencyKey += "-secret"
			note(p.Payment.Authorize(ctx, a))
			note(p.Payment.Complete(ctx, payment.CompleteRequest{Method: a.Method, IdempotencyKey: a.IdempotencyKey, Reference: "x", Amount: a.Purchase.Amount}))
			note(p.Payment.Status(ctx, payment.StatusRequest{Method: a.Method, IdempotencyKey: a.IdempotencyKey, Reference: "x", Amount: a.Purchase.Amount}))
		}
	}
	if t.Shipping != nil && p.Shipping != nil && t.Shipping.Shipment != nil {
		note(p.Shipping.CreateShipment(ctx, t.parcel()))
	}
	if t.Tracking != nil && p.Tracking != nil {
		note(p.Tracking.Deliver(ctx, batch(1)))
	}
	note(p.Base.Health(ctx))
	note(p.Base.Configure(ctx, t.Config), nil)
	said = append(said, r.stderr.String())
	for key, secret := range t.Config.Secrets {
		if base.Secret.Reveal(secret) != "" && len(secret) >= 4 && strings.Contains(strings.Join(said, "\n"), secret.Reveal()) {
			return fmt.Errorf("the secret %s is readable in an answer, an error or the log", key)
		}
	}
	return nil
}
